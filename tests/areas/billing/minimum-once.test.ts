import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addPrices } from '#tests/support/billing.ts'
import { closeVerified } from '#tests/support/close-verified.ts'

/* Months that are closed again owe their minimum once, however their charges are spread. */

type Row = Record<string, Value>

let site: TestSite
let user: TestUser

const may = '202605'
const june = '202606'

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  for (const owner of ['ATONCE', 'LATER', 'VERSION', 'PRICE']) {
    await site.db.script(`insert into owner (owner_cd, owner_nm) values ('${owner}', '${owner}')`)
    if (owner !== 'PRICE') await addMinimum(owner, 1, 10_000)
  }
})
afterAll(() => closeVerified(site))

const addMinimum = (owner: string, version: number, amount: number) =>
  addPrices(site.db, {
    charge_cd: 'INVOICE_MIN',
    basis_cd: 'WORK',
    unit_cd: 'DOC',
    from_dt: version === 1 ? '20260501' : '20260515',
    price_cd: `${owner}-LEAST`,
    version_no: version,
    owner_cd: owner,
    unit_price: amount,
  })

async function saved(name: string, ...rows: Row[]) {
  const { status, body } = await user.save(name, rows)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

async function type(OWNER_CD: string, UNIT_PRICE: number): Promise<Value> {
  const work = { OWNER_CD, CHARGE_CD: 'EXTRA', SERVICE_DT: `${may}16`, UNIT_CD: 'DOC', REASON: 'x' }
  const body = await saved('billing/write-charges', { ...work, QTY: 1, UNIT_PRICE })
  return body.data.rows[0]?.['CHARGE_NO'] ?? null
}

const monthRow = (OWNER_CD: string, BILL_MONTH: string) => ({ OWNER_CD, BILL_MONTH, REASON: 'x' })
const close = (owner: string, ...months: readonly string[]) =>
  saved('billing/close-month', ...months.map((month) => monthRow(owner, month)))
const reopen = (owner: string) => saved('billing/reopen-month', monthRow(owner, may))

/** Net amounts of the invoices of an owner that count, by month. */
async function billed(OWNER_CD: string) {
  const rows = await user.query('billing/invoices', { OWNER_CD })
  return Object.fromEntries(
    rows
      .filter((row) => row['STATE_CD'] !== '90')
      .map((row) => [String(row['BILL_MONTH']), row['SUPPLY_AMT']]),
  )
}

test('a month closed together with the one that has its late charges owes its minimum once', async () => {
  const CHARGE_NO = await type('ATONCE', 20_000)
  await type('ATONCE', 1000)
  await close('ATONCE', may)
  expect(await billed('ATONCE')).toEqual({ [may]: 21_000 })
  await saved('billing/take-back-charge', { CHARGE_NO })
  await reopen('ATONCE')
  await close('ATONCE', may, june)
  // 1,000 of work is left, and 9,000 are missing.
  expect(await billed('ATONCE')).toEqual({ [may]: 30_000, [june]: -20_000 })
})

test('a late charge lowers the minimum of a month that is closed again', async () => {
  await type('LATER', 1000)
  await close('LATER', may)
  expect(await billed('LATER')).toEqual({ [may]: 10_000 })
  await type('LATER', 2000)
  await reopen('LATER')
  await close('LATER', may)
  await close('LATER', june)
  expect(await billed('LATER')).toEqual({ [may]: 8000, [june]: 2000 })
})

test('a month that is closed again owes the minimum of the version valid on its last date', async () => {
  await type('VERSION', 1000)
  await close('VERSION', may)
  await reopen('VERSION')
  await addMinimum('VERSION', 2, 12_000)
  await close('VERSION', may)
  expect(await billed('VERSION')).toEqual({ [may]: 12_000 })
  await reopen('VERSION')
  await addMinimum('VERSION', 3, 8000)
  await close('VERSION', may)
  expect(await billed('VERSION')).toEqual({ [may]: 8000 })
  await reopen('VERSION')
  await type('VERSION', 20_000)
  await close('VERSION', may)
  expect(await billed('VERSION')).toEqual({ [may]: 21_000 })
})

test('a monthly minimum of a price is owed once in months closed together', async () => {
  const price = { price_cd: 'PRICE-COUNT', owner_cd: 'PRICE', charge_cd: 'COUNT' } as const
  const unit = { basis_cd: 'WORK', unit_cd: 'DOC', unit_price: 100, month_min_amt: 5000 }
  await addPrices(site.db, { ...price, ...unit, from_dt: '20260501', to_dt: '20260531' })
  const count = (month: string, of: string | null, amount: number) =>
    site.db.execute(sql`
      with m as (insert into bill_month (wcode, owner_cd, bill_month)
        values ('W01', 'PRICE', ${month}) on conflict do nothing)
      insert into charge (wcode, owner_cd, charge_cd, service_dt, bill_month, of_month, cause_cd,
        doc_no, qty, unit_cd, price_id, amount, vat_cd, tax_rate, currency_cd, rounding_cd, created_by)
      select 'W01', 'PRICE', 'COUNT', '20260505', ${month}, ${of}, 'COUNT', ${`X${amount}`}, 1, 'DOC',
        price_id, ${amount}::numeric, 'TAX', 10, 'KRW', '2', 'admin'
      from price_line where price_cd = 'PRICE-COUNT'`)
  await count(may, null, 100)
  await close('PRICE', may)
  expect(await billed('PRICE')).toEqual({ [may]: 5000 })
  await count(june, may, 300)
  await reopen('PRICE')
  await close('PRICE', may, june)
  expect(await billed('PRICE')).toEqual({ [may]: 4700, [june]: 300 })
})
