import sql from 'sql-template-tag'
import type { Transaction } from '#server/db/database.ts'
import { priceStatus, type PriceStatus } from '#areas/freight/rules/price-status.ts'

interface PastPrice {
  readonly price_cd: string
  readonly owner_cd?: string
  readonly price_wcode?: string
  readonly charge_cd: string
  readonly basis_cd?: string
  readonly unit_cd: string
  readonly per_cd?: string
  readonly unit_price: number
  readonly tier_cd?: string
  readonly tiers?: string
  readonly max_amt?: number
  readonly month_min_amt?: number
  readonly cool_rate?: number
  readonly frozen_rate?: number
  readonly free_days?: number
}

const perDocument = { unit_cd: 'EA', per_cd: 'DOC' } as const

const standardPrices: readonly PastPrice[] = [
  { price_cd: 'STD-IN', charge_cd: 'IN', ...perDocument, unit_price: 35 },
  {
    price_cd: 'STD-INSPECT',
    charge_cd: 'INSPECT',
    unit_cd: 'LINE',
    per_cd: 'DOC',
    unit_price: 150,
  },
  { price_cd: 'STD-PICK', charge_cd: 'PICK', unit_cd: 'LINE', per_cd: 'DOC', unit_price: 120 },
  { price_cd: 'STD-LABEL', charge_cd: 'LABEL', unit_cd: 'EA', unit_price: 30 },
  { price_cd: 'STD-COUNT', charge_cd: 'COUNT', unit_cd: 'LINE', unit_price: 100 },
  {
    price_cd: 'STD-STORE',
    charge_cd: 'STORE',
    basis_cd: 'AVERAGE',
    unit_cd: 'CBM',
    unit_price: 24_000,
  },
]

const agreedPrices: readonly PastPrice[] = [
  {
    price_cd: 'LUMI-OUT',
    owner_cd: 'LUMI',
    charge_cd: 'OUT',
    ...perDocument,
    unit_price: 0,
    tier_cd: 'GRADUATED',
    tiers: '0:1300, 1:200',
    max_amt: 3_000,
  },
  {
    price_cd: 'LUMI-STORE',
    owner_cd: 'LUMI',
    charge_cd: 'STORE',
    basis_cd: 'AVERAGE',
    unit_cd: 'CBM',
    unit_price: 21_000,
  },
  {
    price_cd: 'SINSUN-OUT',
    owner_cd: 'SINSUN',
    charge_cd: 'OUT',
    unit_cd: 'DOC',
    unit_price: 2_400,
    cool_rate: 20,
    frozen_rate: 40,
  },
  {
    price_cd: 'SINSUN-STORE',
    owner_cd: 'SINSUN',
    charge_cd: 'STORE',
    basis_cd: 'HALF_PEAK',
    unit_cd: 'CBM',
    unit_price: 22_000,
  },
  { price_cd: 'VOLTA-OUT', owner_cd: 'VOLTA', charge_cd: 'OUT', unit_cd: 'DOC', unit_price: 2_900 },
  {
    price_cd: 'VINUM-OUT',
    owner_cd: 'VINUM',
    charge_cd: 'OUT',
    unit_cd: 'LINE',
    per_cd: 'DOC',
    unit_price: 900,
  },
  {
    price_cd: 'VINUM-STORE',
    owner_cd: 'VINUM',
    charge_cd: 'STORE',
    basis_cd: 'PEAK',
    unit_cd: 'CBM',
    unit_price: 26_000,
    month_min_amt: 300_000,
  },
  {
    price_cd: 'SEOJIN-STORE',
    owner_cd: 'SEOJIN',
    price_wcode: 'W01',
    charge_cd: 'STORE',
    basis_cd: 'DAY_END',
    unit_cd: 'CBM',
    unit_price: 740,
  },
  { price_cd: 'GIFT-OUT', owner_cd: 'GIFT', charge_cd: 'OUT', ...perDocument, unit_price: 45 },
]

async function addLines(
  tx: Transaction,
  prices: readonly PastPrice[],
  from: string,
  version: number,
  state: PriceStatus,
): Promise<void> {
  await tx.execute(sql`
    insert into price_line (price_cd, version_no, owner_cd, price_wcode, charge_cd, basis_cd, unit_cd, per_cd,
      unit_price, tier_cd, tiers, max_amt, month_min_amt, cool_rate, frozen_rate, free_days,
      from_dt, state_cd)
    select price_cd, ${version}, owner_cd, price_wcode, charge_cd, coalesce(basis_cd, 'WORK'), unit_cd,
      coalesce(per_cd, 'LINE'), unit_price, tier_cd, tiers, max_amt, month_min_amt,
      coalesce(cool_rate, 0), coalesce(frozen_rate, 0), coalesce(free_days, 0), ${from}::date,
      ${state}
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as p(price_cd text, owner_cd text,
      price_wcode text, charge_cd text, basis_cd text, unit_cd text, per_cd text, unit_price numeric, tier_cd text,
      tiers text, max_amt numeric, month_min_amt numeric, cool_rate numeric, frozen_rate numeric,
      free_days integer)
    on conflict do nothing`)
}

export async function addPastPrices(tx: Transaction, first: string): Promise<void> {
  await addLines(
    tx,
    [...standardPrices, ...agreedPrices],
    `${first.slice(0, 6)}01`,
    1,
    priceStatus.agreed,
  )
}

/**
 * Adds the new prices of today: one agreed from the start of a closed month, which requires a
 * re-rate, and one for a trial calculation only.
 */
export async function addNewPrices(tx: Transaction, lastMonth: string): Promise<void> {
  const find = (code: string) => agreedPrices.filter(({ price_cd }) => price_cd === code)
  const changed = find('GIFT-OUT').map((price) => ({ ...price, unit_price: 48 }))
  await addLines(tx, changed, `${lastMonth}01`, 2, priceStatus.agreed)
  const tried = find('LUMI-STORE').map((price) => ({ ...price, unit_price: 23_500 }))
  await addLines(tx, tried, `${lastMonth}01`, 2, priceStatus.draft)
}
