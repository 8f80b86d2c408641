import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeStatement } from '#areas/billing/server/papers.ts'
import { composeTaxDocuments } from '#areas/billing/server/tax-papers.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addPastStock, chargeAll, closeUntil } from '#tests/support/billing.ts'
import { rowErrors } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser
let issueMessage = ''

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`
    insert into currency (currency_cd, currency_nm, currency_en) values ('JPY', 'JPY', 'JPY'),
      ('KWD', 'KWD', 'KWD'), ('CHF', 'CHF', 'CHF'), ('USD', 'USD', 'USD') on conflict do nothing;
    insert into exchange_rate (kind_cd, currency_cd, rate_dt, rate_unit, rate) values
      ('BASE', 'JPY', '2026-06-29', 100, 912.34), ('BASE', 'KWD', '2026-06-29', 1, 4500.5),
      ('BASE', 'USD', '2026-06-29', 1, 1380.1234)`)
  await addPastStock(site.db, { owner: 'ABROAD', item: 'J', moved: [['2026-06-10 09:00:00', 1]] })
  await closeUntil(site.db, '20260630')
  await chargeAll(site.db)
  const typed = { OWNER_CD: 'ABROAD', CHARGE_CD: 'EXTRA', SERVICE_DT: '20260615', REASON: 'x' }
  const rows = ['JPY', 'KWD', 'CHF', 'USD'].map((CURRENCY_CD) => {
    return { ...typed, QTY: 1, UNIT_CD: 'DOC', UNIT_PRICE: 6423.2, VAT_CD: 'ZERO', CURRENCY_CD }
  })
  expect(rowErrors(await user.save('billing/write-charges', rows))).toEqual([])
  const month = { OWNER_CD: 'ABROAD', BILL_MONTH: '202606', REASON: 'no price' }
  expect(rowErrors(await user.save('billing/close-month', [month]))).toEqual([])
  const numbers = await user.query('billing/invoices', { OWNER_CD: 'ABROAD' })
  const issued = numbers.map((row) => ({ INVOICE_NO: row['INVOICE_NO'] ?? null }))
  await site.db.script(
    `insert into billing_terms (owner_cd, biz_no) values ('ABROAD', '124-81-00998')`,
  )
  const response = await user.save('billing/issue-invoices', issued)
  expect(rowErrors(response)).toEqual([])
  issueMessage = response.body.message
})
// Without the ledger check, because these past movements have no documents.
afterAll(() => site.close())

async function printRequest(CURRENCY_CD: string) {
  const [invoice] = await user.query('billing/invoices', { OWNER_CD: 'ABROAD', CURRENCY_CD })
  return {
    userId: 'admin',
    scope: { wcode: 'W01', owners: null },
    language: 'ko' as const,
    today: '20260701',
    db: site.db,
    rows: [{ INVOICE_NO: invoice?.['INVOICE_NO'] ?? null }],
  }
}

async function composeHeading(CURRENCY_CD: string) {
  const { pages } = await composeStatement(await printRequest(CURRENCY_CD))
  return pages[0]?.heading.map(({ value }) => value).slice(8)
}

test.each([
  // 6,423 × 912.34 / 100 and 6,423.200 × 4,500.5.
  ['JPY', ['6,423 JPY', '58,600 KRW', '912.34/100 (2026-06-29)']],
  ['KWD', ['6,423.200 KWD', '28,907,612 KRW', '4,500.5 (2026-06-29)']],
  ['CHF', ['6,423.20 CHF']],
  ['USD', ['6,423.20 USD', '8,864,809 KRW', '1,380.1234 (2026-06-29)']],
])(
  'a statement in %s shows its decimals and its total in KRW by rate and date',
  async (currency, shown) => {
    expect(await composeHeading(currency)).toEqual(shown)
  },
)

test('issuing warns of a currency without a rate, whose total in KRW is missing', async () => {
  const [francs] = await user.query('billing/invoices', { OWNER_CD: 'ABROAD', CURRENCY_CD: 'CHF' })
  expect(issueMessage).toContain(`${String(francs?.['INVOICE_NO'])} (CHF)`)
  for (const other of ['JPY', 'KWD', 'USD']) expect(issueMessage).not.toContain(other)
})

test('receivables show the total in KRW with rate and date', async () => {
  const rows = await user.query('billing/receivables', { OWNER_CD: 'ABROAD' })
  const yen = rows.find((row) => row['CURRENCY_CD'] === 'JPY')
  expect(yen).toMatchObject({ WON_AMT: 58_600, RATE: 912.34, RATE_UNIT: 100, RATE_DT: '20260629' })
})

test('an invoice in another currency is neither written as a tax document nor counted as sent', async () => {
  const call = await printRequest('JPY')
  await expect(composeTaxDocuments(call)).rejects.toMatchObject({ code: 'TAX_DOCUMENT' })
  const [yen] = await user.query('billing/invoices', { OWNER_CD: 'ABROAD', CURRENCY_CD: 'JPY' })
  expect(yen?.['SENT_AT']).toBeNull()
})
