import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import {
  addPastStock,
  addPrices,
  chargeAll,
  getCharges,
  closeUntil,
} from '#tests/support/billing.ts'

let site: TestSite

/**
 * June: 100 pieces of 0.05 CBM from the start, 40 received on the 10th and 60 shipped on the 20th.
 */
const june = [
  ['2026-05-20 09:00:00', 100],
  ['2026-06-10 09:00:00', 40],
  ['2026-06-20 23:59:59.9', -60],
] as const

const rules = [
  ['R1', 'DAY_END', 300, '159', '47700'],
  ['R2', 'DAY_START', 300, '160', '48000'],
  ['R3', 'DAY_PEAK', 300, '162', '48600'],
  ['R4', 'AVERAGE', 9000, '5.3', '47700'],
  ['R5', 'PEAK', 9000, '7', '63000'],
  ['R6', 'MONTH_END', 9000, '4', '36000'],
  ['R7', 'HALF_PEAK', 4500, '14', '63000'],
  ['R8', 'HALF_END', 4500, '11', '49500'],
  ['R9', 'SPLIT', 9000, '7', '63000'],
] as const

/** Stock of the last day of a long month, with its dates and the month from which it is overdue. */
const lastDays = [
  ['DAY31', '2026-01-31', { to_dt: '20260430' }, 1],
  ['LEAP', '2024-02-29', { from_dt: '20260228', to_dt: '20260331' }, 24],
] as const

beforeAll(async () => {
  site = await testSite()
  for (const [owner, basis, price] of rules) {
    await addPastStock(site.db, { owner, item: 'J', moved: june })
    const dates = { from_dt: '20260601', to_dt: '20260630' }
    await addPrices(site.db, {
      price_cd: owner,
      owner_cd: owner,
      basis_cd: basis,
      unit_price: price,
      ...dates,
    })
  }
  const later = june.map(([at, qty]) => [at.replace('06-10', '06-16'), qty] as const)
  await addPastStock(site.db, { owner: 'R9B', item: 'J', moved: later })
  await addPrices(site.db, {
    price_cd: 'R9B',
    owner_cd: 'R9B',
    basis_cd: 'SPLIT',
    unit_price: 9000,
    from_dt: '20260601',
    to_dt: '20260630',
  })
  await addPastStock(site.db, {
    owner: 'R10',
    item: 'J',
    received: '2026-01-31',
    moved: [['2026-01-31 10:00:00', 20]],
  })
  await addPrices(site.db, {
    price_cd: 'R10',
    owner_cd: 'R10',
    basis_cd: 'ANNIVERSARY',
    unit_price: 9000,
    to_dt: '20260430',
  })
  for (const [owner, received, days, over_months] of lastDays) {
    const stock = { owner, item: 'J', received, moved: [['2026-01-31 10:00:00', 20]] } as const
    await addPastStock(site.db, stock)
    const price = { price_cd: owner, owner_cd: owner, unit_price: 9000, ...days }
    const over = { over_months, over_rate: 100 }
    await addPrices(site.db, { ...price, ...over, basis_cd: 'ANNIVERSARY' })
  }
  await addPastStock(site.db, {
    owner: 'FREE7',
    item: 'J',
    moved: [['2026-06-01 10:00:00', 40]],
  })
  await addPrices(site.db, {
    price_cd: 'FREE7',
    owner_cd: 'FREE7',
    unit_price: 300,
    free_days: 7,
    to_dt: '20260630',
  })
  await addPastStock(site.db, {
    owner: 'SMALL',
    item: 'J',
    cbm: 0.02,
    moved: [['2026-06-01 10:00:00', 1]],
  })
  await addPrices(site.db, {
    price_cd: 'SMALL',
    owner_cd: 'SMALL',
    unit_price: 568,
    min_amt: 20,
    to_dt: '20260630',
  })
  await addPastStock(site.db, {
    owner: 'OLD',
    item: 'J',
    cbm: 1,
    moved: [['2026-04-15 10:00:00', 1]],
  })
  await addPrices(site.db, {
    price_cd: 'OLD',
    owner_cd: 'OLD',
    unit_price: 568,
    over_months: 2,
    over_rate: 300,
    from_dt: '20260614',
    to_dt: '20260616',
  })
  await addPlaces()
  await closeUntil(site.db, '20260701')
  await chargeAll(site.db)
})

/** Two items in one cell, one pallet and one owner each, and a cell shared by two owners. */
async function addPlaces(): Promise<void> {
  const received = [['2026-06-29 10:00:00', 5]] as const
  const sameDay = [
    ['2026-06-29 10:00:00', 5],
    ['2026-06-29 18:00:00', -5],
  ] as const
  const dates = { from_dt: '20260601', to_dt: '20260630' }
  const place = { unit_price: 1000, ...dates }
  for (const owner of ['CELLS', 'SHARES']) {
    await addPastStock(site.db, { owner, item: 'A', cell: 'A-050', moved: received })
    await addPastStock(site.db, { owner, item: 'B', cell: 'A-050', moved: received })
    await addPastStock(site.db, { owner, item: 'B', cell: 'A-051', moved: sameDay })
  }
  for (const pallet of ['P1', 'P1', 'P2']) {
    await addPastStock(site.db, {
      owner: 'PALLETS',
      item: 'A',
      pallet,
      cell: 'A-060',
      moved: received,
    })
  }
  await addPastStock(site.db, { owner: 'LOOSE', item: 'A', moved: received })
  await addPrices(
    site.db,
    { price_cd: 'CELLS', owner_cd: 'CELLS', unit_cd: 'CELL', ...place },
    { price_cd: 'SHARES', owner_cd: 'SHARES', unit_cd: 'CELL', share_yn: 'Y', ...place },
    { price_cd: 'PALLETS', owner_cd: 'PALLETS', unit_cd: 'PLT', ...place },
    { price_cd: 'LOOSE', owner_cd: 'LOOSE', unit_cd: 'PLT', ...place },
  )
}
afterAll(() => closeVerified(site))

const totals = async (owner: string) => {
  const [row] = await getCharges(site.db, owner)
  return [row?.qty, row?.amount]
}

describe('June storage by every rule', () => {
  test.each(rules)(
    'owner %s on %s at %d pays the expected amount',
    async (owner, _basis, _price, qty, won) => {
      expect(await totals(owner)).toEqual([qty, won])
    },
  )

  test('stock received on the 16th pays half a month', async () => {
    expect(await totals('R9B')).toEqual(['6', '54000'])
  })

  test.each([
    ['R1', 300, 47_700],
    ['R4', 300, 47_700],
    ['R7', 396.23, 63_000],
  ])(
    'owner %s shows a rate of %d won per CBM and day on its item',
    async (OWNER_CD, STORE_RATE, STORE_AMT) => {
      const [row, ...others] = await juneCharges(OWNER_CD)
      expect(row).toMatchObject({ STOCK_CD: 'J', STORE_RATE })
      expect(Number(row?.['STORE_AMT'])).toBeCloseTo(STORE_AMT, 4)
      expect(others).toEqual([])
    },
  )

  test('cell storage is split by volume over the items in the cell', async () => {
    const rows = await juneCharges('CELLS')
    expect(rows.map((row) => [row['STOCK_CD'], row['STORE_AMT']])).toEqual([
      ['A', 1000],
      ['B', 1000],
    ])
  })
})

async function juneCharges(OWNER_CD: string) {
  const user = await site.login('admin')
  return user.query('billing/room-by-month', { STOCK_DT: '20260601~20260630', OWNER_CD })
}

const getRows = (owner: string) =>
  site.db.query<{ day: string; amount: number }>(sql`
    select to_char(service_dt, 'MM-DD') "day", amount from charge
    where owner_cd = ${owner} order by service_dt`)

test('a lot received on 31 January is billed monthly on the 31st or the last day', async () => {
  expect((await getRows('R10')).map(({ day }) => day)).toEqual(['01-31', '02-28', '03-31', '04-30'])
})

test('a month from the last day of a long month ends on the last day of a shorter one', async () => {
  const billed = async (owner: string) =>
    (await getRows(owner)).map(({ day, amount }) => `${day} ${amount}`)
  expect(await billed('DAY31')).toEqual(['01-31 9000', '02-28 18000', '03-31 18000', '04-30 18000'])
  expect(await billed('LEAP')).toEqual(['02-28 18000', '03-29 18000'])
})

test('seven free days of a lot received on the 1st leave the 8th to the 30th', async () => {
  expect(await totals('FREE7')).toEqual(['46', '13800'])
  expect((await getRows('FREE7'))[0]?.day).toBe('06-08')
})

test('0.02 CBM at 568 won is raised to the minimum of 20 won a day', async () => {
  expect(await totals('SMALL')).toEqual(['0.6', '600'])
})

test('stock is overstocked after two months and costs four times as much', async () => {
  expect((await getRows('OLD')).map(({ amount }) => amount)).toEqual([568, 2272, 2272])
})

test('a cell with stock at day end is billed once a day, shared cells in parts', async () => {
  expect(await totals('CELLS')).toEqual(['2', '2000'])
  expect(await totals('SHARES')).toEqual(['1', '1000'])
})

test('a trial with the billed rate card splits shared cells like the bill', async () => {
  const user = await site.login('admin')
  const request = { OWNER_CD: 'SHARES', BILL_MONTH: '202606' }
  const [row] = await user.query('billing/price-trial', request)
  expect(row).toMatchObject({ BILLED_AMT: 1000, TRIED_AMT: 1000, DIFF_AMT: 0 })
})

test('a pallet is billed once a day, and stock without a pallet stays unbilled', async () => {
  expect(await totals('PALLETS')).toEqual(['4', '4000'])
  expect(await totals('LOOSE')).toEqual([undefined, undefined])
  const waiting = await site.db.query(sql`
    select distinct reason_cd from unbilled_work
    where owner_cd = 'LOOSE' and service_dt <= '20260630'`)
  expect(waiting).toEqual([{ reason_cd: 'NO_PALLET' }])
})

test('a price that ends mid-month bills to its end date, and later days stay unbilled', async () => {
  const last = (await getRows('OLD')).at(-1)
  expect(last?.day).toBe('06-16')
  const [waiting] = await site.db.query<{ first: string; reason_cd: string }>(sql`
    select to_char(min(service_dt), 'MM-DD') first, min(reason_cd) reason_cd from unbilled_work
    where owner_cd = 'OLD' and service_dt > '20260616'`)
  expect(waiting).toEqual({ first: '06-17', reason_cd: 'NO_PRICE' })
})

test('charging everything a second time adds nothing', async () => {
  const count = () => site.db.query(sql`select count(*) n, sum(amount) total from charge`)
  const before = await count()
  await site.db.execute(sql`update charge_follow set seal_no = 0, stock_dt = null`)
  await chargeAll(site.db)
  expect(await count()).toEqual(before)
})
