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
  for (const owner of ['LATER', 'VERSION']) {
    await site.db.script(`insert into owner (owner_cd, owner_nm) values ('${owner}', '${owner}')`)
    await addMinimum(owner, 1, 10_000)
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

async function type(OWNER_CD: string, UNIT_PRICE: number): Promise<void> {
  const work = { OWNER_CD, CHARGE_CD: 'EXTRA', SERVICE_DT: `${may}16`, UNIT_CD: 'DOC', REASON: 'x' }
  await saved('billing/write-charges', { ...work, QTY: 1, UNIT_PRICE })
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
