import { afterAll, beforeAll, expect, test } from 'vitest'
import { timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
  expectStock,
  orderLine,
  addOrder,
  pickAll,
  getUnpicked,
  putStock,
  runStep,
} from '#tests/support/floor.ts'

type Row = Record<string, Value>

const today = timestampAt(Date.now()).slice(0, 8)

let site: TestSite
let admin: TestUser
let second: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  second = await site.login('second')
})
afterAll(() => closeVerified(site))

async function saveOrThrow(user: TestUser, procedure: string, row: Row): Promise<SaveResponse> {
  const response = await user.save(procedure, [row])
  expect([procedure, response.status, response.body.rows ?? []]).toEqual([procedure, 200, []])
  return response
}

/** Kinds, lines and quantities of the work on an item, by user. */
async function getWorkOn(STOCK_CD: string): Promise<Value[][]> {
  const rows = await admin.query('reports/workers', { BUSINESS_DT: today, STOCK_CD })
  return rows.map((row) =>
    ['USER_ID', 'WORK_CD', 'ROW_COUNT', 'QTY'].map((name) => row[name] ?? null),
  )
}

const countLinesOn = async (STOCK_CD: string): Promise<number> => {
  const rows = await admin.query('reports/work-chart', { BUSINESS_DT: today, STOCK_CD })
  return rows.reduce((sum, row) => sum + Number(row['LINE_COUNT']), 0)
}

const adjusted = ['admin', 'ADJUST', 1, 10]

/** Ships two pieces of a new item up to the given steps. */
async function createShipment(item: string): Promise<string> {
  await addItem(site.db, item)
  await putStock(site.db, { item, qty: 10 })
  const number = await addOrder(admin, [orderLine(item, 2)], { SHIPMENT_DT: today })
  for (const name of ['allocate', 'mark-listed']) await runStep(admin, name, number)
  return number
}

async function createShipped(item: string): Promise<string> {
  const number = await createShipment(item)
  await pickAll(admin, number)
  await checkAll(admin, number)
  for (const name of ['finish-check', 'ship']) await runStep(admin, name, number)
  return number
}

test('a user who ships, cancels and ships again has shipped once', async () => {
  const number = await createShipped('SHIPPED-TWICE')
  await runStep(admin, 'cancel-shipping', number)
  await runStep(admin, 'ship', number)
  expect(await getWorkOn('SHIPPED-TWICE')).toEqual([
    adjusted,
    ['admin', 'CHECK', 1, 2],
    ['admin', 'PICK', 1, 2],
    ['admin', 'SHIPMENT', 1, 2],
  ])
  expect(await countLinesOn('SHIPPED-TWICE')).toBe(4)
})

test('a user who cancels the shipments of others has shipped nothing', async () => {
  const number = await createShipped('SHIPPED-BY-OTHERS')
  await runStep(second, 'cancel-shipping', number)
  const kinds = await getWorkOn('SHIPPED-BY-OTHERS')
  expect(kinds.filter(([user]) => user === 'second')).toEqual([])
  expect(kinds.map(([, kind]) => kind)).not.toContain('SHIPMENT')
})

test('a user who receives, cancels and receives again has received once', async () => {
  const item = await addItem(site.db, 'RECEIVED-TWICE')
  const RECEIPT_NO = await expectStock(admin, [orderLine(item, 5)])
  const receive = () =>
    saveOrThrow(admin, 'inbound/receive', { RECEIPT_NO, LINE_NO: 1, NOW_QTY: 5, CELL_CD: 'A-001' })
  await receive()
  const [movement] = await admin.query('inbound/received-movements', { RECEIPT_NO })
  await saveOrThrow(second, 'inbound/cancel-receiving', { ...movement, REASON: 'wrong' })
  await receive()
  expect(await getWorkOn(item)).toEqual([['admin', 'RECEIPT', 1, 5]])
})

test.each([
  ['MOVE', 'inventory/move', { WORK_QTY: 4, TO_CELL_CD: 'A-002' }],
  ['TRANSFER', 'inventory/hold', { WORK_QTY: 4, HOLD_CD: 'HOLD', REASON: 'seen' }],
  ['ADJUST', 'inventory/adjust', { ADJUST_QTY: -4, REASON: 'lost' }],
])(
  'undone work of kind %s does not count, and neither does undoing it',
  async (kind, name, input) => {
    const item = await addItem(site.db, `UNDONE-${kind}`)
    const BALANCE_ID = String(await putStock(site.db, { item, qty: 10 }))
    const { body } = await saveOrThrow(admin, name, { BALANCE_ID, ...input })
    await saveOrThrow(admin, 'inventory/undo-work', {
      DOC_NO: body.data.rows[0]?.['DOC_NO'] ?? null,
    })
    expect(await getWorkOn(item)).toEqual([adjusted])
  },
)

test('a count that is undone does not count', async () => {
  const item = await addItem(site.db, 'UNDONE-COUNT')
  const BALANCE_ID = String(await putStock(site.db, { item, qty: 10 }))
  const { body } = await saveOrThrow(admin, 'inventory/count-stock', { BALANCE_ID, COUNT_QTY: 9 })
  expect(await getWorkOn(item)).toEqual([adjusted, ['admin', 'COUNT', 1, 9]])
  await saveOrThrow(admin, 'inventory/take-count-back', {
    JOB_NO: body.data.rows[0]?.['JOB_NO'] ?? null,
  })
  expect(await getWorkOn(item)).toEqual([adjusted])
})

test('a cancelled pick counts for neither user, a partly cancelled one for the rest', async () => {
  const number = await createShipment('PICKED-TWICE')
  const [allocation] = await getUnpicked(admin, number)
  const ALLOC_ID = allocation?.['ALLOC_ID'] ?? null
  const pick = (user: TestUser, PICKED_QTY: number) =>
    saveOrThrow(user, 'outbound/pick', { ALLOC_ID, PICKED_QTY })
  const cancel = (user: TestUser, BACK_QTY: number) =>
    saveOrThrow(user, 'outbound/cancel-pick', { ALLOC_ID, BACK_QTY })
  const countPicks = async () => {
    const kinds = (await getWorkOn('PICKED-TWICE')).filter(([, kind]) => kind === 'PICK')
    const rows = await admin.query('reports/picking', { PICK_DT: today, STOCK_CD: 'PICKED-TWICE' })
    const report = rows.map((row) => ['USER_ID', 'LINE_COUNT', 'PICK_QTY'].map((name) => row[name]))
    return [kinds.map(([user, , count, qty]) => [user, count, qty]), report]
  }
  await pick(second, 2)
  await cancel(admin, 2)
  expect(await countPicks()).toEqual([[], []])
  await pick(admin, 2)
  const once = [['admin', 1, 2]]
  expect(await countPicks()).toEqual([once, once])
  await cancel(second, 1)
  const half = [['admin', 1, 1]]
  expect(await countPicks()).toEqual([half, half])
  await pick(second, 1)
  const both = [...half, ['second', 1, 1]]
  expect(await countPicks()).toEqual([both, both])
})

test('withdrawn scans and cancelled checks do not count', async () => {
  const number = await createShipment('CHECKED-TWICE')
  await pickAll(admin, number)
  const scan = (user: TestUser, QTY: number) =>
    saveOrThrow(user, 'outbound/check-scan', { SHIPMENT_NO: number, CODE: 'CHECKED-TWICE', QTY })
  const countChecks = async () => {
    const kinds = (await getWorkOn('CHECKED-TWICE')).filter(([, kind]) => kind === 'CHECK')
    const rows = await admin.query('reports/shipped-check', { SHIPMENT_NO: number })
    return [
      kinds.map(([user, , count, qty]) => [user, count, qty]),
      rows.map((row) => [row['USER_ID'], row['SCAN_COUNT']]),
    ]
  }
  await scan(second, 2)
  await scan(second, -1)
  await scan(admin, 1)
  expect(await countChecks()).toEqual([
    [
      ['admin', 1, 1],
      ['second', 1, 1],
    ],
    [
      ['admin', 1],
      ['second', 1],
    ],
  ])
  await runStep(second, 'cancel-check', number)
  expect((await countChecks())[0]).toEqual([])
  await scan(admin, 2)
  expect((await countChecks())[0]).toEqual([['admin', 1, 2]])
})

test('lines per hour stay empty until a picker has worked six minutes', async () => {
  const number = await createShipment('SHORT-WORK')
  await pickAll(second, number)
  const rate = async () => {
    const [row] = await admin.query('reports/picking', { STOCK_CD: 'SHORT-WORK' })
    return row?.['LINES_PER_HOUR']
  }
  const delayPick = (seconds: number) =>
    site.db.script(`
      alter table pick_record disable trigger pick_record_append_only;
      update pick_record r set picked_at = day_end('${today}') - interval '1 hour'
        + make_interval(secs => ${seconds}) from allocation a
      where a.alloc_id = r.alloc_id and a.shipment_no = '${number}';
      alter table pick_record enable trigger pick_record_append_only`)
  const first = await createShipment('SHORT-WORK-BEFORE')
  await pickAll(second, first)
  await site.db.script(`
    alter table pick_record disable trigger pick_record_append_only;
    update pick_record r set picked_at = day_end('${today}') - interval '1 hour' from allocation a
    where a.alloc_id = r.alloc_id and a.shipment_no = '${first}';
    alter table pick_record enable trigger pick_record_append_only`)
  await delayPick(0.36)
  expect(await rate()).toBeNull()
  await delayPick(359)
  expect(await rate()).toBeNull()
  await delayPick(360)
  expect(await rate()).toBe(10)
})
