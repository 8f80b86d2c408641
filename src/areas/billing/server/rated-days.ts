import sql, { type Sql } from 'sql-template-tag'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { priceStatus } from '#areas/freight/rules/price-status.ts'
import { isCredited } from './credited-invoices.ts'
import { freePartSql } from './free-quantity.ts'
import { getCountedDay, limitedAmount, ownMonth } from './own-months.ts'
import { isNotReversed } from './post-charges.ts'
import { selectWorkTargets } from './work-targets.ts'

/** Month of a document charged under the versions of a price with one measure. */
const documentKey = (c: Sql): Sql => sql`(${c}.cause_cd, ${c}.doc_no, ${c}.wcode, ${c}.owner_cd,
  ${c}.bill_month, ${c}.charge_cd, ${c}.price_cd, ${c}.unit_cd, ${c}.basis_cd, ${c}.currency_cd)`

/** Documents with movements before the start of the version that is valid on their charge date. */
const splitDocuments = sql`
  select distinct c.cause_cd, c.doc_no, c.wcode, c.owner_cd, c.bill_month, c.charge_cd, c.price_cd,
    c.unit_cd, c.basis_cd, c.currency_cd
  from priced c join versions v using (price_id, on_dt)
  join price_line n on n.price_id = v.new_id
  where c.cause_cd in ('RECEIPT', 'SHIPMENT') and v.new_id <> c.price_id and not c.is_credited
    and exists (select from stock_movement m where m.movement_cd = c.cause_cd
      and m.doc_no = c.doc_no and m.business_dt < n.from_dt)`

/** Amounts of the parts of these documents, under the versions valid on their dates. */
const splitParts = sql`
  select s.wcode, s.owner_cd, s.bill_month, s.charge_cd, s.price_cd, s.currency_cd, t.service_dt,
    0, max(t.price_id), max(l.version_no), true, false, count(*), 0, 0, sum(t.amount), 0
  from (
    with touched as materialized (select distinct cause_cd, doc_no from split), ${selectWorkTargets()}
    select t.*, cycle_month(t.service_dt, coalesce(b.close_day, 0)) bill_month from targets t
    left join billing_terms b on b.owner_cd = t.owner_cd
    where t.reason_cd is null and t.amount is not null) t
  join price_line l on l.price_id = t.price_id
  join split s on ${documentKey(sql`s`)} = (t.cause_cd, t.doc_no, t.wcode, t.owner_cd, t.bill_month,
    t.charge_cd, t.price_cd, l.unit_cd, l.basis_cd, l.currency_cd)
  group by 1, 2, 3, 4, 5, 6, 7`

/**
 * Sums charges of prices with several versions by date: as billed, and as priced under the version
 * valid on that date. A line in another currency is a different price. `of` filters the charges
 * `c`. Looks versions up once per price and date and recalculates only charges with a different
 * version. Does not reprice limits and earlier differences. Prices each part of a document by its
 * own date. Charges on invoices credited in full keep their amount. `settled` is the part of earlier
 * differences that corrections had already settled.
 */
export const ratedDays = (of: Sql): Sql => sql`
    with codes as materialized (
      select l.price_id, l.price_cd, l.version_no, l.unit_cd, l.basis_cd, l.currency_cd, l.vat_cd,
        exists (select from price_line x where x.price_cd = l.price_cd and x.free_qty > 0) has_free
      from price_line l
      where l.state_cd = ${quoteCodes(priceStatus.agreed)} and exists (select from price_line x where x.price_cd = l.price_cd
        and x.price_id <> l.price_id and x.state_cd = ${quoteCodes(priceStatus.agreed)})),
    priced as materialized (
      select c.wcode, c.owner_cd, ${ownMonth(sql`c`)} bill_month, c.charge_cd,
        c.currency_cd, l.price_cd, c.price_id, l.version_no, c.cause_cd, c.qty, c.amount, c.temperature_cd, c.bonded_cd,
        c.months, c.raised, c.free_qty, c.weight_kg, c.line_no, c.reverses_no, c.charge_no, c.doc_no, c.stock_cd, l.unit_cd, l.basis_cd,
        ${getCountedDay(sql`c`)} on_dt, l.has_free and c.cause_cd = 'DAY' and ${isNotReversed(sql`c`)} shares_free,
        ${isCredited(sql`c`)} is_credited
      from charge c join codes l on l.price_id = c.price_id
      where c.cause_cd <> 'HAND' and ${of}),
    versions as materialized (
      select d.price_id, d.on_dt, n.price_id new_id, n.version_no
      from (select distinct price_id, on_dt from priced
        where cause_cd not in ('RERATE', 'LEAST', 'MOST') and not is_credited) d
      join codes l on l.price_id = d.price_id
      cross join lateral (select p.* from price_on(d.on_dt) p
        where p.price_cd = l.price_cd and p.state_cd = ${quoteCodes(priceStatus.agreed)}
          and (p.unit_cd, p.basis_cd, p.currency_cd, p.vat_cd)
            = (l.unit_cd, l.basis_cd, l.currency_cd, l.vat_cd)
        order by p.version_no desc limit 1) n),
    split as materialized (${splitDocuments}),
    -- The free quantity of a date is shared again by the charges that still count.
    frees as materialized (
      select c.charge_no, ${freePartSql(sql`c`, sql`n`, sql`c.wcode, c.owner_cd, c.on_dt, n.price_id`)}
        free_qty
      from priced c join versions v using (price_id, on_dt)
      join price_line n on n.price_id = v.new_id where c.shares_free)
    select wcode, owner_cd, bill_month, charge_cd, price_cd, currency_cd, on_dt,
      sum(charge_count) charge_count, max(price_id) price_id, max(version_no) version_no,
      bool_or(is_changed) is_changed, bool_and(is_credited) is_credited, sum(work_count) work_count, sum(billed) billed, sum(base) base,
      sum(tried) tried, sum(settled) settled
    from (
    -- An earlier difference is compared again, because a version with another measure, which is
    -- not re-rated, can have replaced its charges since.
    select c.wcode, c.owner_cd, c.bill_month, c.charge_cd, c.price_cd, c.currency_cd, c.on_dt,
      count(v.new_id) charge_count,
      max(coalesce(v.new_id, case when r.is_rerate then c.price_id end)) price_id,
      max(coalesce(v.version_no, case when r.is_rerate then c.version_no end)) version_no,
      coalesce(bool_or(v.new_id <> c.price_id or r.is_rerate), false) is_changed,
      bool_and(c.is_credited) is_credited, ${limitedAmount} work_count,
      sum(c.amount) billed,
      coalesce(sum(c.amount) filter (where c.cause_cd not in ('LEAST', 'MOST')
        and not r.is_settled), 0) base,
      -- A charge without a version valid on its date keeps its billed amount.
      sum(case when c.cause_cd in ('LEAST', 'MOST') or r.is_rerate then 0
        when c.is_credited then c.amount
        when s.doc_no is not null then 0
        when v.new_id is null or v.new_id = c.price_id then c.amount
        else sign(c.qty) * case when c.raised is null
          then charge_amount(n, abs(c.qty), c.temperature_cd, c.bonded_cd, c.months,
            coalesce(f.free_qty, c.free_qty, n.free_qty), c.weight_kg)
          else period_amount(n, abs(c.qty), c.raised) end end) tried,
      coalesce(sum(c.amount) filter (where r.is_settled), 0) settled
    from priced c
    cross join lateral (select c.cause_cd = 'RERATE' and not c.is_credited is_rerate,
      c.cause_cd = 'RERATE' and c.line_no = -1 and not c.is_credited is_settled) r
    left join versions v on c.cause_cd not in ('RERATE', 'LEAST', 'MOST') and not c.is_credited
      and v.price_id = c.price_id and v.on_dt = c.on_dt
    left join frees f on f.charge_no = c.charge_no
    left join price_line n on n.price_id = v.new_id
    left join split s on ${documentKey(sql`s`)} = ${documentKey(sql`c`)}
    group by 1, 2, 3, 4, 5, 6, 7
    union all ${splitParts}) x
    group by 1, 2, 3, 4, 5, 6, 7`
