import sql, { type Sql } from 'sql-template-tag'
import type { Transaction } from '#server/db/database.ts'
import { isCredited } from './credited-invoices.ts'

export const openMonths = sql`
  months as (
    insert into bill_month (wcode, owner_cd, bill_month)
    select distinct wcode, owner_cd, bill_month from rows
    on conflict do nothing)`

export const ownMonth = sql`cycle_month(r.service_dt,
  coalesce((select t.close_day from billing_terms t where t.owner_cd = r.owner_cd), 0))`

export const openMonth = sql`open_bill_month(r.wcode, r.owner_cd, ${ownMonth})`

export function taxRate(vat: Sql, day: Sql): Sql {
  return sql`coalesce((select v.rate from vat_rate v where v.vat_cd = ${vat} and v.from_dt <= ${day}
    order by v.from_dt desc limit 1), 0)`
}

const chargeColumns = sql`wcode, owner_cd, charge_cd, service_dt, bill_month, of_month, cause_cd, doc_no,
  line_no, cause_seq, stock_cd, qty, unit_cd, price_id, amount, vat_cd, tax_rate, currency_cd,
  rounding_cd, temperature_cd, bonded_cd, months, raised, free_qty, weight_kg, reverses_no, created_by`

/** Whether any version of the price of `l` has a daily minimum or maximum. */
export const isLimitedByDay = (l: Sql): Sql => sql`exists (select from price_line x
  where x.price_cd = ${l}.price_cd and num_nonnulls(x.day_min_amt, x.day_max_amt) > 0)`

/** Charges that are neither reversals nor reversed. */
export const isNotReversed = (c: Sql): Sql => sql`(${c}.reverses_no is null
  and not exists (select from charge twin where twin.reverses_no = ${c}.charge_no))`

/**
 * Late charges reference their original month in `of_month`. Months are looked up once per service
 * date, not once per row.
 */
const fromTargets = sql`
  with day_months as materialized (
    select r.wcode, r.owner_cd, r.service_dt, ${openMonth} bill_month, ${ownMonth} own_month
    from (select distinct wcode, owner_cd, service_dt from fresh) r)
  select r.wcode, r.owner_cd, r.charge_cd, r.service_dt, o.bill_month,
    nullif(o.own_month, o.bill_month) of_month, r.cause_cd, r.doc_no, r.line_no, r.cause_seq, r.stock_cd, r.qty, l.unit_cd, r.price_id, r.amount, l.vat_cd,
    ${taxRate(sql`l.vat_cd`, sql`r.service_dt`)} tax_rate, l.currency_cd, l.rounding_cd,
    r.temperature_cd, r.bonded_cd, r.months, r.raised, r.free_qty, r.weight_kg, null::bigint reverses_no
  from fresh r join price_line l on l.price_id = r.price_id
  join day_months o
    on (o.wcode, o.owner_cd, o.service_dt) = (r.wcode, r.owner_cd, r.service_dt)`

/** Records unbilled work with its reason; `known` selects the work that was checked. */
const recordUnbilled = (known: Sql) => sql`
  waiting as (
    insert into unbilled_work (cause_cd, doc_no, line_no, cause_seq, charge_cd, wcode, owner_cd,
      service_dt, stock_cd, qty, reason_cd, price_cd, is_due)
    -- Parts of a line can have different prices, such as cooled and other stock.
    select cause_cd, doc_no, line_no, cause_seq, charge_cd, wcode, owner_cd, max(service_dt),
      max(stock_cd), sum(qty), reason_cd, max(price_cd), false
    from targets where reason_cd is not null group by 1, 2, 3, 4, 5, 6, 7, 11
    on conflict (wcode, owner_cd, cause_cd, doc_no, line_no, cause_seq, charge_cd, reason_cd)
      do update set tried_at = now(), qty = excluded.qty, is_due = false),
  billed as (
    delete from unbilled_work u where ${known} and not exists (
      select from targets t where t.reason_cd = u.reason_cd
        and (t.wcode, t.owner_cd, t.cause_cd, t.doc_no, t.line_no, t.cause_seq, t.charge_cd) =
          (u.wcode, u.owner_cd, u.cause_cd, u.doc_no, u.line_no, u.cause_seq, u.charge_cd)))`

/**
 * Charges `gone` with the month their reversal is posted to: the month of the charge, or the open
 * one if that is closed. The reversal has the date of its charge if it is for storage or in the
 * charge's month. Otherwise it has the date on which the work changed.
 */
const reversedCte = sql`
  reversed as (
    select g.*, o.open_month, coalesce(g.of_month, g.bill_month) own_month,
      case when g.cause_cd in ('DAY', 'PERIOD')
          or g.of_month is null and o.open_month = g.bill_month then g.service_dt
        else warehouse_day(coalesce((select max(m.posted_at) from stock_movement m
            where m.movement_cd = g.cause_cd and m.doc_no = g.doc_no),
          (select max(l.created_at) from bonded_line l
            where g.cause_cd like 'BON%' and l.bond_no = g.doc_no), now())) end twin_dt
    from gone g cross join lateral (select open_bill_month(g.wcode, g.owner_cd,
      coalesce(g.of_month, g.bill_month)) open_month) o)`

/**
 * CTEs with the charges to reverse and the targets to post. `same` compares target `t` with charge
 * `c`, and `work` whether both are for the same work. A charge whose invoice was credited in full
 * covers as much of its work and is reversed only if there is more.
 */
function changesCte(targets: Sql, { same, work }: { readonly same: Sql; readonly work: Sql }): Sql {
  const isSettled = sql`(${same} or c.is_credited and ${work} and t.qty <= c.qty)`
  return sql`
    gone as (select c.* from stood c where not exists (select from ${targets} t where ${isSettled})
      and (not c.is_credited or exists (select from ${targets} t where ${work}))),
    fresh as (select t.* from ${targets} t where t.reason_cd is null
      and not exists (select from stood c where ${isSettled}))`
}

const reversedColumns = sql`
  select wcode, owner_cd, charge_cd, twin_dt, open_month, nullif(own_month, open_month), cause_cd,
    doc_no, line_no, cause_seq, stock_cd, -qty, unit_cd, price_id, -amount, vat_cd, tax_rate,
    currency_cd, rounding_cd, temperature_cd, bonded_cd, months, raised, free_qty, weight_kg, charge_no
  from reversed`

const insertRows = sql`
  insert into charge (${chargeColumns}, again_no)
  select r.*, 'system', case when r.reverses_no is null then ${earlierChargeCount()} else 0 end
  from rows r order by reverses_no nulls last, service_dt, cause_cd, doc_no, line_no`

/** Number of earlier charges of row `r` under this price, which were reversed or credited. */
function earlierChargeCount(): Sql {
  return sql`(select count(*) from charge c where c.reverses_no is null
  and (c.cause_cd, c.doc_no, c.line_no, c.cause_seq, c.charge_cd, c.wcode, c.owner_cd, c.price_id)
    = (r.cause_cd, r.doc_no, r.line_no, r.cause_seq, r.charge_cd, r.wcode, r.owner_cd, r.price_id))`
}

/**
 * Brings the charges of the touched documents (`cause_cd, doc_no`) up to date. Changed charges are
 * reversed and posted again, unchanged ones remain. A reversal belongs to the month of its charge
 * and is posted there while that month is open. Returns the number of rows written.
 */
export async function postWork(tx: Transaction, touched: Sql, targets: Sql): Promise<number> {
  const same = sql`t.reason_cd is null and (t.cause_cd, t.doc_no, t.line_no, t.charge_cd, t.qty)
    = (c.cause_cd, c.doc_no, c.line_no, c.charge_cd, c.qty)
    and t.weight_kg is not distinct from c.weight_kg
    and (t.price_id = c.price_id or (t.price_cd, t.service_dt) = (c.price_cd, c.service_dt))
    and cycle_month(t.service_dt, c.close_day) = cycle_month(c.service_dt, c.close_day)
    and exists (select from price_line l where l.price_id = t.price_id
      and (l.unit_cd, l.currency_cd, l.vat_cd) = (c.unit_cd, c.currency_cd, c.vat_cd)
      and (t.service_dt = c.service_dt or not ${isLimitedByDay(sql`l`)}))`
  const work = sql`t.reason_cd is null and (t.cause_cd, t.doc_no, t.line_no, t.charge_cd, t.price_cd)
    = (c.cause_cd, c.doc_no, c.line_no, c.charge_cd, c.price_cd)
    and cycle_month(t.service_dt, c.close_day) = cycle_month(c.service_dt, c.close_day)`
  return tx.execute(sql`
    with touched as materialized (${touched}), ${targets},
    stood as materialized (
      select c.*, l.price_cd, coalesce(b.close_day, 0) close_day, ${isCredited(sql`c`)} is_credited
      from touched t
      join charge c on c.doc_no = t.doc_no and c.cause_cd = t.cause_cd
      join price_line l on l.price_id = c.price_id
      left join billing_terms b on b.owner_cd = c.owner_cd
      where ${isNotReversed(sql`c`)}),
    ${changesCte(sql`targets`, { same, work })},
    ${reversedCte},
    rows as materialized (${fromTargets} union all ${reversedColumns}),
    ${openMonths}, ${recordUnbilled(sql`(u.cause_cd, u.doc_no) in
      (select x.cause_cd, x.doc_no from touched x)`)}
    ${insertRows}`)
}

/**
 * Brings the storage charges of a date or period up to date. `of` selects the charges `c` to
 * compare. Reverses and recharges quantities that changed, because the item was measured later or a
 * newer version uses a different measure.
 */
export async function postStorage(
  tx: Transaction,
  targets: Sql,
  { of, known }: { readonly of: Sql; readonly known: Sql },
): Promise<number> {
  const measure = (l: Sql) => sql`(${l}.price_cd, ${l}.unit_cd, ${l}.basis_cd, ${l}.currency_cd,
    ${l}.vat_cd)`
  const same = sql`t.reason_cd is null
    and (t.cause_cd, t.doc_no, t.cause_seq, t.charge_cd, t.wcode, t.owner_cd, t.qty)
      = (c.cause_cd, c.doc_no, c.cause_seq, c.charge_cd, c.wcode, c.owner_cd, c.qty)
    and t.weight_kg is not distinct from c.weight_kg
    and coalesce(c.raised, t.raised) is not distinct from t.raised
    and (t.price_id <> c.price_id or coalesce(c.free_qty, t.free_qty) is not distinct from t.free_qty)
    and ${measure(sql`t`)} = ${measure(sql`c`)}`
  const work = sql`(t.cause_cd, t.doc_no, t.cause_seq, t.charge_cd, t.wcode, t.owner_cd, t.price_cd)
    = (c.cause_cd, c.doc_no, c.cause_seq, c.charge_cd, c.wcode, c.owner_cd, c.price_cd)`
  return tx.execute(sql`
    with ${targets},
    wanted as materialized (
      select t.*, l.unit_cd, l.basis_cd, l.currency_cd, l.vat_cd from targets t
      join price_line l on l.price_id = t.price_id
      where t.reason_cd is null and t.amount is not null),
    stood as materialized (
      select c.*, l.price_cd, l.basis_cd, ${isCredited(sql`c`)} is_credited from charge c
      join price_line l on l.price_id = c.price_id
      where ${of} and ${isNotReversed(sql`c`)}),
    ${changesCte(sql`wanted`, { same, work })},
    ${reversedCte},
    rows as materialized (${fromTargets} union all ${reversedColumns}),
    ${openMonths}, ${recordUnbilled(known)}
    ${insertRows}`)
}

/**
 * Posts targets that never change once charged: labels and counts. Skips targets that are already
 * charged.
 */
export async function postNewTargets(tx: Transaction, targets: Sql, known: Sql): Promise<number> {
  return tx.execute(sql`
    with ${targets},
    fresh as (select t.* from targets t where t.reason_cd is null and t.amount is not null
      and not exists (select from charge c where c.doc_no = t.doc_no and c.cause_cd = t.cause_cd
        and (c.line_no, c.cause_seq, c.charge_cd, c.wcode, c.owner_cd) =
          (t.line_no, t.cause_seq, t.charge_cd, t.wcode, t.owner_cd))),
    rows as materialized (${fromTargets}),
    ${openMonths}, ${recordUnbilled(known)}
    insert into charge (${chargeColumns})
    select rows.*, 'system' from rows order by service_dt, doc_no`)
}
