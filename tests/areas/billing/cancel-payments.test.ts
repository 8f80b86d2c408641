import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  matchedElsewhere,
  paymentAlreadyCancelled,
  paymentDayClosed,
  paymentsCancelledText,
} from '#areas/billing/server/cancel-payments.ts'
import { paymentsEnteredText, withRepeated } from '#areas/billing/server/payments.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { grantEverything } from '#tests/support/all-actions.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { findFailingChecks } from '#tests/support/failing-checks.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser
const invoices: Value[] = []

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`
    insert into owner (owner_cd, owner_nm) values ('PAYS', 'PAYS');
    insert into billing_terms (owner_cd, biz_no) values ('PAYS', '124-81-00998')`)
  for (const month of ['202605', '202606']) {
    const work = { OWNER_CD: 'PAYS', CHARGE_CD: 'EXTRA', SERVICE_DT: `${month}15`, UNIT_CD: 'DOC' }
    await saveOrThrow('billing/write-charges', {
      ...work,
      QTY: 1,
      UNIT_PRICE: 100_000,
      REASON: 'x',
    })
    await saveOrThrow('billing/close-month', { OWNER_CD: 'PAYS', BILL_MONTH: month })
    const [invoice] = await user.query('billing/invoices', { OWNER_CD: 'PAYS', BILL_MONTH: month })
    const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
    await saveOrThrow('billing/issue-invoices', { INVOICE_NO })
    invoices.push(INVOICE_NO)
  }
})
afterAll(() => closeVerified(site))

async function saveOrThrow(name: string, ...rows: Row[]) {
  const { status, body } = await user.save(name, rows)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

let entered = 0

async function pay(AMOUNT: number, extra: Row = {}): Promise<string> {
  entered += 1
  const BANK_REF = String(extra['BANK_REF'] ?? `REF-${entered}`)
  const row = { OWNER_CD: 'PAYS', PAID_DT: '20260720', PAYER_NM: 'p', AMOUNT, BANK_REF }
  await saveOrThrow('billing/write-payments', { ...row, ...extra })
  const rows = await user.query('billing/payments', { BANK_REF })
  return String(rows.find((candidate) => candidate['PAYMENT_STATE_CD'] === 'OPEN')?.['PAYMENT_NO'])
}

const match = (PAYMENT_NO: string, INVOICE_NO: Value, MATCH_AMT: number) =>
  user.save('billing/match-payments', [{ PAYMENT_NO, INVOICE_NO, MATCH_AMT }])
const cancel = (PAYMENT_NO: string, CANCEL_REASON: Value = 'typed wrongly') =>
  user.save('billing/cancel-payments', [{ PAYMENT_NO, CANCEL_REASON }])
const getPayment = async (PAYMENT_NO: string) =>
  (await user.query('billing/payments', { PAYMENT_NO }))[0]
const openAmounts = async () => {
  const rows = await user.query('billing/receivables', { OWNER_CD: 'PAYS' })
  return rows.map((row) => [row['OPEN_AMT'], row['STATE_CD']])
}

test('a cancelled payment is kept with its reason and can no longer be matched', async () => {
  const number = await pay(1_100_000)
  expect(rowErrors(await cancel(number, '')).map(([, column]) => column)).toEqual(['CANCEL_REASON'])
  expect((await cancel(number)).body.message).toBe(paymentsCancelledText(1, 0).ko)
  expect(await user.query('billing/open-payments', { PAYMENT_NO: number })).toEqual([])
  expect(await getPayment(number)).toMatchObject({
    PAYMENT_STATE_CD: 'CANCELLED',
    AMOUNT: 1_100_000,
    LEFT_AMT: 0,
    CANCEL_REASON: 'typed wrongly',
    CANCELLED_BY: 'admin',
  })
  expect(rowErrors(await match(number, invoices[0] ?? null, 1))).toHaveLength(1)
  const again = await cancel(number)
  expect([again.status, rowErrors(again)[0]?.[2]]).toEqual([409, paymentAlreadyCancelled.ko])
})

test('the bank reference of a cancelled payment can be entered again, once', async () => {
  const number = await pay(1, { BANK_REF: 'WRONG' })
  await cancel(number)
  const second = await pay(110_000, { BANK_REF: 'WRONG' })
  expect(second).not.toBe(number)
  const row = { PAID_DT: '20260720', PAYER_NM: 'p', AMOUNT: 110_000, BANK_REF: 'WRONG' }
  const { message } = await saveOrThrow('billing/write-payments', row)
  expect(message).toBe(paymentsEnteredText(0, 1).ko)
  await cancel(second)
})

test('a warning names payments that were probably entered before', async () => {
  const row = { OWNER_CD: 'PAYS', PAID_DT: '20260721', PAYER_NM: 'twice', AMOUNT: 900 }
  const { message } = await saveOrThrow('billing/write-payments', row, row)
  expect(message).toBe(paymentsEnteredText(2, 0).ko)
  const rows = await user.query('billing/payments', { PAYER_NM: 'twice' })
  const numbers = rows
    .map((each) => String(each['PAYMENT_NO']))
    .toSorted((a, b) => (a < b ? -1 : 1))
  const again = await saveOrThrow('billing/write-payments', row)
  expect(again.message).toBe(withRepeated(paymentsEnteredText(1, 0), numbers).ko)
  const other = await saveOrThrow('billing/write-payments', { ...row, AMOUNT: 901 })
  expect(other.message).toBe(paymentsEnteredText(1, 0).ko)
  for (const each of await user.query('billing/payments', { PAYER_NM: 'twice' }))
    await cancel(String(each['PAYMENT_NO']))
  const afterwards = await saveOrThrow('billing/write-payments', row)
  expect(afterwards.message).toBe(paymentsEnteredText(1, 0).ko)
})

test('cancelling a payment matched with two invoices reopens both', async () => {
  const number = await pay(150_000)
  for (const [index, amount] of [110_000, 40_000].entries())
    expect((await match(number, invoices[index] ?? null, amount)).status).toBe(200)
  expect(await openAmounts()).toEqual([[70_000, '40']])
  expect(await getPayment(number)).toMatchObject({ PAYMENT_STATE_CD: 'MATCHED', LEFT_AMT: 0 })
  expect((await cancel(number)).body.message).toBe(paymentsCancelledText(1, 2).ko)
  expect(await openAmounts()).toEqual([
    [110_000, '40'],
    [110_000, '40'],
  ])
  const matches = await user.query('billing/matches', { PAYMENT_NO: number })
  expect(matches.map((row) => row['AMOUNT'])).toEqual([-40_000, -110_000, 40_000, 110_000])
  expect(await getPayment(number)).toMatchObject({ MATCHED_AMT: 0, INVOICE_NOS: null })
})

test('a match that is already cancelled is not cancelled again with its payment', async () => {
  const number = await pay(20_000)
  await match(number, invoices[0] ?? null, 20_000)
  const [matched] = await user.query('billing/matches', { PAYMENT_NO: number })
  await saveOrThrow('billing/unmatch-payments', { PAY_MATCH_NO: matched?.['PAY_MATCH_NO'] ?? null })
  await match(number, invoices[1] ?? null, 5000)
  expect((await cancel(number)).body.message).toBe(paymentsCancelledText(1, 1).ko)
  expect(await openAmounts()).toEqual([
    [110_000, '40'],
    [110_000, '40'],
  ])
})

test('a payment is cancelled only once, even by two users at the same time', async () => {
  const number = await pay(1000)
  await match(number, invoices[0] ?? null, 1000)
  const both = await Promise.all([cancel(number), cancel(number)])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const twice = await pay(1000)
  const row = { PAYMENT_NO: twice, CANCEL_REASON: 'x' }
  expect((await user.save('billing/cancel-payments', [row, row])).status).toBe(409)
  await cancel(twice)
})

test('a payment of a date whose documents are closed is cancelled only after reopening', async () => {
  const number = await pay(3000)
  const own = await pay(2000, { OWNER_CD: null, PAYER_NM: 'PAYS' })
  await match(own, invoices[0] ?? null, 2000)
  const later = await pay(4000, { PAID_DT: '20260801' })
  await saveOrThrow('billing/close-period', { OWNER_CD: 'PAYS', NEXT_DT: '20260731', REASON: 'x' })
  for (const closed of [number, own])
    expect(rowErrors(await cancel(closed))).toEqual([
      [1, 'PAYMENT_NO', paymentDayClosed('2026-07-31').ko],
    ])
  expect((await cancel(later)).status).toBe(200)
  await saveOrThrow('billing/reopen-period', { OWNER_CD: 'PAYS', REASON: 'x' })
  for (const open of [number, own]) expect((await cancel(open)).status).toBe(200)
})

test('a payment matched with an invoice of another warehouse is not cancelled', async () => {
  await site.db.script(`
    insert into app_role (role_cd, role_nm) values ('BILLER', 'b');
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select 'biller', 'b', password_hash, 'Y' from app_user where user_id = 'admin';
    insert into user_role (user_id, role_cd) values ('biller', 'BILLER');
    insert into user_warehouse (user_id, wcode) values ('biller', 'W02')`)
  await grantEverything(site, 'BILLER')
  const there = await site.login('biller', 'W02')
  const number = await pay(7000)
  await match(number, invoices[0] ?? null, 7000)
  const row = { PAYMENT_NO: number, CANCEL_REASON: 'x' }
  expect(rowErrors(await there.save('billing/cancel-payments', [row]))).toEqual([
    [1, 'PAYMENT_NO', matchedElsewhere.ko],
  ])
  expect((await cancel(number)).status).toBe(200)
})

test('totals of payments and of their groups exclude cancelled payments', async () => {
  const [kept, wrong] = [await pay(900, { REMARK: 'sums' }), await pay(70, { REMARK: 'sums' })]
  await cancel(wrong)
  const request = { SEARCH: { PAYMENT_NO: `${kept},${wrong}` } }
  const path = '/api/wms/billing/payments'
  const FOOTERS = [{ COLUMN: 'AMOUNT', KIND: 'SUM' }]
  expect((await user.call(path, { ...request, FOOTERS })).body.data).toEqual({ FOOTERS: ['900'] })
  const GROUP = { BY: ['OWNER_CD'] }
  const { body } = await user.call(path, { ...request, GROUP })
  expect(body.data).toMatchObject([{ OWNER_CD: 'PAYS', AMOUNT: 900, LEFT_AMT: 900 }])
  await cancel(kept)
})

test('a cancelled payment never changes, and verification detects wrong sums', async () => {
  const number = await pay(500)
  await cancel(number)
  await expect(
    site.db.execute(sql`update payment set cancelled_at = null, cancelled_by = null,
      cancel_reason = null where payment_no = ${number}`),
  ).rejects.toMatchObject({ code: 'WM001' })
  const plain = await pay(500)
  expect(
    await findFailingChecks(
      site,
      ['payment', 'invoice'],
      `update payment set matched_amt = 1 where payment_no = '${plain}';
       update invoice set paid_amt = 1 where invoice_no = '${String(invoices[0])}'`,
    ),
  ).toEqual([
    'Matched amount of a payment = sum of its matches, 0 if cancelled',
    'Paid amount of an invoice = sum of its matches and refunds',
  ])
})
