import sql, { type Sql } from 'sql-template-tag'
import { getAsOfTimestamp, balancesAs } from '#areas/inventory/server/stock-as-of.ts'
import { handleQuery, type QueryCall } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { bondedStock } from '../operations/keeping.ts'
import { cargoStatus, correctionStatus } from '../rules/cargo-status.ts'
import { declareDay, periodEnd, removeDay } from './deadlines.ts'
import { isValidAt } from './unpacked-quantities.ts'

const selectSums = (before: Sql) => sql`(
  select l.bond_no,
    coalesce(sum(l.pkg_qty) filter (where l.direction_cd = 'IN'), 0) in_pkg,
    coalesce(sum(l.kg) filter (where l.direction_cd = 'IN'), 0) in_kg,
    coalesce(sum(l.pkg_qty) filter (where l.direction_cd = 'OUT'), 0) out_pkg,
    coalesce(sum(l.kg) filter (where l.direction_cd = 'OUT'), 0) out_kg,
    (max(l.done_at) filter (where l.direction_cd = 'IN') at time zone 'Asia/Seoul')::date in_dt,
    bool_or(l.direction_cd = 'IN' and l.split_cd <> 'P') is_complete
  from bonded_line l
  where l.created_at < ${before} and ${isValidAt(before)}
  group by l.bond_no)`

const selectCovered = (before: Sql) => sql`(
  select l.bond_no, o.stock_cd, sum(o.qty) qty
  from bonded_line l join bonded_out_goods o using (line_id)
  where l.created_at < ${before} and ${isValidAt(before)}
  group by 1, 2)`
const selectUnpacked = (before: Sql) => sql`(
  select bond_no, stock_cd, sum(case when reverses_id is null then qty else -qty end) qty
  from bonded_unpack where created_at < ${before} group by 1, 2)`
/** Clearance dates of the bases whose date was corrected since. */
const selectEarlierDates = (before: Sql) => sql`(
  select distinct on (l.basis_id) l.basis_id, k.was_accept_dt
  from bonded_correction k join bonded_line l using (line_id)
  where k.was_accept_dt is not null and k.decided_at >= ${before}
  order by l.basis_id, k.decided_at)`
const selectBases = (before: Sql) => sql`(
  select b.bond_no, sum(b.pkg_qty + coalesce(k.pkgs, 0)) pkg,
    min(${removeDay(sql`c.wcode`, sql`s.kind_cd`, sql`coalesce(d.was_accept_dt, b.accept_dt)`, sql`b.basis_cd`)})
      filter (where b.pkg_qty + coalesce(k.pkgs, 0) > coalesce(o.pkgs, 0)) remove_dt
  from bonded_basis b
  join bonded_cargo c on c.bond_no = b.bond_no
  join bonded_shed s on s.wcode = c.wcode and s.shed_cd = c.shed_cd
  left join (select basis_id, sum(pkg_qty) pkgs from bonded_basis_cut
    where created_at >= ${before} group by 1) k using (basis_id)
  left join ${selectEarlierDates(before)} d using (basis_id)
  left join (select l.basis_id, sum(l.pkg_qty) pkgs from bonded_line l
    where l.direction_cd = 'OUT' and l.created_at < ${before} and ${isValidAt(before)}
    group by 1) o using (basis_id)
  where b.created_at < ${before} and (b.cancelled_at is null or b.cancelled_at >= ${before})
  group by 1)`
/** Cargo `c` that a correction of its packages made complete, with the sums `m`. */
const isCorrected = (before: Sql) => sql`(c.in_closed_yn = 'Y' and m.in_pkg = c.pkg_qty
  and not exists (select from bonded_correction k where k.bond_no = c.bond_no
    and k.line_id is null and k.new_pkg_qty is not null and k.state_cd = ${quoteCodes(correctionStatus.approved)}
    and k.decided_at >= ${before}))`
const selectEvents = (before: Sql) => sql`(
  select e.bond_no, sum(e.months) months,
    max(e.event_dt) filter (where e.event_cd = 'NOTICE' and e.reverses_id is null
      and x.event_id is null) notice_dt,
    (array_agg(e.auction_cd order by e.event_id desc) filter (where e.auction_cd is not null))[1]
      auction_cd
  from bonded_event e
  left join bonded_event x on x.reverses_id = e.event_id and x.created_at < ${before}
  where e.created_at < ${before} group by 1)`

function bondedStockRows(call: QueryCall): Sql {
  const { scope, search, today } = call
  const past = getAsOfTimestamp(search)
  const before = past ?? sql`'infinity'::timestamptz`
  const day = past ? sql`(${past} at time zone 'Asia/Seoul')::date` : sql`${today}::date`
  const balances = balancesAs(call)
  return sql`
    with cargo as (
      select c.*, s.kind_cd, m.in_pkg, m.in_kg kg_in, m.out_pkg, m.out_kg kg_out,
        case when m.is_complete or ${isCorrected(before)} then m.in_dt end came_dt,
        a.pkg cleared_pkg, a.remove_dt, coalesce(e.months, 0) months, e.notice_dt told_dt,
        coalesce(e.auction_cd, 'NONE') step_cd,
        exists (select from bonded_fault f where f.bond_no = c.bond_no and f.created_at < ${before}
          and (f.settled_at is null or f.settled_at >= ${before})) is_held,
        row_number() over (partition by c.wcode, c.cargo_no order by c.created_at desc) newest
      from bonded_cargo c join bonded_shed s using (wcode, shed_cd)
      join ${selectSums(before)} m using (bond_no)
      left join ${selectBases(before)} a using (bond_no)
      left join ${selectEvents(before)} e using (bond_no)
      where m.in_pkg > 0 and c.wcode = ${scope.wcode}),
    pieces as (
      select b.cargo_no, b.owner_cd, b.stock_cd,
        sum(b.qty) filter (where b.bonded_cd = 'BONDED') bonded,
        sum(b.qty) filter (where b.bonded_cd = 'CLEARED') cleared
      from ${balances} b
      where b.cargo_no <> '' and b.qty > 0 and b.wcode = ${scope.wcode} group by 1, 2, 3),
    kept as (
      select c.*, p.stock_cd, coalesce(p.bonded, 0) bonded, coalesce(p.cleared, 0) cleared,
        greatest(coalesce(o.qty, 0) - (coalesce(u.qty, 0) - coalesce(p.bonded, 0)
          - coalesce(p.cleared, 0)), 0) filed,
        row_number() over (partition by c.bond_no order by p.stock_cd) place,
        ${periodEnd({ kind: sql`c.kind_cd`, arrived: sql`c.came_dt`, extended: sql`c.months`, prior: sql`c.prior_days` })} period_end
      from cargo c
      left join pieces p on c.newest = 1 and p.cargo_no = c.cargo_no and p.owner_cd = c.owner_cd
      left join ${selectCovered(before)} o on o.bond_no = c.bond_no and o.stock_cd = p.stock_cd
      left join ${selectUnpacked(before)} u on u.bond_no = c.bond_no and u.stock_cd = p.stock_cd
      where c.in_pkg > c.out_pkg or p.stock_cd is not null),
    due as (
      select kept.*, customs_day(wcode, period_end) end_dt,
        period_end - bonded_rule_value(kind_cd, 'NOTICE', came_dt)::integer tell_dt
      from kept)
    select k.bond_no, k.wcode, k.owner_cd, k.cargo_no, k.stock_cd, t.stock_nm, k.bonded bonded_qty,
      k.cleared cleared_qty, k.filed filed_qty,
      case when k.place = 1 then k.in_pkg - k.out_pkg end rest_pkg_qty,
      case when k.place = 1 then k.kg_in - k.kg_out end rest_kg, k.pkg_unit_cd, k.came_dt in_dt,
      k.end_dt, k.end_dt - ${day} left_days,
      k.tell_dt, k.told_dt notice_dt,
      case when coalesce(k.cleared_pkg, 0) < k.in_pkg
        then ${declareDay(sql`k.wcode`, sql`k.kind_cd`, sql`k.came_dt`)} end declare_dt,
      k.remove_dt,
      k.months extend_months, k.step_cd auction_cd, case when k.is_held then 'Y' else 'N' end held_yn,
      k.goods_nm, k.mbl_no, k.hbl_no, k.vessel_nm, k.consignee_nm, k.shed_cd, k.custom_value,
      case when k.out_pkg > 0 then ${quoteCodes(cargoStatus.partlyOut)}
        when coalesce(k.cleared_pkg, 0) = 0 then case when k.came_dt is null
          then ${quoteCodes(cargoStatus.partlyIn)} else ${quoteCodes(cargoStatus.arrived)} end
        when k.cleared_pkg = k.in_pkg and k.came_dt is not null
          then ${quoteCodes(cargoStatus.cleared)} else ${quoteCodes(cargoStatus.partlyCleared)} end state_cd,
      case when k.end_dt < ${day} then 'OVER'
        when k.tell_dt <= ${day} then 'NOTICE' else 'OK' end period_cd,
      case when k.is_held then 'HELD' when k.step_cd in ('OVERDUE', 'AUCTION') then 'OVERDUE'
        when k.filed > 0 then 'LEAVES'
        when k.cleared > 0 or k.stock_cd is null and coalesce(k.cleared_pkg, 0) > k.out_pkg
          then 'NOT_FILED'
        else 'NOT_CLEARED' end why_cd
    from due k left join stock t on t.owner_cd = k.owner_cd and t.stock_cd = k.stock_cd`
}

/** Sorted by deadline: overdue cargo first, then the earliest end of storage. */
export const bondedStockHandler = handleQuery(
  bondedStock,
  'v.end_dt nulls last, v.bond_no, v.stock_cd',
  bondedStockRows,
)
