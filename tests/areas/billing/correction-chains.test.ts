import { afterAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

const { site, user, saved, book, typed, draft, one } = await createFreightSite()
afterAll(() => closeVerified(site))

type Row = Record<string, Value>

/** Issues an invoice in won for two charges whose tax is truncated, 30,019 and 3,001. */
async function createIssuedInvoice() {
  const id = await book()
  await typed(
    id,
    ['THC', { QTY: 1, UNIT_PRICE: 20_012 }],
    ['DOF', { QTY: 1, UNIT_PRICE: 10_007, PAYER_CD: 'SHIP' }],
  )
  const INVOICE_NO = await one(id)
  await saved('billing/issue-invoices', [{ INVOICE_NO }])
  return { id, INVOICE_NO }
}

const correct = (INVOICE_NO: Value, CORRECT_CD: string, extra: Row = {}) =>
  saved('billing/correct-invoice', [{ INVOICE_NO, CORRECT_CD, ...extra }])

/** Corrections of an invoice in the order they were made. */
async function corrections(INVOICE_NO: Value) {
  const rows = await user.query('billing/invoices', { ORIGIN_NO: INVOICE_NO })
  return rows
    .map((row) => [row['CORRECT_CD'], row['VAT_CD'], row['SUPPLY_AMT'], row['TAX_AMT']])
    .toReversed()
}

async function correctedTotals(INVOICE_NO: Value) {
  const rows = [
    ...(await user.query('billing/invoices', { INVOICE_NO })),
    ...(await user.query('billing/invoices', { ORIGIN_NO: INVOICE_NO })),
  ]
  const sum = (name: string) => rows.reduce((all, row) => all + Number(row[name]), 0)
  return [sum('SUPPLY_AMT'), sum('TAX_AMT')]
}

test('a partial credit has the tax of the credited amount, regardless of how the invoice was truncated', async () => {
  const { INVOICE_NO } = await createIssuedInvoice()
  await correct(INVOICE_NO, '2', { DIFF_AMT: -10_000 })
  expect(await corrections(INVOICE_NO)).toEqual([['2', 'TAX', -10_000, -1000]])
})

test('partial credits of the entire amount leave no tax', async () => {
  const { INVOICE_NO } = await createIssuedInvoice()
  for (const DIFF_AMT of [-10_005, -10_005, -10_009]) await correct(INVOICE_NO, '3', { DIFF_AMT })
  expect(await corrections(INVOICE_NO)).toEqual([
    ['3', 'TAX', -10_005, -1000],
    ['3', 'TAX', -10_005, -1000],
    ['3', 'TAX', -10_009, -1001],
  ])
  expect(await correctedTotals(INVOICE_NO)).toEqual([0, 0])
})

test.each(['4', '6'])(
  'reason %s reverses only the remainder after a partial credit',
  async (reason) => {
    const { id, INVOICE_NO } = await createIssuedInvoice()
    await correct(INVOICE_NO, '2', { DIFF_AMT: -10_000 })
    await correct(INVOICE_NO, reason)
    expect((await corrections(INVOICE_NO)).at(-1)).toEqual([reason, 'TAX', -20_019, -2001])
    expect(await correctedTotals(INVOICE_NO)).toEqual([0, 0])
    // The charges of the corrected invoice can be billed again.
    expect((await draft({ BOOKING_ID: id })).status).toBe(200)
  },
)

test('a local credit makes the remainder zero-rated, including for later corrections', async () => {
  const { INVOICE_NO } = await createIssuedInvoice()
  await correct(INVOICE_NO, '2', { DIFF_AMT: -10_000 })
  await correct(INVOICE_NO, '5')
  expect(await correctedTotals(INVOICE_NO)).toEqual([20_019, 0])
  await correct(INVOICE_NO, '2', { DIFF_AMT: -19 })
  await correct(INVOICE_NO, '1')
  await correct(INVOICE_NO, '4')
  expect((await corrections(INVOICE_NO)).slice(1)).toEqual([
    ['5', 'TAX', -20_019, -2001],
    ['5', 'ZERO', 20_019, 0],
    ['2', 'ZERO', -19, 0],
    ['1', 'ZERO', -20_000, 0],
    ['1', 'ZERO', 20_000, 0],
    ['4', 'ZERO', -20_000, 0],
  ])
  expect(await correctedTotals(INVOICE_NO)).toEqual([0, 0])
})

test('partial credits of its invoices reduce the profit of a booking', async () => {
  const { id, INVOICE_NO } = await createIssuedInvoice()
  const revenue = async () =>
    (await user.query('freight/booking-profit', { BOOKING_ID: id }))[0]?.['SELL_AMT']
  expect(await revenue()).toBe(30_019)
  await correct(INVOICE_NO, '3', { DIFF_AMT: -10_000 })
  expect(await revenue()).toBe(20_019)
  // A charge that can be billed again counts in full.
  await correct(INVOICE_NO, '4')
  expect(await revenue()).toBe(30_019)
})

test('an issue date of the same month moves the due date, and one of another month is refused', async () => {
  const id = await book()
  await typed(id, ['THC', { UNIT_PRICE: 100 }])
  const INVOICE_NO = await one(id, { WRITE_DT: '20260320' })
  const issue = (WRITE_DT: string) =>
    user.save('billing/issue-invoices', [{ INVOICE_NO, WRITE_DT }])
  expect(rowErrors(await issue('20260401')).map(([, column]) => column)).toEqual(['WRITE_DT'])
  expect((await issue('20260325')).status).toBe(200)
  const [row] = await user.query('billing/invoices', { INVOICE_NO })
  expect(row).toMatchObject({ BILL_MONTH: '202603', WRITE_DT: '20260325', DUE_DT: '20260408' })
})

test('a correction with a later date is due after the same number of days', async () => {
  const id = await book()
  await typed(id, ['THC', { UNIT_PRICE: 100_000 }])
  const INVOICE_NO = await one(id, { WRITE_DT: '20260320' })
  await saved('billing/issue-invoices', [{ INVOICE_NO }])
  await correct(INVOICE_NO, '2', { DIFF_AMT: 5000, WRITE_DT: '20260701' })
  await correct(INVOICE_NO, '1', { WRITE_DT: '20260702' })
  const rows = await user.query('billing/invoices', { ORIGIN_NO: INVOICE_NO })
  const dates = rows.map((row) => `${row['CORRECT_CD']} ${row['WRITE_DT']} ${row['DUE_DT']}`)
  expect(new Set(dates)).toEqual(
    new Set(['1 20260320 20260403', '1 20260702 20260716', '2 20260701 20260715']),
  )
})

test('a full credit leaves nothing open, also of an increase before it', async () => {
  const { id, INVOICE_NO } = await createIssuedInvoice()
  await correct(INVOICE_NO, '2', { DIFF_AMT: 5000 })
  await correct(INVOICE_NO, '4')
  const rows = await user.query('billing/receivables', { PAYER_CD: 'SHIP' })
  const own = await user.query('billing/invoices', { BOOKING_ID: id })
  const numbers = new Set(own.map((row) => row['INVOICE_NO']))
  expect(rows.filter((row) => numbers.has(row['INVOICE_NO'] ?? null))).toEqual([])
})

test('partial credits of the entire amount free the charges to be billed again or cancelled', async () => {
  const { id, INVOICE_NO } = await createIssuedInvoice()
  await correct(INVOICE_NO, '3', { DIFF_AMT: -10_000 })
  await correct(INVOICE_NO, '2', { DIFF_AMT: -20_019 })
  expect(await correctedTotals(INVOICE_NO)).toEqual([0, 0])
  await saved('freight/move-booking', [{ BOOKING_ID: id, STATE_CD: 'CANCELLED', REASON: 'x' }])
})

test('a charge cannot be credited beyond zero', async () => {
  const { INVOICE_NO } = await createIssuedInvoice()
  const response = await user.save('billing/correct-invoice', [
    { INVOICE_NO, CORRECT_CD: '2', DIFF_AMT: -30_020 },
  ])
  expect(rowErrors(response)[0]?.[1]).toBe('DIFF_AMT')
})

test('credits of a foreign-currency invoice use its rate, regardless of later rates', async () => {
  const id = await book({ SHIPPER_CD: 'USCO' })
  await typed(id, ['OFR', { QTY: 1, UNIT_PRICE: 100.37 }])
  const INVOICE_NO = await one(id, { WRITE_DT: '20260320' })
  await saved('billing/issue-invoices', [{ INVOICE_NO }])
  await site.db.script(`insert into exchange_rate (kind_cd, currency_cd, rate_dt, rate_unit, rate)
    values ('TTS', 'USD', '2026-04-20', 1, 1500)`)
  await correct(INVOICE_NO, '3', { DIFF_AMT: -33.33, WRITE_DT: '20260421' })
  await correct(INVOICE_NO, '4', { WRITE_DT: '20260422' })
  const rows = await user.query('billing/invoices', { ORIGIN_NO: INVOICE_NO })
  const won = rows.map((row) => [row['TOTAL_AMT'], row['RATE'], row['WON_AMT']])
  // 140,508 in total: 100.37 × 1,399.9.
  expect(won).toEqual([
    [-67.04, 1399.9, -93_849],
    [-33.33, 1399.9, -46_659],
  ])
})

describe('a correction of a paid invoice', () => {
  /** Pays an invoice in full. */
  const pay = async (INVOICE_NO: Value) => {
    const PAYER_NM = `Payer of ${INVOICE_NO}`
    const payment = { PAID_DT: '20260401', PAYER_NM, PAYER_CD: 'SHIP', AMOUNT: 33_020 }
    await saved('billing/write-payments', [payment])
    const [{ PAYMENT_NO = null } = {}] = await user.query('billing/payments', { PAYER_NM })
    await saved('billing/match-payments', [{ PAYMENT_NO, INVOICE_NO, MATCH_AMT: 33_020 }])
  }
  /** Open amounts of the corrections of an invoice, oldest first. */
  const open = async (ORIGIN_NO: Value) => {
    const rows = await user.query('billing/invoices', { ORIGIN_NO })
    const numbers = rows.map((row) => row['INVOICE_NO']).toReversed()
    const states = await user.query('billing/receivables', { PAY_STATE_CD: 'PAID,PART,OPEN' })
    return numbers.map((no) => states.find((row) => row['INVOICE_NO'] === no)?.['OPEN_AMT'])
  }

  test('pays the new invoice with the credit', async () => {
    const { INVOICE_NO } = await createIssuedInvoice()
    await pay(INVOICE_NO)
    await correct(INVOICE_NO, '1')
    expect(await open(INVOICE_NO)).toEqual([0, 0])
    // The second credit sets off the part of the new invoice that an increase left open.
    await correct(INVOICE_NO, '2', { DIFF_AMT: 1000 })
    expect(await open(INVOICE_NO)).toEqual([0, 0, 1100])
    await correct(INVOICE_NO, '1')
    expect(await open(INVOICE_NO)).toEqual([0, 0, 0, 0, 1100])
  })

  test('leaves the tax of a later local credit to be refunded', async () => {
    const { INVOICE_NO } = await createIssuedInvoice()
    await pay(INVOICE_NO)
    await correct(INVOICE_NO, '5')
    expect(await open(INVOICE_NO)).toEqual([-3001, 0])
  })

  test('pays an increase with an earlier credit', async () => {
    const { INVOICE_NO } = await createIssuedInvoice()
    await pay(INVOICE_NO)
    await correct(INVOICE_NO, '2', { DIFF_AMT: -10_000 })
    await correct(INVOICE_NO, '2', { DIFF_AMT: 4000 })
    expect(await open(INVOICE_NO)).toEqual([-6600, 0])
  })
})
