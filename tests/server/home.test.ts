import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import { defineHomeLines, HOME_DAYS } from '#kernel/home.ts'
import { label } from '#kernel/label.ts'
import { menuByRoute } from '#areas/menu-map.ts'
import { receipts } from '#areas/inbound/operations/receipts.ts'
import { homeLines } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import {
  toRows,
  expectStock,
  orderLine,
  addOrder,
  putStock,
  runStep,
} from '#tests/support/floor.ts'

const today = timestampAt(Date.now()).slice(0, 8)

interface Line {
  readonly ID: string
  readonly COUNT: number
  readonly ROUTE: string
  readonly PART_CD: string
  readonly ARGS: Record<string, string>
  readonly PART: { readonly COUNT: number } | null
  readonly HISTORY: readonly number[] | null
}

let site: TestSite
let admin: TestUser

async function getLines(user: TestUser): Promise<Map<string, Line>> {
  const response = await user.call('/api/home')
  expect(response.status, response.body.message).toBe(200)
  const { data } = JSON.parse(String(response.bytes)) as { data: { LINES: Line[] } }
  return new Map(data.LINES.map((line) => [line.ID, line]))
}

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  await site.db.script(`insert into role_menu (role_cd, menu_id, actions) values
    ('CUSTOMER', 'BulkReceiving', '{search}'), ('CUSTOMER', 'Alloc', '{save}')`)
})
afterAll(() => site.close())

test('a line counts the rows of its screen and how many of them are late', async () => {
  await expectStock(admin, [orderLine('PLAIN', 5)], { RECEIPT_DT: today })
  await expectStock(admin, [orderLine('PLAIN', 5), orderLine('OTHER', 1)], {
    RECEIPT_DT: addDays(today, -3),
  })
  await expectStock(admin, [orderLine('PLAIN', 5)], { RECEIPT_DT: addDays(today, 1) })
  const lines = await getLines(admin)
  expect(lines.get('inbound/due')).toMatchObject({
    COUNT: 2,
    PART: { COUNT: 1 },
    ROUTE: 'BulkReceiving',
    ARGS: { RECEIPT_DT: `<=${today}` },
  })
  expect(lines.get('inbound/to-receive')?.COUNT).toBe(3)
  const history = lines.get('inbound/due')?.HISTORY ?? []
  expect(history).toHaveLength(HOME_DAYS)
  expect(history.at(-1)).toBe(1)
  expect(history.at(-4)).toBe(1)
  expect(history.reduce((sum, count) => sum + count, 0)).toBe(2)
})

test('a shipment moves between Home counters as its status changes', async () => {
  await putStock(site.db, { item: 'PLAIN', qty: 100, cell: 'A-009' })
  const number = await addOrder(admin, [orderLine('PLAIN', 2)], { SHIPMENT_DT: today })
  const getCounts = async () => {
    const lines = await getLines(admin)
    return ['to-allocate', 'to-list', 'to-pick'].map((id) => lines.get(`outbound/${id}`)?.COUNT)
  }
  expect(await getCounts()).toEqual([1, 0, 0])
  await runStep(admin, 'allocate', number)
  expect(await getCounts()).toEqual([0, 1, 0])
  await runStep(admin, 'mark-listed', number)
  expect(await getCounts()).toEqual([0, 0, 1])
})

test('a partially allocated shipment is counted as short', async () => {
  const number = await addOrder(admin, [orderLine('OTHER', 8)], { SHIPMENT_DT: today })
  await putStock(site.db, { item: 'OTHER', qty: 3, cell: 'A-010' })
  await runStep(admin, 'allocate', number)
  const short = (await getLines(admin)).get('outbound/short')
  expect([short?.COUNT, short?.HISTORY?.at(-1)]).toEqual([1, 1])
  const [row] = await admin.query('outbound/shipments', { SHIPMENT_NO: number })
  expect(row).toMatchObject({ LINE_COUNT: 1, ORDER_QTY: 8, ALLOC_QTY: 3, SHORT_QTY: 5 })
})

test('stock that expires within thirty days is counted, expired stock separately', async () => {
  await putStock(site.db, { item: 'DATED', qty: 1, cell: 'A-011', valid: addDays(today, 30) })
  await putStock(site.db, { item: 'DATED', qty: 1, cell: 'A-012', valid: addDays(today, 31) })
  await putStock(site.db, { item: 'DATED', qty: 1, cell: 'A-013', valid: addDays(today, -1) })
  expect((await getLines(admin)).get('inventory/valid-ends')).toMatchObject({
    COUNT: 1,
    PART: { COUNT: 1 },
  })
})

test('only failed jobs of the last week are counted, and no other errors', async () => {
  await site.db.script(`insert into error_log (path, error_code, detail) values
    ('job/mail', 'JOB_FAILED', 'x'), ('/api/wms/x', 'INTERNAL', 'y');
    insert into error_log (path, error_code, detail, happened_at) values
    ('job/mail', 'JOB_FAILED', 'x', now() - interval '9 days')`)
  expect((await getLines(admin)).get('system/jobs-failed')?.COUNT).toBe(1)
})

test('work that another user decides on is marked as watched', async () => {
  await site.db.script(`insert into role_menu (role_cd, menu_id, actions) values
    ('NOTHING', 'CReceiptManagement', '{search}'), ('NOTHING', 'CInventoryByLot', '{search}')`)
  const getRequestPart = async (user: TestUser) =>
    (await getLines(user)).get('inbound/requests')?.PART_CD
  expect(await getRequestPart(admin)).toBe('WORK')
  expect(await getRequestPart(await site.login('nobody'))).toBe('WATCH')
  // The site has a separate line for expiring stock.
  expect((await getLines(await site.login('nobody'))).has('inventory/own-valid-ends')).toBe(false)
  await site.db.script(`delete from role_menu where role_cd = 'NOTHING'`)
})

test('a customer sees the lines of their screens with their own stock', async () => {
  const rows = toRows({ OWNER_CD: 'GIFT', RECEIPT_DT: today }, [orderLine('PLAIN', 1)])
  expect((await admin.save('inbound/save-receipts', rows)).status).toBe(200)
  const lines = await getLines(await site.login('customer'))
  expect([...lines.keys()]).toEqual(['inbound/due', 'inventory/valid-ends'])
  expect(lines.get('inventory/valid-ends')).toMatchObject({ COUNT: 0, PART: { COUNT: 0 } })
  expect(lines.get('inbound/due')?.COUNT).toBe(1)
  expect((await getLines(await site.login('nobody'))).size).toBe(0)
  await site.db.script(`insert into role_menu (role_cd, menu_id, actions) values
    ('CUSTOMER', 'CInventoryByLot', '{search}')`)
  const own = (await getLines(await site.login('customer'))).get('inventory/own-valid-ends')
  expect(own).toMatchObject({ COUNT: 0, ROUTE: 'CInventoryByLot', PART_CD: 'WATCH' })
})

test('a line excludes the work of other warehouses', async () => {
  await site.db.execute(sql`update receipt set wcode = 'W02'`)
  expect((await getLines(admin)).get('inbound/due')?.COUNT).toBe(0)
})

test('every line has a unique ID and a screen in the menu', () => {
  const ids = homeLines.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(homeLines.filter(({ opens }) => !menuByRoute(opens)).map(({ id }) => id)).toEqual([])
})

test('a line with an unknown search field or column is rejected', () => {
  const created = { id: 'x', title: label('x', 'x'), opens: 'BulkReceiving' }
  const defineWrong = (counts: object) => () =>
    defineHomeLines([{ ...created, counts: { of: receipts, ...counts } }])
  expect(defineWrong({ search: { NO_SUCH: '1' } })).toThrow(
    'x: NO_SUCH is no search of inbound/receipts',
  )
  expect(defineWrong({ filter: { NO_SUCH: '1' } })).toThrow('x: NO_SUCH is no column')
})
