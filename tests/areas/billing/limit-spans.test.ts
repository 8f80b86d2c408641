import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addPastStock, addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'
import { rowErrors } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

/** Storage of 100 pieces at 10 won: 1,000 a day, 30,000 in June. */
const storagePrice = (owner: string, extra: Readonly<Record<string, string | number | null>>) => ({
  price_cd: owner,
  owner_cd: owner,
  unit_cd: 'EA',
  unit_price: 10,
  ...extra,
})
const next = { version_no: 2, from_dt: '20260616' }
const ending = { to_dt: '20260615' }

/** Versions of a price and the amount for June. */
const cases = [
  ['DAY-MAX', [{ day_max_amt: 600 }, { ...next, day_max_amt: 800 }], 15 * 600 + 15 * 800],
  ['DAY-MIN', [{ day_min_amt: 1500 }, { ...next, day_max_amt: 700 }], 15 * 1500 + 15 * 700],
  ['DAY-END', [{ ...ending, day_max_amt: 600 }], 15 * 600],
  ['MONTH-END', [{ ...ending, month_max_amt: 5000 }], 5000],
  ['MONTH-LEAST', [{ ...ending, month_min_amt: 20_000 }], 20_000],
  ['MONTH-NEW', [{ month_max_amt: 5000 }, { ...next, month_max_amt: 9000 }], 9000],
  // A period is charged at its end, when this price is no longer valid.
  ['PERIOD-END', [{ ...ending, basis_cd: 'PEAK', day_max_amt: 600 }], 600],
  ['MONTH-NONE', [{ month_max_amt: 5000 }, next], 30_000],
] as const

/**
 * Price versions for a receipt of 5 pieces on 10 June and 5 on the 20th, and its amounts before and
 * after.
 */
const closedParts = [
  ['PIECES', { unit_cd: 'EA' }, 10, 20, 100, 5 * 10 + 5 * 20],
  ['FREE', { unit_cd: 'EA', free_qty: 2 }, 10, 20, 80, 3 * 10 + 3 * 20],
  ['AT-LEAST', { unit_cd: 'EA', min_amt: 70 }, 10, 20, 100, 70 + 100],
  ['VOLUME', { unit_cd: 'CBM' }, 100, 200, 50, 25 + 50],
  // A document is charged once, on the date of its first part.
  ['WHOLE', { unit_cd: 'DOC' }, 1000, 2000, 1000, 1000],
  ['LINE', { unit_cd: 'LINE' }, 1000, 2000, 1000, 1000],
] as const
const partPrice = (owner: string, version_no: 1 | 2) => {
  const [, more, first, second] = closedParts.find(([code]) => code === owner) ?? []
  const from = version_no === 1 ? {} : { from_dt: '20260615' }
  const unit_price = (version_no === 1 ? first : second) ?? 0
  return { charge_cd: 'IN', basis_cd: 'WORK', version_no, unit_price, ...from, ...more }
}

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  for (const [owner, versions] of cases) {
    await addPastStock(site.db, { owner, item: 'J', moved: [['2026-06-01 00:30:00', 100]] })
    await addPrices(site.db, ...versions.map((version) => storagePrice(owner, version)))
  }
  await addPastStock(site.db, { owner: 'LATE', item: 'J', moved: [['2026-06-01 00:30:00', 100]] })
  await addPrices(site.db, storagePrice('LATE', { month_max_amt: 5000, day_max_amt: 600 }))
  await addPastStock(site.db, { owner: 'IDLE', item: 'J', moved: [['2026-06-01 00:30:00', 100]] })
  await addPrices(
    site.db,
    storagePrice('IDLE', {}),
    storagePrice('IDLE', {
      charge_cd: 'IN',
      basis_cd: 'WORK',
      price_wcode: 'W01',
      price_cd: 'IDLE-IN',
    }),
  )
  await site.db.script(`
    insert into zone (wcode, zone_cd, zone_nm, temperature_cd) values ('W01', 'C', 'C', 'COOL');
    insert into cell (wcode, cell_cd, zone_cd, pick_seq) values ('W01', 'COOL-1', 'C', 901)`)
  for (const cell of ['A-001', 'COOL-1']) {
    const moved = [['2026-06-01 00:30:00', 100]] as const
    await addPastStock(site.db, { owner: 'TWO', item: 'J', cell, cbm: 0, moved })
  }
  await addPrices(
    site.db,
    storagePrice('TWO', { unit_cd: 'CBM' }),
    storagePrice('TWO', { unit_cd: 'CBM', price_cd: 'TWO-COOL', temperature_cd: 'COOL' }),
  )
  const parts = [
    ['2026-06-10 09:00:00', 5],
    ['2026-06-20 09:00:00', 5],
  ] as const
  await addPastStock(site.db, { owner: 'PARTS', item: 'J', kind: 'RECEIPT', moved: parts })
  await addPrices(site.db, storagePrice('PARTS', { charge_cd: 'IN', basis_cd: 'WORK' }))
  for (const [owner] of closedParts) {
    await addPastStock(site.db, { owner, item: 'J', kind: 'RECEIPT', moved: parts })
    await addPrices(site.db, storagePrice(owner, partPrice(owner, 1)))
  }
  await closeUntil(site.db, '20260630')
  await chargeAll(site.db)
})
// Without the ledger check, because these past movements have no documents.
afterAll(() => site.close())

async function close(OWNER_CD: string, BILL_MONTH: string): Promise<void> {
  const response = await user.save('billing/close-month', [
    { OWNER_CD, BILL_MONTH, REASON: 'price ended' },
  ])
  expect(rowErrors(response), response.body.message).toEqual([])
}

async function sumBilled(OWNER_CD: string, BILL_MONTH: string): Promise<number> {
  const rows = await user.query('billing/charges', { OWNER_CD, BILL_MONTH })
  return rows.reduce((sum, row) => sum + Number(row['AMOUNT']), 0)
}

test.each(cases)(
  'limits follow the versions of price %s within the month',
  async (owner, _, amount) => {
    const [trial] = await user.query('billing/price-trial', {
      OWNER_CD: owner,
      BILL_MONTH: '202606',
    })
    expect(trial).toMatchObject({ TRIED_AMT: amount })
    await close(owner, '202606')
    expect(await sumBilled(owner, '202606')).toBe(amount)
    expect(await user.query('billing/rerate-diffs', { OWNER_CD: owner })).toEqual([])
  },
)

test('a version saved after the close re-rates each date by the limits valid on it', async () => {
  await close('LATE', '202606')
  expect(await sumBilled('LATE', '202606')).toBe(5000)
  await addPrices(
    site.db,
    storagePrice('LATE', { version_no: 2, from_dt: '20260616', unit_price: 5, day_max_amt: 400 }),
  )
  const diffs = await user.query('billing/rerate-diffs', { OWNER_CD: 'LATE' })
  expect(diffs).toMatchObject([{ BILLED_AMT: 5000, TRIED_AMT: 15 * 600 + 15 * 400 }])
  const { PRICE_CD = null } = diffs[0] ?? {}
  const row = { OWNER_CD: 'LATE', BILL_MONTH: '202606', PRICE_CD }
  const posted = await user.save('billing/post-rerate', [row])
  expect(rowErrors(posted), posted.body.message).toEqual([])
  expect(await user.query('billing/rerate-diffs', { OWNER_CD: 'LATE' })).toEqual([])
})

test('a version saved after the close changes the minimum of a month without work', async () => {
  const inbound = { charge_cd: 'IN', basis_cd: 'WORK', price_wcode: 'W01', price_cd: 'IDLE-IN' }
  const diffs = () => user.query('billing/rerate-diffs', { OWNER_CD: 'IDLE' })
  await close('IDLE', '202606')
  const before = await sumBilled('IDLE', '202606')
  for (const [version_no, month_min_amt, amount] of [
    [2, 3000, 3000],
    [3, null, 0],
  ] as const) {
    await addPrices(site.db, storagePrice('IDLE', { ...inbound, version_no, month_min_amt }))
    const [diff] = await diffs()
    expect(diff).toMatchObject({
      BILL_MONTH: '202606',
      TRIED_AMT: amount,
      BILLED_AMT: 3000 - amount,
    })
    const row = { OWNER_CD: 'IDLE', BILL_MONTH: '202606', PRICE_CD: 'IDLE-IN' }
    expect(rowErrors(await user.save('billing/post-rerate', [row]))).toEqual([])
    expect(await diffs()).toEqual([])
    const posted = await user.query('billing/charges', { OWNER_CD: 'IDLE' })
    expect(posted.reduce((sum, one) => sum + Number(one['AMOUNT']), 0)).toBe(before + amount)
  }
})

test('unmeasured stock at two prices is listed as one row of unbilled work per date', async () => {
  const waiting = await site.db.query(sql`
    select reason_cd, qty::int qty, count(*)::int dates from unbilled_work
    where owner_cd = 'TWO' and charge_cd = 'STORE' group by 1, 2`)
  expect(waiting).toEqual([{ reason_cd: 'NO_CBM', qty: 200, dates: 30 }])
  await site.db.execute(sql`
    update stock set cbm = 0.5, updated_at = now() where owner_cd = 'TWO'`)
  await chargeAll(site.db)
  expect(await sumBilled('TWO', '202606')).toBe(30 * 2 * 500)
})

test('a version that starts between the parts of a document charges each part by its date', async () => {
  expect(await sumBilled('PARTS', '202606')).toBe(100)
  const next = { charge_cd: 'IN', basis_cd: 'WORK', version_no: 2, unit_price: 20 }
  await addPrices(site.db, storagePrice('PARTS', { ...next, from_dt: '20260615' }))
  await chargeAll(site.db)
  expect(await sumBilled('PARTS', '202606')).toBe(5 * 10 + 5 * 20)
  expect(await user.query('billing/rerate-diffs', { OWNER_CD: 'PARTS' })).toEqual([])
})

test.each(closedParts)(
  'a closed month is re-rated by the dates of the parts of a document, as of price %s',
  async (owner, _more, _first, _second, before, after) => {
    await close(owner, '202606')
    expect(await sumBilled(owner, '202606')).toBe(before)
    await addPrices(site.db, storagePrice(owner, partPrice(owner, 2)))
    await chargeAll(site.db)
    const diffs = () => user.query('billing/rerate-diffs', { OWNER_CD: owner })
    const expected = before === after ? [] : [{ BILLED_AMT: before, TRIED_AMT: after }]
    expect(await diffs()).toMatchObject(expected)
    expect(await diffs()).toHaveLength(expected.length)
    if (expected.length === 0) return
    const row = { OWNER_CD: owner, BILL_MONTH: '202606', PRICE_CD: owner }
    expect(rowErrors(await user.save('billing/post-rerate', [row]))).toEqual([])
    expect(await diffs()).toEqual([])
    const posted = await user.query('billing/charges', { OWNER_CD: owner })
    expect(posted.reduce((sum, one) => sum + Number(one['AMOUNT']), 0)).toBe(after)
  },
)
