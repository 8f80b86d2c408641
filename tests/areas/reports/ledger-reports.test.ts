import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import { lotRelations } from '#areas/reports/rules/lot-relations.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addItem,
  checkAll,
  expectStock,
  addOrder,
  pickAll,
  putStock,
  runStep,
} from '#tests/support/floor.ts'

const today = timestampAt(Date.now()).slice(0, 8)

let site: TestSite
let user: TestUser
let second: TestUser
let customer: TestUser

beforeAll(async () => {
  site = await testSite()
  await site.db.script(`insert into role_menu (role_cd, menu_id, actions)
    values ('CUSTOMER', 'CInOutSummary', '{search}')`)
  user = await site.login('admin')
  second = await site.login('second')
  customer = await site.login('customer')
})
afterAll(() => closeVerified(site))

describe('lot trace', () => {
  test('shows the supplier, movements, recipient and remaining quantity of a lot', async () => {
    const item = await addItem(site.db, 'TRACED', { lot_yn: 'Y' })
    const line = { STOCK_CD: item, ORDER_QTY: 10, LOT_NO: 'LOT-7' }
    const RECEIPT_NO = await expectStock(user, [line], { SUPPLIER_CD: 'SUP1' })
    const into = { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-001', NOW_QTY: 10, LOT_NO: 'LOT-7' }
    expect((await user.save('inbound/receive', [into])).body.rows ?? []).toEqual([])
    const [lying] = await user.query('inventory/by-lot', { STOCK_CD: item })
    const BALANCE_ID = lying?.['BALANCE_ID'] ?? null
    await user.save('inventory/move', [{ BALANCE_ID, WORK_QTY: 4, TO_CELL_CD: 'A-002' }])
    const relot = { BALANCE_ID, WORK_QTY: 1, TO_LOT_NO: 'LOT-8', REASON: 'typing error' }
    expect((await user.save('inventory/transfer-lot', [relot])).body.rows ?? []).toEqual([])
    const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: 3, LOT_NO: 'LOT-7' }], {
      SHIP_TO_CD: 'ST1',
    })
    await runStep(user, 'allocate', number)
    await runStep(user, 'mark-listed', number)
    await pickAll(user, number)
    await checkAll(user, number)
    await runStep(user, 'finish-check', number)
    await runStep(user, 'ship', number)
    const rows = await user.query('reports/lot-trace', { LOT_NO: '=LOT-7' })
    const shown = rows.map((row) =>
      ['MOVEMENT_CD', 'PARTNER_NM', 'IN_QTY', 'OUT_QTY', 'REST_QTY', 'OTHER_LOT_NO'].map(
        (name) => row[name],
      ),
    )
    expect(shown).toEqual([
      ['RECEIPT', '공급처', 10, 0, 10, null],
      ['MOVE', null, 4, 4, 10, null],
      ['TRANSFER', null, 0, 1, 9, 'LOT-8'],
      ['SHIPMENT', '서초점', 0, 3, 6, null],
      ['TRANSFER', null, 1, 0, 1, 'LOT-7'],
    ])
    const related = await user.query('reports/lot-trace', { LOT_NO: '=LOT-8' })
    const other = related.find((row) => row['RELATION_NM'] === lotRelations.SEARCHED.ko)
    expect(other).toMatchObject({ OTHER_LOT_NO: 'LOT-7', IN_QTY: 1, REST_QTY: 1 })
    const moves = { LOT_NO: '=LOT-7', MOVEMENT_CD: 'SHIPMENT' }
    expect(await user.query('reports/lot-trace', moves)).toMatchObject([{ REST_QTY: 6 }])
  })
})

describe('work by worker', () => {
  test('counts lines, pieces, documents and hours per user and type of work', async () => {
    const item = await addItem(site.db, 'WORKED')
    const id = String(await putStock(site.db, { item, qty: 20, cell: 'A-010' }))
    const move = (TO_CELL_CD: string, qty: number) => ({
      BALANCE_ID: id,
      WORK_QTY: qty,
      TO_CELL_CD,
    })
    const moved = await second.save('inventory/move', [move('A-011', 3), move('A-012', 4)])
    expect(moved.status).toBe(200)
    const request = { BUSINESS_DT: today, STOCK_CD: item, WORK_CD: 'MOVE' }
    expect(await user.query('reports/workers', request)).toMatchObject([
      { USER_ID: 'second', USER_NM: 'second', ROW_COUNT: 2, QTY: 7, DOC_COUNT: 1, HOUR_COUNT: 1 },
    ])
  })

  test('a pick and a scan belong to their work date even if saved after midnight', async () => {
    const yesterday = addDays(today, -1)
    await site.db.script(`
      insert into pick_record (wcode, alloc_id, pick_qty, user_id, pick_dt, picked_at)
        select wcode, alloc_id, 2, 'second', '${yesterday}', day_end('${yesterday}') + interval '9 ms'
        from pick_record order by pick_no limit 1;
      insert into check_record (wcode, shipment_no, code, qty, user_id, check_dt, checked_at,
          idempotency_key)
        select wcode, shipment_no, code, 2, 'second', '${yesterday}',
          day_end('${yesterday}') + interval '9 ms', 'midnight'
        from check_record order by check_no limit 1`)
    const getWork = async (BUSINESS_DT: string) => {
      const rows = await user.query('reports/workers', { BUSINESS_DT, USER_ID: 'second' })
      return rows
        .filter((row) => row['WORK_CD'] !== 'MOVE')
        .map((row) => [row['WORK_CD'], row['QTY']])
    }
    const created = [
      ['CHECK', 2],
      ['PICK', 2],
    ]
    expect(await getWork(yesterday)).toEqual(created)
    expect(await getWork(today)).toEqual([])
    expect(await getWork(`${yesterday}~${today}`)).toEqual(created)
  })
})

describe('period summaries', () => {
  test('period summaries cover all owners, with one row per date even without stock', async () => {
    const STOCK_DT = `${addDays(today, -2)}~${today}`
    const days = await user.query('reports/daily-summary', { STOCK_DT })
    expect(days.map((row) => row['STOCK_DT_DAY'])).toEqual([
      addDays(today, -2),
      addDays(today, -1),
      today,
    ])
    expect(days.map((row) => row['CLOSE_QTY'])).toEqual([0, 0, days[2]?.['CLOSE_QTY']])
    const lots = await user.query('inventory/by-lot', {})
    const lying = lots.reduce((sum, row) => sum + Number(row['QTY']), 0)
    expect(days[2]).toMatchObject({ OPEN_QTY: 0, CLOSE_QTY: lying, RECEIPTS: 1, SHIPMENTS: 1 })
    const [month] = await user.query('reports/monthly-summary', { STOCK_DT: today })
    expect(month).toMatchObject({ CLOSE_QTY: lying, RECEIPT_QTY: 10, SHIPMENT_QTY: 3 })
    const moved = await user.query('reports/stock-movements', { STOCK_DT: today })
    const received = moved.reduce((sum, row) => sum + Number(row['CLOSE_QTY']), 0)
    expect(received).toBe(lying)
  })

  test('period summaries show customers their own stock and neither staff nor cells', async () => {
    await putStock(site.db, { item: 'PLAIN', owner: 'GIFT', qty: 5, cell: 'A-020' })
    const rows = await customer.query('reports/own-in-out', { STOCK_DT: today })
    expect(rows).toMatchObject([{ OWNER_CD: 'GIFT', ADJUST_QTY: 5, CLOSE_QTY: 5 }])
    expect(Object.keys(rows[0] ?? {}).filter((name) => /USER|CELL|_BY$/.test(name))).toEqual([])
    const others = await customer.call('/api/wms/reports/own-in-out', {
      SEARCH: { STOCK_DT: today, OWNER_CD: 'HANBIT' },
    })
    expect(others.body.data).toEqual([])
  })
})

test('stock as of a given time equals the stock held then', async () => {
  const then = await user.query('reports/inventory-as-of', { AS_OF: `${addDays(today, -1)}235959` })
  expect(then).toEqual([])
  const now = await user.query('reports/inventory-as-of', { AS_OF: `${today}235959` })
  const lots = await user.query('inventory/by-lot', {})
  const sum = (rows: typeof lots) => rows.reduce((all, row) => all + Number(row['QTY']), 0)
  expect(sum(now)).toBe(sum(lots))
})
