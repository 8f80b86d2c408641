import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { timestampAt } from '#kernel/calendar.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addPastStock, addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'
import {
  addItem,
  checkAll,
  expectStock,
  orderLine,
  addOrder,
  pickAll,
  putStock,
  rowErrors,
  runStep,
} from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`insert into owner (owner_cd, owner_nm)
    values ('LST', 'LST'), ('LINE', 'LINE'), ('SUM', 'SUM')`)
})
// Without the ledger check, because these past receipts have no documents.
afterAll(() => site.close())

const june = [
  ['2026-05-20 09:00:00', 100],
  ['2026-06-10 09:00:00', 40],
  ['2026-06-20 10:00:00', -60],
] as const
const today = timestampAt(Date.now()).slice(0, 8)

async function save(name: string, ...rows: Row[]): Promise<void> {
  const response = await user.save(name, rows)
  expect(rowErrors(response), response.body.message).toEqual([])
}

const agreePrices = (...rows: Row[]) =>
  save(
    'freight/save-price-line',
    ...rows.map((row) => ({ BATCH_FLAG: 'I', OWNER_CD: 'HANBIT', UNIT_CD: 'EA', ...row })),
  )

const amounts = async (search: Row) =>
  (await user.query('billing/charges', search))
    .map((row) => Number(row['AMOUNT']))
    .toSorted((a, b) => a - b)

describe('worked examples', () => {
  test('orders of 1, 3, 5 and 30 pieces cost 1,300 plus 200 per further piece, at most 3,000', async () => {
    const tiers = { TIER_CD: 'GRADUATED', TIERS: '0:1300, 1:200', MAX_AMT: 3000 }
    const price = { PRICE_CD: 'HANDLING', CHARGE_CD: 'OUT', PER_CD: 'DOC', UNIT_PRICE: 0 }
    await agreePrices({ ...price, ...tiers, FROM_DT: '20260101' })
    const item = await addItem(site.db, 'SHIPPED')
    await putStock(site.db, { item, qty: 100 })
    const numbers: string[] = []
    for (const pieces of [1, 3, 5, 30])
      numbers.push(await addOrder(user, [orderLine(item, pieces)]))
    await runStep(user, 'allocate', ...numbers)
    await runStep(user, 'mark-listed', ...numbers)
    for (const number of numbers) {
      await pickAll(user, number)
      await checkAll(user, number)
    }
    await runStep(user, 'finish-check', ...numbers)
    await runStep(user, 'ship', ...numbers)
    await chargeAll(site.db)
    expect(await amounts({ CHARGE_CD: 'OUT' })).toEqual([1300, 1700, 2100, 3000])
  })

  test('120 pieces at 300, or 250 above 100, are priced by tier or entirely at the reached tier', async () => {
    const price = { CHARGE_CD: 'IN', UNIT_PRICE: 0, TIERS: '0:300, 100:250', FROM_DT: '20260101' }
    await agreePrices(
      { ...price, PRICE_CD: 'PARTS', TIER_CD: 'GRADUATED', ORDER_KIND_CD: 'NORMAL' },
      { ...price, PRICE_CD: 'WHOLE', TIER_CD: 'WHOLE', ORDER_KIND_CD: 'URGENT' },
    )
    const item = await addItem(site.db, 'RECEIVED')
    for (const ORDER_KIND_CD of ['NORMAL', 'URGENT']) {
      const RECEIPT_NO = await expectStock(user, [orderLine(item, 120)], {
        RECEIPT_DT: today,
        ORDER_KIND_CD,
      })
      await save('inbound/receive', { RECEIPT_NO, LINE_NO: 1, NOW_QTY: 120, CELL_CD: 'A-001' })
    }
    await chargeAll(site.db)
    expect(await amounts({ CHARGE_CD: 'IN', OWNER_CD: 'HANBIT' })).toEqual([30_000, 35_000])
  })

  test('three lines of 10,005 are taxed 3,000 by line and 3,001 on the sum', async () => {
    await addPastStock(site.db, { owner: 'LINE', item: 'J', moved: june })
    await closeUntil(site.db, '20260630')
    await chargeAll(site.db)
    for (const owner of ['LINE', 'SUM']) {
      await save('billing/save-terms', { BATCH_FLAG: 'I', OWNER_CD: owner, TAX_CD: owner })
      const typed = { OWNER_CD: owner, SERVICE_DT: '20260615', UNIT_CD: 'DOC', UNIT_PRICE: 10_005 }
      const lines = ['EXTRA', 'EXTRA', 'EXTRA'].map((CHARGE_CD, index) => ({
        ...typed,
        CHARGE_CD,
        QTY: 1,
        REASON: `Work ${index + 1}`,
      }))
      await save('billing/write-charges', ...lines)
      const REASON = '단가 없음'
      await save('billing/close-month', { OWNER_CD: owner, BILL_MONTH: '202606', REASON })
    }
    const getInvoicedAmounts = async (OWNER_CD: string) => {
      const [invoice] = await user.query('billing/invoices', { OWNER_CD })
      const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
      const lines = await user.query('billing/invoice-lines', { INVOICE_NO })
      const taxes = lines.map((row) => Number(row['TAX_AMT']))
      expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(Number(invoice?.['TAX_AMT']))
      return [lines.length, invoice?.['SUPPLY_AMT'], invoice?.['TAX_AMT'], invoice?.['TOTAL_AMT']]
    }
    expect(await getInvoicedAmounts('LINE')).toEqual([3, 30_015, 3000, 33_015])
    expect(await getInvoicedAmounts('SUM')).toEqual([3, 30_015, 3001, 33_016])
  })

  test('a minimum of 300,000 adds a separate charge of 46,600 to 253,400', async () => {
    const moved = [['2026-06-20 09:00:00', 2534]] as const
    await addPastStock(site.db, { owner: 'LEAST', item: 'J', kind: 'RECEIPT', moved })
    const price = { OWNER_CD: 'LEAST', PRICE_CD: 'LEAST-IN', CHARGE_CD: 'IN', UNIT_PRICE: 100 }
    await agreePrices({ ...price, MONTH_MIN_AMT: 300_000, FROM_DT: '20260601' })
    await chargeAll(site.db)
    await save('billing/close-month', { OWNER_CD: 'LEAST', BILL_MONTH: '202606' })
    expect(await amounts({ OWNER_CD: 'LEAST' })).toEqual([46_600, 253_400])
    const [invoice] = await user.query('billing/invoices', { OWNER_CD: 'LEAST' })
    expect(invoice).toMatchObject({ SUPPLY_AMT: 300_000 })
    // June work recorded only now is charged in July. The charge states its month.
    const late = [['2026-06-25 09:00:00', 10]] as const
    await addPastStock(site.db, { owner: 'LEAST', item: 'J', kind: 'RECEIPT', moved: late })
    await chargeAll(site.db)
    const [row] = await user.query('billing/charges', { OWNER_CD: 'LEAST', SERVICE_DT: '20260625' })
    expect(row).toMatchObject({ BILL_MONTH: '202607', OF_MONTH: '202606', AMOUNT: 1000 })
  })
})

describe('price trial', () => {
  test('tries a document that spans two months in each month as billed', async () => {
    const first = [['2026-06-20 09:00:00', 10]] as const
    await addPastStock(site.db, { owner: 'TWO', item: 'J', kind: 'RECEIPT', moved: first })
    const work = { owner_cd: 'TWO', basis_cd: 'WORK', from_dt: '20260601' }
    await addPrices(
      site.db,
      { ...work, price_cd: 'TWO-IN', charge_cd: 'IN', unit_cd: 'EA', unit_price: 10 },
      { ...work, price_cd: 'TWO-DOOR', charge_cd: 'UNLOAD', unit_cd: 'DOC', unit_price: 1000 },
    )
    await chargeAll(site.db)
    const getBothMonths = () =>
      Promise.all(
        ['202606', '202607'].map(async (BILL_MONTH) => {
          const rows = await user.query('billing/price-trial', { OWNER_CD: 'TWO', BILL_MONTH })
          return rows.map((row) =>
            ['CHARGE_CD', 'BILLED_AMT', 'TRIED_AMT', 'DIFF_AMT'].map((name) => row[name]),
          )
        }),
      )
    const [inJune, unloadInJune] = [
      ['IN', 100, 100, 0],
      ['UNLOAD', 1000, 1000, 0],
    ]
    expect(await getBothMonths()).toEqual([[inJune, unloadInJune], []])
    // Five more pieces arrive in July on another line of the same receipt.
    const addUnchargedMovements = (line: number) =>
      site.db.script(`insert into stock_movement (posted_at, business_dt, wcode, owner_cd, stock_cd,
        movement_cd, doc_no, doc_line, from_place_cd, to_place_cd, to_balance_id, qty,
        idempotency_key, user_id)
      select posted_at + interval '15 days', business_dt + 15, wcode, owner_cd, stock_cd, movement_cd,
        doc_no, ${line}, from_place_cd, to_place_cd, to_balance_id, 5, idempotency_key, user_id
      from stock_movement where owner_cd = 'TWO' order by movement_no limit 1`)
    await addUnchargedMovements(2)
    await chargeAll(site.db)
    expect(await getBothMonths()).toEqual([[inJune, unloadInJune], [['IN', 50, 50, 0]]])
    // Line 1 of June also grows. The added parts are charged in the month in which they arrived.
    await addUnchargedMovements(1)
    await chargeAll(site.db)
    expect(await getBothMonths()).toEqual([[inJune, unloadInJune], [['IN', 100, 100, 0]]])
  })

  test('tries the monthly minimum without any work, with a draft replacing the agreed price', async () => {
    const minimum = { owner_cd: 'LST', price_wcode: 'W01', month_min_amt: 100_000 }
    await addPrices(site.db, { ...minimum, price_cd: 'LST-1' })
    const runTrial = async () =>
      (await user.query('billing/price-trial', { OWNER_CD: 'LST', BILL_MONTH: '202606' })).map(
        (row) => ['CHARGE_CD', 'BILLED_AMT', 'TRIED_AMT'].map((name) => row[name]),
      )
    expect(await runTrial()).toEqual([['STORE', 0, 100_000]])
    const draft = { ...minimum, state_cd: '10', month_min_amt: 300_000 }
    await addPrices(site.db, { ...draft, price_cd: 'LST-2', month_max_amt: 400_000 })
    expect(await runTrial()).toEqual([['STORE', 0, 300_000]])
    // Stock priced by the draft does not pay the minimum amount twice.
    await addPastStock(site.db, { owner: 'LST', item: 'J', moved: june })
    await addPrices(site.db, { ...draft, price_cd: 'LST-2', version_no: 2, unit_price: 1 })
    expect(await runTrial()).toEqual([['STORE', 0, 300_000]])
  })
})
