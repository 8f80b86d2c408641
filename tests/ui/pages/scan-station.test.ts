// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { code } from '#kernel/field.ts'
import type { ScanScreen } from '#kernel/screen.ts'
import { scanCalls } from '#ui/scanner/station/scan-calls.ts'
import { ScanStation } from '#ui/scanner/station/scan-station.ts'
import { interpretScan } from '#ui/scanner/codes/scan-code.ts'
import { columnLabels } from '#tests/support/labels.ts'
import { checkScreen, openWarehouse, ORDER } from './scan-support.ts'

afterEach(() => vi.unstubAllGlobals())

function createStation(): ScanStation {
  return new ScanStation({ screen: checkScreen, calls: scanCalls(checkScreen) })
}

async function openStation(): Promise<ScanStation> {
  const created = createStation()
  await created.open(ORDER)
  return created
}

const scan = (at: ScanStation, code: string) => at.accept(code)

const getCounts = ({ state }: ScanStation) => state.lines.map((line) => line['CHECK_QTY'])

test('the first scan opens the document, and the next scans count its items', async () => {
  const { sent } = openWarehouse()
  const at = createStation()
  await scan(at, ORDER)
  expect(at.state.document?.['OWNER_CD']).toBe('HANBIT')
  await scan(at, 'VITA')
  expect(sent.map(({ row }) => row)).toEqual([
    { NO: 1, BATCH_FLAG: 'U', SHIPMENT_NO: ORDER, CODE: 'VITA', QTY: 1 },
  ])
  expect(getCounts(at)).toEqual([1, 0])
  expect(at.state.last).toMatchObject({
    delta: 1,
    counted: 1,
    wanted: 3,
    item: 'Vitamin',
    lot: 'L1',
  })
})

test('an unregistered number is rejected and opens no document', async () => {
  openWarehouse()
  const at = createStation()
  expect((await scan(at, 'SH-20261120-9999')).ok).toBe(false)
  expect(at.state.document).toBeUndefined()
  expect(at.state.last?.message).toContain('없는 출고번호')
})

test('fast scans on a slow server are all sent in order, each with its own key', async () => {
  const warehouse = openWarehouse()
  const at = await openStation()
  const release = warehouse.hold()
  const responses = ['VITA', 'MASK', 'VITA', 'NONE', 'MASK'].map((code) => scan(at, code))
  expect(at.queue.getState().waiting).toBe(5)
  expect(at.state.log.filter(({ state }) => state === 'waiting')).toHaveLength(5)
  release()
  const shown = await Promise.all(responses)
  expect(shown.map(({ ok }) => ok)).toEqual([true, true, true, false, true])
  expect(warehouse.sent.map(({ row }) => row['CODE'])).toEqual([
    'VITA',
    'MASK',
    'VITA',
    'NONE',
    'MASK',
  ])
  expect(new Set(warehouse.sent.map(({ key }) => key)).size).toBe(5)
  expect(getCounts(at)).toEqual([2, 2])
})

test('a declined login drops the queued scans after a single request, and later scans work', async () => {
  const warehouse = openWarehouse()
  const at = await openStation()
  const answered = globalThis.fetch
  let request = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async () => {
    request += 1
    await promise
    return Response.json({ message: 'Log in again.' }, { status: 401 })
  })
  const waiting = ['VITA', 'MASK', 'VITA'].map((each) => scan(at, each))
  resolve()
  const shown = await Promise.all(waiting)
  expect(shown.map(({ ok }) => ok)).toEqual([false, false, false])
  expect(shown[2]?.message?.ko).toContain('Log in again.')
  expect(request).toBe(1)
  vi.stubGlobal('fetch', answered)
  expect((await scan(at, 'VITA')).ok).toBe(true)
  expect(warehouse.sent).toHaveLength(1)
})

test('nothing is counted before the server confirms it', async () => {
  const warehouse = openWarehouse()
  const at = await openStation()
  const release = warehouse.hold()
  const response = scan(at, 'VITA')
  expect(getCounts(at)).toEqual([0, 0])
  release()
  await response
  expect(getCounts(at)).toEqual([1, 0])
})

test('a wrong item and a surplus are rejected with the reason, and the surplus is shown on its line', async () => {
  openWarehouse()
  const at = await openStation()
  const wrong = await scan(at, 'NONE')
  expect(wrong).toMatchObject({ ok: false, message: { ko: 'Not in this shipment.' } })
  expect(at.state.last?.line).toBeUndefined()
  await scan(at, 'MASK')
  await scan(at, 'MASK')
  await scan(at, 'MASK')
  expect(at.state.last).toMatchObject({ state: 'refused', line: 1, message: 'Too many.' })
  expect(getCounts(at)).toEqual([0, 2])
})

test('a quantity typed in advance counts only for the next scan', async () => {
  const { sent } = openWarehouse()
  const at = await openStation()
  at.setQuantity(2)
  await scan(at, 'VITA')
  await scan(at, 'VITA')
  expect(sent.map(({ row }) => row['QTY'])).toEqual([2, 1])
})

test('an accepted scan counts even if its lines fail to load, and the next scan reloads them first', async () => {
  const warehouse = openWarehouse()
  const at = await openStation()
  // The response is stubbed without the line, so the station reloads all lines.
  const reach = globalThis.fetch
  let away = 2
  let request = 0
  vi.stubGlobal('fetch', async (target: string, init?: RequestInit) => {
    const isLines = target.endsWith('/outbound/shipment-lines')
    request += isLines ? 1 : 0
    if (isLines && (away -= 1) >= 0) return Response.json({ message: 'away' }, { status: 500 })
    const response = await reach(target, init)
    const body = (await response.json()) as { data?: { rows?: object[] } }
    if (body.data?.rows?.[0]) body.data.rows = [{ ROW: 1 }]
    return Response.json(body, { status: response.status })
  })
  expect((await scan(at, 'VITA')).ok).toBe(true)
  expect(at.state.last).toMatchObject({ state: 'accepted', delta: 1 })
  // The lines are still unavailable. Nothing is sent until they are known.
  expect((await scan(at, 'VITA')).ok).toBe(false)
  expect(warehouse.sent).toHaveLength(1)
  expect((await scan(at, 'VITA')).ok).toBe(true)
  expect(getCounts(at)).toEqual([2, 0])
  expect(request).toBeGreaterThan(2)
})

test('a queued code is read for the owner of the document that is open when it is processed', async () => {
  const { sent } = openWarehouse()
  const owners: (string | undefined)[] = []
  const at = new ScanStation({
    screen: checkScreen,
    calls: scanCalls(checkScreen),
    read: (code, [owner] = []) => {
      owners.push(owner)
      return Promise.resolve(interpretScan(owner === 'HANBIT' && code === 'HB-1' ? 'VITA' : code))
    },
  })
  await Promise.all([scan(at, ORDER), scan(at, 'HB-1')])
  expect(owners).toEqual([undefined, 'HANBIT'])
  expect(sent.map(({ row }) => row['CODE'])).toEqual(['VITA'])
})

test('undo reverses the counted scans, starting with the last, and skips rejected scans', async () => {
  const { sent } = openWarehouse()
  const at = await openStation()
  at.setQuantity(2)
  await scan(at, 'VITA')
  await scan(at, 'MASK')
  await scan(at, 'NONE')
  await at.undoLast()
  await at.undoLast()
  expect(sent.slice(-2).map(({ row }) => [row['CODE'], row['QTY']])).toEqual([
    ['MASK', -1],
    ['VITA', -2],
  ])
  expect(getCounts(at)).toEqual([0, 0])
  expect((await at.undoLast()).ok).toBe(false)
})

test('an undo pressed while scans are pending reverses the last pending scan', async () => {
  const warehouse = openWarehouse()
  const at = await openStation()
  const release = warehouse.hold()
  const responses = [scan(at, 'VITA'), scan(at, 'MASK'), at.undoLast()]
  release()
  await Promise.all(responses)
  expect(getCounts(at)).toEqual([1, 0])
})

test('a document can be finished only after everything is counted', async () => {
  const { sent } = openWarehouse()
  const at = await openStation()
  expect((await at.finish()).message?.ko).toBe('5개가 남았습니다. 모두 스캔한 뒤 완료하세요.')
  for (const code of ['VITA', 'VITA', 'VITA', 'MASK', 'MASK']) await scan(at, code)
  expect((await at.finish()).ok).toBe(true)
  expect(sent.at(-1)).toMatchObject({
    procedure: 'outbound/finish-check',
    row: { SHIPMENT_NO: ORDER },
  })
})

test('a scan after a finished document is treated as another document', async () => {
  const { lines } = openWarehouse()
  lines.splice(0)
  const at = await openStation()
  await at.finish()
  await scan(at, 'OTHER-7')
  expect(at.state.last).toMatchObject({ state: 'refused', code: 'OTHER-7' })
  expect(at.state.last?.message).toContain('없는 출고번호')
})

test('a number in the format of the open document is treated as a document, not as an item', async () => {
  const { sent } = openWarehouse()
  const at = await openStation()
  await scan(at, 'SH-20261120-0413')
  expect(sent).toEqual([])
  expect(at.state.last?.message).toContain('없는 출고번호')
  expect(at.state.document?.['SHIPMENT_NO']).toBe(ORDER)
})

test('the log keeps the last 200 scans', async () => {
  openWarehouse()
  const at = await openStation()
  for (let turn = 0; turn < 205; turn += 1) await scan(at, 'NONE')
  expect(at.state.log).toHaveLength(200)
})

test('an interrupted station resumes elsewhere and resends unanswered scans with the same key', async () => {
  const warehouse = openWarehouse()
  const { sent } = warehouse
  const before = await openStation()
  await scan(before, 'VITA')
  before.setQuantity(2)
  const release = warehouse.hold()
  void scan(before, 'MASK')
  void before.undoLast()
  before.setQuantity(3)
  await vi.waitFor(() => expect(before.queue.getState().waiting).toBe(2))
  const draft = structuredClone(before.draft())
  release()
  const after = createStation()
  after.restore(draft)
  await after.queue.idle()
  await before.queue.idle()
  expect(after.state.document?.['SHIPMENT_NO']).toBe(ORDER)
  expect(after.state.quantity).toBe(3)
  // Both send the same request. The server returns the first response to the second.
  const getKeys = (code: string) =>
    sent.filter(({ row }) => row['CODE'] === code && row['QTY'] === 2)
  expect(getKeys('MASK')).toHaveLength(2)
  expect(new Set(getKeys('MASK').map(({ key }) => key)).size).toBe(1)
  // Counts from before the interruption can still be undone.
  await after.undoLast()
  expect(sent.at(-1)?.row).toMatchObject({ CODE: 'VITA', QTY: -1 })
})

test('a cell is scanned first, and subsequent items belong to it until the next cell', async () => {
  const { sent } = openWarehouse()
  const screen: ScanScreen = {
    ...checkScreen,
    place: 'CELL_CD',
    accept: {
      ...checkScreen.accept,
      input: { ...checkScreen.accept.input, CELL_CD: code(columnLabels.CELL_CD) },
    },
  }
  const at = new ScanStation({ screen, calls: scanCalls(screen) })
  await at.open(ORDER)
  for (const each of ['A-001', 'VITA', 'A-002', 'MASK']) await scan(at, each)
  expect(sent.map(({ row }) => [row['CODE'], row['CELL_CD']])).toEqual([
    ['A-001', null],
    ['VITA', 'A-001'],
    ['A-002', 'A-001'],
    ['MASK', 'A-002'],
  ])
  expect([at.state.place, getCounts(at)]).toEqual(['A-002', [1, 1]])
  await at.undoLast()
  expect(sent.at(-1)?.row).toMatchObject({ CODE: 'MASK', CELL_CD: 'A-002', QTY: -1 })
  await at.undoLast()
  expect(sent.at(-1)?.row, 'a place is not taken back').toMatchObject({
    CODE: 'VITA',
    CELL_CD: 'A-001',
    QTY: -1,
  })
  await at.open(ORDER)
  expect(at.state.place).toBeUndefined()
})

const countScreen: ScanScreen = {
  ...checkScreen,
  place: 'CELL_CD',
  quantityAfter: true,
  accept: {
    ...checkScreen.accept,
    input: {
      ...checkScreen.accept.input,
      CELL_CD: code(columnLabels.CELL_CD),
      LOT_NO: code(columnLabels.LOT_NO),
    },
  },
}

function createCountStation(): ScanStation {
  return new ScanStation({ screen: countScreen, calls: scanCalls(countScreen) })
}

test('a quantity typed after an item applies to that item, never to the next scan', async () => {
  const { sent, lines } = openWarehouse()
  for (const line of lines) line['PICK_QTY'] = 500
  const at = createCountStation()
  await at.open(ORDER)
  for (const each of ['A-001', 'VITA']) await scan(at, each)
  await at.count(114)
  expect(at.state.last).toMatchObject({ kind: 'goods', delta: 114, counted: 114 })
  await scan(at, 'MASK')
  expect(getCounts(at)).toEqual([114, 1])
  await at.count(0)
  expect(sent.slice(-2).map(({ row }) => row['QTY'])).toEqual([-1, 0])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(sent.length)
  await at.undoLast()
  await at.undoLast()
  expect(getCounts(at)).toEqual([0, 0])
})

test('a quantity typed after a cell applies to the next item', async () => {
  const warehouse = openWarehouse()
  for (const line of warehouse.lines) line['PICK_QTY'] = 500
  const at = createCountStation()
  await at.open(ORDER)
  await scan(at, 'A-001')
  await at.count(7)
  await scan(at, 'VITA')
  expect(getCounts(at)).toEqual([7, 0])
  // The same applies while the server has not yet identified the code as a cell.
  const release = warehouse.hold()
  const responses = [scan(at, 'A-002'), at.count(5), scan(at, 'MASK')]
  release()
  await Promise.all(responses)
  expect(getCounts(at)).toEqual([7, 5])
})

test('a quantity after a rejected item applies to the next item, and after a pending item it waits', async () => {
  const warehouse = openWarehouse()
  for (const line of warehouse.lines) line['PICK_QTY'] = 500
  const at = createCountStation()
  await at.open(ORDER)
  await scan(at, 'A-001')
  const release = warehouse.hold()
  const responses = [scan(at, 'VITA'), at.count(3), scan(at, 'NONE'), at.count(9)]
  release()
  expect((await Promise.all(responses)).map(({ ok }) => ok)).toEqual([true, true, false, false])
  expect(getCounts(at)).toEqual([3, 0])
  await scan(at, 'NONE')
  await at.count(4)
  expect([at.state.quantity, getCounts(at)]).toEqual([4, [3, 0]])
})

test('a required lot is scanned after its item, and counts the quantity of that item', async () => {
  const { sent, lines } = openWarehouse()
  Object.assign(lines[0] ?? {}, { ASKS_LOT: 'Y', PICK_QTY: 500, CELL_CD: 'A-001' })
  Object.assign(lines[1] ?? {}, { CELL_CD: 'A-001' })
  const at = createCountStation()
  await at.open(ORDER)
  await scan(at, 'A-001')
  await at.count(72)
  expect((await scan(at, 'VITA')).ok).toBe(false)
  expect(at.state.asked).toMatchObject({ code: 'VITA', quantity: 72 })
  // Scanning another item cancels the pending lot prompt.
  await scan(at, 'MASK')
  expect([at.state.asked, getCounts(at)]).toEqual([undefined, [0, 1]])
  at.setQuantity(72)
  await scan(at, 'VITA')
  expect((await scan(at, 'l1')).ok).toBe(true)
  expect(sent.at(-1)?.row).toMatchObject({ CODE: 'VITA', LOT_NO: 'L1', QTY: 72 })
  expect([at.state.asked, getCounts(at)]).toEqual([undefined, [72, 1]])
  await scan(at, 'VITA')
  expect((await scan(at, '2027-07-19')).ok).toBe(false)
  at.clearInput()
  expect((await scan(at, 'L1')).ok).toBe(false)
})
