import sql from 'sql-template-tag'
import { Decimal } from 'decimal.js'
import type { Database } from '#server/db/database.ts'

Decimal.set({ precision: 60, rounding: Decimal.ROUND_HALF_UP })

/** Row of `price_line` as text. */
export interface Price {
  readonly id: string
  readonly code: string
  readonly version: number
  readonly owner: string | null
  readonly wcode: string | null
  readonly charge: string
  readonly basis: string
  readonly unit: string
  readonly per: string
  readonly price: string
  readonly tier: string | null
  readonly tiers: string | null
  readonly freeDays: number
  readonly freeQty: string
  readonly freeOf: string | null
  readonly min: string | null
  readonly max: string | null
  readonly dayMin: string | null
  readonly dayMax: string | null
  readonly monthMin: string | null
  readonly monthMax: string | null
  readonly cool: string
  readonly frozen: string
  readonly bondedRate: string
  readonly overMonths: number | null
  readonly overRate: string
  readonly weightSteps: string | null
  readonly temperature: string | null
  readonly group: string | null
  readonly bonded: string | null
  readonly orderKind: string | null
  readonly sample: string | null
  readonly share: string
  readonly currency: string
  readonly from: string
  readonly to: string | null
  readonly state: string
}

export interface Movement {
  readonly no: number
  readonly day: string
  readonly kind: string
  readonly doc: string
  readonly line: number
  readonly owner: string
  readonly item: string
  readonly qty: Decimal
  readonly from: number | null
  readonly to: number | null
  readonly reverses: number | null
  readonly orderKind: string | null
}

export interface Balance {
  readonly id: number
  readonly wcode: string
  readonly owner: string
  readonly item: string
  readonly lot: number
  readonly received: string
  readonly cell: string
  readonly pallet: string
  readonly temperature: string
  readonly bonded: string
  readonly sample: string
}

export interface Measure {
  readonly owner: string
  readonly item: string
  readonly from: string
  readonly cbm: Decimal
  readonly kg: Decimal
  readonly box: Decimal | null
  readonly worth: Decimal | null
}

/** Charge typed by a user, in won. */
export interface Cost {
  readonly owner: string
  readonly wcode: string
  readonly day: string
  readonly charge: string
  readonly amount: string
}

/** Everything the oracle reads: the ledger, the cards and the measures, row by row. */
export interface Facts {
  readonly prices: readonly Price[]
  readonly movements: readonly Movement[]
  readonly balances: ReadonlyMap<number, Balance>
  readonly measures: readonly Measure[]
  readonly costs: readonly Cost[]
  /** Last date of each owner's billing months, absent for calendar months. */
  readonly closeDays: ReadonlyMap<string, number>
}

const priceRows = sql`select price_id::text id, price_cd code, version_no version, owner_cd owner,
  price_wcode wcode, charge_cd charge, basis_cd basis, unit_cd unit, per_cd per,
  unit_price::text price, tier_cd tier, tiers, free_days "freeDays", free_qty::text "freeQty",
  free_cd "freeOf",
  min_amt::text min, max_amt::text max, day_min_amt::text "dayMin", day_max_amt::text "dayMax",
  month_min_amt::text "monthMin", month_max_amt::text "monthMax", cool_rate::text cool,
  frozen_rate::text frozen, bonded_rate::text "bondedRate", over_months "overMonths",
  over_rate::text "overRate",
  weight_steps "weightSteps", temperature_cd temperature, group_cd "group", bonded_cd bonded,
  order_kind_cd "orderKind", sample_cd sample, share_yn share, currency_cd currency,
  to_char(from_dt, 'YYYYMMDD') "from", to_char(to_dt, 'YYYYMMDD') "to", state_cd state
  from price_line`

const movementRows = sql`select m.movement_no no, to_char(m.posted_at at time zone 'Asia/Seoul',
    'YYYYMMDD') "day", m.movement_cd kind, m.doc_no doc, m.doc_line line, m.owner_cd owner,
  m.stock_cd item, m.qty::text qty, m.from_balance_id "from", m.to_balance_id "to",
  m.reverses_no reverses, coalesce(r.order_kind_cd, s.order_kind_cd) "orderKind"
  from stock_movement m left join receipt r on m.movement_cd = 'RECEIPT' and r.receipt_no = m.doc_no
  left join shipment s on m.movement_cd = 'SHIPMENT' and s.shipment_no = m.doc_no
  order by m.movement_no`

const balanceRows = sql`select b.balance_id id, b.wcode, b.owner_cd owner, b.stock_cd item,
  b.lot_id lot, to_char(l.received_dt, 'YYYYMMDD') received, b.cell_cd cell, b.pallet_no pallet,
  z.temperature_cd temperature, b.bonded_cd bonded,
  case b.condition_cd when 'SAMPLE' then 'Y' else 'N' end sample
  from stock_balance b join lot l using (lot_id)
  join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
  join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd`

const measureRows = sql`select owner_cd owner, stock_cd item, to_char(from_dt, 'YYYYMMDD') "from",
  cbm::text cbm, weight_kg::text kg, box_qty::text box, unit_value::text worth from stock_measure
  order by owner_cd, stock_cd, from_dt`

const costRows = sql`select c.owner_cd owner, c.wcode, to_char(c.service_dt, 'YYYYMMDD') "day",
  c.charge_cd charge, c.amount::text amount from charge c
  where c.cause_cd = 'HAND' and c.currency_cd = 'KRW'
    and c.reverses_no is null and not exists (
      select from charge r where r.reverses_no = c.charge_no)`

const termRows = sql`select owner_cd owner, close_day "closeDay" from billing_terms
  where close_day > 0`

type Text<T> = { readonly [K in keyof T]: T[K] extends Decimal | null ? string : T[K] }

export async function readFacts(db: Database): Promise<Facts> {
  const prices = await db.query<Price & Record<string, unknown>>(priceRows)
  const movements = await db.query<Text<Movement> & Record<string, unknown>>(movementRows)
  const balances = await db.query<Balance & Record<string, unknown>>(balanceRows)
  const measures = await db.query<Text<Measure> & Record<string, unknown>>(measureRows)
  const costs = await db.query<Cost & Record<string, unknown>>(costRows)
  const terms = await db.query<{ owner: string; closeDay: number }>(termRows)
  return {
    prices,
    costs,
    closeDays: new Map(terms.map(({ owner, closeDay }) => [owner, closeDay])),
    movements: movements.map((row) => ({ ...row, qty: new Decimal(row.qty) })),
    balances: new Map(balances.map((row) => [row.id, row])),
    measures: measures.map((row) => ({
      ...row,
      cbm: new Decimal(row.cbm),
      kg: new Decimal(row.kg),
      box: row.box === null ? null : new Decimal(row.box),
      worth: row.worth === null ? null : new Decimal(row.worth),
    })),
  }
}

/**
 * Measures of one piece of an item on a date. Dates before its first measures use the first ones.
 */
export function measureOn(facts: Facts, owner: string, item: string, day: string) {
  const rows = facts.measures.filter((row) => row.owner === owner && row.item === item)
  const index = rows.findLastIndex((row) => row.from <= day)
  const pick = (value: (row: Measure) => Decimal | null): Decimal | null => {
    if (index < 0) return null
    const found = rows.slice(index).find((row) => value(row)?.gt(0))
    return found ? value(found) : null
  }
  // A price given as a percentage of the item value is charged per hundred won.
  const hundreds = pick((row) => row.worth)?.div(100) ?? null
  return {
    CBM: pick((row) => row.cbm),
    KG: pick((row) => row.kg),
    BOX: pick((row) => row.box),
    WORTH: hundreds,
  }
}

/** Next date, `yyyyMMdd`. */
export function nextDay(day: string, by = 1): string {
  const [y, m, d] = [day.slice(0, 4), day.slice(4, 6), day.slice(6)].map(Number)
  const date = new Date(Date.UTC(y ?? 0, (m ?? 1) - 1, (d ?? 1) + by))
  return date.toISOString().slice(0, 10).replaceAll('-', '')
}

/**
 * Every date of a month, `yyyyMM`. With a closing day, the month starts after that day of the
 * previous one: `('202602', 20) → 20260121..20260220`.
 */
export function getDays(month: string, closeDay = 0): string[] {
  const days: string[] = []
  for (let day = `${month}01`; day.startsWith(month); day = nextDay(day)) days.push(day)
  if (closeDay === 0) return days
  const before = getDays(nextDay(`${month}01`, -1).slice(0, 6))
  return [...before.slice(closeDay), ...days.slice(0, closeDay)]
}

/** Dates of an owner's billing month. */
export const billedDays = (facts: Facts, owner: string, month: string): string[] =>
  getDays(month, facts.closeDays.get(owner) ?? 0)

/** Billing month of a date. */
export function billMonth(facts: Facts, owner: string, day: string): string {
  const month = day.slice(0, 6)
  const next = nextDay(`${month}28`, 4).slice(0, 6)
  return billedDays(facts, owner, month).includes(day) ? month : next
}

/** Whole days between two dates. */
export function daysBetween(from: string, to: string): number {
  const dayStart = (day: string) =>
    Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)))
  return Math.round((dayStart(to) - dayStart(from)) / 86_400_000)
}

/** Full months between two dates. A month without the day of the first ends on its last day. */
export function fullMonths(from: string, to: string): number {
  const months =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
    Number(to.slice(4, 6)) -
    Number(from.slice(4, 6))
  const isLast = nextDay(to).slice(6) === '01'
  return to.slice(6) < from.slice(6) && !isLast ? months - 1 : months
}
