import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { addPastStock, addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'

let site: TestSite

type Moves = readonly (readonly [at: string, qty: number])[]

/** 100 pieces until 10 June, then 60. */
const falling: Moves = [
  ['2026-06-01 00:30:00', 100],
  ['2026-06-11 00:30:00', -40],
]

/** Storage by the piece at 10 won. */
const storagePrice = (owner: string, price: string, basis: string, extra = {}) => ({
  price_cd: `${owner}-${price}`,
  owner_cd: owner,
  basis_cd: basis,
  unit_cd: 'EA',
  unit_price: 10,
  ...extra,
})

async function getChargedQuantities(owner: string) {
  const rows = await site.db.query<{ price: string; qty: string }>(sql`
    select l.price_cd price, trim_scale(sum(c.qty))::text qty
    from charge c join price_line l using (price_id) where c.owner_cd = ${owner}
    group by 1 having sum(c.qty) <> 0 order by 1`)
  return rows.map(({ price, qty }) => [price.slice(owner.length + 1), Number(qty)])
}

beforeAll(async () => {
  site = await testSite()
  for (const owner of ['SWAP', 'BACK', 'NEW', 'PART', 'NARROW', 'DEAR']) {
    await addPastStock(site.db, { owner, item: 'J', moved: falling })
  }
  await addPastStock(site.db, {
    owner: 'LEFT',
    item: 'J',
    moved: [
      ['2026-06-01 00:30:00', 60],
      ['2026-06-15 18:00:00', -60],
    ],
  })
  await addPastStock(site.db, {
    owner: 'LATER',
    item: 'J',
    moved: [
      ['2026-06-01 00:30:00', 100],
      ['2026-06-11 00:30:00', -100],
    ],
  })
  await addPrices(
    site.db,
    storagePrice('SWAP', 'A', 'DAY_END', { to_dt: '20260615' }),
    storagePrice('SWAP', 'B', 'PEAK', { from_dt: '20260616' }),
    storagePrice('BACK', 'A', 'AVERAGE', { to_dt: '20260615' }),
    storagePrice('BACK', 'B', 'DAY_END', { from_dt: '20260616' }),
    storagePrice('NEW', 'A', 'PEAK', { from_dt: '20260616' }),
    storagePrice('LEFT', 'A', 'AVERAGE', { to_dt: '20260615' }),
    storagePrice('PART', 'A', 'MONTH_END', { to_dt: '20260610' }),
    storagePrice('NARROW', 'A', 'DAY_END'),
    storagePrice('LATER', 'A', 'PEAK'),
    storagePrice('LATER', 'A', 'PEAK', { version_no: 2, unit_price: 20, from_dt: '20260616' }),
    storagePrice('DEAR', 'A', 'DAY_END'),
  )
})
// Without the ledger check, because these past movements have no documents.
afterAll(() => site.close())

test('a narrower price replaces the wider one on dates charged before it was saved', async () => {
  await closeUntil(site.db, '20260612')
  await chargeAll(site.db)
  expect(await getChargedQuantities('NARROW')).toEqual([['A', 1120]])
  await addPrices(
    site.db,
    storagePrice('NARROW', 'B', 'PEAK', { price_wcode: 'W01', from_dt: '20260601' }),
    storagePrice('DEAR', 'B', 'DAY_END', { price_wcode: 'W01', from_dt: '20260611' }),
  )
  await chargeAll(site.db)
  expect(await getChargedQuantities('NARROW')).toEqual([])
  expect(await getChargedQuantities('DEAR')).toEqual([
    ['A', 1000],
    ['B', 120],
  ])
  await closeUntil(site.db, '20260630')
  await chargeAll(site.db)
  expect(await getChargedQuantities('NARROW')).toEqual([['B', 100]])
})

test('a period counts only the dates on which its price was valid', async () => {
  // 100 pieces on 10 dates and 60 on 5 are charged by date, the other dates by their peak.
  expect(await getChargedQuantities('SWAP')).toEqual([
    ['A', 1300],
    ['B', 60],
  ])
  expect(await getChargedQuantities('NEW')).toEqual([['A', 60]])
})

test('a new version covers the entire period, including stock that left before its start', async () => {
  const rows = await site.db.query<{ amount: string }>(sql`
    select trim_scale(amount)::text amount from charge where owner_cd = 'LATER'`)
  expect(rows).toEqual([{ amount: '2000' }])
})

test('a price that ends within its period charges the dates until then', async () => {
  // (10 × 100 + 5 × 60) / 30, then 15 dates of 60.
  expect(await getChargedQuantities('BACK')).toEqual([
    ['A', 43.333333],
    ['B', 900],
  ])
  expect(await getChargedQuantities('LEFT')).toEqual([['A', 28]])
  expect(await getChargedQuantities('PART')).toEqual([['A', 100]])
})

test('a version with another measure is accepted before any day is closed', async () => {
  const fresh = await testSite()
  await fresh.db.execute(sql`insert into owner (owner_cd, owner_nm) values ('FIRST', 'FIRST')`)
  await addPrices(
    fresh.db,
    storagePrice('FIRST', 'A', 'DAY_END'),
    storagePrice('FIRST', 'A', 'PEAK', { version_no: 2, from_dt: '20260601' }),
  )
  await addPastStock(fresh.db, { owner: 'FIRST', item: 'J', moved: falling })
  await chargeAll(fresh.db)
  await closeUntil(fresh.db, '20260630')
  await chargeAll(fresh.db)
  const charged = await fresh.db.query(
    sql`select basis_cd from charge join price_line using (price_id)`,
  )
  expect(charged).toEqual([{ basis_cd: 'PEAK' }])
  await fresh.close()
})
