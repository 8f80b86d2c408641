import sql, { type Sql } from 'sql-template-tag'
import { getGroupOn } from '#areas/master/server/get-group-on.ts'
import { isLimitedByDay } from './post-charges.ts'
import {
  toPriceUnit,
  joinMeasures,
  weightForSteps,
  missingMeasure,
  matchPrices,
  type PriceBook,
} from './match-prices.ts'

/** Movements to charge: neither reversals nor reversed. */
const isChargeable = sql`(m.reverses_no is null
  and not exists (select from stock_movement r where r.reverses_no = m.movement_no))`

/** Lines of the touched documents (`cause_cd, doc_no`) with the quantity moved on each date. */
const movedLines = sql`
  select q.*, ${getGroupOn(sql`q`, sql`q.service_dt`)} group_cd from (
    select m.movement_cd cause_cd, m.doc_no, m.doc_line line_no, m.wcode, m.owner_cd, m.stock_cd,
      z.temperature_cd, b.bonded_cd,
      coalesce(r.order_kind_cd, h.order_kind_cd) order_kind_cd,
      case b.condition_cd when 'SAMPLE' then 'Y' else 'N' end sample_cd, b.pallet_no,
      warehouse_day(m.posted_at) service_dt, max(m.movement_no) cause_seq, sum(m.qty) qty
    from touched t
    join stock_movement m on m.movement_cd = t.cause_cd and m.doc_no = t.doc_no
    left join receipt r on m.movement_cd = 'RECEIPT' and r.receipt_no = m.doc_no
    left join shipment h on m.movement_cd = 'SHIPMENT' and h.shipment_no = m.doc_no
    join stock_balance b on b.balance_id = coalesce(m.to_balance_id, m.from_balance_id)
    join cell on cell.wcode = b.wcode and cell.cell_cd = b.cell_cd
    join zone z on z.wcode = cell.wcode and z.zone_cd = cell.zone_cd
    where ${isChargeable}
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) q`

/** Charge codes of each movement kind. Without a price for the main code, the work is unbilled. */
export const workCodes = sql`(values ('RECEIPT', 'IN', true), ('RECEIPT', 'RETURN', true),
  ('RECEIPT', 'UNLOAD', false), ('RECEIPT', 'INSPECT', false),
  ('SHIPMENT', 'OUT', true), ('SHIPMENT', 'PICK', false),
  ('SHIPMENT', 'LOAD', false)) v(cause_cd, charge_cd, is_main)`

/** Charge codes of the boxes of a shipment. */
export const boxCodes = sql`(values ('PACK'), ('MATERIAL')) v(charge_cd)`

/**
 * Rejected quantity per receipt line, inspected like accepted stock. Excludes returns, whose
 * rejected pieces did not arrive.
 */
const rejectedLines = sql`
  select q.*, ${getGroupOn(sql`q`, sql`q.service_dt`)} group_cd from (
    select x.receipt_no doc_no, x.line_no, r.wcode, r.owner_cd, n.stock_cd, r.order_kind_cd,
      warehouse_day(max(x.created_at)) service_dt, sum(x.reject_qty) qty
    from touched t
    join receipt r on t.cause_cd = 'RECEIPT' and r.receipt_no = t.doc_no
      and r.order_kind_cd is distinct from 'RETURN'
    join receipt_reject x on x.receipt_no = r.receipt_no and x.cancelled_at is null
    join receipt_line n on n.receipt_no = x.receipt_no and n.line_no = x.line_no
    group by 1, 2, 3, 4, 5, 6) q`

const causes = sql`
    moved as materialized (${movedLines}),
    refused as materialized (${rejectedLines}),
    causes as materialized (
      select m.cause_cd, m.doc_no, m.line_no, m.wcode, m.owner_cd, m.stock_cd, m.temperature_cd,
        m.group_cd, m.bonded_cd, m.order_kind_cd, m.sample_cd, m.cause_seq, m.service_dt,
        m.qty + case when v.charge_cd = 'INSPECT' and m.at = 1
          then coalesce(f.qty, 0) else 0 end qty, m.pallet_no, v.charge_cd, v.is_main
      from (select *, row_number() over (partition by cause_cd, doc_no, line_no
          order by service_dt, temperature_cd, bonded_cd, sample_cd, pallet_no) at from moved) m
      join ${workCodes} on v.cause_cd = m.cause_cd
        -- Returned stock is charged as a return, not also as an ordinary receipt.
        and v.charge_cd <> case when m.cause_cd = 'RECEIPT' and m.order_kind_cd = 'RETURN'
          then 'IN' else 'RETURN' end
      left join refused f on m.cause_cd = 'RECEIPT' and f.doc_no = m.doc_no
        and f.line_no = m.line_no
      union all
      select 'RECEIPT', f.doc_no, f.line_no, f.wcode, f.owner_cd, f.stock_cd, null, f.group_cd,
        null, f.order_kind_cd, null, 0, f.service_dt, f.qty, '', 'INSPECT', false
      from refused f where not exists (select from moved m where m.cause_cd = 'RECEIPT'
        and m.doc_no = f.doc_no and m.line_no = f.line_no)
      union all
      select 'SHIPMENT', s.doc_no, 0, s.wcode, s.owner_cd, null, null, null, null,
        s.order_kind_cd, null, s.cause_seq, s.service_dt, x.boxes, '', v.charge_cd, false
      from (select doc_no, wcode, owner_cd, max(cause_seq) cause_seq, max(service_dt) service_dt,
          max(order_kind_cd) order_kind_cd
        from moved where cause_cd = 'SHIPMENT' group by 1, 2, 3) s
      join (select shipment_no, count(*)::numeric boxes from shipment_box group by 1) x
        on x.shipment_no = s.doc_no
      cross join ${boxCodes})`

/** A document or line is charged once, on the date of its first movement. */
const firstMovementDate = sql`min(c.service_dt) over (partition by c.cause_cd, c.doc_no, c.charge_cd,
  (c.p).price_cd, (c.p).unit_cd, case (c.p).unit_cd when 'DOC' then 0 else c.line_no end)`

/** Date of the work if a version of the price has daily limits, otherwise null. */
const limitedDate = sql`case when ${isLimitedByDay(sql`(c.p)`)} then c.service_dt end`

/**
 * Target charges of the touched documents, as CTEs ending in `targets` (the columns
 * `post-charges.ts` reads). Charges are per line or per document, depending on the price. Work of
 * each date follows the price of that date. A charge never spans two billing months, or two dates
 * of a price with daily limits. A line that cannot be measured yet stays unbilled without delaying
 * the other lines of its document.
 */
export function selectWorkTargets(book?: PriceBook): Sql {
  return sql`${causes},
    priced as materialized (${matchPrices(sql`causes`, ['WORK'], book)}),
    once as (
      select c.*, case when (p).unit_cd = 'DOC' or (p).per_cd = 'DOC' then 0 else c.line_no end
          at_line,
        cycle_month(c.service_dt, coalesce(b.close_day, 0)) own_month, ${limitedDate} limited_dt, ${firstMovementDate} first_dt
      from priced c left join billing_terms b on b.owner_cd = c.owner_cd
      where (p).price_id is not null or c.is_main),
    measured as (
      select c.*, case (p).unit_cd when 'BOX' then k.box_qty end box_qty, ${missingMeasure} unmeasured, ${weightForSteps} step_kg, ${toPriceUnit(sql`c.qty`)} units
      from once c ${joinMeasures}
      where (p).price_id is null or (p).unit_cd not in ('DOC', 'LINE')
        or c.service_dt = c.first_dt),
    lines as (
      select cause_cd, doc_no, at_line, line_no, charge_cd, wcode, owner_cd, own_month,
        limited_dt, (p).price_id, (p).unit_cd, stock_cd, temperature_cd, bonded_cd, max(cause_seq) cause_seq, max(service_dt) service_dt,
        max(step_kg) weight_kg, case when stock_cd is null then case when (p).price_id is null then 'NO_PRICE' end
          when (p).unit_cd = 'PLT' and max(pallet_no) = '' then 'NO_PALLET'
          else min(unmeasured) end fault,
        case when stock_cd is null then sum(qty)
          when (p).unit_cd = 'PLT' then count(distinct nullif(pallet_no, ''))
          when (p).unit_cd = 'BOX' then ceil(sum(qty) / box_qty) else sum(units) end units
      from measured
      group by cause_cd, doc_no, at_line, line_no, charge_cd, wcode, owner_cd, own_month,
        limited_dt, (p).price_id, (p).unit_cd, stock_cd, temperature_cd, bonded_cd, sample_cd, box_qty),
    grouped as (
      select cause_cd, doc_no, at_line line_no, max(cause_seq) cause_seq, charge_cd, wcode,
        owner_cd, max(service_dt) service_dt,
        case when count(distinct stock_cd) = 1 then min(stock_cd) end stock_cd, price_id,
        case unit_cd when 'DOC' then 1 when 'LINE' then count(distinct line_no)
          else coalesce(sum(units), 0) end qty,
        case when bool_or(temperature_cd = 'FROZEN') then 'FROZEN'
          when bool_or(temperature_cd = 'COOL') then 'COOL' else max(temperature_cd) end
          temperature_cd,
        min(bonded_cd) bonded_cd, max(weight_kg) weight_kg, fault reason_cd
      from lines group by cause_cd, doc_no, at_line, charge_cd, wcode, owner_cd, own_month,
        limited_dt, price_id, unit_cd, fault),
    targets as materialized (
      select g.cause_cd, g.doc_no, g.line_no, g.cause_seq, g.charge_cd, g.wcode, g.owner_cd,
        g.service_dt, g.stock_cd, round(g.qty, 6) qty, g.price_id, l.price_cd,
        charge_amount(l, round(g.qty, 6), g.temperature_cd, g.bonded_cd, 0, l.free_qty, g.weight_kg) amount,
        g.temperature_cd, g.bonded_cd, 0 months, null::numeric[] raised, null::numeric free_qty, g.weight_kg, g.reason_cd
      from grouped g left join price_line l on l.price_id = g.price_id)`
}
