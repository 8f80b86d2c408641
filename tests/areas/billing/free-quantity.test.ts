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
const daily = { basis_cd: 'DAY_END', unit_cd: 'EA', unit_price: 10, ...june }

/** Stock on 29 and 30 June: two lots of J (80 and 20 pieces) and one of K (30 pieces). */
async function addStock(owner: string): Promise<void> {
  const parts = [
    { item: 'J', qty: 80, cell: 'A-001', pallet: 'P1' },
    { item: 'J', qty: 20, cell: 'A-002', pallet: 'P2' },
    { item: 'K', qty: 30, cell: 'COOL-1', pallet: 'P3' },
  ] as const
  for (const { item, qty, cell, pallet } of parts) {
    const moved = [['2026-06-29 09:00:00', qty]] as const
    const cbm = owner === 'LATE' && item === 'J' ? 0 : 1
    await addPastStock(site.db, { owner, item, cell, pallet, moved, cbm })
  }
}

/** Rate card with a free quantity, and the expected amount of one date. */
const cards = [
  // 130 pieces, 100 of them free: one free quantity for all stock.
  ['ALL', { free_qty: 100 }, 300],
  ['OWNER', { free_qty: 100, free_cd: 'OWNER' }, 300],
  // Each item has 40 free: 60 of J remain, none of K.
  ['ITEM', { free_qty: 40, free_cd: 'ITEM' }, 600],
  // Each lot has 25 free: 55 of 80 remain, none of 20, 5 of 30.
  ['LOT', { free_qty: 25, free_cd: 'LOT' }, 600],
  // Three cells or pallets, one of them free.
  ['CELL', { free_qty: 1, unit_cd: 'CELL' }, 20],
  ['PLT', { free_qty: 1, unit_cd: 'PLT' }, 20],
  // J is charged first: 90 of it are free; 10 at room temperature and 30 cool are charged.
  ['COOL', { free_qty: 90, cool_rate: 50 }, 10 * 10 + 30 * 15],
  ['MORE', { free_qty: 500 }, 0],
] as const

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`
    insert into zone (wcode, zone_cd, zone_nm, temperature_cd) values ('W01', 'C', 'C', 'COOL');
    insert into cell (wcode, cell_cd, zone_cd, pick_seq) values ('W01', 'COOL-1', 'C', 901)`)
  for (const [owner, more] of [...cards, ['AGAIN', { free_qty: 100 }] as const]) {
    await addStock(owner)
    await addPrices(site.db, { price_cd: owner, owner_cd: owner, ...daily, ...more })
  }
  await addStock('LATE')
  const cbm = { ...daily, unit_cd: 'CBM', free_qty: 50 }
  await addPrices(site.db, { price_cd: 'LATE', owner_cd: 'LATE', ...cbm })
  await closeUntil(site.db, '20260630')
  await chargeAll(site.db)
})
// Without the ledger check, because these past movements have no documents.
afterAll(() => site.close())

const june202606 = (OWNER_CD: string) => ({ OWNER_CD, BILL_MONTH: '202606' })

describe('the free quantity of a storage price', () => {
  test.each(cards)('the free quantity is deducted once a date: %s', async (owner, _more, won) => {
    const [row] = await getCharges(site.db, owner)
    expect(Number(row?.amount)).toBe(2 * won)
    const [tried] = await user.query('billing/price-trial', june202606(owner))
    expect(tried).toMatchObject({ TRIED_AMT: 2 * won, DIFF_AMT: 0 })
  })

  test.each([
    ['ALL', 'OWNER', -200],
    ['ITEM', 'ITEM', -140],
    ['LOT', 'LOT', -140],
  ])('the invoice line states the free quantity: %s', async (owner, free, qty) => {
    const closed = await user.save('billing/close-month', [
      { ...june202606(owner), REASON: 'no price' },
    ])
    expect(closed.status).toBe(200)
    const [invoice] = await user.query('billing/invoices', { OWNER_CD: owner })
    const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
    const lines = await user.query('billing/invoice-lines', { INVOICE_NO })
    expect(lines.map((row) => [row['KIND_CD'], row['QTY'], row['FREE_CD']])).toEqual([
      ['WORK', 260, null],
      ['FREE', qty, free],
    ])
  })

  test('the explanation of a charge states its share of the free quantity', async () => {
    const charges = await user.query('billing/charges', { OWNER_CD: 'ALL' })
    const why = await Promise.all(
      charges.map(({ CHARGE_NO = null }) => user.query('billing/why', { CHARGE_NO })),
    )
    const texts = why.map(([formula]) => String(formula?.['TEXT']))
    expect(texts.filter((text) => / − (80|20) /.test(text))).toHaveLength(4)
    expect(texts.filter((text) => text.includes('− 100'))).toEqual([])
  })

  test('a later version with another free quantity re-rates a closed month by date', async () => {
    expect(
      (await user.save('billing/close-month', [{ ...june202606('AGAIN'), REASON: 'no price' }]))
        .status,
    ).toBe(200)
    const again = { price_cd: 'AGAIN', owner_cd: 'AGAIN', version_no: 2, ...daily, free_qty: 120 }
    await addPrices(site.db, again)
    const [row] = await user.query('billing/rerate-diffs', { OWNER_CD: 'AGAIN' })
    expect(row).toMatchObject({ BILLED_AMT: 600, TRIED_AMT: 200 })
  })

  test('an item measured later shares the free quantity of its date', async () => {
    expect(Number((await getCharges(site.db, 'LATE'))[0]?.amount ?? 0)).toBe(0)
    await site.db.script(`update stock set cbm = 1, updated_at = now() where owner_cd = 'LATE'`)
    await chargeAll(site.db)
    expect(Number((await getCharges(site.db, 'LATE'))[0]?.amount)).toBe(2 * (130 - 50) * 10)
  })
})

describe('the price screen', () => {
  const card = {
    BATCH_FLAG: 'I',
    PRICE_CD: 'TYPED',
    OWNER_CD: 'ALL',
    UNIT_PRICE: 10,
    FREE_QTY: 10,
    FROM_DT: '20280101',
  }
  const storage = { ...card, CHARGE_CD: 'STORE', BASIS_CD: 'DAY_END', UNIT_CD: 'EA' }
  const work = { ...card, CHARGE_CD: 'IN', BASIS_CD: 'WORK', UNIT_CD: 'EA' }

  test.each([
    ['work per item', { ...work, FREE_CD: 'ITEM' }],
    ['storage per case', { ...storage, FREE_CD: 'CASE' }],
    ['a storage period per item', { ...storage, BASIS_CD: 'PEAK', FREE_CD: 'ITEM' }],
    ['a cell per lot', { ...storage, UNIT_CD: 'CELL', FREE_CD: 'LOT' }],
    ['zero', { ...storage, FREE_QTY: 0, FREE_CD: 'ITEM' }],
  ])('the price screen refuses a free quantity of %s', async (_of, row) => {
    const response = await user.save('freight/save-price-line', [row])
    expect(rowErrors(response).map(([, column]) => column)).toContain('FREE_CD')
  })

  test.each([
    ['CASE', work],
    ['OWNER', { ...storage, PRICE_CD: 'TYPED-2' }],
  ])('a price without a chosen scope of its free quantity is stored as %s', async (free, row) => {
    expect((await user.save('freight/save-price-line', [row])).status).toBe(200)
    const [saved] = await user.query('freight/price-line', { PRICE_CD: row.PRICE_CD })
    expect(saved).toMatchObject({ FREE_CD: free })
  })
})
