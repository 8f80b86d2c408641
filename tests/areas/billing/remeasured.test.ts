import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import {
  addPastStock,
  addPrices,
  chargeAll,
  getCharges,
  closeUntil,
} from '#tests/support/billing.ts'
import { rowErrors } from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser

/**
 * June: 100 pieces of 0.05 CBM from the start, 40 received on the 10th and 60 shipped on the 20th.
 */
const june = [
  ['2026-05-20 09:00:00', 100],
  ['2026-06-10 09:00:00', 40],
  ['2026-06-20 10:00:00', -60],
] as const

const first = { unit_price: 300, from_dt: '20260601', to_dt: '20260630' }
const changes = [
  ['B-PEAK', { basis_cd: 'PEAK', unit_price: 9000 }, '7', '63000'],
  ['B-HALF', { basis_cd: 'HALF_END', unit_price: 4500 }, '11', '49500'],
  ['B-START', { basis_cd: 'DAY_START' }, '160', '48000'],
  ['B-UNIT', { unit_cd: 'EA', unit_price: 1 }, '3180', '3180'],
  ['B-FREE', { free_days: 15 }, '144', '43200'],
] as const

/** Versions that leave the dates of June without a charge. */
const uncharged = [
  ['U-FREE', { free_days: 90 }],
  ['U-PLT', { unit_cd: 'PLT' }],
  ['U-YEAR', { basis_cd: 'ANNIVERSARY', free_days: 60 }],
] as const

/** Versions with the same price that charge other stock, or another tax. */
const equallyPriced = [
  ['E-VAT', { vat_cd: 'ZERO' }, { VAT_CD: 'ZERO', QTY: 159, AMOUNT: 47_700 }],
  ['E-COOL', { temperature_cd: 'COOL' }, undefined],
  ['E-BOND', { bonded_cd: 'BONDED' }, undefined],
  ['E-DRY', { sample_cd: 'N' }, { VAT_CD: 'TAX', QTY: 159, AMOUNT: 47_700 }],
] as const

/** Measures of a third version, and the corrected difference of the second, in its currency. */
const reopened = [
  ['R-UNIT', { unit_cd: 'EA', unit_price: 1 }],
  ['R-PEAK', { basis_cd: 'PEAK', unit_price: 9000 }],
  ['R-MONEY', { unit_price: 0.2, currency_cd: 'USD' }],
] as const
const reopenedOwners = reopened.map(([owner]) => owner)

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  for (const [owner] of changes) {
    await addPastStock(site.db, { owner, item: 'J', moved: june })
    await addPrices(site.db, { price_cd: owner, owner_cd: owner, ...first })
  }
  for (const owner of ['PERIOD', 'MONEY', 'CLOSED', 'CLOSED-2', ...reopenedOwners]) {
    await addPastStock(site.db, { owner, item: 'J', moved: june })
    const basis_cd = owner === 'PERIOD' ? 'AVERAGE' : 'DAY_END'
    await addPrices(site.db, { price_cd: owner, owner_cd: owner, basis_cd, ...first })
  }
  for (const [owner] of equallyPriced) {
    await addPastStock(site.db, { owner, item: 'J', moved: june })
    await addPrices(site.db, { price_cd: owner, owner_cd: owner, ...first })
  }
  for (const [owner, remaining] of uncharged) {
    await addPastStock(site.db, { owner, item: 'J', moved: june })
    await addPrices(site.db, { price_cd: owner, owner_cd: owner, ...first, ...remaining })
  }
  const moved = [['2026-06-10 09:00:00', 12]] as const
  await addPastStock(site.db, { owner: 'WORK', item: 'J', kind: 'RECEIPT', moved })
  await site.db.execute(sql`update stock set box_qty = 5 where owner_cd = 'WORK'`)
  await addPrices(site.db, { price_cd: 'WORK-IN', ...work, unit_cd: 'EA', unit_price: 10 })
  await closeUntil(site.db, '20260630')
  await chargeAll(site.db)
})
// Without the ledger check, because these past receipts have no documents.
afterAll(() => site.close())

const work = { owner_cd: 'WORK', charge_cd: 'IN', basis_cd: 'WORK', from_dt: '20260601' }

const totals = async (owner: string) =>
  (await getCharges(site.db, owner)).map((row) => [row.qty, row.amount])

const trial = async (OWNER_CD: string) =>
  (await user.query('billing/price-trial', { OWNER_CD, BILL_MONTH: '202606' })).map((row) => [
    row['BILLED_AMT'],
    row['TRIED_AMT'],
  ])

test.each(uncharged)('a later version charges dates that had no charge: %s', async (owner) => {
  expect(await totals(owner)).toEqual([])
  const next = { price_cd: owner, owner_cd: owner, version_no: 2, ...first }
  await addPrices(site.db, next)
  await chargeAll(site.db)
  expect(await totals(owner)).toEqual([['159', '47700']])
  expect(await trial(owner)).toEqual([[47_700, 47_700]])
})

describe('a version with another measure', () => {
  test.each(changes)(
    'replaces the charged days of an open month: %s',
    async (owner, next, qty, won) => {
      expect(await totals(owner)).toEqual([['159', '47700']])
      await addPrices(site.db, {
        price_cd: owner,
        owner_cd: owner,
        version_no: 2,
        ...first,
        ...next,
      })
      await chargeAll(site.db)
      await chargeAll(site.db)
      expect(await totals(owner)).toEqual([[qty, won]])
      expect(await trial(owner)).toEqual([[Number(won), Number(won)]])
      expect(await user.query('billing/rerate-diffs', { OWNER_CD: owner })).toEqual([])
    },
  )

  test.each(equallyPriced)(
    'replaces charges of an open month that it taxes differently or does not apply to: %s',
    async (owner, next, charged) => {
      const version = { price_cd: owner, owner_cd: owner, version_no: 2, ...first, ...next }
      await addPrices(site.db, version)
      await chargeAll(site.db)
      const kinds = await site.db.query(sql`
        select vat_cd "VAT_CD", sum(qty)::integer "QTY", sum(amount)::integer "AMOUNT" from charge
        where owner_cd = ${owner} group by 1 having sum(qty) <> 0`)
      expect(kinds).toEqual(charged ? [charged] : [])
    },
  )

  test('replaces a charged period by days', async () => {
    const day = { basis_cd: 'DAY_END', version_no: 2, ...first }
    await addPrices(site.db, { price_cd: 'PERIOD', owner_cd: 'PERIOD', ...day })
    await chargeAll(site.db)
    expect(await totals('PERIOD')).toEqual([['159', '47700']])
  })

  test('replaces the charges of an open month if it is in another currency', async () => {
    const dollars = { version_no: 2, ...first, unit_price: 0.2, currency_cd: 'USD' }
    await addPrices(site.db, { price_cd: 'MONEY', owner_cd: 'MONEY', ...dollars })
    await chargeAll(site.db)
    expect(
      await site.db.query(sql`select currency_cd, trim_scale(sum(amount))::text amount from charge
        where owner_cd = 'MONEY' group by 1 order by 1`),
    ).toEqual([
      { currency_cd: 'KRW', amount: '0' },
      { currency_cd: 'USD', amount: '31.8' },
    ])
  })

  test('replaces the charges of documents', async () => {
    expect(await totals('WORK')).toEqual([['12', '120']])
    const boxes = { version_no: 2, unit_cd: 'BOX', unit_price: 70 }
    await addPrices(site.db, { price_cd: 'WORK-IN', ...work, ...boxes })
    await chargeAll(site.db)
    expect(await totals('WORK')).toEqual([['3', '210']])
  })
})

test.each(reopened)(
  'a difference posted before the month was reopened and measured differently is listed again: %s',
  async (OWNER_CD, measure) => {
    const month = { OWNER_CD, BILL_MONTH: '202606' }
    const named = { ...month, PRICE_CD: OWNER_CD }
    const saved = async (name: string, row: Row) =>
      expect(rowErrors(await user.save(name, [row]))).toEqual([])
    const differences = async () =>
      (await user.query('billing/rerate-diffs', month)).map((row) => row['DIFF_AMT'])
    const add = (version_no: number, more: object) =>
      addPrices(site.db, { price_cd: OWNER_CD, owner_cd: OWNER_CD, version_no, ...first, ...more })
    await saved('billing/close-month', month)
    await add(2, { unit_price: 310 })
    expect(await differences()).toEqual([1590])
    await saved('billing/post-rerate', named)
    await saved('billing/reopen-month', { ...month, REASON: 'x' })
    await add(3, measure)
    await chargeAll(site.db)
    expect(await differences()).toEqual([-1590])
    await saved('billing/post-rerate', named)
    expect(await differences()).toEqual([])
    const [posted] = await site.db.query(sql`select sum(amount)::integer amount from charge
      where owner_cd = ${OWNER_CD} and cause_cd = 'RERATE'`)
    expect(posted).toEqual({ amount: 0 })
  },
)

describe('the price screen', () => {
  let versions = 1
  const save = async (row: Row) =>
    rowErrors(
      await user.save('freight/save-price-line', [
        { BATCH_FLAG: 'I', VERSION_NO: 1, FROM_DT: '20270101', UNIT_PRICE: 1, ...row },
      ]),
    ).map(([, column]) => column)
  const storage = { PRICE_CD: 'P-STORE', OWNER_CD: 'B-PEAK', CHARGE_CD: 'STORE', UNIT_CD: 'CBM' }

  test('rejects a version with another measure that starts on a date of a closed month', async () => {
    const month = { OWNER_CD: 'CLOSED', BILL_MONTH: '202606' }
    expect((await user.save('billing/close-month', [month])).status).toBe(200)
    const next = { PRICE_CD: 'CLOSED', OWNER_CD: 'CLOSED', CHARGE_CD: 'STORE', UNIT_CD: 'CBM' }
    const peak = { ...next, VERSION_NO: 2, BASIS_CD: 'PEAK', FROM_DT: '20260601' }
    expect(await save(peak)).toEqual(['FROM_DT'])
    expect(await save({ ...peak, FROM_DT: '20260701' })).toEqual([])
    const day = { ...next, VERSION_NO: 3, BASIS_CD: 'DAY_END', FROM_DT: '20260816' }
    expect(await save(day)).toEqual(['FROM_DT'])
    expect(await save({ ...day, FROM_DT: '20260801' })).toEqual([])
  })

  test.each([
    ['tax', { VAT_CD: 'ZERO' }],
    ['condition', { TEMPERATURE_CD: 'COOL' }],
  ])(
    'rejects a version with another %s that starts on a date of a closed month',
    async (_, change) => {
      const month = { OWNER_CD: 'CLOSED-2', BILL_MONTH: '202606' }
      await user.save('billing/close-month', [month])
      const next = { PRICE_CD: 'CLOSED-2', OWNER_CD: 'CLOSED-2', CHARGE_CD: 'STORE' }
      const version = { ...next, UNIT_CD: 'CBM', BASIS_CD: 'DAY_END', VERSION_NO: 2, ...change }
      expect(await save({ ...version, FROM_DT: '20260630' })).toEqual(['FROM_DT'])
    },
  )

  test('rejects it for a closed month in which the earlier version charged nothing', async () => {
    const PRICE_CD = 'IDLE'
    await site.db.execute(sql`insert into owner (owner_cd, owner_nm) values (${PRICE_CD}, 'idle')`)
    await addPrices(site.db, { price_cd: PRICE_CD, owner_cd: PRICE_CD, ...first, to_dt: null })
    await site.db.execute(sql`
      insert into bill_month (wcode, owner_cd, bill_month, state_cd, reviewed_by, reviewed_at,
        closed_by, closed_at)
      values ('W01', ${PRICE_CD}, '202606', '30', 'admin', now(), 'admin', now())`)
    const next = { PRICE_CD, OWNER_CD: PRICE_CD, CHARGE_CD: 'STORE', UNIT_CD: 'CBM' }
    const peak = { ...next, VERSION_NO: 2, BASIS_CD: 'PEAK', FROM_DT: '20260601' }
    expect(await save(peak)).toEqual(['FROM_DT'])
    expect(await save({ ...peak, FROM_DT: '20260701' })).toEqual([])
  })

  test('rejects a narrower price for dates of a closed month', async () => {
    const narrower = {
      PRICE_CD: 'CLOSED-W',
      OWNER_CD: 'CLOSED',
      PRICE_WCODE: 'W01',
      CHARGE_CD: 'STORE',
      UNIT_CD: 'CBM',
      BASIS_CD: 'DAY_END',
    }
    expect(await save({ ...narrower, FROM_DT: '20260630' })).toEqual(['FROM_DT'])
    expect(await save({ ...narrower, FROM_DT: '20260601', TO_DT: '20260610' })).toEqual(['FROM_DT'])
    const elsewhere = { ...narrower, PRICE_CD: 'CLOSED-E', PRICE_WCODE: 'W02' }
    expect(await save({ ...elsewhere, FROM_DT: '20260601' })).toEqual([])
    expect(await save({ ...narrower, FROM_DT: '20260701' })).toEqual([])
  })

  test.each([
    ['BONDED_RATE', { CHARGE_CD: 'PACK', BASIS_CD: 'WORK', UNIT_CD: 'EA', BONDED_RATE: 20 }],
    ['FROZEN_RATE', { CHARGE_CD: 'COUNT', BASIS_CD: 'WORK', UNIT_CD: 'EA', FROZEN_RATE: 20 }],
    ['OVER_RATE', { BASIS_CD: 'MONTH_END', OVER_RATE: 20 }],
    ['OVER_RATE', { BASIS_CD: 'DAY_END', OVER_RATE: 20 }],
    ['OVER_RATE', { CHARGE_CD: 'IN', BASIS_CD: 'WORK', OVER_MONTHS: 3, OVER_RATE: 20 }],
    ['SHARE_YN', { BASIS_CD: 'DAY_END', SHARE_YN: 'Y' }],
    ['FREE_DAYS', { CHARGE_CD: 'IN', BASIS_CD: 'WORK', FREE_DAYS: 3 }],
    ['COOL_RATE', { CHARGE_CD: 'PACK', BASIS_CD: 'WORK', UNIT_CD: 'EA', COOL_RATE: 20 }],
    [
      'TEMPERATURE_CD',
      { CHARGE_CD: 'LABEL', BASIS_CD: 'WORK', UNIT_CD: 'EA', TEMPERATURE_CD: 'COOL' },
    ],
  ])('refuses %s where billing cannot apply it: %o', async (column, row) => {
    expect(await save({ ...storage, ...row })).toEqual([column])
  })

  test.each(['DAY_END', 'AVERAGE', 'PEAK', 'HALF_END', 'SPLIT'])(
    'accepts surcharges on the basis %s',
    async (BASIS_CD) => {
      const raised = { COOL_RATE: 20, FROZEN_RATE: 30, BONDED_RATE: 5, OVER_RATE: 50 }
      const priced = { ...storage, PRICE_CD: 'P-RAISED', OVER_MONTHS: 3, BASIS_CD, ...raised }
      const version = {
        VERSION_NO: versions,
        FROM_DT: `2027${String(versions).padStart(2, '0')}01`,
      }
      versions += 1
      expect(await save({ ...priced, ...version })).toEqual([])
    },
  )
})
