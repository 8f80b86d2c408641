import sql, { join, type Sql } from 'sql-template-tag'
import { isDay } from '#kernel/calendar.ts'
import { closeSentence } from '#kernel/close-sentence.ts'
import type { WireRow } from '#kernel/field.ts'
import { label, type Label, type Language } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import { documentStatus } from '#kernel/status.ts'
import { handleQuery } from '#server/engine/handler.ts'
import { scopeConditions, searchConditions, whereAll } from '#server/engine/search-sql.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { receiptStatus } from '#areas/inbound/rules/receipt-status.ts'
import { shipmentStatus } from '#areas/outbound/rules/shipment-status.ts'
import { datePlan } from '../operations/dates.ts'
import { scmStatus, scmStepFrom } from '../rules/scm-status.ts'
import { isOwnOrder } from './partner-scope.ts'

export const pastDate = label('지난 날짜입니다.', 'This date is in the past.')

/** Reasons why the date of an order cannot change, in order of precedence. */
export const dateRejections = {
  BEGUN: label('이미 작업이 시작된 전표가 있습니다.', 'Work on its document has started.'),
  OVER: label('종료된 오더입니다.', 'This order is closed.'),
  OFF: label('비활성 오더입니다.', 'This order is inactive.'),
  PAST: pastDate,
  CLOSED: label('물류센터 휴무일입니다.', 'The warehouse is closed on that day.'),
  PARTNER: label('지점·협력사 휴무일입니다.', 'The branch or partner is closed on that day.'),
  SAME: label('같은 날짜입니다.', 'This is the same date.'),
  EXPIRED: label(
    '그날에는 배송처의 잔여 유통기한을 만족하는 재고가 부족합니다.',
    'Not enough stock on that date with the shelf life that the ship-to requires.',
  ),
}

const reasons: Readonly<Record<string, Label>> = dateRejections

export const rejectionText = (code: string): Label => reasons[code] ?? label(code, code)

/**
 * Checks new dates of orders. `wanted` selects `scm_no`, `now_dt`, `new_dt`. Returns them with
 * `code`, a key of `refusals` or null, and the shortage of usable stock on the old and new date.
 */
export function selectCheckedDates(wanted: Sql, today: string): Sql {
  return sql`
    with w as materialized (${wanted}),
    leaving as materialized (
      select w.scm_no, o.wcode, o.owner_cd, w.now_dt, coalesce(w.new_dt, 'infinity') new_dt,
        coalesce(t.shelf_life_days, 0) shelf
      from w join scm_order o using (scm_no)
      left join scm_partner b on b.owner_cd = o.owner_cd and b.partner_cd = o.branch_cd
      left join scm_partner p on p.owner_cd = o.owner_cd and p.partner_cd = o.partner_cd
      left join ship_to t on t.owner_cd = o.owner_cd
        and t.ship_to_cd = coalesce(o.ship_to_cd, b.ship_to_cd, p.ship_to_cd)
      where o.kind_cd = 'OUT'),
    needed as materialized (
      select l.*, x.stock_cd, x.qty
      from (select scm_no, stock_cd, sum(greatest(order_qty - reject_qty - done_qty, 0)) qty
        from scm_order_line where scm_no in (select scm_no from leaving) group by 1, 2) x
      join leaving l using (scm_no)),
    goods as materialized (
      select b.wcode, b.owner_cd, b.stock_cd, l.valid_dt, sum(b.qty - b.alloc_qty - b.pick_qty) qty
      from stock_balance b join lot l using (lot_id)
      where b.condition_cd = 'NORMAL' and b.bonded_cd <> 'BONDED'
        and b.qty > b.alloc_qty + b.pick_qty
        and (b.wcode, b.owner_cd, b.stock_cd) in (select wcode, owner_cd, stock_cd from needed)
      group by 1, 2, 3, 4),
    -- Looked up once for all orders with the same item and dates.
    held as materialized (
      select a.*,
        coalesce(sum(g.qty) filter (where g.valid_dt is null
          or g.valid_dt - a.shelf >= a.now_dt), 0) now_qty,
        coalesce(sum(g.qty) filter (where g.valid_dt is null
          or g.valid_dt - a.shelf >= a.new_dt), 0) new_qty
      from (select distinct wcode, owner_cd, stock_cd, now_dt, new_dt, shelf from needed) a
      left join goods g using (wcode, owner_cd, stock_cd)
      group by 1, 2, 3, 4, 5, 6),
    short as materialized (
      select n.scm_no, sum(greatest(n.qty - h.now_qty, 0)) short_now_qty,
        sum(greatest(n.qty - h.new_qty, 0)) short_new_qty
      from needed n join held h using (wcode, owner_cd, stock_cd, now_dt, new_dt, shelf)
      group by 1),
    begun as materialized (
      select distinct w.scm_no from w join scm_order o using (scm_no)
      join scm_link_now k using (scm_no)
      where o.state_cd = ${quoteCodes(scmStatus.inProgress)} and k.begun
        and k.doc_state_cd <> case o.kind_cd when 'IN' then ${quoteCodes(receiptStatus.received)}
          else ${quoteCodes(shipmentStatus.shipped)} end)
    select w.*, s.short_now_qty,
      case when w.new_dt is not null then s.short_new_qty end short_new_qty,
      case when o.state_cd not in (${quoteCodes(scmStepFrom.replan)}) then 'OVER'
        when o.scm_no in (select scm_no from begun) then 'BEGUN'
        when o.active_yn = 'N' then 'OFF'
        when w.new_dt < ${today}::date then 'PAST'
        when exists (select from site_holiday h where h.wcode = o.wcode and h.holiday_dt = w.new_dt)
          then 'CLOSED'
        when not partners_work(o.owner_cd, o.branch_cd, o.partner_cd, w.new_dt) then 'PARTNER'
        when w.new_dt = w.now_dt then 'SAME'
        when s.short_new_qty > s.short_now_qty then 'EXPIRED' end code
    from w join scm_order o using (scm_no) left join short s using (scm_no)`
}

function reasonText(code: Sql, language: Language): Sql {
  const cases = Object.entries(dateRejections).map(
    ([name, text]) => sql`when ${name} then ${text[language]}`,
  )
  return sql`case ${code} ${join(cases, ' ')} end`
}

/** Returns a single value. Throws AppError 422 for a range. */
function readSingleValue(
  search: WireRow,
  name: string,
  isRight: (text: string) => boolean,
): string | null {
  const given = search[name] ?? null
  if (given === null) return null
  const text = String(given).replaceAll(/(?<=\d)[-./]/g, '')
  if (isRight(text)) return text
  const field = datePlan.search[name as keyof typeof datePlan.search]
  throw new AppError(
    422,
    'SEARCH_INVALID',
    label(
      `'${field.label.ko}'에는 값 하나를 입력하세요.`,
      closeSentence(`Enter one value for ${field.label.en}`),
    ),
  )
}

/**
 * Orders `o` with their new date `new_dt`, which is null if no change is requested. The next
 * working day is computed once per date and partners, not per order.
 */
function withNewDate(orders: Sql, search: WireRow): Sql {
  const day = readSingleValue(search, 'SET_DT', isDay)
  const shift = readSingleValue(search, 'SHIFT_DAYS', (text) => /^[-+]?\d{1,3}$/.test(text))
  if (day === null && shift === null) return sql`select o.*, null::date new_dt from (${orders}) o`
  const base =
    day === null ? sql`(o.now_dt + ${Number(shift)}::int)` : sql`to_date(${day}, 'YYYYMMDD')`
  if (search['RULE_CD'] === 'WEEKDAY') {
    return sql`select o.*, ${base} + ((extract(isodow from o.now_dt)::int
      - extract(isodow from ${base})::int + 7) % 7) new_dt from (${orders}) o`
  }
  if (search['RULE_CD'] !== 'WORKDAY') return sql`select o.*, ${base} new_dt from (${orders}) o`
  return sql`
    with asked as materialized (select o.*, coalesce(o.branch_cd, '') branch,
        coalesce(o.partner_cd, '') partner, ${base} base from (${orders}) o),
    found as materialized (
      select a.*, next_order_day(a.wcode, a.owner_cd, a.branch, a.partner, a.base) new_dt
      from (select distinct wcode, owner_cd, branch, partner, base from asked) a)
    -- Without a work day in the near future, the base date itself is checked. The left join tells
    -- the planner that every order remains.
    select a.*, coalesce(f.new_dt, a.base) new_dt from asked a
    left join found f using (wcode, owner_cd, branch, partner, base)`
}

const inputColumns = ['SET_DT', 'SHIFT_DAYS', 'RULE_CD', 'CHANGE_REASON']
/** Columns of the order itself. Its ship-to and supplier can come from its branch. */
const orderSearchFields = Object.fromEntries(
  Object.entries(datePlan.search).filter(
    ([name]) => ![...inputColumns, 'SHIP_TO_CD', 'SUPPLIER_CD'].includes(name),
  ),
)

export const datePlanHandler = handleQuery(
  datePlan,
  'v.refusal is not null, v.now_dt, v.scm_no',
  ({ search, scope, userId, today, language }) => {
    // Applies the same search conditions here, to check only matching orders.
    const requests = [
      ...scopeConditions('warehouse-owner', scope),
      ...searchConditions(orderSearchFields, search),
    ]
    const orders = sql`
      select v.* from (select x.*, coalesce(x.promised_dt, x.request_dt) now_dt
        from scm_order x) v
      ${whereAll([sql`v.state_cd in (${quoteCodes(scmStepFrom.replan)})`, isOwnOrder(userId, 'v'), ...requests])}`
    const wanted = sql`
      select n.scm_no, n.now_dt, n.new_dt from (${withNewDate(orders, search)}) n`
    return sql`
      with d as materialized (${selectCheckedDates(wanted, today)}),
      remaining as materialized (
        select x.scm_no, sum(greatest(x.order_qty - x.reject_qty - x.done_qty, 0)) left_qty
        from d join scm_order_line x using (scm_no) group by 1),
      documents as materialized (
        select k.scm_no, string_agg(distinct k.doc_no, ', ') doc_no
        from d join scm_link_now k using (scm_no) where k.doc_state_cd <> ${quoteCodes(documentStatus.cancelled)} group by 1),
      batches as materialized (
        select e.scm_no, max(e.batch_no) batch_no from d join scm_date_entry e using (scm_no)
        join scm_date_batch g using (batch_no) where g.undone_at is null group by 1)
      select o.scm_no, o.wcode, o.kind_cd, o.state_cd, o.active_yn, o.owner_cd, o.branch_cd,
        o.partner_cd, o.partner_order_no, coalesce(o.supplier_cd, p.supplier_cd, b.supplier_cd) supplier_cd,
        coalesce(o.ship_to_cd, b.ship_to_cd, p.ship_to_cd) ship_to_cd, o.request_dt, d.now_dt,
        d.new_dt, d.short_now_qty, d.short_new_qty, b.partner_nm branch_nm, p.partner_nm,
        case when d.new_dt is not null then ${reasonText(sql`d.code`, language)} end refusal,
        ${search['CHANGE_REASON'] ?? null}::text reason, l.left_qty, k.doc_no, e.batch_no
      from d join scm_order o using (scm_no)
      left join scm_partner b on b.owner_cd = o.owner_cd and b.partner_cd = o.branch_cd
      left join scm_partner p on p.owner_cd = o.owner_cd and p.partner_cd = o.partner_cd
      left join remaining l using (scm_no)
      left join documents k using (scm_no)
      left join batches e using (scm_no)`
  },
  inputColumns,
)
