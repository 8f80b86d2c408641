import sql, { type Sql } from 'sql-template-tag'
import { handleQuery, type Handler } from '#server/engine/handler.ts'
import { boxSummary, serialLines, serialSummary } from '../operations/summaries.ts'
import { remainingQty } from './order-quantities.ts'
import { isOwnOrder } from './partner-scope.ts'

function shipmentsOfOrders(userId: string): Sql {
  return sql`
    select s.shipment_no, s.wcode, s.owner_cd, s.ship_to_cd, t.ship_to_nm, s.shipment_dt, s.state_cd,
      o.scm_no, o.partner_order_no, o.branch_cd, b.partner_nm branch_nm, o.partner_cd, p.partner_nm,
      o.serial_yn
    from (select distinct shipment_no, scm_no from scm_order_link where shipment_no is not null) k
    join shipment s on s.shipment_no = k.shipment_no and s.cancel_yn = 'N'
    join scm_order o on o.scm_no = k.scm_no
    left join ship_to t on t.owner_cd = s.owner_cd and t.ship_to_cd = s.ship_to_cd
    left join scm_partner b on b.owner_cd = o.owner_cd and b.partner_cd = o.branch_cd
    left join scm_partner p on p.owner_cd = o.owner_cd and p.partner_cd = o.partner_cd
    where ${isOwnOrder(userId, 'o')}`
}

function boxRows(userId: string): Sql {
  return sql`
    with s as (${shipmentsOfOrders(userId)})
    select s.*, b.box_no, b.weight_kg, l.item_count, l.qty, 0::numeric missing_qty
    from s join shipment_box b on b.shipment_no = s.shipment_no
    cross join lateral (select count(*) item_count, coalesce(sum(qty), 0) qty
      from shipment_box_line l where l.shipment_no = b.shipment_no and l.box_no = b.box_no) l
    union all
    select s.*, null, null, m.item_count, 0, m.qty
    from s cross join lateral (
      select count(*) item_count, sum(x.pick_qty - x.packed) qty from (
        select l.pick_qty, coalesce((select sum(b.qty) from shipment_box_line b
            where b.shipment_no = l.shipment_no and b.line_no = l.line_no), 0) packed
        from shipment_line l where l.shipment_no = s.shipment_no) x
      where x.pick_qty > x.packed) m
    where m.qty > 0`
}

/**
 * Serials of shipments, one row per match to a shipment. A serial is a duplicate if the owner has
 * it on a piece of another item. A gap is counted between neighbouring serials of an item that have
 * the same prefix but non-consecutive trailing digits.
 */
function serialRows(userId: string): Sql {
  return sql`
    with s as (${shipmentsOfOrders(userId)}),
    m as (
      select s.*, x.line_no, x.stock_cd, x.match_no serial_no, x.created_at matched_at,
        substring(x.match_no from '^(.*?)[0-9]{1,15}$') head,
        substring(x.match_no from '([0-9]{1,15})$')::bigint tail
      from s join shipment_match x on x.shipment_no = s.shipment_no and x.match_cd = 'SERIAL')
    select m.shipment_no, m.wcode, m.owner_cd, m.ship_to_cd, m.ship_to_nm, m.shipment_dt, m.state_cd,
      m.scm_no, m.partner_order_no, m.branch_cd, m.branch_nm, m.partner_cd, m.partner_nm, m.line_no,
      m.stock_cd, k.stock_nm, m.serial_no, m.matched_at,
      (select count(*) from shipment_match d where d.owner_cd = m.owner_cd
        and d.match_no = m.serial_no and d.match_cd = 'SERIAL'
        and d.stock_cd <> m.stock_cd) double_count,
      greatest(m.tail - lag(m.tail) over (partition by m.owner_cd, m.stock_cd, m.head
        order by m.tail) - 1, 0) gap_count,
      0::numeric missing_qty
    from m join stock k on k.owner_cd = m.owner_cd and k.stock_cd = m.stock_cd
    union all
    select s.shipment_no, s.wcode, s.owner_cd, s.ship_to_cd, s.ship_to_nm, s.shipment_dt, s.state_cd,
      s.scm_no, s.partner_order_no, s.branch_cd, s.branch_nm, s.partner_cd, s.partner_nm, l.line_no,
      l.stock_cd, k.stock_nm, null, null, 0, 0, l.pick_qty - n.qty
    from s join shipment_line l on l.shipment_no = s.shipment_no
    join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    cross join lateral (select count(*)::numeric qty from shipment_match x
      where x.shipment_no = l.shipment_no and x.line_no = l.line_no and x.match_cd = 'SERIAL') n
    where s.serial_yn = 'Y' and l.pick_qty > n.qty`
}

function serialLineRows(userId: string): Sql {
  return sql`
    select o.wcode, o.request_dt, o.partner_order_no, o.owner_cd, o.state_cd, o.branch_cd,
      b.partner_nm branch_nm, o.scm_no, l.remark, l.line_no, l.stock_cd, k.stock_nm, l.order_qty,
      l.done_qty, ${remainingQty('l')} left_qty,
      coalesce(o.ship_to_cd, b.ship_to_cd, p.ship_to_cd) ship_to_cd, t.ship_to_nm, n.*
    from scm_order o
    join scm_order_line l using (scm_no)
    join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    left join scm_partner b on b.owner_cd = o.owner_cd and b.partner_cd = o.branch_cd
    left join scm_partner p on p.owner_cd = o.owner_cd and p.partner_cd = o.partner_cd
    left join ship_to t on t.owner_cd = o.owner_cd
      and t.ship_to_cd = coalesce(o.ship_to_cd, b.ship_to_cd, p.ship_to_cd)
    cross join lateral (
      select string_agg(distinct x.match_no, ', ' order by x.match_no) serials,
        string_agg(distinct s.shipment_no, ', ') doc_no, max(s.shipped_at) shipped_at
      from scm_order_link c
      join shipment s on s.shipment_no = c.shipment_no and s.cancel_yn = 'N'
      left join shipment_match x on x.shipment_no = c.shipment_no
        and x.line_no = c.shipment_line and x.match_cd = 'SERIAL'
      where c.scm_no = l.scm_no and c.line_no = l.line_no) n
    where o.serial_yn = 'Y' and ${isOwnOrder(userId, 'o')}`
}

export const summaryHandlers: readonly Handler[] = [
  handleQuery(
    boxSummary,
    'v.shipment_dt desc, v.shipment_no desc, v.box_no nulls first',
    ({ userId }) => boxRows(userId),
  ),
  handleQuery(
    serialSummary,
    'v.shipment_dt desc, v.shipment_no desc, v.line_no, v.serial_no nulls first',
    ({ userId }) => serialRows(userId),
  ),
  handleQuery(serialLines, 'v.request_dt desc, v.scm_no desc, v.line_no', ({ userId }) =>
    serialLineRows(userId),
  ),
]
