import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#kernel/calendar.ts'
import type { Value, WireRow } from '#kernel/field.ts'
import type { Summary } from '#kernel/summary.ts'
import * as receiptReports from '#areas/reports/operations/receipts.ts'
import * as shipmentReports from '#areas/reports/operations/shipments.ts'
import { inventoryShortage } from '#areas/reports/operations/storage-reports.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { expectGroups } from '#tests/support/expect-groups.ts'
import { addItem, checkAll, addOrder, pickAll, putStock, runStep } from '#tests/support/floor.ts'
import { ReportDays, today } from '#tests/support/report-days.ts'
import { toUnits } from '#tests/support/summary-model.ts'

const seed = Number(process.env['SEED'] ?? 20_261_124)
const declared: readonly Summary[] = [
  ...Object.values(receiptReports),
  ...Object.values(shipmentReports),
  inventoryShortage,
]

let site: TestSite
let admin: TestUser
let days: ReportDays

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  days = new ReportDays(site, admin)
  await days.prepare()
  await days.simulate(seed, 28)
})
afterAll(() => site.close())

const total = (rows: readonly WireRow[], column: string) =>
  rows.reduce((sum, row) => sum + (toUnits(row[column]) ?? 0n), 0n)

async function sumFigure(figure: string, from: string): Promise<bigint> {
  const rows = await site.db.query<{ n: Value }>(
    sql`select coalesce(sum(${raw(figure)}), 0)::text n from ${raw(from)}`,
  )
  return toUnits(rows[0]?.n) ?? 0n
}

const notReversed = `m.reverses_no is null
  and not exists (select from stock_movement x where x.reverses_no = m.movement_no)`
const documentLines = (kind: string) =>
  `${kind}_line l join ${kind} h using (${kind}_no) where h.wcode = 'W01' and h.state_cd not in ('05', '90')`
const ledgerRows = (kind: string) =>
  `stock_movement m where m.movement_cd = '${kind}' and ${notReversed}`

describe.each(declared.map((report) => [report.name, report] as const))('%s', (name, report) => {
  test('matches totals computed from its source rows for every search', async () => {
    for (const search of [{}, { OWNER_CD: 'GIFT' }, { STOCK_CD: 'LOOSE' }] as const) {
      const rows = await admin.query(report.source.name, search)
      expect(rows.length).toBeGreaterThan(0)
      const answers = (await admin.query(name, search)).filter((row) => !isEmptyDay(report, row))
      expectGroups(report, answers, rows)
    }
  })
})

function isEmptyDay(report: Summary, row: WireRow): boolean {
  return report.zeros && ['RECEIPT_COUNT', 'SHIPMENT_COUNT'].some((name) => row[name] === 0)
}

describe('receipt reports', () => {
  test.each([
    ['ORDER_QTY', 'l.order_qty'],
    ['RECEIVE_QTY', 'l.receive_qty'],
    ['REJECT_QTY', 'l.reject_qty'],
    ['OPEN_QTY', 'greatest(l.order_qty - l.receive_qty - l.reject_qty, 0)'],
  ])('receipt reports add up %s to the exact total of the receipts', async (column, figure) => {
    const expected = await sumFigure(figure, documentLines('receipt'))
    expect(expected).toBeGreaterThan(0n)
    const report = await admin.query('inbound/receipt-work')
    expect(total(report, column)).toBe(expected)
    const byItem = await admin.query('reports/receipts-by-stock')
    expect(total(byItem, column)).toBe(expected)
  })

  test('receipt reports match the received quantities in the ledger by line, by lot, on time and late', async () => {
    for (const [column, figure] of [
      ['RECEIVE_QTY', 'm.qty'],
      ['CBM', 'm.cbm'],
      ['KG', 'm.weight_kg'],
    ] as const) {
      const wanted = await sumFigure(figure, ledgerRows('RECEIPT'))
      expect([column, total(await admin.query('inbound/receipt-work'), column)]).toEqual([
        column,
        wanted,
      ])
      expect([column, total(await admin.query('reports/receipts-by-lot'), column)]).toEqual([
        column,
        wanted,
      ])
    }
    const rows = await admin.query('inbound/receipt-work')
    expect(total(rows, 'ON_TIME_QTY') + total(rows, 'LATE_QTY')).toBe(total(rows, 'RECEIVE_QTY'))
    for (const row of rows) {
      if (Number(row['LATE_QTY']) > 0) expect(Number(row['LATE_DAYS'])).toBeGreaterThan(0)
      const isLater = String(row['RECEIPT_DT']) < today
      expect(Number(row['ON_TIME_QTY']) > 0 && isLater).toBe(false)
    }
  })

  test('receipt reports list reversals and cancelled documents with user and reason', async () => {
    const cancels = await admin.query('reports/receipt-cancels')
    const back = await sumFigure(
      'm.qty',
      `stock_movement m where m.movement_cd = 'RECEIPT' and m.reverses_no is not null`,
    )
    const off = await sumFigure(
      'l.order_qty',
      `receipt_line l join receipt h using (receipt_no) where h.state_cd = '90'`,
    )
    const selectKind = (kind: string) => cancels.filter((row) => row['CANCEL_CD'] === kind)
    expect(total(selectKind('WORK'), 'CANCEL_QTY')).toBe(back)
    expect(total(selectKind('DOCUMENT'), 'CANCEL_QTY')).toBe(off)
    expect(selectKind('WORK')[0]).toMatchObject({
      REASON: 'wrong',
      USER_ID: 'admin',
      CANCEL_DT: today,
    })
  })

  test('receipt reports show 0 for days without receipts', async () => {
    const [first, last] = [addDays(today, -40), addDays(today, -30)]
    const rows = await admin.query('reports/receipt-plan-actual', {
      RECEIPT_DT: `${first}~${last}`,
    })
    expect(rows.map((row) => row['RECEIPT_DT_DAY'])).toEqual(
      Array.from({ length: 11 }, (_, index) => addDays(first, index)),
    )
    for (const row of rows)
      expect(row).toMatchObject({ ORDER_QTY: 0, LATE_QTY: 0, ON_TIME_RATE: null })
  })
})

describe('shipment reports', () => {
  test.each([
    ['ORDER_QTY', 'l.order_qty'],
    ['SHIP_QTY', 'l.ship_qty'],
    ['SHORT_QTY', 'l.order_qty - l.alloc_qty'],
  ])('shipment reports add up %s to the exact total of the shipments', async (column, figure) => {
    const expected = await sumFigure(figure, documentLines('shipment'))
    expect(expected).toBeGreaterThan(0n)
    expect(total(await admin.query('outbound/shipment-work'), column)).toBe(expected)
    expect(total(await admin.query('reports/shipments-by-stock'), column)).toBe(expected)
  })

  test('shipment reports match the shipped quantities in the ledger by line and by lot', async () => {
    for (const [column, figure] of [
      ['SHIP_QTY', 'm.qty'],
      ['CBM', 'm.cbm'],
      ['KG', 'm.weight_kg'],
    ] as const) {
      const wanted = await sumFigure(figure, ledgerRows('SHIPMENT'))
      expect([column, total(await admin.query('outbound/shipment-work'), column)]).toEqual([
        column,
        wanted,
      ])
      expect([column, total(await admin.query('reports/shipments-by-lot'), column)]).toEqual([
        column,
        wanted,
      ])
    }
  })

  test('shipment reports add up reversals and cancelled documents to the exact total', async () => {
    const cancels = await admin.query('reports/shipment-cancels')
    const back = await sumFigure(
      'm.qty',
      `stock_movement m where m.movement_cd = 'SHIPMENT' and m.reverses_no is not null`,
    )
    const off = await sumFigure(
      'l.order_qty',
      `shipment_line l join shipment h using (shipment_no) where h.state_cd = '90'`,
    )
    expect(total(cancels, 'CANCEL_QTY')).toBe(back + off)
  })

  test('shipment reports compute a fill rate of 82.7 % for 90 of 100 and 1 of 10, not the mean of both rates', async () => {
    await addItem(site.db, 'FILLED')
    for (const [ordered, there, cell] of [
      [100, 90, 'A-060'],
      [10, 1, 'A-061'],
    ] as const) {
      await putStock(site.db, { item: 'FILLED', qty: there, cell })
      const head = { SHIPMENT_DT: today }
      const number = await addOrder(admin, [{ STOCK_CD: 'FILLED', ORDER_QTY: ordered }], head)
      await runStep(admin, 'allocate', number)
      await runStep(admin, 'mark-listed', number)
      await pickAll(admin, number)
      await checkAll(admin, number)
      await runStep(admin, 'finish-check', number)
      await runStep(admin, 'ship', number)
    }
    const [row] = await admin.query('reports/shipments-by-stock', { STOCK_CD: 'FILLED' })
    expect(row).toMatchObject({ ORDER_QTY: 110, SHIP_QTY: 91, FILL_RATE: 82.7, SHIPMENT_COUNT: 2 })
    const [day] = await admin.query('reports/shipment-plan-actual', { STOCK_CD: 'FILLED' })
    expect(day).toMatchObject({ FILL_RATE: 82.7, FULL_COUNT: 0, ON_TIME_COUNT: 2, OTIF_RATE: 0 })
  })

  test('shipment reports reverse the shipped CBM and weight even if the item was remeasured since', async () => {
    const item = await addItem(site.db, 'REMEASURED')
    const setMeasures = (cbm: string, kg: string) =>
      site.db.execute(sql`update stock set cbm = ${cbm}::numeric, weight_kg = ${kg}::numeric
        where owner_cd = 'HANBIT' and stock_cd = ${item}`)
    await setMeasures('0.5', '3')
    await putStock(site.db, { item, qty: 4 })
    const number = await addOrder(admin, [{ STOCK_CD: item, ORDER_QTY: 4 }], { SHIPMENT_DT: today })
    for (const name of ['allocate', 'mark-listed']) await runStep(admin, name, number)
    await pickAll(admin, number)
    await checkAll(admin, number)
    for (const name of ['finish-check', 'ship']) await runStep(admin, name, number)
    const getVolumeAndWeight = async () => {
      const [row] = await admin.query('outbound/shipment-work', { SHIPMENT_NO: number })
      return [row?.['CBM'], row?.['KG']]
    }
    expect(await getVolumeAndWeight()).toEqual([2, 12])
    await setMeasures('0.7', '5')
    await runStep(admin, 'cancel-shipping', number)
    expect(await getVolumeAndWeight()).toEqual([0, null])
    await runStep(admin, 'ship', number)
    expect(await getVolumeAndWeight()).toEqual([2.8, 20])
  })

  test('shipment reports count a box with two items once per shipment and once per item', async () => {
    const items = ['BOXED1', 'BOXED2'] as const
    for (const item of items)
      await putStock(site.db, { item: await addItem(site.db, item), qty: 4 })
    const number = await addOrder(
      admin,
      items.map((STOCK_CD) => ({ STOCK_CD, ORDER_QTY: 4 })),
      { SHIPMENT_DT: today },
    )
    for (const name of ['allocate', 'mark-listed']) await runStep(admin, name, number)
    await pickAll(admin, number)
    const scan = (CODE: string, BOX_NO: string | null, QTY = 4) =>
      days.saveOrThrow('outbound/pack-scan', [{ SHIPMENT_NO: number, CODE, BOX_NO, QTY }])
    await scan('BOX-1', null, 1)
    for (const item of items) await scan(item, 'BOX-1', 3)
    await scan('BOX-2', null, 1)
    await scan('BOXED1', 'BOX-2', 1)
    const [shipment] = await admin.query('reports/shipments', { SHIPMENT_NO: number })
    expect(shipment).toMatchObject({ BOX_COUNT: 2, LINE_COUNT: 2, ORDER_QTY: 8 })
    const byItem = await admin.query('reports/shipments-by-stock', { SHIPMENT_NO: number })
    expect(byItem.map((row) => [row['STOCK_CD'], row['BOX_COUNT'], row['LINE_COUNT']])).toEqual([
      ['BOXED1', 2, 1],
      ['BOXED2', 1, 1],
    ])
  })
})

describe('item shortage', () => {
  test('equals open demand beyond available stock, not offset by surplus of another item', async () => {
    await putStock(site.db, { item: await addItem(site.db, 'SCARCE'), qty: 7 })
    await putStock(site.db, { item: await addItem(site.db, 'AMPLE'), qty: 900 })
    await putStock(site.db, { item: 'SCARCE', qty: 100, condition: 'DAMAGED', cell: 'A-050' })
    await putStock(site.db, { item: 'SCARCE', qty: 100, condition: 'SAMPLE', cell: 'A-051' })
    const wants = [
      { STOCK_CD: 'SCARCE', ORDER_QTY: 10 },
      { STOCK_CD: 'AMPLE', ORDER_QTY: 1 },
    ]
    await addOrder(admin, wants, { SHIPMENT_DT: addDays(today, 3) })
    await addOrder(admin, wants, { SHIPMENT_DT: addDays(today, 1) })
    const [shortItem] = await admin.query('reports/inventory-shortage', { STOCK_CD: 'SCARCE' })
    expect(shortItem).toMatchObject({
      OPEN_QTY: 20,
      AVAILABLE_QTY: 7,
      SHORT_QTY: 13,
      SHIPMENT_COUNT: 2,
      DUE_DT_MIN: addDays(today, 1),
    })
    const both = { SEARCH: { STOCK_CD: 'SCARCE,AMPLE' }, GROUP: { BY: ['OWNER_CD'] } }
    const response = await admin.call('/api/wms/reports/inventory-shortage', both)
    expect(response.body.data[0]).toMatchObject({ SHORT_QTY: 13 })
    expect(
      await admin.query('reports/inventory-shortage', { STOCK_CD: 'AMPLE', SHORT_QTY: '>0' }),
    ).toEqual([])
  })
})

describe('a date range', () => {
  const questions = [
    ['receipts', 'RECEIPT_DT'],
    ['receipts-by-lot', 'BUSINESS_DT'],
    ['shipment-plan-actual', 'SHIPMENT_DT'],
    ['shipment-cancels', 'CANCEL_DT'],
  ] as const

  test.each(questions)(
    'a date range for %s must not be reversed or exceed one year',
    async (name, field) => {
      const queryRange = (span: string) =>
        admin.call(`/api/wms/reports/${name}`, { SEARCH: { [field]: span } })
      const turned = await queryRange('20261123~20261101')
      expect([turned.status, turned.headers['x-error-code']]).toEqual([422, 'MSG000022'])
      const long = await queryRange('20251101~20261102')
      expect([long.status, long.headers['x-error-code']]).toEqual([422, 'MSG000023'])
      expect((await queryRange('20251101~20261101')).status).toBe(200)
    },
  )
})
