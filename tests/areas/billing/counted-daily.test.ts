import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selectCountedDaily, selectDailyTargets } from '#areas/billing/server/storage-targets.ts'
import { Chance } from '#server/demo/past/chance.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { addPastStock, addPrices, closeUntil, type PriceColumns } from '#tests/support/billing.ts'

let site: TestSite

const owners = ['D1', 'D2', 'D3', 'D4']

beforeAll(async () => {
  site = await testSite()
  await site.db.transaction(async (tx) => {
    await tx.execute(sql`insert into zone (wcode, zone_cd, zone_nm, temperature_cd, pick_seq)
      values ('W01', 'COLD', 'COLD', 'COOL', 7)`)
    await tx.execute(sql`insert into cell (wcode, cell_cd, zone_cd, pick_seq)
      values ('W01', 'COLD-1', 'COLD', 1)`)
  })
  for (const owner of owners) {
    for (const cell of ['A-001', 'COLD-1']) {
      const moved = [['2026-06-01 09:00:00', 10]] as const
      await addPastStock(site.db, { owner, item: `I-${owner}`, cell, moved })
    }
  }
  await closeUntil(site.db, '20260602')
})
afterAll(() => site.close())

function priceList(chance: Chance): PriceColumns[] {
  return Array.from({ length: chance.between(1, 5) }, (_, index) => ({
    price_cd: `P${index}`,
    owner_cd: chance.pick([null, ...owners] as const),
    price_wcode: chance.pick([null, null, 'W01', 'W02'] as const),
    temperature_cd: chance.pick([null, null, null, 'COOL', 'DRY'] as const),
    basis_cd: chance.pick(['DAY_END', 'AVERAGE', 'AVERAGE', 'HALF_PEAK', 'PEAK'] as const),
    state_cd: chance.pick(['20', '20', '20', '10'] as const),
    unit_price: 100 + index,
  }))
}

test('daily targets are unchanged when limited to the owners counted daily', async () => {
  const { db } = site
  const day = sql`'2026-06-02'::date`
  const queryTargets = (only?: readonly string[]) =>
    db.query(sql`with ${selectDailyTargets({ first: day, last: day, owners: only })}
      select to_jsonb(t) t from targets t order by t::text`)
  const chance = new Chance('counted daily')
  let [found, spared] = [0, 0]
  for (let round = 0; round < 40; round += 1) {
    await db.execute(sql`delete from price_line`)
    await addPrices(db, ...priceList(chance))
    const [readTargets] = await db.query<{ owners: string[]; is_shared: boolean }>(
      selectCountedDaily(day),
    )
    const all = await queryTargets()
    expect(readTargets?.is_shared).toBe(false)
    expect(await queryTargets(readTargets?.owners)).toEqual(all)
    found += all.length
    spared += owners.filter((owner) => !readTargets?.owners.includes(owner)).length
  }
  expect(found).toBeGreaterThan(40)
  expect(spared).toBeGreaterThan(20)

  // Owners that share a cell pay a share of it, so the stock of all owners is read.
  await addPrices(db, { price_cd: 'SHARED', owner_cd: 'D1', unit_cd: 'CELL', share_yn: 'Y' })
  const [readTargets] = await db.query<{ is_shared: boolean }>(selectCountedDaily(day))
  expect(readTargets?.is_shared).toBe(true)
})
