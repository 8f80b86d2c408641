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

const june = { from_dt: '20260601', to_dt: '20260630' }
const steps = { weight_steps: '20:10, 30:25', unit_price: 100, ...june }
const work = { ...steps, charge_cd: 'IN', basis_cd: 'WORK', unit_cd: 'EA' }

/** Rate card, kg per piece, pieces per box, and the charge for 12 pieces. */
const cards = [
  ['LIGHT', work, 20, null, 1200],
  ['HEAVY', work, 20.001, null, 1320],
  ['HEAVIER', work, 31, null, 1500],
  // Two boxes of 6 × 5 kg: not above 30 kg.
  ['BOX', { ...work, unit_cd: 'BOX' }, 5, 6, 220],
  ['LINE', { ...work, unit_cd: 'LINE' }, 31, null, 125],
  ['LEAST', { ...work, min_amt: 2000 }, 31, null, 2000],
  // The surcharge applies on 20 dates.
  ['STORED', { ...steps, unit_cd: 'EA', basis_cd: 'DAY_END' }, 25, null, 1320 * 20],
] as const

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  const moved = [['2026-06-11 09:00:00', 12]] as const
  for (const [owner, card, kg, box] of [...cards, ['NONE', work, 0, null] as const]) {
    await addPastStock(site.db, { owner, item: 'J', kind: 'RECEIPT', moved })
    await site.db.script(`update stock set weight_kg = ${kg}, box_qty = ${box}
      where owner_cd = '${owner}'`)
    await addPrices(site.db, { price_cd: owner, owner_cd: owner, ...card })
  }
  await closeUntil(site.db, '20260630')
  await chargeAll(site.db)
})
// Without the ledger check, because these past movements have no documents.
afterAll(() => site.close())

const month = (OWNER_CD: string) => ({ OWNER_CD, BILL_MONTH: '202606' })

describe('a surcharge by weight', () => {
  test.each(cards)('raises the price of heavy pieces or boxes: %s', async (owner, ...card) => {
    const [row] = await getCharges(site.db, owner)
    expect(Number(row?.amount)).toBe(card[3])
    const [tried] = await user.query('billing/price-trial', month(owner))
    expect(tried).toMatchObject({ DIFF_AMT: 0 })
  })

  test('has a separate invoice line, and the explanation states the weight', async () => {
    expect(
      (await user.save('billing/close-month', [{ ...month('HEAVIER'), REASON: 'no price' }]))
        .status,
    ).toBe(200)
    const [invoice] = await user.query('billing/invoices', { OWNER_CD: 'HEAVIER' })
    const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
    const lines = await user.query('billing/invoice-lines', { INVOICE_NO })
    expect(lines.map((row) => [row['KIND_CD'], row['SUPPLY_AMT']])).toEqual([
      ['WORK', 1200],
      ['RAISED', 300],
    ])
    const [charge] = await user.query('billing/charges', { OWNER_CD: 'HEAVIER' })
    const [why] = await user.query('billing/why', { CHARGE_NO: charge?.['CHARGE_NO'] ?? null })
    expect(String(why?.['TEXT'])).toContain('+25% (31 kg)')
    const next = { price_cd: 'HEAVIER', owner_cd: 'HEAVIER', version_no: 2, ...work }
    await addPrices(site.db, { ...next, weight_steps: '20:10, 30:50' })
    const [row] = await user.query('billing/rerate-diffs', { OWNER_CD: 'HEAVIER' })
    expect(row).toMatchObject({ BILLED_AMT: 1500, TRIED_AMT: 1800 })
  })

  test('an item without a weight is unbilled until it is weighed', async () => {
    const [waiting] = await user.query('billing/unbilled', { OWNER_CD: 'NONE', CHARGE_CD: 'IN' })
    expect(waiting).toMatchObject({ STOCK_CD: 'J', REASON_CD: 'NO_KG' })
    await site.db.script(`update stock set weight_kg = 31 where owner_cd = 'NONE'`)
    await chargeAll(site.db)
    expect(Number((await getCharges(site.db, 'NONE'))[0]?.amount)).toBe(1500)
  })

  const card = { BATCH_FLAG: 'I', OWNER_CD: 'LIGHT', UNIT_CD: 'EA', UNIT_PRICE: 1 }
  const typed = { ...card, PRICE_CD: 'WRONG', FROM_DT: '20290101', CHARGE_CD: 'OUT' }

  test.each([
    ['an unreadable step', { WEIGHT_STEPS: '20' }],
    ['steps in descending order', { WEIGHT_STEPS: '30:10, 20:25' }],
    ['a price per document', { PER_CD: 'DOC' }],
    ['a charge without items', { CHARGE_CD: 'PACK' }],
    ['a storage period', { CHARGE_CD: 'STORE', BASIS_CD: 'PEAK' }],
    ['a cell', { CHARGE_CD: 'STORE', BASIS_CD: 'DAY_END', UNIT_CD: 'CELL' }],
  ])('the price screen refuses weight steps of %s', async (_of, extra) => {
    const row = { ...typed, BASIS_CD: 'WORK', WEIGHT_STEPS: '20:10', ...extra }
    const response = await user.save('freight/save-price-line', [row])
    expect(rowErrors(response).map(([, column]) => column)).toContain('WEIGHT_STEPS')
  })
})
