import sql, { type Sql } from 'sql-template-tag'
import { priceStatus } from '#areas/freight/rules/price-status.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'

/** Prices to apply: agreed prices, optionally with one owner's drafts taking precedence. */
export interface PriceBook {
  readonly draftOwner?: string
}

/**
 * Joins each cause with its most specific price line as `p`, or null. `causes` has `wcode,
 * owner_cd, charge_cd, service_dt, temperature_cd, group_cd, bonded_cd, order_kind_cd, sample_cd`;
 * `bases` are the allowed counting bases.
 */
export function matchPrices(causes: Sql, bases: readonly string[], book: PriceBook = {}): Sql {
  const drafts = book.draftOwner ?? null
  return sql`
    select c.*, m.p from (select x.*, ${priceKey} price_key from ${causes} x) c
    join (
      select k.price_key, found.p from (
        select x.*, ${priceKey} price_key from (
          select distinct wcode, owner_cd, charge_cd, service_dt, temperature_cd, group_cd,
            bonded_cd, order_kind_cd, sample_cd from ${causes}) x) k
      left join lateral (
        select l p from price_on(k.service_dt) l
        where l.charge_cd = k.charge_cd and l.basis_cd = any(${[...bases]}::text[])
          and (l.state_cd = ${quoteCodes(priceStatus.agreed)} or l.owner_cd = ${drafts}::text)
          and (l.owner_cd is null or l.owner_cd = k.owner_cd)
          and (l.price_wcode is null or l.price_wcode = k.wcode)
          and (l.temperature_cd is null or l.temperature_cd = k.temperature_cd)
          and (l.group_cd is null or l.group_cd = k.group_cd)
          and (l.bonded_cd is null or l.bonded_cd = k.bonded_cd)
          and (l.order_kind_cd is null or l.order_kind_cd = k.order_kind_cd)
          and (l.sample_cd is null or l.sample_cd = k.sample_cd)
        order by l.state_cd, price_rank(l) desc limit 1) found on true
      -- Evaluated once per key, not once per cause.
      offset 0) m using (price_key)`
}

/** All columns of cause `x` that determine its price line, as one join key. */
const priceKey = sql`concat_ws('|', x.wcode, x.owner_cd, x.charge_cd, x.service_dt,
  coalesce(x.temperature_cd, '-'), coalesce(x.group_cd, '-'), coalesce(x.bonded_cd, '-'),
  coalesce(x.order_kind_cd, '-'), coalesce(x.sample_cd, '-'))`

export function toPriceUnit(qty: Sql): Sql {
  return sql`case (p).unit_cd
    when 'CBM' then ${qty} * k.cbm
    when 'KG' then ${qty} * k.weight_kg
    when 'WORTH' then ${qty} * k.unit_value / 100
    when 'BOX' then ceil(${qty} / k.box_qty)
    else ${qty} end`
}

/** Reason code if the stock cannot be measured in the unit of price `p`, otherwise null. */
export const missingMeasure = sql`case
  when (p).price_id is null then 'NO_PRICE'
  when (p).unit_cd = 'CBM' and coalesce(k.cbm, 0) = 0 then 'NO_CBM'
  when ((p).unit_cd = 'KG' or (p).weight_steps is not null) and coalesce(k.weight_kg, 0) = 0
    then 'NO_KG'
  when (p).unit_cd = 'WORTH' and coalesce(k.unit_value, 0) = 0 then 'NO_WORTH'
  when (p).unit_cd = 'BOX' and k.box_qty is null then 'NO_BOX' end`

/** Weight of one charged piece or box, null if price `p` has no weight steps. */
export const weightForSteps = sql`case when (p).weight_steps is not null then
  k.weight_kg * case (p).unit_cd when 'BOX' then coalesce(k.box_qty, 1) else 1 end end`

export const joinMeasures = sql`left join lateral charge_measure(c.owner_cd, c.stock_cd,
  c.service_dt) k on true`
