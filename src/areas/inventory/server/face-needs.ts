import sql, { join, type Sql } from 'sql-template-tag'
import { moveTaskStatus } from '../rules/move-task-status.ts'
import { unitQty, loosePieces } from './face-units.ts'
import { isMissing } from './missing-stock.ts'
import { holdConditions, notHeldByRule } from './active-holds.ts'

export interface FaceScope {
  readonly wcode: string
  readonly owners: readonly string[] | null
  readonly today: string
}

/** Same condition as `openCell`, in a form whose row count the planner can estimate. */
const isCellInUse = sql`c.use_yn = 'Y' and z.use_yn = 'Y' and c.lock_yn = 'N' and z.lock_yn = 'N'`

export const openTasks = (wcode: string): Sql => sql`(select t.*, l.valid_dt
  from move_task t join stock_balance b on b.balance_id = t.from_balance_id
  join lot l on l.lot_id = b.lot_id
  where t.wcode = ${wcode} and t.state_cd = ${moveTaskStatus.waiting})`

/** SQL conditions: a rule holds all stock in the cell of face `f`, in zone `c`. */
const faceHolds = (today: string): readonly Sql[] => holdConditions(sql`${today}::date`).slice(0, 2)

/** Whether the stock of balance `b` with its `lot` in cell `c` can be allocated to orders. */
const isUsable = (today: string): Sql => sql`(b.condition_cd = 'NORMAL' and b.bonded_cd <> 'BONDED'
  and coalesce(lot.valid_dt >= ${today}::date, true) and not ${isMissing}
  and ${notHeldByRule(today)})`

/**
 * Open tasks whose stock can be moved to its face. A task waits if its stock has been held or has
 * expired since.
 */
const comingTasks = ({ wcode, today }: FaceScope): Sql => sql`(select t.*, lot.valid_dt
  from move_task t join stock_balance b on b.balance_id = t.from_balance_id
  join lot on lot.lot_id = b.lot_id
  join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
  where t.wcode = ${wcode} and t.state_cd = ${moveTaskStatus.waiting} and ${isUsable(today)})`

/**
 * CTEs of the open pick faces of a warehouse. `turn` is the rank of a face among those of its item.
 * `withheld` are lots on a face that a picker did not find. Stock added to them cannot be
 * allocated.
 */
const faceCtes = ({ wcode, owners, today }: FaceScope): Sql => sql`
  face as materialized (
    select f.*, row_number() over () face_no, ${unitQty} unit, k.stock_nm, k.cbm, k.weight_kg, c.capacity_cbm, c.max_kg,
      row_number() over (partition by f.owner_cd, f.stock_cd
        order by z.pick_seq, c.pick_seq, f.cell_cd) turn
    from pick_face f
    join cell c on c.wcode = f.wcode and c.cell_cd = f.cell_cd
    join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
    join stock k on k.owner_cd = f.owner_cd and k.stock_cd = f.stock_cd
    where f.wcode = ${wcode} and f.use_yn = 'Y' and ${isCellInUse}
      and (${owners === null} or f.owner_cd = any(${[...(owners ?? [])]}::text[]))
      and not exists (select from (select f.wcode, f.cell_cd) b
        where ${join(faceHolds(today), ' or ')})),
  task as materialized (
    select f.face_no, sum(t.qty - t.done_qty) open_qty, sum(t.travel_qty) travel,
      bool_or(t.cause_cd = 'DEMAND') is_demand, max(coalesce(t.valid_dt, 'infinity')) valid_to
    from ${comingTasks({ wcode, owners, today })} t join face f
      on (f.cell_cd, f.owner_cd, f.stock_cd) = (t.to_cell_cd, t.owner_cd, t.stock_cd) group by 1),
  shelf as materialized (
    select f.face_no, sum(b.qty - b.pick_qty) face_qty,
      sum(b.alloc_qty) alloc_qty, max(coalesce(lot.valid_dt, 'infinity')) valid_to
    from face f join stock_balance b on b.wcode = f.wcode and b.owner_cd = f.owner_cd
      and b.stock_cd = f.stock_cd and b.cell_cd = f.cell_cd
    join lot on lot.lot_id = b.lot_id
    join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
    where b.qty > b.pick_qty and ${isUsable(today)} group by 1),
  withheld as materialized (
    select f.face_no, b.lot_id from face f join stock_balance b on b.wcode = f.wcode
      and b.owner_cd = f.owner_cd and b.stock_cd = f.stock_cd and b.cell_cd = f.cell_cd
    where b.qty > b.pick_qty and ${isMissing})`

/**
 * CTE `reserve`: stock that can be moved to faces. `loose` are the pieces beyond whole units that
 * shipments without a picking list need and that no task covers yet.
 */
const reserveStock = ({ wcode, today }: FaceScope): Sql => sql`
  item as materialized (select owner_cd, stock_cd, unit from face where turn = 1),
  stored as materialized (
    select b.balance_id, b.owner_cd, b.stock_cd, b.lot_id, coalesce(lot.valid_dt, 'infinity') valid,
      lot.received_dt, z.pick_seq zone_seq, c.pick_seq, i.unit,
      b.qty - b.alloc_qty - b.pick_qty free, b.alloc_qty
    from item i join stock_balance b on b.wcode = ${wcode} and b.owner_cd = i.owner_cd
      and b.stock_cd = i.stock_cd and b.qty > b.pick_qty
    join lot on lot.lot_id = b.lot_id
    join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
      and c.cell_type_cd <> 'DOCK' and c.role_cd <> 'PICK'
    join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
    where ${isCellInUse} and ${isUsable(today)}),
  wanted as materialized (
    select s.balance_id, sum(${loosePieces(sql`a.alloc_qty`, sql`s.unit`)}) qty
    from stored s join allocation a on a.balance_id = s.balance_id and a.alloc_qty > 0
    join shipment h on h.shipment_no = a.shipment_no and h.listed_at is null
    where s.alloc_qty > 0 group by 1),
  travelling as materialized (
    select from_balance_id balance_id, sum(travel_qty) qty from ${openTasks(wcode)} t group by 1),
  reserve as materialized (
    select s.*, greatest(coalesce(w.qty, 0) - coalesce(t.qty, 0), 0) loose
    from stored s left join wanted w using (balance_id) left join travelling t using (balance_id))`

/**
 * CTE `source`: the stock each face can receive. Its dates are not later than those on the face or
 * in tasks to it; an empty face receives only the earliest date. The planner expects one row of
 * `reserve` and would use a nested loop. A full join is always hashed.
 */
const sourceCte = sql`
  stocked as materialized (
    select f.face_no, f.turn, f.unit face_unit, r.*
    from face f full join reserve r on r.owner_cd = f.owner_cd and r.stock_cd = f.stock_cd),
  source as materialized (
    select r.*, floor((r.free + r.loose) / r.face_unit) * r.face_unit avail,
      coalesce(h.valid_to, t.valid_to, min(r.valid)
        filter (where r.free + r.loose >= r.face_unit)
        over (partition by r.face_no)) face_valid
    from stocked r
    left join shelf h on h.face_no = r.face_no
    left join task t on t.face_no = r.face_no
    where r.face_no is not null and r.balance_id is not null
      and (r.face_no, r.lot_id) not in (select face_no, lot_id from withheld)),
  supply as materialized (
    select face_no, sum(avail) avail,
      sum(case when turn = 1 then loose else 0 end) loose
    from source where valid <= face_valid group by 1)`

/** CTE `load`: volume and weight in the cells of faces and in tasks to them. */
const faceLoads = ({ wcode }: FaceScope): Sql => sql`
  load as materialized (
    select x.cell_cd, sum(x.qty * k.cbm) cbm, sum(x.qty * k.weight_kg) kg
    from (
      select b.cell_cd, b.owner_cd, b.stock_cd, b.qty from stock_balance b
      where b.wcode = ${wcode} and b.qty > 0 and b.cell_cd in (select cell_cd from face
        where coalesce(capacity_cbm, max_kg) is not null)
      union all
      select t.to_cell_cd, t.owner_cd, t.stock_cd, t.qty - t.done_qty
      from ${openTasks(wcode)} t) x
    join stock k on k.owner_cd = x.owner_cd and k.stock_cd = x.stock_cd group by 1)`

/**
 * CTEs for the statement that follows. `need` has one row per face. Its position is the stock on
 * the face available to orders, less the pieces shipments need from it, plus the stock that open
 * tasks can bring. Pieces that shipments wait for are rounded up to whole units, beyond the maximum
 * if the cell has space. Otherwise, a position below the minimum is refilled by whole units up to
 * the maximum, unless tasks for such pieces are open.
 */
export const faceNeeds = (scope: FaceScope): Sql => sql`
  ${faceCtes(scope)}, ${reserveStock(scope)}, ${sourceCte}, ${faceLoads(scope)},
  balance as materialized (
    select f.*, coalesce(h.face_qty, 0) face_qty, coalesce(s.avail, 0) source_qty,
      coalesce(h.alloc_qty, 0) + coalesce(t.travel, 0) + coalesce(s.loose, 0) promised_qty,
      coalesce(t.open_qty, 0) open_qty, coalesce(t.is_demand, false) is_demand,
      floor(least((f.capacity_cbm - coalesce(l.cbm, 0)) / nullif(f.cbm, 0),
        (f.max_kg - coalesce(l.kg, 0)) / nullif(f.weight_kg, 0)) / f.unit) * f.unit fits
    from face f
    left join shelf h on h.face_no = f.face_no
    left join task t on t.face_no = f.face_no
    left join supply s on s.face_no = f.face_no
    left join load l on l.cell_cd = f.cell_cd),
  position as materialized (
    select b.*, b.face_qty - b.promised_qty + b.open_qty position_qty from balance b),
  cause as materialized (
    select p.*, case when position_qty < 0 then 'DEMAND'
      when position_qty < min_qty and not is_demand then 'MINMAX' end cause_cd
    from position p),
  need as materialized (
    select c.*, greatest(least(case cause_cd
        when 'DEMAND' then ceil(-position_qty / unit) * unit
        when 'MINMAX' then floor((max_qty - position_qty) / unit) * unit
        else 0 end, coalesce(fits, 'infinity')), 0) need_qty
    from cause c)`
