import { afterAll, beforeAll, expect, test } from 'vitest'
import { matchedOfOtherOwner } from '#areas/billing/server/cancel-payments.ts'
import { paymentsEnteredText, withRepeated } from '#areas/billing/server/payments.ts'
import { ownerRequired } from '#areas/freight/server/prices.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { grantEverything } from '#tests/support/all-actions.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { rowErrors } from '#tests/support/floor.ts'

/* Payments of one owner can pay invoices of another. The user `bound` can access only the owner PAYS. */

let site: TestSite
let admin: TestUser
let bound: TestUser
const invoices = new Map<string, Value>()

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  await site.db.script(`
    insert into owner (owner_cd, owner_nm) values ('PAYS', 'PAYS'), ('OTHER', 'OTHER');
    insert into billing_terms (owner_cd, biz_no) values ('PAYS', '124-81-00998'),
      ('OTHER', '124-81-00998');
    insert into app_role (role_cd, role_nm) values ('PAYER', 'p');
    insert into app_user (user_id, user_nm, password_hash)
      select 'bound', 'b', password_hash from app_user where user_id = 'admin';
    insert into user_role (user_id, role_cd) values ('bound', 'PAYER');
    insert into user_warehouse (user_id, wcode) values ('bound', 'W01');
    insert into user_owner (user_id, owner_cd) values ('bound', 'PAYS')`)
  await grantEverything(site, 'PAYER')
  bound = await site.login('bound')
  for (const OWNER_CD of ['PAYS', 'OTHER']) {
    const work = { OWNER_CD, CHARGE_CD: 'EXTRA', SERVICE_DT: '20260515', UNIT_CD: 'DOC' }
    await saved('billing/write-charges', { ...work, QTY: 1, UNIT_PRICE: 100_000, REASON: 'x' })
    await saved('billing/close-month', { OWNER_CD, BILL_MONTH: '202605' })
    const [invoice] = await admin.query('billing/invoices', { OWNER_CD })
    const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
    await saved('billing/issue-invoices', { INVOICE_NO })
    invoices.set(OWNER_CD, INVOICE_NO)
  }
})
afterAll(() => closeVerified(site))

async function saved(name: string, ...rows: Record<string, Value>[]) {
  const { status, body } = await admin.save(name, rows)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const transfer = { PAID_DT: '20260720', PAYER_NM: 'bank name', AMOUNT: 5000 }

/** Enters a payment of an owner and matches it with the invoice of another. */
async function payFor(OWNER_CD: string, invoiceOwner: string): Promise<Record<string, Value>> {
  const BANK_REF = `${OWNER_CD} for ${invoiceOwner}`
  await saved('billing/write-payments', { ...transfer, OWNER_CD, BANK_REF })
  const [payment] = await admin.query('billing/payments', { BANK_REF })
  const PAYMENT_NO = payment?.['PAYMENT_NO'] ?? null
  const match = { PAYMENT_NO, INVOICE_NO: invoices.get(invoiceOwner) ?? null, MATCH_AMT: 5000 }
  await saved('billing/match-payments', { ...match, OTHER_OWNER_YN: 'Y' })
  return { PAYMENT_NO }
}

const openAmount = async (OWNER_CD: string) =>
  (await admin.query('billing/receivables', { OWNER_CD })).map((row) => row['OPEN_AMT'])

test('owner-bound users do not reopen invoices of other owners by cancelling payments', async () => {
  const { PAYMENT_NO = null } = await payFor('PAYS', 'OTHER')
  const cancel = { PAYMENT_NO, CANCEL_REASON: 'x' }
  expect(rowErrors(await bound.save('billing/cancel-payments', [cancel]))).toEqual([
    [1, 'PAYMENT_NO', matchedOfOtherOwner.ko],
  ])
  expect(await openAmount('OTHER')).toEqual([105_000])
  await saved('billing/cancel-payments', cancel)
  expect(await openAmount('OTHER')).toEqual([110_000])
})

test('owner-bound users neither see nor undo payments of other owners for their invoices', async () => {
  const { PAYMENT_NO = null } = await payFor('OTHER', 'PAYS')
  const [match] = await bound.query('billing/matches')
  expect(match).toMatchObject({ AMOUNT: 5000, PAYMENT_NO: null, PAYER_NM: null, PAID_DT: null })
  for (const search of [{ PAYMENT_NO }, { PAYER_NM: transfer.PAYER_NM }])
    expect(await bound.query('billing/matches', search)).toEqual([])
  const unmatch = { PAY_MATCH_NO: match?.['PAY_MATCH_NO'] ?? null }
  expect((await bound.save('billing/unmatch-payments', [unmatch])).status).toBe(409)
  await saved('billing/unmatch-payments', unmatch)
  await payFor('PAYS', 'PAYS')
  const [own] = await bound.query('billing/matches')
  expect(own).toMatchObject({ PAYER_NM: 'bank name', PAID_DT: '20260720' })
  const undo = { PAY_MATCH_NO: own?.['PAY_MATCH_NO'] ?? null }
  expect((await bound.save('billing/unmatch-payments', [undo])).status).toBe(200)
})

test('owner-bound users do not see what another owner paid in another currency', async () => {
  const dollars = { ...transfer, AMOUNT: 4, CURRENCY_CD: 'USD', BANK_REF: 'dollars' }
  await saved('billing/write-payments', { ...dollars, OWNER_CD: 'OTHER' })
  const [payment] = await admin.query('billing/payments', { BANK_REF: dollars.BANK_REF })
  const PAYMENT_NO = payment?.['PAYMENT_NO'] ?? null
  const INVOICE_NO = invoices.get('PAYS') ?? null
  const match = { PAYMENT_NO, INVOICE_NO, MATCH_AMT: 5600, PAID_AMT: 4, OTHER_OWNER_YN: 'Y' }
  await saved('billing/match-payments', match)
  const [seen] = await admin.query('billing/matches', { PAYMENT_NO })
  expect(seen).toMatchObject({ PAID_AMT: 4, PAY_CURRENCY_CD: 'USD' })
  const [hidden] = await bound.query('billing/matches')
  expect(hidden).toMatchObject({ AMOUNT: 5600, PAID_AMT: null, PAY_CURRENCY_CD: null })
})

test('owner-bound users enter payments of their owners only, and learn of no others', async () => {
  const twice = { ...transfer, PAYER_NM: 'twice' }
  await saved('billing/write-payments', { ...twice, OWNER_CD: 'OTHER' })
  const own = { ...twice, OWNER_CD: 'PAYS' }
  const first = await bound.save('billing/write-payments', [own])
  expect(first.body.message).toBe(paymentsEnteredText(1, 0).ko)
  const [known] = await bound.query('billing/payments', { PAYER_NM: 'twice' })
  const again = await bound.save('billing/write-payments', [own])
  const numbers = [String(known?.['PAYMENT_NO'])]
  expect(again.body.message).toBe(withRepeated(paymentsEnteredText(1, 0), numbers).ko)
  for (const PAYER_CD of [null, 'NOBODY']) {
    const refused = await bound.save('billing/write-payments', [{ ...twice, PAYER_CD }])
    expect(rowErrors(refused)).toEqual([[1, 'OWNER_CD', ownerRequired.ko]])
  }
})

test('owner-bound users do not learn which bank references of others exist', async () => {
  const named = { ...transfer, BANK_REF: 'T-1' }
  await saved('billing/write-payments', { ...named, OWNER_CD: 'OTHER' })
  const enter = async () => {
    const { status, body } = await bound.save('billing/write-payments', [
      { ...named, OWNER_CD: 'PAYS' },
    ])
    return [status, body.message]
  }
  expect(await enter()).toEqual([200, paymentsEnteredText(1, 0).ko])
  expect(await enter()).toEqual([200, paymentsEnteredText(0, 1).ko])
  const again = await saved('billing/write-payments', { ...named, OWNER_CD: 'PAYS' })
  expect(again.message).toBe(paymentsEnteredText(0, 1).ko)
})

test('owner-bound users neither see nor undo set-offs of credits of other owners', async () => {
  const bank = { ...transfer, OWNER_CD: 'OTHER', AMOUNT: 110_000, BANK_REF: 'all' }
  await saved('billing/write-payments', bank)
  const [payment] = await admin.query('billing/payments', { BANK_REF: bank.BANK_REF })
  const INVOICE_NO = invoices.get('OTHER') ?? null
  const paid = { PAYMENT_NO: payment?.['PAYMENT_NO'] ?? null, INVOICE_NO, MATCH_AMT: 110_000 }
  await saved('billing/match-payments', paid)
  await saved('billing/correct-invoice', { INVOICE_NO, CORRECT_CD: '4' })
  const credits = await admin.query('billing/open-payments', { OWNER_CD: 'OTHER' })
  const PAYMENT_NO = credits.find((row) => row['LEFT_AMT'] === 110_000)?.['PAYMENT_NO'] ?? null
  const setOff = { PAYMENT_NO, INVOICE_NO: invoices.get('PAYS') ?? null, MATCH_AMT: 3000 }
  await saved('billing/match-payments', { ...setOff, OTHER_OWNER_YN: 'Y' })
  const [seen] = await admin.query('billing/matches', { PAYMENT_NO })
  expect(seen).toMatchObject({ AMOUNT: 3000, PAYER_NM: 'OTHER' })
  const [hidden] = await bound.query('billing/matches')
  expect(hidden).toMatchObject({ AMOUNT: 3000, PAYMENT_NO: null, PAYER_NM: null })
  expect(await bound.query('billing/matches', { PAYMENT_NO })).toEqual([])
  const unmatch = { PAY_MATCH_NO: seen?.['PAY_MATCH_NO'] ?? null }
  expect((await bound.save('billing/unmatch-payments', [unmatch])).status).toBe(409)
  await saved('billing/unmatch-payments', unmatch)
})
