import { afterAll, beforeAll, expect, test } from 'vitest'
import { alreadyApproved, duplicateObjection } from '#areas/billing/server/invoices.ts'
import { paidAfterToday } from '#areas/billing/server/later-dates.ts'
import {
  matchedByAge,
  paymentsEnteredText,
  matchedByAmount,
  matchedBySetOff,
} from '#areas/billing/server/payments.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { grantEverything } from '#tests/support/all-actions.ts'
import { rowErrors } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser
let customer: TestUser
let invoiceNo: Value = null

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`update role_menu set actions = '{search,save}' where menu_id = 'Owner';
    insert into role_menu (role_cd, menu_id, actions)
      values ('CUSTOMER', 'CInvoice', '{search,save}')`)
  customer = await site.login('customer')
  const terms = { OWNER_CD: 'GIFT', BIZ_NO: '124-81-00998', CORP_NM: '(주) 기프트웨어' }
  await user.save('billing/save-terms', [
    { BATCH_FLAG: 'I', ...terms, TAX_CD: 'LINE', SECOND_YN: 'N' },
  ])
  const typed = { OWNER_CD: 'GIFT', CHARGE_CD: 'EXTRA', SERVICE_DT: '20260615', UNIT_CD: 'DOC' }
  await user.save('billing/write-charges', [
    { ...typed, QTY: 1, UNIT_PRICE: 100_000, REASON: 'short storage' },
  ])
  await user.save('billing/close-month', [{ OWNER_CD: 'GIFT', BILL_MONTH: '202606' }])
  const [invoice] = await user.query('billing/invoices', { OWNER_CD: 'GIFT' })
  invoiceNo = invoice?.['INVOICE_NO'] ?? null
})
afterAll(() => closeVerified(site))

async function openOnHome(): Promise<unknown> {
  const { body } = await user.call('/api/home', {})
  return JSON.stringify(body).includes('billing/objections') ? 1 : body
}

const paid = { PAID_DT: '20260720', PAYER_NM: '주식회사 기프트웨어', AMOUNT: 110_000 }

test('a customer sees only issued invoices, objects to a line and reads the response', async () => {
  const evidence = () => customer.query('billing/customer-evidence', { INVOICE_NO: invoiceNo })
  expect(await customer.query('billing/customer-lines')).toEqual([])
  expect(await evidence()).toEqual([])
  await user.save('billing/issue-invoices', [{ INVOICE_NO: invoiceNo }])
  const [line] = await customer.query('billing/customer-lines')
  expect(line).toMatchObject({ INVOICE_NO: invoiceNo, SUPPLY_AMT: 100_000, TAX_AMT: 10_000 })
  expect(await evidence()).toMatchObject([
    { LINE_NO: 1, CHARGE_CD: 'EXTRA', AMOUNT: 100_000, REASON: 'short storage' },
  ])
  const shown = { INVOICE_NO: invoiceNo, LINE_NO: 1, OBJECTION: 'not requested' }
  expect((await customer.save('billing/object-to-line', [shown])).status).toBe(200)
  const again = rowErrors(await customer.save('billing/object-to-line', [shown]))
  expect(again).toEqual([[1, 'OBJECTION', duplicateObjection.ko]])
  expect((await user.query('billing/invoices', { OWNER_CD: 'GIFT' }))[0]).toMatchObject({
    OBJECTION_COUNT: 1,
  })
  expect(await openOnHome()).toBe(1)
  const answer = { INVOICE_NO: invoiceNo, LINE_NO: 1, ANSWER: 'request sent' }
  expect((await user.save('billing/answer-objection', [answer])).status).toBe(200)
  expect((await customer.query('billing/customer-lines'))[0]).toMatchObject({
    ANSWER: 'request sent',
  })
})

test('saving the same bank transaction twice adds nothing', async () => {
  const row = { ...paid, BANK_REF: 'B-1' }
  await user.save('billing/write-payments', [row])
  const again = await user.save('billing/write-payments', [row])
  expect(again.body.message).toBe(paymentsEnteredText(0, 1).ko)
  expect(await user.query('billing/open-payments')).toHaveLength(1)
})

test('a payment is refused if its date is after today', async () => {
  const row = { ...paid, PAID_DT: '20991231' }
  expect(rowErrors(await user.save('billing/write-payments', [row]))).toEqual([
    [1, 'PAID_DT', paidAfterToday.ko],
  ])
})

test('a payment is proposed for its payer’s invoice, and matching pays the invoice', async () => {
  const [owed] = await user.query('billing/receivables', { OWNER_CD: 'GIFT' })
  expect(owed).toMatchObject({ OPEN_AMT: 110_000 })
  const [payment] = await user.query('billing/open-payments')
  expect(payment).toMatchObject({
    INVOICE_NO: invoiceNo,
    MATCH_AMT: 110_000,
    PROPOSAL: matchedByAmount.ko,
  })
  const match = { PAYMENT_NO: payment?.['PAYMENT_NO'] ?? null, INVOICE_NO: invoiceNo }
  const tooMuch = await user.save('billing/match-payments', [{ ...match, MATCH_AMT: 110_001 }])
  expect(rowErrors(tooMuch)[0]?.[1]).toBe('MATCH_AMT')
  await user.save('billing/match-payments', [{ ...match, MATCH_AMT: 10_000 }])
  expect((await user.query('billing/receivables', { OWNER_CD: 'GIFT' }))[0]).toMatchObject({
    PAID_AMT: 10_000,
    OPEN_AMT: 100_000,
  })
  await user.save('billing/write-payments', [{ ...paid, AMOUNT: 100_000, OWNER_CD: 'GIFT' }])
  const rest = (await user.query('billing/open-payments')).find((row) => row['OWNER_CD'])
  const second = { PAYMENT_NO: rest?.['PAYMENT_NO'] ?? null, INVOICE_NO: invoiceNo }
  await user.save('billing/match-payments', [{ ...second, MATCH_AMT: 100_000 }])
  expect((await user.query('billing/invoices', { OWNER_CD: 'GIFT' }))[0]).toMatchObject({
    STATE_CD: '60',
  })
  expect(await user.query('billing/receivables', { OWNER_CD: 'GIFT' })).toEqual([])
  const [whole] = await user.query('billing/receivables', { PAY_STATE_CD: 'PAID' })
  expect(whole).toMatchObject({ INVOICE_NO: invoiceNo, OPEN_AMT: 0 })
})

test('a payment of another owner is matched only if confirmed', async () => {
  const [last] = await user.query('billing/matches', { OWNER_CD: 'GIFT' })
  const back = { PAY_MATCH_NO: last?.['PAY_MATCH_NO'] ?? null }
  expect((await user.save('billing/unmatch-payments', [back])).status).toBe(200)
  const other = { ...paid, AMOUNT: 100_000, OWNER_CD: 'HANBIT', BANK_REF: 'B-OTHER' }
  await user.save('billing/write-payments', [other])
  const open = await user.query('billing/open-payments')
  const payment = open.find((row) => row['OWNER_CD'] === 'HANBIT')
  const match = {
    PAYMENT_NO: payment?.['PAYMENT_NO'] ?? null,
    INVOICE_NO: invoiceNo,
    MATCH_AMT: 100_000,
  }
  const refused = rowErrors(await user.save('billing/match-payments', [match]))
  expect(refused.map(([row, column]) => [row, column])).toEqual([[1, 'OTHER_OWNER_YN']])
  const confirmed = await user.save('billing/match-payments', [{ ...match, OTHER_OWNER_YN: 'Y' }])
  expect(confirmed.status).toBe(200)
  const [wrong] = await user.query('billing/matches', { OWNER_CD: 'GIFT' })
  const undone = { PAY_MATCH_NO: wrong?.['PAY_MATCH_NO'] ?? null }
  expect((await user.save('billing/unmatch-payments', [undone])).status).toBe(200)
  const rest = open.find((row) => row['OWNER_CD'] === 'GIFT')
  const own = { ...match, PAYMENT_NO: rest?.['PAYMENT_NO'] ?? null }
  expect((await user.save('billing/match-payments', [own])).status).toBe(200)
})

test('a wrong match is undone once, and its payment and invoice are open again', async () => {
  const [last] = await user.query('billing/matches', { OWNER_CD: 'GIFT' })
  const match = { PAY_MATCH_NO: last?.['PAY_MATCH_NO'] ?? null }
  expect((await user.save('billing/unmatch-payments', [match])).status).toBe(200)
  expect((await user.save('billing/unmatch-payments', [match])).status).toBe(409)
  expect((await user.query('billing/receivables', { OWNER_CD: 'GIFT' }))[0]).toMatchObject({
    PAY_STATE_CD: 'PART',
    OPEN_AMT: 100_000,
    STATE_CD: '40',
  })
  const open = await user.query('billing/open-payments', { OWNER_CD: 'GIFT' })
  expect(open).toMatchObject([{ LEFT_AMT: 100_000, INVOICE_NO: invoiceNo }])
  const again = { PAYMENT_NO: open[0]?.['PAYMENT_NO'] ?? null, INVOICE_NO: invoiceNo }
  const matched = await user.save('billing/match-payments', [{ ...again, MATCH_AMT: 100_000 }])
  expect(matched.status).toBe(200)
})

test('a paid invoice can still receive its approval number', async () => {
  const APPROVAL_NO = '202607011234567812345678'
  const row = { INVOICE_NO: invoiceNo, APPROVAL_NO }
  expect((await user.save('billing/approve-invoices', [row])).status).toBe(200)
  expect((await user.query('billing/invoices', { OWNER_CD: 'GIFT' }))[0]).toMatchObject({
    STATE_CD: '60',
    APPROVAL_NO,
  })
  const second = await user.save('billing/approve-invoices', [row])
  expect(rowErrors(second)[0]?.[2]).toBe(alreadyApproved.ko)
})

test('the credit of a paid invoice is proposed for set-off against the next one', async () => {
  const taken = { INVOICE_NO: invoiceNo, CORRECT_CD: '4' }
  expect((await user.save('billing/correct-invoice', [taken])).status).toBe(200)
  const [credit] = await user.query('billing/open-payments', { OWNER_CD: 'GIFT' })
  expect(credit).toMatchObject({ AMOUNT: 110_000, LEFT_AMT: 110_000, INVOICE_NO: null })
  const typed = { OWNER_CD: 'GIFT', CHARGE_CD: 'EXTRA', SERVICE_DT: '20260715', UNIT_CD: 'DOC' }
  await user.save('billing/write-charges', [{ ...typed, QTY: 1, UNIT_PRICE: 200_000, REASON: 'x' }])
  await user.save('billing/close-month', [{ OWNER_CD: 'GIFT', BILL_MONTH: '202607' }])
  const [july] = await user.query('billing/invoices', { OWNER_CD: 'GIFT', BILL_MONTH: '202607' })
  await user.save('billing/issue-invoices', [{ INVOICE_NO: july?.['INVOICE_NO'] ?? null }])
  const [proposed] = await user.query('billing/open-payments', { OWNER_CD: 'GIFT' })
  expect(proposed).toMatchObject({ INVOICE_NO: july?.['INVOICE_NO'], PROPOSAL: matchedBySetOff.ko })
  const match = {
    PAYMENT_NO: proposed?.['PAYMENT_NO'] ?? null,
    INVOICE_NO: proposed?.['INVOICE_NO'] ?? null,
    MATCH_AMT: proposed?.['MATCH_AMT'] ?? null,
  }
  expect((await user.save('billing/match-payments', [match])).status).toBe(200)
  expect(await user.query('billing/receivables', { OWNER_CD: 'GIFT' })).toMatchObject([
    { INVOICE_NO: july?.['INVOICE_NO'], OPEN_AMT: 110_000 },
  ])
})

test('a payment is proposed for the invoice of equal amount, or the oldest', async () => {
  const typed = { OWNER_CD: 'GIFT', CHARGE_CD: 'EXTRA', SERVICE_DT: '20260815', UNIT_CD: 'DOC' }
  await user.save('billing/write-charges', [{ ...typed, QTY: 1, UNIT_PRICE: 50_000, REASON: 'x' }])
  await user.save('billing/close-month', [{ OWNER_CD: 'GIFT', BILL_MONTH: '202608' }])
  const [august] = await user.query('billing/invoices', { OWNER_CD: 'GIFT', BILL_MONTH: '202608' })
  await user.save('billing/issue-invoices', [{ INVOICE_NO: august?.['INVOICE_NO'] ?? null }])
  const [july] = await user.query('billing/invoices', { OWNER_CD: 'GIFT', BILL_MONTH: '202607' })
  for (const AMOUNT of [55_000, 33_000]) {
    await user.save('billing/write-payments', [{ ...paid, AMOUNT, OWNER_CD: 'GIFT' }])
  }
  const open = await user.query('billing/open-payments', { OWNER_CD: 'GIFT' })
  expect(open.map((row) => [row['AMOUNT'], row['INVOICE_NO'], row['PROPOSAL']])).toEqual([
    [55_000, august?.['INVOICE_NO'], matchedByAmount.ko],
    [33_000, july?.['INVOICE_NO'], matchedByAge.ko],
  ])
})

test('invoices of a warehouse the user does not work in cannot be seen, matched or unmatched', async () => {
  const [match] = await user.query('billing/matches', { OWNER_CD: 'GIFT' })
  await site.db.script(`
    insert into app_role (role_cd, role_nm) values ('BILLER', 'b');
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select n, n, password_hash, 'Y' from app_user, unnest(array['biller1', 'biller2']) n
      where user_id = 'admin';
    insert into user_role (user_id, role_cd) values ('biller1', 'BILLER'), ('biller2', 'BILLER');
    insert into user_warehouse (user_id, wcode) values ('biller1', 'W01'), ('biller2', 'W02')`)
  await grantEverything(site, 'BILLER')
  const [here, there] = [await site.login('biller1'), await site.login('biller2', 'W02')]
  await here.save('billing/write-payments', [{ ...paid, AMOUNT: 70_000, OWNER_CD: 'GIFT' }])
  const open = async (who: TestUser) =>
    (await who.query('billing/open-payments')).find((row) => row['LEFT_AMT'] === 70_000)
  const { PAYMENT_NO = null, INVOICE_NO = null } = (await open(here)) ?? {}
  const [unmatch, pay] = [
    { PAY_MATCH_NO: match?.['PAY_MATCH_NO'] ?? null },
    { PAYMENT_NO, INVOICE_NO, MATCH_AMT: 1 },
  ]
  const getVisible = async (who: TestUser) => [
    (await who.query('billing/matches')).length > 0,
    (await open(who))?.['INVOICE_NO'],
    (await who.check('billing/match-payments', [pay])).status,
  ]
  expect(INVOICE_NO).not.toBeNull()
  expect(await getVisible(here)).toEqual([true, INVOICE_NO, 200])
  expect(await getVisible(there)).toEqual([false, null, 422])
  expect((await there.save('billing/unmatch-payments', [unmatch])).status).toBe(409)
})
