import sql, { type Sql } from 'sql-template-tag'
import type { Transaction } from '#server/db/database.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { priceStatus } from '#areas/freight/rules/price-status.ts'
import { billMonthStatus } from '../rules/billing-status.ts'
import { isNotReversed } from './post-charges.ts'
import { periodBases } from './storage-periods.ts'
import { boxCodes, workCodes } from './work-targets.ts'

/**
 * Columns of price `l` that determine the charged stock, its quantity and its tax. Amounts of
 * versions that differ in them cannot be compared.
 */
export const chargeMeasureColumns = (l: Sql): Sql => sql`(${l}.basis_cd, ${l}.unit_cd,
  coalesce(${l}.per_cd, 'LINE'), coalesce(${l}.currency_cd, 'KRW'), coalesce(${l}.free_days, 0),
  coalesce(${l}.share_yn, 'N'), ${l}.weight_steps is null, case when ${l}.basis_cd = any(${periodBases}::text[])
    then coalesce(${l}.over_months, 0) else 0 end, ${l}.vat_cd, coalesce(${l}.temperature_cd, ''),
  coalesce(${l}.group_cd, ''), coalesce(${l}.bonded_cd, ''), coalesce(${l}.order_kind_cd, ''),
  coalesce(${l}.sample_cd, ''))`

/** Whether work charged by price `l` has daily limits and is therefore charged by date. */
const hasDayLimits = (l: Sql) => sql`(num_nonnulls(${l}.day_min_amt, ${l}.day_max_amt) > 0)`

/** Agreed prices `n` of the charges and owners that have news. */
const newPrices = sql`(select distinct charge_cd, owner_cd from charge_news where bond_no is null) w
  join price_line n on n.charge_cd = w.charge_cd and n.owner_cd is not distinct from w.owner_cd
    and n.state_cd = ${quoteCodes(priceStatus.agreed)}`

/**
 * Documents that are charged as a whole although a new version of their price starts between their
 * movements, in open months. Each part must follow the price of its date.
 */
const splitByVersion = sql`
  select c.cause_cd, c.doc_no, c.owner_cd, max(c.service_dt)
  from ${newPrices}
  join price_line o on o.price_cd = n.price_cd and o.version_no < n.version_no
  join charge c on c.price_id = o.price_id and c.service_dt >= n.from_dt and c.of_month is null
    and c.cause_cd in ('RECEIPT', 'SHIPMENT') and ${isNotReversed(sql`c`)}
  join bill_month b
    on (b.wcode, b.owner_cd, b.bill_month) = (c.wcode, c.owner_cd, c.bill_month)
  left join billing_terms t on t.owner_cd = c.owner_cd
  where b.state_cd <> ${quoteCodes(billMonthStatus.closed)}
    and c.bill_month = cycle_month(n.from_dt - 1, coalesce(t.close_day, 0))
    and exists (select from stock_movement m where m.movement_cd = c.cause_cd
      and m.doc_no = c.doc_no and m.business_dt < n.from_dt)
  group by 1, 2, 3`

/**
 * Documents of open months without a charge that a new price adds. Work without a price is recorded
 * as unbilled only for the main codes, so it is found from its movements.
 */
const unpricedWork = sql`
  select m.movement_cd, m.doc_no, m.owner_cd, max(m.business_dt)
  from ${newPrices}
  join (select cause_cd, charge_cd from ${workCodes} where not is_main
    union all select 'SHIPMENT', charge_cd from ${boxCodes}) v on v.charge_cd = n.charge_cd
  join warehouse h on h.wcode = coalesce(n.price_wcode, h.wcode)
  join stock_movement m on m.wcode = h.wcode and m.movement_cd = v.cause_cd
    and m.business_dt between n.from_dt and coalesce(n.to_dt, 'infinity')
    and m.owner_cd = coalesce(n.owner_cd, m.owner_cd)
  left join billing_terms t on t.owner_cd = m.owner_cd
  cross join lateral (select cycle_month(m.business_dt, coalesce(t.close_day, 0)) bill_month) o
  where m.reverses_no is null
    and not exists (select from bill_month b where (b.wcode, b.owner_cd, b.bill_month)
      = (m.wcode, m.owner_cd, o.bill_month) and b.state_cd = ${quoteCodes(billMonthStatus.closed)})
    and not exists (select from charge c where c.cause_cd = m.movement_cd and c.doc_no = m.doc_no
      and c.charge_cd = n.charge_cd and c.service_dt >= m.business_dt
      and cycle_month(c.service_dt, coalesce(t.close_day, 0)) = o.bill_month)
  group by 1, 2, 3`

/**
 * Queues the documents and dates of open months that must be charged again, because a narrower
 * price replaces theirs, a new version of their price uses a different measure, or they had no
 * price. One such date queues all dates of its month, because a basis by period replaces all of its
 * days.
 */
export async function recordRemeasured(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    with replaced as (
      select distinct o.price_id, n.charge_cd, n.owner_cd of_owner, n.price_wcode, n.from_dt,
        coalesce(n.to_dt, 'infinity') to_dt, o.price_cd = n.price_cd is_version
      from ${newPrices}
      join price_line o on o.price_cd = n.price_cd and o.version_no < n.version_no
          and (${chargeMeasureColumns(sql`o`)} <> ${chargeMeasureColumns(sql`n`)}
            or ${hasDayLimits(sql`o`)} <> ${hasDayLimits(sql`n`)})
        or o.price_cd <> n.price_cd and o.charge_cd = n.charge_cd
          and price_rank(o) < price_rank(n)
          and (o.owner_cd is null or o.owner_cd = n.owner_cd)),
    stale as materialized (
      select distinct c.cause_cd, c.doc_no, c.owner_cd, c.service_dt
      from replaced r join charge c on c.price_id = r.price_id
        and c.service_dt between r.from_dt and r.to_dt
        and c.owner_cd = coalesce(r.of_owner, c.owner_cd)
        and c.wcode = coalesce(r.price_wcode, c.wcode)
      join bill_month b using (wcode, owner_cd, bill_month)
      where b.state_cd <> ${quoteCodes(billMonthStatus.closed)} and c.of_month is null
        and c.cause_cd in ('RECEIPT', 'SHIPMENT', 'DAY', 'PERIOD') and ${isNotReversed(sql`c`)})
    insert into charge_again (cause_cd, doc_no, owner_cd, service_dt)
    select cause_cd, doc_no, owner_cd, max(service_dt) from stale
    where cause_cd in ('RECEIPT', 'SHIPMENT') group by 1, 2, 3
    union
    ${splitByVersion}
    union
    ${unpricedWork}
    union
    -- Dates that were free under the older version have no charge to replace. A new site has no
    -- charged date yet.
    select 'DAY', '', o.owner_cd, d::date
    from replaced r join charge_follow f on f.stock_dt is not null
    join owner o on o.owner_cd = coalesce(r.of_owner, o.owner_cd)
    left join billing_terms t on t.owner_cd = o.owner_cd
    cross join lateral generate_series(r.from_dt::timestamp,
      least(r.to_dt, coalesce(f.stock_dt, r.from_dt))::timestamp, interval '1 day') d
    where r.charge_cd = 'STORE' and (r.is_version or r.of_owner is not null)
      and exists (select from stock_balance b where b.owner_cd = o.owner_cd)
      and not exists (select from bill_month b where b.owner_cd = o.owner_cd
        and b.bill_month = cycle_month(d::date, coalesce(t.close_day, 0))
        and b.state_cd = ${quoteCodes(billMonthStatus.closed)})
    union
    select 'DAY', '', m.owner_cd, d::date from (
      select distinct s.owner_cd, coalesce(t.close_day, 0) close_day,
        cycle_month(s.service_dt, coalesce(t.close_day, 0)) bill_month
      from stale s left join billing_terms t using (owner_cd)
      where s.cause_cd in ('DAY', 'PERIOD')) m
    cross join charge_follow f
    cross join lateral generate_series(cycle_start(m.bill_month, m.close_day)::timestamp,
      least(cycle_end(m.bill_month, m.close_day), f.stock_dt)::timestamp, interval '1 day') d
    on conflict do nothing`)
}

interface Recharge extends Record<string, unknown> {
  cause_cd: string
  doc_no: string
  owner_cd: string
  day: string
}

/**
 * Removes up to `limit` recorded documents from the queue and returns them, or dates if no document
 * is left.
 */
export function dequeueRecharges(tx: Transaction, limit: number): Promise<Recharge[]> {
  return tx.query<Recharge>(sql`
    with next as (
      select * from charge_again order by doc_no desc, service_dt, owner_cd limit ${limit}),
    gone as (delete from charge_again a using next n
      where (a.cause_cd, a.doc_no, a.owner_cd, a.service_dt) =
        (n.cause_cd, n.doc_no, n.owner_cd, n.service_dt))
    select cause_cd, doc_no, owner_cd, to_char(service_dt, 'YYYYMMDD') "day" from next`)
}
