import { afterAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'

const { site, user, saved, book, typed, one } = await createFreightSite()
afterAll(() => closeVerified(site))

type Row = Record<string, Value>
const getColumns = async (name: string, row: Row) =>
  rowErrors(await user.save(name, [row])).map(([, column]) => column)

const payment = { PAID_DT: '20260401', PAYER_NM: 'Bank', AMOUNT: 100 }
const manual = {
  OWNER_CD: 'HANBIT',
  CHARGE_CD: 'EXTRA',
  SERVICE_DT: '20260401',
  QTY: 1,
  UNIT_CD: 'DOC',
  UNIT_PRICE: 10,
  REASON: 'x',
}
const price = {
  BATCH_FLAG: 'I',
  PRICE_CD: 'P',
  CHARGE_CD: 'OUT',
  UNIT_CD: 'EA',
  UNIT_PRICE: 1,
  FROM_DT: '20260101',
}

test.each([
  ['a payment', 'billing/write-payments', payment],
  ['a manual charge', 'billing/write-charges', manual],
  ['a price', 'freight/save-price-line', price],
])('%s in an unknown or withdrawn currency is refused', async (_, name, row) => {
  await site.db.script(`
    insert into owner (owner_cd, owner_nm) values ('HANBIT', 'Hanbit') on conflict do nothing;
    update currency set withdrawn_dt = '2026-01-01' where currency_cd = 'HRK'`)
  for (const CURRENCY_CD of ['ZZZ', 'HRK']) {
    expect(await getColumns(name, { ...row, CURRENCY_CD })).toEqual(['CURRENCY_CD'])
  }
  expect(await getColumns(name, { ...row, CURRENCY_CD: 'JPY' })).toEqual([])
})

test.each([
  ['KRW', 100.5],
  ['JPY', 1000.1],
  ['USD', 1.005],
])('a payment of %s %d has too many decimals', async (CURRENCY_CD, AMOUNT) => {
  const row = { ...payment, CURRENCY_CD, AMOUNT }
  expect(await getColumns('billing/write-payments', row)).toEqual(['AMOUNT'])
})

test('a match of half a won is refused', async () => {
  const id = await book()
  await typed(id, ['THC', { QTY: 1, UNIT_PRICE: 1000 }])
  const INVOICE_NO = await one(id)
  await saved('billing/issue-invoices', [{ INVOICE_NO }])
  const given = { PAID_DT: '20260402', PAYER_NM: 'Half', PAYER_CD: 'SHIP', AMOUNT: 1100 }
  await saved('billing/write-payments', [given])
  const [paid] = await user.query('billing/open-payments', { PAYER_NM: 'Half' })
  const match = { PAYMENT_NO: paid?.['PAYMENT_NO'] ?? null, INVOICE_NO }
  expect(await getColumns('billing/match-payments', { ...match, MATCH_AMT: 99.5 })).toEqual([
    'MATCH_AMT',
  ])
  expect(await getColumns('billing/match-payments', { ...match, MATCH_AMT: 100 })).toEqual([])
})
