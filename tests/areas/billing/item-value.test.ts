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
const worth = { unit_cd: 'WORTH', unit_price: 0.3, ...june }

/**
 * 20 pieces at 12,345.67 won from 11 June are worth 246,913.40 won; 0.3 % of that is 740.7402 won.
 */
const cards = [
  ['AVERAGE', { basis_cd: 'AVERAGE' }, 740.7402 * (20 / 30)],
  ['MONTH_END', { basis_cd: 'MONTH_END' }, 740.7402],
  ['TEN_PEAK', { basis_cd: 'TEN_PEAK' }, 740.7402 * 2],
  ['DAY_END', { basis_cd: 'DAY_END' }, 740.7402 * 20],
] as const

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  const moved = [['2026-06-11 09:00:00', 20]] as const
  for (const [owner, more] of cards) {
    await addPastStock(site.db, { owner, item: 'J', moved })
    await addPrices(site.db, { price_cd: owner, owner_cd: owner, ...worth, ...more })
  }
  for (const owner of ['IN', 'LATE']) {
    await addPastStock(site.db, { owner, item: 'J', kind: 'RECEIPT', moved })
    const work = { charge_cd: 'IN', basis_cd: 'WORK', ...worth }
    await addPrices(site.db, { price_cd: owner, owner_cd: owner, ...work })
  }
  await site.db.script(`update stock set unit_value = 12345.67 where stock_cd = 'J'
    and owner_cd <> 'LATE'`)
  await closeUntil(site.db, '20260630')
  await chargeAll(site.db)
})
// Without the ledger check, because these past movements have no documents.
afterAll(() => site.close())

const month = (OWNER_CD: string) => ({ OWNER_CD, BILL_MONTH: '202606' })

describe('a per cent of the item value', () => {
  test.each(cards)('charges storage on the value of the stock: %s', async (owner, _more, won) => {
    const [row] = await getCharges(site.db, owner)
    expect(Number(row?.amount)).toBeCloseTo(won, 4)
    const [tried] = await user.query('billing/price-trial', month(owner))
    expect(tried).toMatchObject({ DIFF_AMT: 0, FAULT_COUNT: 0 })
  })

  test('charges work on the value received: 246,913.40 won at 0.3 % is 740.74', async () => {
    const [row] = await getCharges(site.db, 'IN')
    expect([Number(row?.qty), Number(row?.amount)]).toEqual([2469.134, 740.7402])
  })

  test('work on an item without a value stays unbilled until the value is known', async () => {
    const [waiting] = await user.query('billing/unbilled', { OWNER_CD: 'LATE', CHARGE_CD: 'IN' })
    expect(waiting).toMatchObject({ STOCK_CD: 'J', REASON_CD: 'NO_WORTH' })
    const [tried] = await user.query('billing/price-trial', month('LATE'))
    expect(tried).toMatchObject({ CHARGE_CD: 'IN', FAULT_COUNT: 1 })
    const typed = { OWNER_CD: 'LATE', CHARGE_CD: 'EXTRA', SERVICE_DT: '20260611', QTY: 1 }
    const extra = { ...typed, UNIT_CD: 'DOC', UNIT_PRICE: 1, VAT_CD: 'TAX', REASON: 'x' }
    expect((await user.save('billing/write-charges', [extra])).status).toBe(200)
    const refused = await user.save('billing/close-month', [month('LATE')])
    expect(rowErrors(refused)[0]?.[1]).toBe('REASON')
    const [item] = await user.query('master/stock', { OWNER_CD: 'LATE', STOCK_CD: 'J' })
    const row = { ...item, BATCH_FLAG: 'U', UNIT_VALUE: 12_345.67 }
    expect((await user.save('master/save-stock', [row])).status).toBe(200)
    await chargeAll(site.db)
    const charged = (await getCharges(site.db, 'LATE')).find((row) => row.charge_cd === 'IN')
    expect(Number(charged?.amount)).toBe(740.7402)
  })

  test('a later rate re-rates a closed month', async () => {
    const reason = { REASON: 'no price' }
    const closed = await user.save('billing/close-month', [{ ...month('MONTH_END'), ...reason }])
    expect(closed.status).toBe(200)
    const next = { price_cd: 'MONTH_END', owner_cd: 'MONTH_END', version_no: 2, ...worth }
    await addPrices(site.db, { ...next, basis_cd: 'MONTH_END', unit_price: 0.6 })
    const [row] = await user.query('billing/rerate-diffs', { OWNER_CD: 'MONTH_END' })
    expect(row).toMatchObject({ BILLED_AMT: 740.7402, TRIED_AMT: 1481.4804 })
  })

  test.each([
    ['UNIT_CD', { CHARGE_CD: 'PACK', BASIS_CD: 'WORK' }],
    ['UNIT_CD', { CHARGE_CD: 'BON_STORE', BASIS_CD: 'WORK' }],
    ['CURRENCY_CD', { CHARGE_CD: 'STORE', BASIS_CD: 'DAY_END', CURRENCY_CD: 'USD' }],
  ])(
    'the price screen refuses a per cent price without items or in another currency: %s',
    async (at, extra) => {
      const card = { BATCH_FLAG: 'I', PRICE_CD: 'WRONG', OWNER_CD: 'IN', UNIT_PRICE: 1 }
      const row = { ...card, UNIT_CD: 'WORTH', FROM_DT: '20290101', ...extra }
      const response = await user.save('freight/save-price-line', [row])
      expect(rowErrors(response).map(([, column]) => column)).toContain(at)
    },
  )
})
