import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  refundAlreadyCancelled,
  refundBeforePayment,
  refundDayClosed,
  refundLeftExceeded,
  refundOfSameReference,
  refundsEnteredText,
} from '#areas/billing/server/refunds.ts'
import { composeStatement } from '#areas/billing/server/papers.ts'
import { refundedPayment } from '#areas/billing/server/cancel-payments.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { grantEverything } from '#tests/support/all-actions.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { findFailingChecks } from '#tests/support/failing-checks.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser
let bound: TestUser
let elsewhere: TestUser
/** Invoices of 110,000 won of the owner PAYS. */
const invoices: Value[] = []

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`
    insert into owner (owner_cd, owner_nm) values ('PAYS', 'PAYS'), ('OTHER', 'OTHER');
    insert into billing_terms (owner_cd, biz_no) values ('PAYS', '124-81-00998');
    insert into customer (customer_cd, customer_nm, biz_no) values ('CUST', 'Payer', '1248100998');
    insert into app_role (role_cd, role_nm) values ('BILLER', 'b');
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select u.id, u.id, password_hash, u.all_yn
      from app_user, (values ('bound', 'N'), ('away', 'Y')) u (id, all_yn) where user_id = 'admin';
    insert into user_role (user_id, role_cd) values ('bound', 'BILLER'), ('away', 'BILLER');
    insert into user_warehouse (user_id, wcode) values ('bound', 'W01'), ('away', 'W02');
    insert into user_owner (user_id, owner_cd) values ('bound', 'OTHER')`)
  await grantEverything(site, 'BILLER')
  bound = await site.login('bound')
  elsewhere = await site.login('away', 'W02')
  for (const month of ['202604', '202605']) {
    const work = { OWNER_CD: 'PAYS', CHARGE_CD: 'EXTRA', SERVICE_DT: `${month}15`, UNIT_CD: 'DOC' }
    const typed = { ...work, QTY: 1, UNIT_PRICE: 100_000, REASON: 'x' }
    await saved('billing/write-charges', typed)
    await saved('billing/close-month', { OWNER_CD: 'PAYS', BILL_MONTH: month })
    const [invoice] = await user.query('billing/invoices', { OWNER_CD: 'PAYS', BILL_MONTH: month })
    const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
    await saved('billing/issue-invoices', { INVOICE_NO })
    invoices.push(INVOICE_NO)
  }
})
afterAll(() => closeVerified(site))

async function saved(name: string, ...rows: Row[]) {
  const { status, body } = await user.save(name, rows)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

let entered = 0

async function pay(AMOUNT: number, extra: Row = {}): Promise<string> {
  entered += 1
  const BANK_REF = `IN-${entered}`
  const row = { OWNER_CD: 'PAYS', PAID_DT: '20260720', PAYER_NM: 'p', AMOUNT, BANK_REF }
  await saved('billing/write-payments', { ...row, ...extra })
  const [payment] = await user.query('billing/payments', { BANK_REF })
  return String(payment?.['PAYMENT_NO'])
}

const refundRow = (PAYMENT_NO: Value, REFUND_AMT: number, extra: Row = {}): Row => ({
  PAYMENT_NO,
  REFUND_AMT,
  REFUND_DT: '20260725',
  BANK_REF: `OUT-${PAYMENT_NO}`,
  REASON: 'paid too much',
  ...extra,
})
const refund = (PAYMENT_NO: Value, REFUND_AMT: number, extra: Row = {}, who = user) =>
  who.save('billing/refund-payments', [refundRow(PAYMENT_NO, REFUND_AMT, extra)])
const getPayment = async (PAYMENT_NO: string) =>
  (await user.query('billing/payments', { PAYMENT_NO }))[0]
const getRefunds = (PAYMENT_NO: string, who = user) => who.query('billing/refunds', { PAYMENT_NO })
async function cancelRefunds(PAYMENT_NO: string, who = user) {
  const valid = (await getRefunds(PAYMENT_NO)).filter(
    (row) => row['REFUND_STATE_CD'] !== 'CANCELLED',
  )
  const rows = valid.map(({ REFUND_NO }) => ({ REFUND_NO: REFUND_NO ?? null, CANCEL_REASON: 'x' }))
  return who.save('billing/cancel-refunds', rows)
}

/** Credit of 110,000 won for an invoice that was paid in full. */
async function creditPaidInvoice(INVOICE_NO: Value): Promise<string> {
  const number = await pay(110_000)
  await saved('billing/match-payments', { PAYMENT_NO: number, INVOICE_NO, MATCH_AMT: 110_000 })
  const body = await saved('billing/correct-invoice', {
    INVOICE_NO,
    CORRECT_CD: '4',
    WRITE_DT: '20260721',
  })
  return String(body.data.rows[0]?.['INVOICE_NO'])
}

test('the unmatched rest of a payment is refunded, never more, and the refund is listed', async () => {
  const number = await pay(150_000)
  const match = { PAYMENT_NO: number, INVOICE_NO: invoices[0] ?? null, MATCH_AMT: 110_000 }
  await saved('billing/match-payments', match)
  expect(rowErrors(await refund(number, 40_001))).toEqual([
    [1, 'REFUND_AMT', refundLeftExceeded.ko],
  ])
  const twice = [10_000, 30_001].map((amount) =>
    refundRow(number, amount, { BANK_REF: `R${amount}` }),
  )
  expect((await user.save('billing/refund-payments', twice)).status).toBe(422)
  expect((await refund(number, 30_000)).body.message).toBe(refundsEnteredText(1, 0).ko)
  expect(await getPayment(number)).toMatchObject({
    MATCHED_AMT: 110_000,
    REFUNDED_AMT: 30_000,
    LEFT_AMT: 10_000,
    PAYMENT_STATE_CD: 'PART',
  })
  expect(await user.query('billing/open-payments', { PAYMENT_NO: number })).toMatchObject([
    { LEFT_AMT: 10_000, REFUNDED_AMT: 30_000 },
  ])
  expect(await getRefunds(number)).toMatchObject([
    { AMOUNT: 30_000, REFUND_DT: '20260725', REASON: 'paid too much', OWNER_CD: 'PAYS' },
  ])
  await refund(number, 10_000, { BANK_REF: 'REST' })
  expect(await getPayment(number)).toMatchObject({ LEFT_AMT: 0, PAYMENT_STATE_CD: 'MATCHED' })
  expect(await user.query('billing/open-payments', { PAYMENT_NO: number })).toEqual([])
  const [made] = await user.query('billing/matches', { PAYMENT_NO: number })
  await saved('billing/unmatch-payments', { PAY_MATCH_NO: made?.['PAY_MATCH_NO'] ?? null })
  expect(await getPayment(number)).toMatchObject({ LEFT_AMT: 110_000 })
})

test('a refund with the same bank reference is recorded once', async () => {
  const number = await pay(1000)
  await refund(number, 300)
  expect((await refund(number, 300)).body.message).toBe(refundsEnteredText(0, 1).ko)
  expect(await getPayment(number)).toMatchObject({ LEFT_AMT: 700, REFUNDED_AMT: 300 })
  const [first] = await getRefunds(number)
  expect(rowErrors(await refund(number, 200))).toEqual([
    [1, 'BANK_REF', refundOfSameReference(String(first?.['REFUND_NO'])).ko],
  ])
  const rows = [refundRow(number, 1), refundRow(number, 1)]
  expect((await user.save('billing/refund-payments', rows)).status).toBe(422)
  const other = await pay(500)
  expect((await refund(other, 500, { BANK_REF: `OUT-${number}` })).status).toBe(200)
  expect(await getPayment(other)).toMatchObject({ PAYMENT_STATE_CD: 'REFUNDED', LEFT_AMT: 0 })
})

test('two users who refund the same money at the same time pay it out once', async () => {
  const number = await pay(1000)
  const both = await Promise.all(['A', 'B'].map((BANK_REF) => refund(number, 1000, { BANK_REF })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(await getRefunds(number)).toHaveLength(1)
})

test('a cancelled refund is kept, its money can be refunded again, and it is cancelled once', async () => {
  const number = await pay(1000)
  await refund(number, 1000)
  const [made] = await getRefunds(number)
  const row = { REFUND_NO: made?.['REFUND_NO'] ?? null, CANCEL_REASON: 'sent back by the bank' }
  await saved('billing/cancel-refunds', row)
  expect(await getPayment(number)).toMatchObject({ LEFT_AMT: 1000, REFUNDED_AMT: 0 })
  const again = await user.save('billing/cancel-refunds', [row])
  expect([again.status, rowErrors(again)[0]?.[2]]).toEqual([409, refundAlreadyCancelled.ko])
  expect((await refund(number, 1000)).body.message).toBe(refundsEnteredText(1, 0).ko)
  const states = (await getRefunds(number)).map((each) => each['REFUND_STATE_CD'])
  expect(states).toEqual(['VALID', 'CANCELLED'])
  await cancelRefunds(number)
  expect(await getPayment(number)).toMatchObject({ LEFT_AMT: 1000, PAYMENT_STATE_CD: 'OPEN' })
})

test('the credit of a paid invoice is refunded, which settles it, and opens again if cancelled', async () => {
  const credit = await creditPaidInvoice(invoices[1] ?? null)
  const getCredit = async () => (await user.query('billing/invoices', { INVOICE_NO: credit }))[0]
  expect(await user.query('billing/open-payments', { PAYMENT_NO: credit })).toMatchObject([
    { LEFT_AMT: 110_000 },
  ])
  expect(rowErrors(await refund(credit, 110_001))).toEqual([
    [1, 'REFUND_AMT', refundLeftExceeded.ko],
  ])
  await saved('billing/refund-payments', refundRow(credit, 110_000))
  expect(await getCredit()).toMatchObject({ STATE_CD: '60', PAID_AMT: -110_000 })
  const receivables = await user.query('billing/receivables', { INVOICE_NO: credit })
  expect(receivables).toEqual([])
  const { pages } = await composeStatement({
    userId: 'admin',
    scope: { wcode: 'W01', owners: null },
    language: 'ko',
    today: '20260801',
    db: site.db,
    rows: [{ INVOICE_NO: credit }],
  })
  expect(pages[0]?.heading.at(-1)?.value).toBe(`2026-07-25 110,000 (OUT-${credit})`)
  await cancelRefunds(credit)
  expect(await getCredit()).toMatchObject({ STATE_CD: '40', PAID_AMT: 0 })
  await refund(credit, 50_000, { BANK_REF: 'HALF' })
  expect(await user.query('billing/open-payments', { PAYMENT_NO: credit })).toMatchObject([
    { LEFT_AMT: 60_000, MATCHED_AMT: 0, REFUNDED_AMT: 50_000 },
  ])
})

test('a refunded payment is cancelled only after its refund', async () => {
  const number = await pay(1000)
  await refund(number, 400)
  const row = { PAYMENT_NO: number, CANCEL_REASON: 'typed wrongly' }
  expect(rowErrors(await user.save('billing/cancel-payments', [row]))).toEqual([
    [1, 'PAYMENT_NO', refundedPayment.ko],
  ])
  await cancelRefunds(number)
  await saved('billing/cancel-payments', row)
  expect((await refund(number, 1)).status).toBe(422)
})

test('a refund is dated from its payment to today, and kept in a closed period', async () => {
  const number = await pay(1000)
  expect(rowErrors(await refund(number, 1, { REFUND_DT: '20260719' }))).toEqual([
    [1, 'REFUND_DT', refundBeforePayment.ko],
  ])
  expect((await refund(number, 1, { REFUND_DT: '20991231' })).status).toBe(422)
  await refund(number, 1)
  await saved('billing/close-period', { OWNER_CD: 'PAYS', NEXT_DT: '20260731', REASON: 'x' })
  expect(rowErrors(await cancelRefunds(number))).toEqual([
    [1, 'REFUND_NO', refundDayClosed('2026-07-31').ko],
  ])
  await saved('billing/reopen-period', { OWNER_CD: 'PAYS', REASON: 'x' })
  expect((await cancelRefunds(number)).status).toBe(200)
})

test('a refund needs an amount in the decimals of its currency', async () => {
  const dollars = await pay(100.5, { CURRENCY_CD: 'USD' })
  expect((await refund(dollars, 0)).status).toBe(422)
  expect((await refund(dollars, 0.501)).status).toBe(422)
  expect((await refund(dollars, 0.5)).status).toBe(200)
  expect(await getRefunds(dollars)).toMatchObject([{ AMOUNT: 0.5, CURRENCY_CD: 'USD' }])
  const won = await pay(100)
  expect((await refund(won, 0.5)).status).toBe(422)
})

test('refunds reach neither money of other owners nor credits of other warehouses', async () => {
  const number = await pay(1000)
  expect((await refund(number, 1, {}, bound)).status).toBe(422)
  await refund(number, 1)
  expect(await getRefunds(number, bound)).toEqual([])
  expect((await cancelRefunds(number, bound)).status).toBe(409)
  const [credit] = await user.query('billing/refunds', { BANK_REF: 'HALF' })
  const CREDIT_NO = String(credit?.['PAYMENT_NO'])
  expect((await refund(CREDIT_NO, 1, {}, elsewhere)).status).toBe(422)
  expect(await getRefunds(CREDIT_NO, elsewhere)).toEqual([])
  expect((await cancelRefunds(CREDIT_NO, elsewhere)).status).toBe(409)
  const own = await pay(500, { OWNER_CD: 'OTHER' })
  expect((await refund(own, 500, {}, bound)).status).toBe(200)
  expect(await getRefunds(own, bound)).toHaveLength(1)
})

test('a refund no longer counts against what a customer owes', async () => {
  const owed = async () =>
    (await site.db.query(sql`select customer_owed('CUST', '20260730')::integer owed`))[0]
  const number = await pay(9000, { OWNER_CD: null, PAYER_CD: 'CUST' })
  expect(await owed()).toEqual({ owed: -9000 })
  await refund(number, 9000)
  expect(await owed()).toEqual({ owed: 0 })
})

test('a refund never changes, and verification detects wrong sums', async () => {
  const number = await pay(500)
  await refund(number, 100)
  await expect(
    site.db.execute(sql`update payment_refund set amount = 99 where payment_no = ${number}`),
  ).rejects.toMatchObject({ code: 'WM001' })
  await expect(
    site.db.execute(sql`delete from payment_refund where payment_no = ${number}`),
  ).rejects.toMatchObject({ code: 'WM001' })
  expect(
    await findFailingChecks(
      site,
      ['payment'],
      `update payment set refunded_amt = 99 where payment_no = '${number}'`,
    ),
  ).toEqual(['Refunded amount of a payment = sum of its refunds'])
})
