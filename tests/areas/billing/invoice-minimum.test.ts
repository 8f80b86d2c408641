import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import {
  addPastStock,
  addPrices,
  chargeAll,
  getCharges,
  closeUntil,
} from '#tests/support/billing.ts'
import { rowErrors } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

const minimum = { charge_cd: 'INVOICE_MIN', basis_cd: 'WORK', unit_cd: 'DOC', from_dt: '20260601' }
const june = { from_dt: '20260601', to_dt: '20260630' }

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  const moved = [['2026-06-10 09:00:00', 3]] as const
  for (const owner of ['SHORT', 'ABOVE', 'EMPTY', 'LATE', 'ODD']) {
    await addPastStock(site.db, { owner, item: 'J', kind: 'RECEIPT', moved })
    const work = { owner_cd: owner, basis_cd: 'WORK', unit_cd: 'EA', ...june }
    const price = owner === 'ABOVE' ? 5000 : owner === 'EMPTY' ? 0 : 33.37
    await addPrices(
      site.db,
      { ...work, price_cd: `${owner}-IN`, charge_cd: 'IN', unit_price: price },
      { ...work, price_cd: `${owner}-UN`, charge_cd: 'UNLOAD', unit_price: price },
      {
        ...minimum,
        price_cd: `${owner}-LEAST`,
        owner_cd: owner,
        unit_price: owner === 'ODD' ? 10_000.25 : 10_000,
      },
    )
  }
  await closeUntil(site.db, '20260630')
  await chargeAll(site.db)
})
// Without the ledger check, because these past movements have no documents.
afterAll(() => site.close())

const month = (OWNER_CD: string) => ({ OWNER_CD, BILL_MONTH: '202606' })

async function invoiceMonth(owner: string) {
  const closed = await user.save('billing/close-month', [{ ...month(owner), REASON: 'no price' }])
  expect(closed.status).toBe(200)
  const [invoice] = await user.query('billing/invoices', month(owner))
  const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
  const lines = await user.query('billing/invoice-lines', { INVOICE_NO })
  return { invoice, shown: lines.map((row) => [row['CHARGE_CD'], row['SUPPLY_AMT']]) }
}

describe('a minimum per invoice', () => {
  test('a separate line raises the invoice to its minimum: 100 + 100 + 9,800', async () => {
    const [tried] = (await user.query('billing/price-trial', month('SHORT'))).filter(
      (row) => row['CHARGE_CD'] === 'INVOICE_MIN',
    )
    expect(tried).toMatchObject({ TRIED_AMT: 9799.78, BILLED_AMT: 0 })
    const { invoice, shown } = await invoiceMonth('SHORT')
    // Two charges of 100.11 won are rounded down to 100. The minimum line adds the other 9,799.78,
    // rounded up.
    expect(shown).toEqual([
      ['IN', 100],
      ['INVOICE_MIN', 9800],
      ['UNLOAD', 100],
    ])
    expect(invoice).toMatchObject({ SUPPLY_AMT: 10_000, TAX_AMT: 1000 })
    const rows = await user.query('billing/price-trial', month('SHORT'))
    expect(rows.every((row) => row['DIFF_AMT'] === 0)).toBe(true)
  })

  test('a minimum with a fraction of a won is rounded up', async () => {
    const { invoice, shown } = await invoiceMonth('ODD')
    expect(shown).toContainEqual(['INVOICE_MIN', 9801])
    expect(invoice).toMatchObject({ SUPPLY_AMT: 10_001 })
  })

  test('an invoice above the minimum has no such line', async () => {
    expect((await invoiceMonth('ABOVE')).shown).toEqual([
      ['IN', 15_000],
      ['UNLOAD', 15_000],
    ])
  })

  test('charges that arrive after the month is closed reduce the minimum', async () => {
    await invoiceMonth('LATE')
    const typed = { OWNER_CD: 'LATE', CHARGE_CD: 'EXTRA', SERVICE_DT: '20260615', QTY: 1 }
    const extra = { ...typed, UNIT_CD: 'DOC', UNIT_PRICE: 4000, VAT_CD: 'TAX', REASON: 'x' }
    expect((await user.save('billing/write-charges', [extra])).status).toBe(200)
    const july = { OWNER_CD: 'LATE', BILL_MONTH: '202607' }
    await closeUntil(site.db, '20260731')
    await chargeAll(site.db)
    const closed = await user.save('billing/close-month', [{ ...july, REASON: 'x' }])
    expect(closed.status).toBe(200)
    const sums = await getCharges(site.db, 'LATE')
    const total = sums.reduce((sum, row) => sum + Number(row.amount), 0)
    expect(total).toBeCloseTo(10_000, 6)
  })

  test('re-rating posts the difference of the minimum along with the difference of the work', async () => {
    const card = { price_cd: 'SHORT-IN', owner_cd: 'SHORT', charge_cd: 'IN', basis_cd: 'WORK' }
    await addPrices(site.db, { ...card, version_no: 2, unit_cd: 'EA', unit_price: 1000, ...june })
    const row = { OWNER_CD: 'SHORT', BILL_MONTH: '202606', PRICE_CD: 'SHORT-IN' }
    expect((await user.save('billing/post-rerate', [row])).status).toBe(200)
    const sums = await getCharges(site.db, 'SHORT')
    const total = sums.reduce((sum, each) => sum + Number(each.amount), 0)
    expect(total).toBeCloseTo(10_000, 6)
    expect(await user.query('billing/rerate-diffs', { OWNER_CD: 'SHORT' })).toEqual([])
  })

  test.each([
    ['UNIT_CD', { UNIT_CD: 'EA' }],
    ['MIN_AMT', { MIN_AMT: 10 }],
    ['MONTH_MIN_AMT', { MONTH_MIN_AMT: 10 }],
    ['FREE_QTY', { FREE_QTY: 10 }],
    ['COOL_RATE', { COOL_RATE: 10 }],
    ['FROM_DT', { FROM_DT: '20260601' }],
  ])(
    'the price screen refuses settings that do not apply to a minimum per invoice: %s',
    async (at, extra) => {
      const card = { BATCH_FLAG: 'I', PRICE_CD: 'WRONG', OWNER_CD: 'SHORT', UNIT_PRICE: 1 }
      const price = { ...card, CHARGE_CD: 'INVOICE_MIN', UNIT_CD: 'DOC', FROM_DT: '20290101' }
      const response = await user.save('freight/save-price-line', [{ ...price, ...extra }])
      expect(rowErrors(response).map(([, column]) => column)).toContain(at)
    },
  )
})
