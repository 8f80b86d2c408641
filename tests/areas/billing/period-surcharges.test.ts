import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import {
  addPastStock,
  addPrices,
  chargeAll,
  getCharges,
  closeUntil,
} from '#tests/support/billing.ts'

let site: TestSite
let user: TestUser

const june = { from_dt: '20260601', to_dt: '20260630' }
const raised = { cool_rate: 20, unit_price: 10, unit_cd: 'EA', ...june }

/**
 * June: 100 pieces at room temperature. On the 7th 50 of them move to a cool cell, on the 20th 30
 * more arrive there.
 */
async function addMoved(owner: string): Promise<void> {
  const bonded = owner === 'BONDED' ? 'BONDED' : 'FREE'
  const dry = [
    ['2026-05-20 09:00:00', 100],
    ['2026-06-07 09:00:00', -50],
  ] as const
  const cool = [
    ['2026-06-07 09:00:00', 50],
    ['2026-06-20 09:00:00', 30],
  ] as const
  await addPastStock(site.db, { owner, item: 'J', moved: dry })
  const inCool = { cell: 'COOL-1', received: '2026-05-20', moved: cool, bonded } as const
  await addPastStock(site.db, { owner, item: 'J', ...inCool })
}

/**
 * Basis, quantity, and amount at 10 won. Moves count as received stock, because adjustments post
 * them.
 */
const rules = [
  // 100 × 13 + 50 × 0 … : closing 100 to the 19th, 130 from the 20th; cool 50 × 13 + 80 × 11.
  ['AVERAGE', '111', (111 + (0.2 * (50 * 13 + 80 * 11)) / 30) * 10],
  // On the 7th: 100 at room temperature and 50 received in the cool cell.
  ['PEAK', '150', (150 + 0.2 * 50) * 10],
  ['MONTH_END', '130', (130 + 0.2 * 80) * 10],
  ['HALF_PEAK', '280', (150 + 0.2 * 50 + 130 + 0.2 * 80) * 10],
  ['HALF_END', '230', (100 + 0.2 * 50 + 130 + 0.2 * 80) * 10],
  ['SPLIT', '165', (100 + 50 + 15 + 0.2 * (50 + 15)) * 10],
] as const

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`
    insert into zone (wcode, zone_cd, zone_nm, temperature_cd) values ('W01', 'C', 'C', 'COOL');
    insert into cell (wcode, cell_cd, zone_cd, pick_seq) values ('W01', 'COOL-1', 'C', 901)`)
  for (const [basis] of rules) {
    await addMoved(basis)
    await addPrices(site.db, { price_cd: basis, owner_cd: basis, basis_cd: basis, ...raised })
  }
  const average = { basis_cd: 'AVERAGE', ...raised }
  for (const owner of ['FREE', 'TIERS', 'LEAST', 'OVER', 'BONDED', 'LATER']) await addMoved(owner)
  await addPrices(
    site.db,
    { ...average, price_cd: 'FREE', owner_cd: 'FREE', free_qty: 11 },
    { ...average, price_cd: 'TIERS', owner_cd: 'TIERS', tier_cd: 'WHOLE', tiers: '0:10, 100:8' },
    { ...average, price_cd: 'LEAST', owner_cd: 'LEAST', min_amt: 5000 },
    { ...average, price_cd: 'OVER', owner_cd: 'OVER', over_months: 1, over_rate: 50 },
    { ...average, price_cd: 'BONDED', owner_cd: 'BONDED', bonded_rate: 30 },
    { ...average, price_cd: 'LATER', owner_cd: 'LATER', cool_rate: 0 },
  )
  await addWorkedExample()
  await closeUntil(site.db, '20260630')
  await chargeAll(site.db)
})
// Without the ledger check, because these past movements have no documents.
afterAll(() => site.close())

/** 9,266.447172 CBM, of which 750.20252 are cool for 24 of 30 dates: 600.162016 on average. */
async function addWorkedExample(): Promise<void> {
  const owner = 'C-STORE'
  const small = { owner, item: 'J', cbm: 0.000001 }
  const [kept, moved] = [8_516_244_652, 750_202_520]
  const dry = [
    ['2026-05-20 09:00:00', kept + moved],
    ['2026-06-07 09:00:00', -moved],
  ] as const
  await addPastStock(site.db, { ...small, moved: dry })
  await addPastStock(site.db, { ...small, cell: 'COOL-1', moved: [['2026-06-07 09:00:00', moved]] })
  const card = { price_cd: owner, owner_cd: owner, basis_cd: 'AVERAGE', unit_cd: 'CBM' }
  await addPrices(site.db, { ...card, unit_price: 55.55, cool_rate: 20, ...june })
}

const getFirstCharge = async (owner: string) => {
  const [row] = await getCharges(site.db, owner)
  return [row?.qty, Number(row?.amount)]
}

const averageCool = (50 * 13 + 80 * 11) / 30

describe('a surcharge of a period price', () => {
  test.each(rules)(
    'a surcharge on %s applies to the part of the quantity that bears it: %s pieces',
    async (owner, qty, won) => {
      const [pieces, amount] = await getFirstCharge(owner)
      expect(pieces).toBe(qty)
      expect(amount).toBeCloseTo(won, 5)
    },
  )

  test('a cool rate raises an average of 9,266.447172 CBM at 55.55 won from 514,751.14 to 521,418.94', async () => {
    const [qty, amount] = await getFirstCharge('C-STORE')
    expect(Number(qty)).toBeCloseTo(9266.447172, 6)
    expect(Number(amount).toFixed(2)).toBe('521418.94')
  })

  test.each([
    ['FREE', 100 * 10 * (1 + (0.2 * averageCool) / 111)],
    ['TIERS', 111 * 8 * (1 + (0.2 * averageCool) / 111)],
    ['LEAST', 5000],
    // Received on 20 May: overdue from 20 June, 130 pieces on 11 dates.
    ['OVER', (111 + 0.2 * averageCool + (0.5 * 130 * 11) / 30) * 10],
    ['BONDED', (111 + 0.5 * averageCool) * 10],
  ])('a surcharge is combined with the other conditions of its price: %s', async (owner, won) => {
    expect((await getFirstCharge(owner))[1]).toBeCloseTo(won, 4)
  })

  test('a surcharge of a later version re-rates a closed month by the stored quantities', async () => {
    const month = { OWNER_CD: 'LATER', BILL_MONTH: '202606' }
    expect((await user.save('billing/close-month', [month])).status).toBe(200)
    const later = { price_cd: 'LATER', owner_cd: 'LATER', basis_cd: 'AVERAGE', ...raised }
    await addPrices(site.db, { ...later, version_no: 2 })
    const [row] = await user.query('billing/rerate-diffs', { OWNER_CD: 'LATER' })
    expect(Number(row?.['DIFF_AMT'])).toBeCloseTo(2 * averageCool, 4)
  })

  test('a trial applies the surcharge as billed, and the explanation shows its quantity', async () => {
    const [row] = await user.query('billing/price-trial', {
      OWNER_CD: 'AVERAGE',
      BILL_MONTH: '202606',
    })
    expect(row).toMatchObject({ DIFF_AMT: 0 })
    const [charge] = await user.query('billing/charges', { OWNER_CD: 'AVERAGE' })
    const [why] = await user.query('billing/why', { CHARGE_NO: charge?.['CHARGE_NO'] ?? null })
    expect(String(why?.['TEXT'])).toContain('51 × 20%')
  })
})
