import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addPrices, chargeAll, getCharges, closeUntil } from '#tests/support/billing.ts'
import { rowErrors } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

const june = { from_dt: '20260601', to_dt: '20260630' }
const margin = { charge_cd: 'MARGIN', basis_cd: 'WORK', unit_cd: 'COST', unit_price: 7.5, ...june }

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  for (const owner of ['PASSED', 'LIMITED', 'LATER', 'PLAIN', 'ABROAD', 'LONE']) {
    await site.db.script(`insert into owner (owner_cd, owner_nm) values ('${owner}', '${owner}')`)
  }
  await addPrices(
    site.db,
    { price_cd: 'PASSED', owner_cd: 'PASSED', ...margin },
    { price_cd: 'LIMITED', owner_cd: 'LIMITED', ...margin, min_amt: 10_000 },
    { price_cd: 'ABROAD', owner_cd: 'ABROAD', ...margin },
  )
  await closeUntil(site.db, '20260630')
  await chargeAll(site.db)
})
afterAll(() => site.close())

const cost = {
  CHARGE_CD: 'ACTUAL',
  SERVICE_DT: '20260610',
  QTY: 1,
  UNIT_CD: 'DOC',
  UNIT_PRICE: 123_450,
  VAT_CD: 'TAX',
  PAPER_NO: 'TX-20260610-7',
  REASON: 'dock fee',
}

const type = (row: Readonly<Record<string, string | number>>) =>
  user.save('billing/write-charges', [{ ...cost, ...row }])

const month = (OWNER_CD: string) => ({ OWNER_CD, BILL_MONTH: '202606' })

async function amounts(owner: string) {
  const rows = await getCharges(site.db, owner)
  return Object.fromEntries(rows.map((row) => [row.charge_cd, Number(row.amount)]))
}

describe('an expense passed on with a margin', () => {
  test('an expense needs the number of its document', async () => {
    const refused = await type({ OWNER_CD: 'PASSED', PAPER_NO: '' })
    expect(rowErrors(refused).map(([, column]) => column)).toEqual(['PAPER_NO'])
  })

  test('the margin has a separate invoice line: 7.5 % of 123,450 is 9,258', async () => {
    expect((await type({ OWNER_CD: 'PASSED' })).status).toBe(200)
    expect(await amounts('PASSED')).toEqual({ ACTUAL: 123_450, MARGIN: 9258.75 })
    const tried = await user.query('billing/price-trial', month('PASSED'))
    expect(tried.map((row) => [row['CHARGE_CD'], row['TRIED_AMT'], row['DIFF_AMT']])).toEqual([
      ['ACTUAL', 123_450, 0],
      ['MARGIN', 9258.75, 0],
    ])
    expect((await user.save('billing/close-month', [month('PASSED')])).status).toBe(200)
    const [invoice] = await user.query('billing/invoices', month('PASSED'))
    const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
    const lines = await user.query('billing/invoice-lines', { INVOICE_NO })
    const shown = lines.map((row) => [row['CHARGE_CD'], row['QTY'], row['UNIT_PRICE']])
    expect(shown).toEqual([
      ['ACTUAL', 1, null],
      ['MARGIN', 1234.5, 7.5],
    ])
    expect(lines.map((row) => row['SUPPLY_AMT'])).toEqual([123_450, 9258])
    const [charge] = await user.query('billing/charges', {
      ...month('PASSED'),
      CHARGE_CD: 'ACTUAL',
    })
    expect(charge).toMatchObject({ PAPER_NO: 'TX-20260610-7' })
  })

  test('a later per cent re-rates the margin', async () => {
    const next = { price_cd: 'PASSED', owner_cd: 'PASSED', version_no: 2, ...margin }
    await addPrices(site.db, { ...next, unit_price: 10 })
    const [row] = await user.query('billing/rerate-diffs', { OWNER_CD: 'PASSED' })
    expect(row).toMatchObject({ BILLED_AMT: 9258.75, TRIED_AMT: 12_345 })
  })

  test('a warning names expenses in other currencies, which get no margin', async () => {
    const foreign = { CURRENCY_CD: 'USD', UNIT_PRICE: 10 }
    const { body } = await type({ OWNER_CD: 'ABROAD', ...foreign })
    expect(body.message).toContain('ABROAD USD')
    const plain = await type({ OWNER_CD: 'LONE', ...foreign })
    expect(plain.body.message).not.toContain('USD')
    expect(await amounts('ABROAD')).toEqual({ ACTUAL: 10 })
  })

  test('cancelling an expense cancels its margin', async () => {
    const { body } = await type({ OWNER_CD: 'LIMITED' })
    expect(await amounts('LIMITED')).toEqual({ ACTUAL: 123_450, MARGIN: 10_000 })
    const CHARGE_NO = body.data.rows[0]?.['CHARGE_NO'] ?? null
    expect((await user.save('billing/take-back-charge', [{ CHARGE_NO }])).status).toBe(200)
    expect(await amounts('LIMITED')).toEqual({ ACTUAL: 0, MARGIN: 0 })
    const tried = await user.query('billing/price-trial', month('LIMITED'))
    expect(tried.map((row) => [row['TRIED_AMT'], row['BILLED_AMT']])).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  test('an expense without a price has no margin, and a credit reduces it', async () => {
    expect((await type({ OWNER_CD: 'PLAIN' })).status).toBe(200)
    expect(await amounts('PLAIN')).toEqual({ ACTUAL: 123_450 })
    await addPrices(site.db, { price_cd: 'LATER', owner_cd: 'LATER', ...margin })
    expect((await type({ OWNER_CD: 'LATER', UNIT_PRICE: -1000 })).status).toBe(200)
    expect(await amounts('LATER')).toEqual({ ACTUAL: -1000, MARGIN: -75 })
  })

  test.each([
    ['UNIT_CD', { CHARGE_CD: 'EXTRA' }],
    ['UNIT_CD', { UNIT_CD: 'EA' }],
    ['CURRENCY_CD', { CURRENCY_CD: 'USD' }],
    ['COOL_RATE', { COOL_RATE: 10 }],
    ['GROUP_CD', { GROUP_CD: 'X' }],
    ['BONDED_CD', { BONDED_CD: 'FREE' }],
  ])('the price screen refuses a margin that cannot be applied: %s', async (at, extra) => {
    const card = { BATCH_FLAG: 'I', PRICE_CD: 'WRONG', OWNER_CD: 'PLAIN', UNIT_PRICE: 1 }
    const price = { ...card, CHARGE_CD: 'MARGIN', UNIT_CD: 'COST', FROM_DT: '20290101' }
    const response = await user.save('freight/save-price-line', [{ ...price, ...extra }])
    expect(rowErrors(response).map(([, column]) => column)).toContain(at)
  })
})
