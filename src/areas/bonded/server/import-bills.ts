import sql, { type Sql } from 'sql-template-tag'
import { homeCountry, homeCurrency } from '#areas/freight/rules/freight-charge.ts'
import { billStatus } from '#areas/freight/rules/bill-status.ts'
import { handleQuery, type Handler } from '#server/engine/handler.ts'
import { arrivalsToNotify } from '../operations/arrivals-to-notify.ts'
import { deliveryOrders, importBills } from '../operations/delivery-orders.ts'
import { deliveryOrderStatus } from '../rules/delivery-order-status.ts'

/** Condition: bill `t` is for cargo from abroad to the home country. */
const isFromAbroad: Sql = sql`(left(coalesce(t.pvd_cd, t.pod_cd), 2) = ${homeCountry}
  and left(coalesce(t.por_cd, t.pol_cd), 2) <> ${homeCountry})`

/** Condition: bill `t` is not the master bill of cargo that is delivered on house bills. */
const isDelivered: Sql = sql`(
  t.kind_cd in ('HBL', 'HAWB') or not exists (select from bill h
    where h.booking_id = t.booking_id and h.kind_cd in ('HBL', 'HAWB')
      and h.state_cd <> ${billStatus.cancelled}))`

/** Condition on a bill `t` whose cargo is delivered here: confirmed and from abroad. */
export const isImportBill: Sql = sql`(
  t.state_cd = ${billStatus.confirmed} and ${isFromAbroad} and ${isDelivered})`

/** Joins the issued order of a bill `t` as `d`. */
export const joinOrder: Sql = sql`
  left join delivery_order d on d.bill_id = t.bill_id
    and d.state_cd = ${deliveryOrderStatus.issued}`

/**
 * Parties of a bill `t` in the country of arrival. They pay the charges before they receive the
 * cargo. Those of the booking, which can have been changed since, count too if no other house bill
 * shares it.
 */
export const payers: Sql = sql`(
  select array[t.consignee_cd, t.notify_cd] || case when not exists (select from bill h
      where h.booking_id = t.booking_id and h.bill_id <> t.bill_id and h.kind_cd in ('HBL', 'HAWB')
        and h.state_cd <> ${billStatus.cancelled})
    then array[x.consignee_cd, x.notify_cd] else '{}' end
  from booking x where x.booking_id = t.booking_id)`

/** Unpaid amounts of a bill `t`, e.g. `KRW 330,000 · USD 120.50`, or null if nothing is owed. */
export const unpaidText: Sql = unpaidAmounts(sql`true`)

function unpaidAmounts(currencies: Sql): Sql {
  return sql`(
  select string_agg(u.currency_cd || ' ' || to_char(u.amount, case when u.amount = trunc(u.amount)
    then 'FM999,999,999,999,990' else 'FM999,999,999,999,990.00' end), ' · ' order by u.currency_cd)
  from freight_unpaid(t.booking_id, ${payers}) u where ${currencies})`
}

/**
 * Email address for the arrival notice of a bill `t`: the notify party's, otherwise the
 * consignee's.
 */
export const noticeAddress: Sql = sql`(
  select p.email from customer c
  join customer_place p on p.customer_cd = coalesce(c.merged_to_cd, c.customer_cd)
  where c.customer_cd in (t.notify_cd, t.consignee_cd) and p.use_yn = 'Y' and p.email is not null
  order by c.customer_cd is distinct from t.notify_cd, p.place_cd <> 'CONTACT', p.line_no limit 1)`

/**
 * Last date of the delivery orders of a cargo `c`, `yyyyMMdd`: NONE without an order, null if none
 * of its bills was ever confirmed. Bills under amendment count too.
 */
export const orderOfCargo: Sql = sql`(
  select coalesce(to_char(max(d.valid_dt) filter (where ${isImportBill}), 'YYYYMMDD'), 'NONE')
  from bill t ${joinOrder} where t.booking_id = c.booking_id and ${isFromAbroad}
    and (t.state_cd = ${billStatus.confirmed}
      or t.state_cd = ${billStatus.draft} and t.amendment_no > 0)
  having count(*) > 0)`

/**
 * Bills on which the cargo `c` of a booking is delivered, as JSON: their packages, whether these
 * are counted in the unit of the cargo, and the last date of their order. Drafts have none.
 */
export const billsOfCargo: Sql = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('pkgs', coalesce(t.package_qty, 0),
      'same', coalesce(t.package_cd = c.pkg_unit_cd, true),
      'until', to_char(d.valid_dt, 'YYYYMMDD')) order by t.bill_id), '[]')
  from bill t ${joinOrder} where t.booking_id = c.booking_id and ${isFromAbroad}
    and t.state_cd <> ${billStatus.cancelled} and ${isDelivered})`

const selectBills = (today: string): Sql => sql`
  select t.bill_id, t.wcode, t.bill_no, t.kind_cd, t.booking_id, b.booking_no, t.consignee_cd,
    co.customer_nm consignee_nm, n.customer_nm notify_nm, ${noticeAddress} mail_to,
    a.sent_at, case when a.sent_at is null then 'NONE' else 'SENT' end notice_cd,
    to_date(left(coalesce(b.ata, b.eta), 8), 'YYYYMMDD') arrive_dt, b.eta, b.ata,
    t.pol_cd, t.pod_cd, t.voyage_no, t.flight_no, s.vessel_nm, t.goods_nm, t.package_qty,
    t.package_cd, t.weight_kg, t.cbm, d.do_no,
    (select sum(u.amount) from freight_unpaid(t.booking_id, ${payers}) u
      where u.currency_cd = ${homeCurrency}) unpaid_amt,
    ${unpaidAmounts(sql`u.currency_cd <> ${homeCurrency}`)} unpaid_fx,
    case when d.do_no is null then 'NONE' when d.valid_dt < ${today}::date then 'EXPIRED'
      else d.state_cd end state_cd,
    coalesce(d.receiver_cd, t.consignee_cd) receiver_cd, r.customer_nm receiver_nm,
    coalesce(d.original_cd, nullif(b.bl_kind_cd, 'ORIGINAL')) original_cd,
    coalesce(d.cargo_no, g.cargo_no) cargo_no, coalesce(d.valid_dt, ${today}::date + 30) valid_dt,
    d.unpaid_reason, g.bond_no, d.issued_by, d.issued_at, d.remark
  from bill t
  join booking b using (booking_id)
  ${joinOrder}
  left join bonded_cargo g on g.booking_id = t.booking_id and g.cancel_yn = 'N'
  left join customer co on co.customer_cd = t.consignee_cd
  left join customer n on n.customer_cd = t.notify_cd
  left join customer r on r.customer_cd = coalesce(d.receiver_cd, t.consignee_cd)
  left join vessel s on s.vessel_cd = t.vessel_cd
  cross join lateral (
    -- Notices of the content before an amendment do not count.
    select max(n.sent_at) sent_at from arrival_notice n where n.bill_id = t.bill_id
      and not exists (select from bill_amendment x where x.bill_id = n.bill_id
        and x.created_at > n.sent_at)) a
  where ${isImportBill}`

export const importBillHandlers: readonly Handler[] = [
  handleQuery(
    arrivalsToNotify,
    'v.arrive_dt, v.booking_id',
    ({ today }) => sql`select * from (${selectBills(today)}) r where r.notice_cd = 'NONE'`,
  ),
  handleQuery(importBills, 'v.arrive_dt desc nulls last, v.bill_id', ({ today }) =>
    selectBills(today),
  ),
  handleQuery(deliveryOrders, 'v.issued_at desc, v.do_no', () => sql`select * from delivery_order`),
]
