import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addPastStock, addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'
import { rowErrors } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

const june = { from_dt: '20260601', to_dt: '20260630' }
const ten = { basis_cd: 'TEN_PEAK', unit_cd: 'EA', unit_price: 10, ...june }

/**
 * J: 100 pieces from before the month, 40 of them leave on 5 June, 30 on the 15th. K: 50 pieces on
 * the 3rd that leave on the 4th, in the same period as J.
 */
async function addStock(owner: string): Promise<void> {
  const j = [
    ['2026-05-20 09:00:00', 100],
    ['2026-06-05 09:00:00', -40],
    ['2026-06-15 09:00:00', -30],
  ] as const
  const k = [
    ['2026-06-06 09:00:00', 50],
    ['2026-06-07 09:00:00', -50],
  ] as const
  await addPastStock(site.db, { owner, item: 'J', moved: j })
  await addPastStock(site.db, { owner, item: 'K', moved: k })
}

/** Owner, settings of its price, and the charged pieces of each ten-day period. */
const cards = [
  // J 100 on the 1st, K 50 on the 6th: 150 pieces in the period, though never on one date. Then J
  // 60 and J 30.
  ['TEN_PEAK', {}, [150, 60, 30]],
  // Closing stock is 60 pieces on the 10th, and 30 on the 20th and 30th.
  ['TEN_END', { basis_cd: 'TEN_END' }, [60, 30, 30]],
  ['TEN_FREE', { free_qty: 40 }, [150, 60, 30]],
  // J is free until 3 June, K throughout.
  ['TEN_NEW', { free_days: 15 }, [100, 60, 30]],
] as const

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await site.db.script(`
    insert into zone (wcode, zone_cd, zone_nm, temperature_cd) values ('W01', 'C', 'C', 'COOL');
    insert into cell (wcode, cell_cd, zone_cd, pick_seq) values ('W01', 'COOL-1', 'C', 901)`)
  for (const [owner, more] of [...cards, ['AGAIN', {}] as const]) {
    await addStock(owner)
    await addPrices(site.db, { price_cd: owner, owner_cd: owner, ...ten, ...more })
  }
  // 80 pieces that move from one cell to a cool one are one balance.
  const owner = 'MOVED'
  const dry = [
    ['2026-05-20 09:00:00', 80],
    ['2026-06-12 09:00:00', -80],
  ] as const
  await addPastStock(site.db, { owner, item: 'J', moved: dry })
  await addPrices(site.db, { price_cd: owner, owner_cd: owner, ...ten, cool_rate: 50 })
  await closeUntil(site.db, '20260630')
  await chargeAll(site.db)
})
// Without the ledger check, because these past movements have no documents.
afterAll(() => site.close())

async function periods(owner: string) {
  const rows = await user.query('billing/charges', { OWNER_CD: owner, CHARGE_CD: 'STORE' })
  return rows
    .map((row) => [String(row['SERVICE_DT']), Number(row['QTY']), Number(row['AMOUNT'])] as const)
    .toSorted(([a], [b]) => a.localeCompare(b))
}

describe('storage by ten-day periods', () => {
  test.each(cards)('each balance of a period is charged once: %s', async (owner, more, pieces) => {
    const free = 'free_qty' in more ? more.free_qty : 0
    const ends = ['20260610', '20260620', '20260630']
    const expected = pieces.map((qty, index) => [ends[index], qty, Math.max(qty - free, 0) * 10])
    expect(await periods(owner)).toEqual(expected)
    const month = { OWNER_CD: owner, BILL_MONTH: '202606' }
    const [tried] = await user.query('billing/price-trial', month)
    expect(tried).toMatchObject({ DIFF_AMT: 0 })
  })

  test('the explanation of a period shows only the stock of its dates', async () => {
    const rows = await user.query('billing/charges', { OWNER_CD: 'TEN_PEAK', CHARGE_CD: 'STORE' })
    const second = rows.find((row) => row['SERVICE_DT'] === '20260620')
    const why = await user.query('billing/why', { CHARGE_NO: second?.['CHARGE_NO'] ?? null })
    const texts = why.slice(1).map((row) => String(row['TEXT']))
    expect(texts).toHaveLength(10)
    expect(texts.every((text) => / 2026-06-(1[1-9]|20)/.test(text))).toBe(true)
  })

  test('a later version re-rates each period of a closed month', async () => {
    const month = { OWNER_CD: 'AGAIN', BILL_MONTH: '202606' }
    expect((await user.save('billing/close-month', [month])).status).toBe(200)
    const again = { price_cd: 'AGAIN', owner_cd: 'AGAIN', version_no: 2, ...ten, unit_price: 12 }
    await addPrices(site.db, again)
    const [row] = await user.query('billing/rerate-diffs', { OWNER_CD: 'AGAIN' })
    expect(row).toMatchObject({ BILLED_AMT: 2400, TRIED_AMT: 2880 })
  })

  test.each([
    ['TEN_PEAK', 'AVERAGE'],
    ['AVERAGE', 'TEN_PEAK'],
    ['HALF_END', 'TEN_END'],
    ['HALF_PEAK', 'MONTH_END'],
  ])('a price cannot change from %s to %s within a month', async (before, after) => {
    const PRICE_CD = `${before}-${after}`
    const card = { BATCH_FLAG: 'I', PRICE_CD, OWNER_CD: 'MOVED', CHARGE_CD: 'STORE' }
    const price = { ...card, UNIT_CD: 'EA', UNIT_PRICE: 10, GROUP_CD: null }
    const first = { ...price, VERSION_NO: 1, BASIS_CD: before, FROM_DT: '20290101' }
    expect((await user.save('freight/save-price-line', [first])).status).toBe(200)
    const second = { ...price, VERSION_NO: 2, BASIS_CD: after, FROM_DT: '20290215' }
    const refused = await user.save('freight/save-price-line', [second])
    expect(rowErrors(refused).map(([, column]) => column)).toEqual(['FROM_DT'])
    const next = await user.save('freight/save-price-line', [{ ...second, FROM_DT: '20290301' }])
    expect(next.status).toBe(200)
    await site.db.script(`delete from price_line where price_cd = '${PRICE_CD}'`)
  })
})
