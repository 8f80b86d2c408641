import sql, { join, raw, type Sql } from 'sql-template-tag'
import { getGroupOn } from '#areas/master/server/get-group-on.ts'
import {
  joinMeasures,
  weightForSteps,
  missingMeasure,
  matchPrices,
  type PriceBook,
} from './match-prices.ts'
import { freePartSql } from './free-quantity.ts'
import { periodBases, dailyBases, periodKind, monthPeriods } from './storage-periods.ts'
import { priceStatus } from '#areas/freight/rules/price-status.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'

export interface StorageDays {
  readonly first: Sql
  readonly last: Sql
  readonly owner?: string | null
  readonly owners?: readonly string[] | undefined
}

/**
 * Daily balances with every attribute a price can depend on. `days` has the columns of
 * `storage_days`.
 */
function selectStoredStock(days: Sql): Sql {
  return sql`
    select d.day service_dt, d.opening, d.in_qty, d.closing, b.wcode, b.owner_cd, b.stock_cd,
      b.lot_id, b.cell_cd, b.pallet_no, z.temperature_cd, ${getGroupOn(sql`b`, sql`d.day`)} group_cd, b.bonded_cd,
      null::text order_kind_cd,
      case b.condition_cd when 'SAMPLE' then 'Y' else 'N' end sample_cd, lot.received_dt,
      'STORE' charge_cd
    from ${days} d
    join stock_balance b using (balance_id)
    join lot using (lot_id)
    join cell on cell.wcode = b.wcode and cell.cell_cd = b.cell_cd
    join zone z on z.wcode = cell.wcode and z.zone_cd = cell.zone_cd
    where d.opening > 0 or d.in_qty <> 0 or d.closing > 0`
}

const countedQuantity = sql`case (p).basis_cd when 'DAY_START' then c.opening
  when 'DAY_PEAK' then c.opening + c.in_qty else c.closing end`

const toPricedUnits = (qty: Sql) => sql`${qty} * case (p).unit_cd when 'CBM' then k.cbm
  when 'KG' then k.weight_kg when 'WORTH' then k.unit_value / 100 else 1 end`

/** Whether the month of the date is too short for the day on which the lot was received. */
const isShortMonthEnd = sql`(extract(day from c.service_dt) < extract(day from c.received_dt)
  and extract(day from c.service_dt + 1) = 1)`

/** The lot's monthly anniversary, or the last day of a shorter month. */
const isAnniversary = sql`(extract(day from c.service_dt) = extract(day from c.received_dt)
  or ${isShortMonthEnd})`

/** Full months since the lot was received (Civil Act, Article 160(3)). */
const monthsStored = sql`((extract(year from c.service_dt) - extract(year from c.received_dt)) * 12
  + extract(month from c.service_dt) - extract(month from c.received_dt)
  - case when extract(day from c.service_dt) >= extract(day from c.received_dt)
    or ${isShortMonthEnd} then 0 else 1 end)::integer`

const toDayNumber = (day: Sql) => sql`to_char(${day}, 'YYYYMMDD')::bigint`

/** Stock of all owners in the cells of `priced` whose price splits the cell among its owners. */
const selectSharedCells = (first: Sql, last: Sql) => sql`(
  select d.day service_dt, b.wcode, b.cell_cd, b.owner_cd, d.closing
  from storage_days(${first}, ${last}, null) d join stock_balance b using (balance_id)
  where exists (select from priced where (p).share_yn = 'Y')
    and (b.wcode, b.cell_cd) in (select wcode, cell_cd from priced where (p).share_yn = 'Y'))`

/**
 * Storage charges by daily prices, as CTEs ending in `targets`. One row per date and lot, cell or
 * pallet.
 */
export function selectDailyTargets(
  { first, last, owner = null, owners }: StorageDays,
  book?: PriceBook,
): Sql {
  const days = owners
    ? sql`(select d.* from unnest(${[...owners]}::text[]) o(owner_cd)
        cross join lateral storage_days(${first}, ${last}, o.owner_cd) d)`
    : sql`storage_days(${first}, ${last}, ${owner}::text)`
  return sql`
    causes as materialized (${selectStoredStock(days)}),
    priced as materialized (${matchPrices(sql`causes`, [...dailyBases, ...periodBases], book)}),
    measured as (
      select c.*, ${countedQuantity} pieces, ${toPricedUnits(countedQuantity)} units,
        case when (p).unit_cd = 'PLT' and c.pallet_no = '' then 'NO_PALLET' else ${missingMeasure} end
          fault,
        ${monthsStored} months, ${weightForSteps} step_kg,
        case (p).unit_cd when 'CELL' then c.cell_cd when 'PLT' then c.pallet_no
          else concat_ws('|', c.stock_cd, c.lot_id, c.temperature_cd, c.bonded_cd, c.sample_cd) end
          thing
      from priced c ${joinMeasures}
      where (p).price_id is null or (p).basis_cd = any(${dailyBases}::text[])
        and c.service_dt - c.received_dt >= (p).free_days
        and ((p).basis_cd <> 'ANNIVERSARY' or ${isAnniversary})),
    shares as (
      select service_dt, wcode, cell_cd, count(distinct owner_cd) owners
      from ${owner === null && !owners ? sql`causes` : selectSharedCells(first, last)} s
      where closing > 0 group by 1, 2, 3),
    grouped as (
      select m.service_dt, m.wcode, m.owner_cd, m.charge_cd, (m.p).price_id,
        case when m.fault = 'NO_PRICE' then '' when m.fault is not null then m.stock_cd
          else m.thing end doc_no,
        case when m.fault is distinct from 'NO_PRICE' and count(distinct m.stock_cd) = 1
          then min(m.stock_cd) end stock_cd,
        round(case when m.fault is not null then sum(m.closing)
          when (m.p).unit_cd = 'CELL' then
            case (m.p).share_yn when 'Y' then 1.0 / min(s.owners) else 1 end
          when (m.p).unit_cd = 'PLT' then 1 else sum(m.units) end, 6) qty,
        max(m.temperature_cd) temperature_cd, max(m.bonded_cd) bonded_cd, max(m.months) months,
        max(m.step_kg) weight_kg,
        m.fault reason_cd
      from measured m
      left join shares s using (service_dt, wcode, cell_cd)
      where m.pieces > 0
      group by m.service_dt, m.wcode, m.owner_cd, m.charge_cd, (m.p).price_id, (m.p).unit_cd,
        (m.p).share_yn, m.fault, 6),
    shared as (
      select g.*, l, l.price_cd, ${freePartSql(
        sql`g`,
        sql`l`,
        sql`g.wcode, g.owner_cd, g.service_dt, g.price_id, g.reason_cd is null`,
      )} free_qty
      from grouped g left join price_line l on l.price_id = g.price_id),
    targets as materialized (
      select 'DAY' cause_cd, g.doc_no, 0 line_no, ${toDayNumber(sql`g.service_dt`)} cause_seq,
        g.charge_cd, g.wcode, g.owner_cd, g.service_dt, g.stock_cd, g.qty, g.price_id, g.price_cd,
        charge_amount(g.l, g.qty, g.temperature_cd, g.bonded_cd, g.months, g.free_qty,
          g.weight_kg) amount,
        g.temperature_cd, g.bonded_cd, g.months, null::numeric[] raised, g.free_qty, g.weight_kg,
        g.reason_cd
      from shared g)`
}

/** Price `l` applies to all stock of an owner, so no stock is left without a price. */
const appliesToAllStock = sql`num_nulls(l.price_wcode, l.temperature_cd, l.group_cd, l.bonded_cd,
  l.order_kind_cd, l.sample_cd) = 6`

/**
 * Owners with stock that a price counts daily or that might have no price, as `owners`. `is_shared`
 * is true if such a price splits a cell among all owners with stock in it. All stock of other
 * owners is charged by period.
 */
export function selectCountedDaily(day: Sql): Sql {
  const appliesToOwner = sql`(l.owner_cd is null or l.owner_cd = o.owner_cd)`
  return sql`
    with prices as materialized (
      select l.* from price_on(${day}) l where l.charge_cd = 'STORE' and l.state_cd = ${quoteCodes(priceStatus.agreed)})
    select array(
        select o.owner_cd from owner o
        where exists (select from prices l where l.basis_cd = any(${dailyBases}::text[]) and ${appliesToOwner})
          or not exists (select from prices l where l.basis_cd = any(${periodBases}::text[])
            and ${appliesToAllStock} and ${appliesToOwner})
        order by 1) owners,
      exists (select from prices l where l.basis_cd = any(${dailyBases}::text[])
        and l.share_yn = 'Y') is_shared`
}

/**
 * Billing months, half months and thirds of a month that end on a date, for owners with a period
 * price on one of their dates.
 */
export function selectPeriodsEnding(day: Sql, owner: string | null, book: PriceBook = {}): Sql {
  const drafts = book.draftOwner ?? null
  return sql`
    select o.owner_cd, v.kind, v.first, v.last from owner o
    left join billing_terms t using (owner_cd)
    cross join lateral (select coalesce(t.close_day, 0) close_day) c
    cross join lateral (select cycle_month(${day}, c.close_day) as month) m
    cross join lateral (select cycle_start(m.month, c.close_day) first,
      cycle_end(m.month, c.close_day) last) f
    cross join lateral ${monthPeriods(sql`f.first`, sql`f.last`)} v(kind, first, last)
    where v.last = ${day} and (${owner}::text is null or o.owner_cd = ${owner}::text)
      and exists (select from price_line l where l.basis_cd = any(${periodBases}::text[])
        and ${periodKind(sql`l.basis_cd`)} = v.kind
        and l.from_dt <= v.last and coalesce(l.to_dt, 'infinity') >= v.first
        and (l.state_cd = ${quoteCodes(priceStatus.agreed)} or l.owner_cd = ${drafts}::text)
        and (l.owner_cd is null or l.owner_cd = o.owner_cd))`
}

/** Parts of the `periods`, from `start` to `until`, in which the same prices are valid. */
const priceSpans = sql`
  select g.*, s.start, coalesce(lead(s.start) over (partition by g.owner_cd, g.kind, g.first
    order by s.start) - 1, g.last) until
  from periods g cross join lateral (
    select g.first start
    union select v.day from price_line l
      cross join lateral (values (l.from_dt), (l.to_dt + 1)) v("day")
      where l.charge_cd = 'STORE' and (l.owner_cd is null or l.owner_cd = g.owner_cd)
        and v.day > g.first and v.day <= g.last) s`

/**
 * Quantity that a period's price counts, from the daily totals `of`. A peak is the stock of the
 * first date on which the owner's total was highest. A ten-day peak is the sum of the peaks of each
 * item and lot. Closing stock is that of the last date on which the price was valid.
 */
const periodQuantity = (of: string): Sql => {
  const total = (column: string) => raw(`coalesce((d.${column})[${of}], 0)`)
  return sql`case (l.basis_cd)
  when 'AVERAGE' then sum(${total('closing')}) / (d.last - d.first + 1)
  when 'PEAK' then sum(${total('peak')}) filter (where d.is_peak)
  when 'HALF_PEAK' then sum(${total('peak')}) filter (where d.is_peak)
  when 'TEN_PEAK' then sum(${total('peak')}) filter (where d.is_peak)
  when 'SPLIT' then sum(${total('opening')}
    + ${total('in_qty')} * case when d.service_dt - d.first < 15 then 1 else 0.5 end)
  else sum(${total('ending')}) end`
}

/**
 * Group whose peak is counted: each item and lot for ten-day peaks, otherwise all stock of the
 * owner.
 */
const peakGroup = sql`case (p).basis_cd when 'TEN_PEAK' then stock_cd || '|' || lot_id else '' end`

/** Sums of all stock and of the stock with each surcharge: cool, frozen, bonded and overdue. */
const sumsBySurcharge = (units: Sql): Sql => sql`array[sum(${units}),
  sum(${units}) filter (where temperature_cd = 'COOL'),
  sum(${units}) filter (where temperature_cd = 'FROZEN'),
  sum(${units}) filter (where bonded_cd = 'BONDED'), sum(${units}) filter (where is_over)]`

/**
 * Stock of the periods ending on a date with the price that counts it, as CTEs ending in
 * `measured`. Stock counts only on dates on which such a price is valid.
 */
function periodStock(day: Sql, owner: string | null, book: PriceBook): Sql {
  return sql`
    periods as materialized (${selectPeriodsEnding(day, owner, book)}),
    days as (
      select d.*, g.kind, g.first, g.last from periods g
      cross join lateral storage_days(g.first, g.last, g.owner_cd) d),
    stored as materialized (
      select s.*, d.kind, d.first, d.last from (${selectStoredStock(sql`(select distinct day, balance_id,
        opening, in_qty, closing from days)`)}) s
      join periods d on d.owner_cd = s.owner_cd and s.service_dt between d.first and d.last),
    spans as materialized (${priceSpans}),
    causes as materialized (
      select s.*, x.start, x.until from stored s
      join spans x on (x.owner_cd, x.kind, x.first) = (s.owner_cd, s.kind, s.first)
        and s.service_dt between x.start and x.until),
    matched as (
      select distinct x.wcode, x.owner_cd, x.charge_cd, x.temperature_cd, x.group_cd, x.bonded_cd,
        null::text order_kind_cd, x.sample_cd, c.start service_dt
      from (select distinct wcode, owner_cd, charge_cd, temperature_cd, group_cd, bonded_cd,
          sample_cd, kind, first from causes) x
      join spans c using (owner_cd, kind, first)),
    prices as materialized (${matchPrices(sql`matched`, [...dailyBases, ...periodBases], book)}),
    -- Dates on which a price of the period is valid. The last such price counts all of them.
    counted as materialized (
      select c.kind, c.first, c.start, c.until, q.*,
        first_value(q.p) over (w order by c.start desc) last_p, min(c.start) over w valid_from,
        max(c.until) over w valid_until
      from spans c join prices q on q.owner_cd = c.owner_cd and q.service_dt = c.start
      where (q.p).basis_cd = any(${periodBases}::text[])
        and ${periodKind(sql`(q.p).basis_cd`)} = c.kind
      window w as (partition by c.kind, c.first, q.wcode, q.owner_cd, q.charge_cd,
        q.temperature_cd, q.group_cd, q.bonded_cd, q.sample_cd)),
    measured as (
      select c.*, ${missingMeasure} fault,
        coalesce((p).over_months <= ${monthsStored}, false) is_over,
        ${toPricedUnits(sql`c.opening`)} opening_units, ${toPricedUnits(sql`c.in_qty`)} in_units,
        ${toPricedUnits(sql`c.closing`)} closing_units
      from (
        select c.*, q.last_p p, c.service_dt = q.valid_from is_first,
          c.service_dt = q.valid_until is_last
        from causes c
        join counted q on (q.wcode, q.owner_cd, q.charge_cd, q.kind, q.first, q.start) =
            (c.wcode, c.owner_cd, c.charge_cd, c.kind, c.first, c.start)
          and (q.temperature_cd, q.group_cd, q.bonded_cd, q.sample_cd) is not distinct from
            (c.temperature_cd, c.group_cd, c.bonded_cd, c.sample_cd)) c
      ${joinMeasures}
      where c.service_dt - c.received_dt >= (p).free_days)`
}

/**
 * Storage charges of the periods ending on a date, as CTEs ending in `targets`. One row per owner,
 * warehouse and price.
 */
export function selectPeriodTargets(
  day: Sql,
  owner: string | null = null,
  book: PriceBook = {},
): Sql {
  return sql`${periodStock(day, owner, book)},
    totals as (
      select t.*, row_number() over (partition by wcode, owner_cd, charge_cd, price_id, first,
        thing order by peak[1] desc, service_dt) = 1 is_peak
      from (
        select wcode, owner_cd, charge_cd, (p).price_id, first, last, service_dt, ${peakGroup} thing,
          ${sumsBySurcharge(sql`case when is_first then opening_units else 0 end`)} opening,
          ${sumsBySurcharge(sql`in_units`)} in_qty, ${sumsBySurcharge(sql`closing_units`)} closing,
          ${sumsBySurcharge(sql`case when is_last then closing_units else 0 end`)} ending,
          ${sumsBySurcharge(sql`(opening_units + in_units)`)} peak
        from measured where fault is null group by 1, 2, 3, 4, 5, 6, 7, 8) t),
    faults as (
      select wcode, owner_cd, charge_cd, (p).price_id, stock_cd, fault, max(closing) qty
      from measured where fault is not null and fault <> 'NO_PRICE' group by 1, 2, 3, 4, 5, 6),
    grouped as (
      select d.wcode, d.owner_cd, d.charge_cd, d.price_id, round(${periodQuantity('1')}, 6) qty,
        array[${join(['2', '3', '4', '5'].map((of) => sql`round(${periodQuantity(of)}, 6)`))}]
          raised
      from totals d join price_line l on l.price_id = d.price_id
      group by d.wcode, d.owner_cd, d.charge_cd, d.price_id, d.first, d.last, l.basis_cd),
    targets as materialized (
      select 'PERIOD' cause_cd, l.price_cd doc_no, 0 line_no, ${toDayNumber(day)} cause_seq,
        g.charge_cd, g.wcode, g.owner_cd, ${day} service_dt, null::text stock_cd,
        g.qty, g.price_id, l.price_cd, period_amount(l, g.qty, g.raised) amount,
        null::text temperature_cd, null::text bonded_cd, 0 months, g.raised, null::numeric free_qty,
        null::numeric weight_kg, null::text reason_cd
      from grouped g join price_line l on l.price_id = g.price_id where g.qty > 0
      union all
      select 'PERIOD', f.stock_cd, 0, ${toDayNumber(day)}, f.charge_cd, f.wcode, f.owner_cd, ${day},
        f.stock_cd, f.qty, f.price_id, l.price_cd, 0, null, null, 0, null, null, null, f.fault
      from faults f join price_line l on l.price_id = f.price_id)`
}
