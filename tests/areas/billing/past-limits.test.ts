import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addPastStock, addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'
import { rowErrors } from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
// Without the ledger check, because these past receipts have no documents.
afterAll(() => site.close())

async function save(name: string, ...rows: Row[]): Promise<void> {
  const response = await user.save(name, rows)
  expect(rowErrors(response), response.body.message).toEqual([])
}

/** Receives each part as a separate document, because parts of one line are charged together. */
async function addReceipts(owner: string, ...parts: [string, number][]): Promise<void> {
  for (const part of parts)
    await addPastStock(site.db, { owner, item: 'J', kind: 'RECEIPT', moved: [part] })
}

async function addPriceVersion(
  owner: string,
  version_no: number,
  unit_price: number,
  limits: object,
) {
  await site.db.execute(sql`insert into owner (owner_cd, owner_nm) values (${owner}, ${owner})
    on conflict do nothing`)
  const work = { charge_cd: 'IN', basis_cd: 'WORK', unit_cd: 'EA' }
  const price = { price_cd: owner, owner_cd: owner, version_no, unit_price }
  await addPrices(site.db, { ...price, ...work, ...limits })
}

async function close(OWNER_CD: string, BILL_MONTH: string): Promise<void> {
  await closeUntil(site.db, '20260430')
  await chargeAll(site.db)
  await save('billing/close-month', { OWNER_CD, BILL_MONTH, REASON: 'other work' })
}

const diffs = async (OWNER_CD: string) =>
  (await user.query('billing/rerate-diffs', { OWNER_CD })).map((row) =>
    ['BILL_MONTH', 'BILLED_AMT', 'TRIED_AMT', 'DIFF_AMT'].map((name) => row[name]),
  )

async function trial(OWNER_CD: string, BILL_MONTH: string) {
  const [row] = await user.query('billing/price-trial', { OWNER_CD, BILL_MONTH })
  return ['BILLED_AMT', 'TRIED_AMT', 'DIFF_AMT'].map((name) => row?.[name])
}

/** Billed amounts on a month's invoice, by the month of the work. */
async function getInvoicedSums(OWNER_CD: string, BILL_MONTH: string) {
  const sums = new Map<string, number>()
  const invoices = await user.query('billing/invoices', { OWNER_CD, BILL_MONTH })
  for (const { INVOICE_NO = null, STATE_CD } of invoices) {
    if (STATE_CD === '90') continue
    for (const row of await user.query('billing/invoice-lines', { INVOICE_NO })) {
      const month = String(row['OF_MONTH'] ?? BILL_MONTH)
      sums.set(month, (sums.get(month) ?? 0) + Number(row['SUPPLY_AMT']))
    }
  }
  return Object.fromEntries(sums)
}

const postAllDifferences = async (owner: string) =>
  post(owner, await user.query('billing/rerate-diffs', { OWNER_CD: owner }))
const post = (OWNER_CD: string, rows: readonly Row[]) =>
  save(
    'billing/post-rerate',
    ...rows.map(({ BILL_MONTH = null, PRICE_CD = null }) => ({ OWNER_CD, BILL_MONTH, PRICE_CD })),
  )

test('re-rating applies the daily limits of each month separately from those of the open month', async () => {
  const daily = { day_min_amt: 5000, day_max_amt: 20_000 }
  await addPriceVersion('DAILY', 1, 7, daily)
  await addReceipts('DAILY', ['2026-01-10 09:00:00', 4000])
  await addReceipts('DAILY', ['2026-02-03 09:00:00', 100], ['2026-02-04 09:00:00', 1000])
  await addReceipts('DAILY', ['2026-03-05 09:00:00', 900])
  await chargeAll(site.db)
  await close('DAILY', '202601')
  await close('DAILY', '202602')
  expect(await getInvoicedSums('DAILY', '202601')).toEqual({ '202601': 20_000 })
  expect(await getInvoicedSums('DAILY', '202602')).toEqual({ '202602': 12_000 })
  await addPriceVersion('DAILY', 2, 14, daily)
  expect(await diffs('DAILY')).toEqual([
    ['202603', 6300, 12_600, 6300],
    ['202602', 12_000, 19_000, 7000],
  ])
  expect(await trial('DAILY', '202601')).toEqual([20_000, 20_000, 0])
  expect(await trial('DAILY', '202602')).toEqual([12_000, 19_000, 7000])
  await postAllDifferences('DAILY')
  expect(await diffs('DAILY')).toEqual([])
  await close('DAILY', '202603')
  expect(await getInvoicedSums('DAILY', '202603')).toEqual({ '202602': 7000, '202603': 12_600 })
})

test('re-rating keeps the monthly limits of the re-rated month', async () => {
  const monthly = { month_min_amt: 10_000, month_max_amt: 30_000 }
  await addPriceVersion('MONTHLY', 1, 10, monthly)
  await addReceipts('MONTHLY', ['2026-01-10 09:00:00', 200], ['2026-02-03 09:00:00', 2500])
  await addReceipts('MONTHLY', ['2026-03-05 09:00:00', 100])
  await chargeAll(site.db)
  await close('MONTHLY', '202601')
  await close('MONTHLY', '202602')
  await addPriceVersion('MONTHLY', 2, 20, monthly)
  // January stays at its minimum, February reaches its maximum.
  expect(await diffs('MONTHLY')).toEqual([['202602', 25_000, 30_000, 5000]])
  await postAllDifferences('MONTHLY')
  await close('MONTHLY', '202603')
  expect(await getInvoicedSums('MONTHLY', '202603')).toEqual({ '202602': 5000, '202603': 10_000 })
})

test('a version with other limits re-rates the month, and its difference is posted once', async () => {
  await addPriceVersion('LIMITS', 1, 10, { month_max_amt: 3000 })
  await addReceipts('LIMITS', ['2026-01-10 09:00:00', 500])
  await chargeAll(site.db)
  await close('LIMITS', '202601')
  await addPriceVersion('LIMITS', 2, 10, { month_max_amt: 4000 })
  expect(await diffs('LIMITS')).toEqual([['202601', 3000, 4000, 1000]])
  await postAllDifferences('LIMITS')
  expect(await diffs('LIMITS')).toEqual([])
  await close('LIMITS', '202602')
  expect(await getInvoicedSums('LIMITS', '202602')).toEqual({ '202601': 1000 })
})

test('late work of a closed month counts toward its limits, and closing again bills the same', async () => {
  await addPriceVersion('LATER', 1, 10, { day_max_amt: 1000, month_max_amt: 1500 })
  await addReceipts('LATER', ['2026-01-10 09:00:00', 60], ['2026-01-31 09:00:00', 60])
  await chargeAll(site.db)
  await close('LATER', '202601')
  expect(await getInvoicedSums('LATER', '202601')).toEqual({ '202601': 1200 })
  await addReceipts('LATER', ['2026-01-31 10:00:00', 60], ['2026-02-10 09:00:00', 200])
  await chargeAll(site.db)
  await close('LATER', '202602')
  const right = { '202601': 300, '202602': 1000 }
  expect(await getInvoicedSums('LATER', '202602')).toEqual(right)
  await save('billing/reopen-month', { OWNER_CD: 'LATER', BILL_MONTH: '202602', REASON: 'again' })
  await close('LATER', '202602')
  expect(await getInvoicedSums('LATER', '202602')).toEqual(right)
})
