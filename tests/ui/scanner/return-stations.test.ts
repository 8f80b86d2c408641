// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { returnArrivalScreen } from '#areas/returns/screens/ReturnArrival.ts'
import { returnInspectScreen } from '#areas/returns/screens/ReturnInspect.ts'
import type { ScanScreen } from '#kernel/screen.ts'
import { setLanguage } from '#ui/base/language.ts'
import { interpretScan } from '#ui/scanner/codes/scan-code.ts'
import { ScanRouter } from '#ui/scanner/scan-router.ts'
import { grantMenus } from '#tests/ui/pages/page-support.ts'
import { scanRegistration, ScanSession } from '#ui/scanner/station/scan-session.ts'

vi.mock('#ui/windows/message.tsx', () => ({ showMessage: () => Promise.resolve(true) }))

type Row = Record<string, unknown>

const silent = { play: () => undefined, setVolume: () => undefined }

beforeEach(() => {
  setLanguage('ko')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Mocks the server with two returns, found by number or waybill, of two pieces each. */
function openServer() {
  const sent: Row[] = []
  const returns = ['RC-20261120-0001', 'RC-20261120-0002'].map((RECEIPT_NO, index) => ({
    RECEIPT_NO,
    COLLECT_WAYBILL_NO: `CW${index + 1}`,
    ORIGIN_WAYBILL_NO: `OW${index + 1}`,
    OWNER_CD: 'HANBIT',
  }))
  const lines = returns.map(({ RECEIPT_NO }): Row => {
    const item = { RECEIPT_NO, LINE_NO: 1, STOCK_CD: 'VITA', STOCK_NM: 'Vitamin' }
    return { ...item, ORDER_QTY: 2, RECEIVE_QTY: 0, ARRIVED_QTY: 2, GRADED_QTY: 0 }
  })
  vi.stubGlobal('fetch', (target: string, init?: RequestInit) => {
    const body = (typeof init?.body === 'string' ? JSON.parse(init.body) : {}) as Row
    const search = (body['SEARCH'] ?? {}) as Row
    if (target.includes('/api/wms/returns/')) {
      const rows: readonly Row[] = target.endsWith('/returns/returns') ? returns : lines
      const keys = Object.entries(search).filter(([name]) => name !== 'STATE_CD')
      return Response.json({
        data: rows.filter((row) => keys.every(([name, value]) => row[name] === value)),
      })
    }
    const row = ((body['ROWS'] ?? []) as Row[])[0] ?? {}
    if (body['PROCEDURE'] === 'returns/arrive' && row['CODE'] !== 'VITA') {
      const refused = { ROW: 1, COLUMN: 'CODE', POERROR: 'unexpected', POSTATUS: -1 }
      return Response.json({ message: 'unexpected', rows: [refused] }, { status: 422 })
    }
    sent.push({ ...row, PROCEDURE: body['PROCEDURE'] })
    if (body['PROCEDURE'] === 'returns/take-foreign') return Response.json({ message: 'taken' })
    const line = lines.find((candidate) => candidate['RECEIPT_NO'] === row['RECEIPT_NO']) ?? {}
    const counted = Object.hasOwn(row, 'GRADE_CD') ? 'GRADED_QTY' : 'RECEIVE_QTY'
    line[counted] = Number(line[counted]) + Number(row['QTY'])
    const { RECEIPT_NO, LINE_NO, STOCK_CD } = line
    const answer = { ROW: 1, RECEIPT_NO, LINE_NO, STOCK_CD, [counted]: line[counted] }
    return Response.json({ message: '', data: { rows: [answer] } })
  })
  return sent
}

function openStation(screen: ScanScreen) {
  const session = new ScanSession(screen, silent)
  const router = new ScanRouter({ read: (code) => interpretScan(code) })
  const { station } = scanRegistration(session)
  router.addStation({
    name: 'page',
    claim: (code) => station?.claim(code),
    take: () => undefined,
  })
  const counts = { scans: 0, keys: 0 }
  const settle = async () => {
    await vi.advanceTimersByTimeAsync(200)
    await session.station.queue.idle()
  }
  return {
    session,
    counts,
    scan: async (code: string) => {
      counts.scans += 1
      router.receive(code)
      await router.queue.idle()
      await settle()
    },
    press: async (key: string) => {
      counts.keys += 1
      session.type(session.text + key)
      await settle()
    },
  }
}

test('an arrival needs one scan of the waybill, one scan of each piece and no key press', async () => {
  const sent = openServer()
  const { session, counts, scan } = openStation(returnArrivalScreen)
  await scan('CW1')
  expect(session.station.state.document).toMatchObject({ RECEIPT_NO: 'RC-20261120-0001' })
  for (const code of ['VITA', 'VITA', 'OW2', 'VITA', 'VITA']) await scan(code)
  expect(counts).toEqual({ scans: 6, keys: 0 })
  expect(sent.map((row) => row['RECEIPT_NO'])).toEqual([
    'RC-20261120-0001',
    'RC-20261120-0001',
    'RC-20261120-0002',
    'RC-20261120-0002',
  ])
  expect(session.station.state.isFinished).toBe(true)
})

test('an unexpected item is offered as such, even after the last expected item', async () => {
  const sent = openServer()
  const { session, scan } = openStation(returnArrivalScreen)
  grantMenus({ ReturnArrival: ['search'] })
  await scan('CW1')
  await scan('OTHER')
  expect(session.station.state.last?.state).toBe('refused')
  grantMenus({ ReturnArrival: ['save'] })
  for (const code of ['OTHER', 'VITA', 'VITA', 'OTHER']) await scan(code)
  expect(sent.map((row) => [row['PROCEDURE'], row['CODE']])).toEqual([
    ['returns/take-foreign', 'OTHER'],
    ['returns/arrive', 'VITA'],
    ['returns/arrive', 'VITA'],
    ['returns/take-foreign', 'OTHER'],
  ])
})

test('an inspection takes one scan and one key for each piece', async () => {
  const sent = openServer()
  const { session, counts, scan, press } = openStation(returnInspectScreen)
  await scan('OW1')
  await scan('VITA')
  expect(sent).toEqual([])
  await press('1')
  expect(session.text).toBe('')
  await scan('VITA')
  await press('3')
  expect(counts).toEqual({ scans: 3, keys: 2 })
  expect(sent.map((row) => row['GRADE_CD'])).toEqual(['A', 'C'])
  expect(session.station.state.isFinished).toBe(true)
})

test('a piece without a grade is neither counted nor lost', async () => {
  const sent = openServer()
  const { session, scan, press } = openStation(returnInspectScreen)
  await scan('CW1')
  await press('2')
  expect(session.station.state.last?.state).toBe('refused')
  await scan('VITA')
  await scan('VITA')
  expect(session.station.state.last?.state).toBe('refused')
  expect(sent).toEqual([])
  session.undoLast()
  await session.station.queue.idle()
  expect(session.station.state.unanswered).toBeUndefined()
  await scan('VITA')
  await press('4')
  expect(sent.map((row) => [row['CODE'], row['GRADE_CD']])).toEqual([['VITA', 'X']])
})

test('the first character of a slow scan is not taken for a grade', async () => {
  const sent = openServer()
  const { session, scan } = openStation(returnInspectScreen)
  await scan('CW1')
  await scan('VITA')
  session.type('1')
  await vi.advanceTimersByTimeAsync(60)
  session.type('12')
  await vi.advanceTimersByTimeAsync(200)
  expect(sent).toEqual([])
})

test('undoing a scan sends its grade again', async () => {
  const sent = openServer()
  const { session, scan, press } = openStation(returnInspectScreen)
  await scan('CW1')
  await scan('VITA')
  await press('2')
  session.undoLast()
  await session.station.queue.idle()
  expect(sent.map((row) => [row['GRADE_CD'], row['QTY']])).toEqual([
    ['B', 1],
    ['B', -1],
  ])
})
