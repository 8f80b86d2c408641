import sql from 'sql-template-tag'
import type { Sql } from 'sql-template-tag'
import { handleQuery, type Handler } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { documentStatus } from '#kernel/status.ts'
import {
  scmOpenLines,
  scmOrderHistory,
  scmOrderLines,
  scmOrders,
  scmSerialOrders,
} from '../operations/orders.ts'
import { scmStepFrom } from '../rules/scm-status.ts'
import { remainingQty, openQty } from './order-quantities.ts'
import { isOwnOrder } from './partner-scope.ts'

/**
 * Status of the document of link `k`. A subquery, because with a join the planner can read all
 * documents in order for each order.
 */
const documentState = sql`coalesce(
  (select d.state_cd from receipt d where d.receipt_no = k.receipt_no),
  (select d.state_cd from shipment d where d.shipment_no = k.shipment_no))`

/** Orders visible to a user, with names, sums and the last document that is not cancelled. */
function orderRows(userId: string): Sql {
  return sql`
    select o.scm_no, o.wcode, o.kind_cd, o.state_cd, o.active_yn, o.owner_cd, w.owner_nm,
      o.branch_cd, b.partner_nm branch_nm, o.partner_cd, p.partner_nm, o.partner_order_no,
      coalesce(o.supplier_cd, p.supplier_cd, b.supplier_cd) supplier_cd, s.supplier_nm,
      coalesce(o.ship_to_cd, b.ship_to_cd, p.ship_to_cd) ship_to_cd, t.ship_to_nm,
      o.request_dt, o.promised_dt, o.priority, o.serial_yn, o.reason, o.remark, o.version,
      o.updated_by, o.updated_at, l.*,
      case when l.order_qty > 0 then least(round(l.done_qty / l.order_qty * 100, 1), 100) end progress,
      (select coalesce(k.receipt_no, k.shipment_no) from scm_order_link k where k.scm_no = o.scm_no
        order by ${documentState} = ${quoteCodes(documentStatus.cancelled)}, k.link_no desc limit 1) doc_no
    from scm_order o
    join owner w on w.owner_cd = o.owner_cd
    left join scm_partner b on b.owner_cd = o.owner_cd and b.partner_cd = o.branch_cd
    left join scm_partner p on p.owner_cd = o.owner_cd and p.partner_cd = o.partner_cd
    left join supplier s on s.owner_cd = o.owner_cd
      and s.supplier_cd = coalesce(o.supplier_cd, p.supplier_cd, b.supplier_cd)
    left join ship_to t on t.owner_cd = o.owner_cd
      and t.ship_to_cd = coalesce(o.ship_to_cd, b.ship_to_cd, p.ship_to_cd)
    cross join lateral (
      select count(*) line_count, sum(x.order_qty) order_qty, sum(x.accept_qty) accept_qty,
        sum(${openQty('x')}) open_qty, sum(x.done_qty) done_qty, sum(${remainingQty('x')}) left_qty
      from scm_order_line x where x.scm_no = o.scm_no) l
    where ${isOwnOrder(userId, 'o')}`
}

/** Latest requested date first, then by priority. */
const inOrder = 'v.request_dt desc, v.priority, v.scm_no desc'

const serials = sql`
  select coalesce(sum(n.qty), 0) serial_qty, coalesce(sum(greatest(l.pick_qty - n.qty, 0)), 0) serial_open_qty
  from scm_order_link k
  join shipment_line l on l.shipment_no = k.shipment_no and l.line_no = k.shipment_line
  cross join lateral (select count(*)::numeric qty from shipment_match m
    where m.shipment_no = l.shipment_no and m.line_no = l.line_no and m.match_cd = 'SERIAL') n
  where k.scm_no = o.scm_no`

export const orderRowHandlers: readonly Handler[] = [
  handleQuery(scmOrders, inOrder, ({ userId }) => orderRows(userId)),
  handleQuery(
    scmSerialOrders,
    inOrder,
    ({ userId }) => sql`
      select o.*, n.* from (${orderRows(userId)}) o cross join lateral (${serials}) n
      where o.serial_yn = 'Y'`,
  ),
  handleQuery(
    scmOrderLines,
    'v.scm_no, v.line_no',
    ({ userId }) => sql`
      select l.*, o.wcode, s.stock_nm, ${openQty('l')} open_qty, ${remainingQty('l')} left_qty,
        (select string_agg(coalesce(k.receipt_no, k.shipment_no), ', ' order by k.link_no)
          from scm_order_link k where k.scm_no = l.scm_no and k.line_no = l.line_no
            and ${documentState} <> ${quoteCodes(documentStatus.cancelled)}) doc_no
      from scm_order_line l
      join scm_order o on o.scm_no = l.scm_no
      join stock s on s.owner_cd = l.owner_cd and s.stock_cd = l.stock_cd
      where ${isOwnOrder(userId, 'o')}`,
  ),
  handleQuery(
    scmOpenLines,
    'v.scm_no, v.line_no',
    ({ userId }) => sql`
      select l.scm_no, l.line_no, l.owner_cd, l.stock_cd, l.order_qty, l.accept_qty, o.wcode,
        o.kind_cd, s.stock_nm, ${openQty('l')} open_qty,
        null::numeric now_qty, null::date promised_dt
      from scm_order_line l
      join scm_order o on o.scm_no = l.scm_no
      join stock s on s.owner_cd = l.owner_cd and s.stock_cd = l.stock_cd
      where o.state_cd in (${quoteCodes(scmStepFrom.accept)}) and o.active_yn = 'Y'
        and l.accept_qty + l.reject_qty < l.order_qty and ${isOwnOrder(userId, 'o')}`,
  ),
  handleQuery(
    scmOrderHistory,
    'v.log_no desc',
    ({ userId }) => sql`
      select g.*, o.wcode, o.owner_cd from scm_order_log g
      join scm_order o on o.scm_no = g.scm_no
      where ${isOwnOrder(userId, 'o')}`,
  ),
]
