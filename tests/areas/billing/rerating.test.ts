import sql from 'sql-template-tag'
import type { Value, WireRow } from '#kernel/field.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { addPastStock, addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser

const june = [
  ['2026-05-20 09:00:00', 100],
  ['2026-06-10 09:00:00', 40],
  ['2026-06-20 10:00:00', -60],
] as const
const card = { price_cd: 'AA-STORE', owner_cd: 'AA', unit_price: 300, from_dt: '20260601' }
const dollars = {
  ...card,
  price_cd: 'US-STORE',
  owner_cd: 'US',
  unit_price: 0.2,
  currency_cd: 'USD',
}
const creditedOwner = { price_cd: 'CR-STORE', owner_cd: 'CR' }
/** Taxed until 15 June, with another tax from then on, which makes two invoices. */
const splitOwner = { price_cd: 'SP-STORE', owner_cd: 'SP' }
const taxedOwner = { price_cd: 'TX-STORE', owner_cd: 'TX' }
const zeroRated = { ...card, ...splitOwner, version_no: 2, from_dt: '20260616', vat_cd: 'ZERO' }
const month = { OWNER_CD: 'AA', BILL_MONTH: '202606' }

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  for (const owner of ['AA', 'US', 'CR', 'SP', 'TX']) {
    await addPastStock(site.db, { owner, item: 'J', moved: june })
  }
  await addPrices(site.db, card, dollars, { ...card, ...creditedOwner })
  await addPrices(site.db, { ...card, ...splitOwner }, zeroRated)
  await addPrices(site.db, { ...card, ...taxedOwner }, { ...zeroRated, ...taxedOwner })
  await site.db.execute(
    sql`insert into billing_terms (owner_cd, biz_no)
      values ('CR', '124-81-00998'), ('SP', '124-81-00998'), ('TX', '124-81-00998')`,
  )
  await closeUntil(site.db, '20260630')
  await chargeAll(site.db)
  for (const OWNER_CD of ['CR', 'SP', 'TX']) {
    const closed = await user.save('billing/close-month', [{ OWNER_CD, BILL_MONTH: '202606' }])
    expect(closed.status).toBe(200)
  }
})
afterAll(() => closeVerified(site))

const trial = async () => {
  const [row] = await user.query('billing/price-trial', month)
  return row
}
const diffs = () => user.query('billing/rerate-diffs', month)

test('a draft price is tried against last month’s billing without saving anything', async () => {
  await addPrices(site.db, {
    ...card,
    price_cd: 'AA-NEW',
    state_cd: '10',
    basis_cd: 'AVERAGE',
    unit_price: 10_000,
  })
  const count = () => site.db.query(sql`select count(*) n from charge`)
  const before = await count()
  expect(await trial()).toMatchObject({
    CHARGE_CD: 'STORE',
    BILLED_AMT: 47_700,
    TRIED_QTY: 5.3,
    TRIED_AMT: 53_000,
    DIFF_AMT: 5300,
  })
  expect(await count()).toEqual(before)
})

test('a new version from 1 June bills 1,590 won of June in July', async () => {
  expect((await user.save('billing/close-month', [month])).status).toBe(200)
  expect(await diffs()).toEqual([])
  await addPrices(site.db, { ...card, version_no: 2, unit_price: 310 })
  const [diff] = await diffs()
  expect(diff).toMatchObject({ BILLED_AMT: 47_700, TRIED_AMT: 49_290, DIFF_AMT: 1590 })
  const named = { ...month, PRICE_CD: 'AA-STORE' }
  expect((await user.save('billing/post-rerate', [named])).status).toBe(200)
  const [row] = await user.query('billing/charges', { OWNER_CD: 'AA', CAUSE_CD: 'RERATE' })
  expect(row).toMatchObject({ BILL_MONTH: '202607', OF_MONTH: '202606', AMOUNT: 1590 })
  expect(await diffs()).toEqual([])
  const why = await user.query('billing/why', { CHARGE_NO: row?.['CHARGE_NO'] ?? null })
  expect(why[0]?.['TEXT']).not.toContain('× 310')
  expect(why).toHaveLength(1 + 30)
  expect(why[1]).toMatchObject({ TEXT: expect.stringContaining('× 300'), QTY: 5 })
  expect(rowErrors(await user.save('billing/post-rerate', [named]))[0]?.[1]).toBe('PRICE_CD')
})

test('won and dollars are neither totalled together nor rerated against each other', async () => {
  const typed = { CHARGE_CD: 'EXTRA', SERVICE_DT: '20260630', UNIT_CD: 'DOC', QTY: 1, REASON: 'x' }
  const extra = await user.save('billing/write-charges', [
    { OWNER_CD: 'US', ...typed, UNIT_PRICE: 900, CURRENCY_CD: 'KRW' },
    { OWNER_CD: 'US', ...typed, UNIT_PRICE: 5, CURRENCY_CD: 'USD' },
  ])
  expect(extra.status).toBe(200)
  const request = { OWNER_CD: 'US', BILL_MONTH: '202606' }
  const facts = (row: WireRow) =>
    ['CHARGE_CD', 'CURRENCY_CD', 'BILLED_AMT', 'TRIED_AMT'].map((name) => row[name])
  expect((await user.query('billing/price-trial', request)).map(facts)).toEqual([
    ['EXTRA', 'KRW', 900, 900],
    ['EXTRA', 'USD', 5, 5],
    ['STORE', 'USD', 31.8, 31.8],
  ])
  const footer = async (name: string, search: object) => {
    const FOOTERS = [{ COLUMN: 'BILLED_AMT', KIND: 'SUM' }]
    const { body } = await user.call(`/api/wms/${name}`, { SEARCH: search, FOOTERS })
    return body.data
  }
  expect(await footer('billing/price-trial', request)).toEqual({ FOOTERS: [null] })
  expect(await footer('billing/price-trial', month)).toEqual({ FOOTERS: ['49290'] })
  // Without an exchange rate, KRW cannot be compared with USD.
  await addPrices(site.db, { ...dollars, version_no: 2, unit_price: 310, currency_cd: 'KRW' })
  expect(await user.query('billing/rerate-diffs', request)).toEqual([])
  await addPrices(site.db, { ...dollars, version_no: 3, unit_price: 0.3 })
  expect(await user.query('billing/rerate-diffs', request)).toMatchObject([
    { CURRENCY_CD: 'USD', BILLED_AMT: 31.8, TRIED_AMT: 47.7, DIFF_AMT: 15.9 },
  ])
})

const before = '20200101000000'

test('charges and months can be queried as of any point in time', async () => {
  expect(await user.query('billing/charges', { OWNER_CD: 'AA', AS_OF: before })).toEqual([])
  const [empty] = await user.query('billing/months', { ...month, AS_OF: before })
  expect(empty).toMatchObject({ AMOUNT: 0, CHARGE_COUNT: 0 })
  const [whole] = await user.query('billing/months', month)
  expect(whole).toMatchObject({ AMOUNT: 47_700, CHARGE_COUNT: 30 })
  expect(await user.query('billing/month-charges', { ...month, AS_OF: before })).toEqual([])
})

test('comparing a month at two times lists only the rows that differ', async () => {
  const compare = (FIRST_AT: string, SECOND_AT: string) =>
    user.query('billing/compare-drafts', { ...month, FIRST_AT, SECOND_AT })
  const rows = await compare(before, '20991231000000')
  expect(rows).toHaveLength(30)
  expect(rows[0]).toMatchObject({ SERVICE_DT: '20260601', FIRST_AMT: 0, SECOND_AMT: 1500 })
  expect(rows.reduce((sum, row) => sum + Number(row['DIFF_AMT']), 0)).toBe(47_700)
  expect(await compare('20991231000000', '20991231000000')).toEqual([])
})

test('a month whose invoice was credited in full is not re-rated', async () => {
  const credited = { OWNER_CD: 'CR', BILL_MONTH: '202606' }
  const [invoice] = await user.query('billing/invoices', credited)
  const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
  expect((await user.save('billing/issue-invoices', [{ INVOICE_NO }])).status).toBe(200)
  await addPrices(site.db, { ...card, ...creditedOwner, version_no: 2, unit_price: 200 })
  const differences = () => user.query('billing/rerate-diffs', credited)
  const correct = async (row: Row) =>
    expect(rowErrors(await user.save('billing/correct-invoice', [{ INVOICE_NO, ...row }]))).toEqual(
      [],
    )
  expect(await differences()).toMatchObject([{ DIFF_AMT: -15_900 }])
  await correct({ CORRECT_CD: '1' })
  await correct({ CORRECT_CD: '2', DIFF_AMT: -700 })
  expect(await differences()).toMatchObject([{ DIFF_AMT: -15_200 }])
  await correct({ CORRECT_CD: '4' })
  expect(await differences()).toEqual([])
  const named = { ...credited, PRICE_CD: 'CR-STORE' }
  expect(rowErrors(await user.save('billing/post-rerate', [named]))[0]?.[1]).toBe('PRICE_CD')
})

test('a price on two invoices is re-rated while one of them is not credited', async () => {
  const split = { OWNER_CD: 'SP', BILL_MONTH: '202606' }
  const invoices = await user.query('billing/invoices', split)
  expect(new Set(invoices.map((row) => row['VAT_CD']))).toEqual(new Set(['TAX', 'ZERO']))
  const [{ INVOICE_NO = null } = {}] = invoices.filter((row) => row['VAT_CD'] === 'ZERO')
  expect((await user.save('billing/issue-invoices', [{ INVOICE_NO }])).status).toBe(200)
  const credit = await user.save('billing/correct-invoice', [{ INVOICE_NO, CORRECT_CD: '4' }])
  expect(rowErrors(credit)).toEqual([])
  await addPrices(site.db, { ...card, ...splitOwner, version_no: 3, unit_price: 330 })
  expect(await user.query('billing/rerate-diffs', split)).toMatchObject([{ PRICE_CD: 'SP-STORE' }])
})

test('the difference of a month with two tax kinds is taxed like the charges of each date', async () => {
  const taxed = { OWNER_CD: 'TX', BILL_MONTH: '202606' }
  const dear = { ...card, ...taxedOwner, unit_price: 330 }
  await addPrices(
    site.db,
    { ...dear, version_no: 3, to_dt: '20260615' },
    { ...dear, version_no: 4, from_dt: '20260616', vat_cd: 'ZERO' },
  )
  expect(await user.query('billing/rerate-diffs', taxed)).toMatchObject([{ DIFF_AMT: 4770 }])
  const posted = await user.save('billing/post-rerate', [{ ...taxed, PRICE_CD: 'TX-STORE' }])
  expect(rowErrors(posted)).toEqual([])
  const rows = await user.query('billing/charges', { OWNER_CD: 'TX', CAUSE_CD: 'RERATE' })
  const amounts = rows.map((row) => `${row['VAT_CD']} ${row['AMOUNT']}`)
  // 87 CBM days until 15 June, 72 from then on, each at 30 won more.
  expect(new Set(amounts)).toEqual(new Set(['TAX 2610', 'ZERO 2160']))
  expect(await user.query('billing/rerate-diffs', taxed)).toEqual([])
})
