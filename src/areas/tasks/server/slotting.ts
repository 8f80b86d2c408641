import sql, { empty, type Sql } from 'sql-template-tag'
import { moveTaskStatus } from '#areas/inventory/rules/move-task-status.ts'
import { cellAccepts, openPlaces } from '#areas/inventory/server/put-proposals.ts'
import { netPicks } from '#areas/outbound/server/net-records.ts'
import { handleQuery, type Handler, type QueryCall } from '#server/engine/handler.ts'
import { getSearchedDates } from '#server/engine/searched-dates.ts'
import { slotting } from '../operations/slotting.ts'
import { isMovable } from '#areas/inventory/server/is-movable.ts'
import { withinOwners } from './task-rows.ts'

/** Maximum number of items to find a cell for, those with the most picks first. */
const maxItems = 500

/**
 * Picks by item and cell, without cancelled picks. Only the items of the caller's owners compete
 * for the free cells.
 */
function selectPicks(call: QueryCall): Sql {
  const { scope, search } = call
  const [first, last] = getSearchedDates(slotting.search.PICK_DT, search['PICK_DT']) ?? [null, null]
  return sql`
    select b.owner_cd, b.stock_cd, b.cell_cd, count(*) picks
    from (${netPicks}) r join allocation a using (alloc_id)
    join stock_balance b on b.balance_id = a.balance_id
    where r.wcode = ${scope.wcode} and r.standing_qty > 0
      and ${withinOwners(call, sql`b.owner_cd`)}
      ${first ? sql`and r.pick_dt >= ${first}::date` : empty}
      ${last ? sql`and r.pick_dt <= ${last}::date` : empty}
    group by 1, 2, 3`
}

/** Whether item `i` has a pick face, which replenishment refills. */
const hasFace = (wcode: string): Sql => sql`exists (select from pick_face f where f.wcode = ${wcode}
  and f.owner_cd = i.owner_cd and f.stock_cd = i.stock_cd and f.use_yn = 'Y')`

/**
 * CTEs of the most picked stock record of each item. Items that fit the same cells are numbered by
 * picks, to assign a different cell to each.
 */
const selectMostPicked = (call: QueryCall): Sql => sql`
  picked as materialized (${selectPicks(call)}),
  item as materialized (
    select i.* from (select owner_cd, stock_cd, sum(picks) picks from picked group by 1, 2) i
    where not ${hasFace(call.scope.wcode)} order by picks desc, owner_cd, stock_cd limit ${maxItems}),
  stored as materialized (
    select b.*, i.picks, p.place_no, lot.lot_no, b.qty - b.alloc_qty - b.pick_qty free_qty,
      row_number() over (partition by b.owner_cd, b.stock_cd
        order by coalesce(o.picks, 0) desc, p.place_no, b.balance_id) stored_no
    from item i
    join stock_balance b on b.owner_cd = i.owner_cd and b.stock_cd = i.stock_cd
      and b.wcode = ${call.scope.wcode} and b.qty > b.alloc_qty + b.pick_qty
    join lot using (lot_id)
    join place p on p.cell_cd = b.cell_cd
    join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
    left join picked o on o.owner_cd = b.owner_cd and o.stock_cd = b.stock_cd
      and o.cell_cd = b.cell_cd
    where ${isMovable(call)}),
  wanted as materialized (
    select s.*, k.stock_nm, k.temperature_cd, k.store_cd, k.hazard_cd, k.cbm, k.weight_kg,
      m.zone_cd, s.pallet_no <> '' is_pallet,
      row_number() over (partition by m.zone_cd, k.temperature_cd, k.store_cd, k.hazard_cd
        order by s.picks desc, s.place_no, s.balance_id) turn_no
    from stored s
    join stock k on k.owner_cd = s.owner_cd and k.stock_cd = s.stock_cd
    left join stock_group g on g.owner_cd = k.owner_cd and g.group_cd = k.group_cd
    left join work_method m on m.wcode = s.wcode and m.method_cd = g.put_method_cd
      and m.work_cd = 'PUT' and m.use_yn = 'Y'
    where s.stored_no = 1)`

/** CTE of the open cells without stock, tasks or pick faces. */
const freeCellCte = (wcode: string): Sql => sql`
  free_place as materialized (
    select p.* from place p
    where not exists (select from stock_balance b where b.wcode = ${wcode}
        and b.cell_cd = p.cell_cd and b.qty > 0)
      and not exists (select from move_task t where t.wcode = ${wcode}
        and t.to_cell_cd = p.cell_cd and t.state_cd = ${moveTaskStatus.waiting})
      and not exists (select from pick_face f where f.wcode = ${wcode}
        and f.cell_cd = p.cell_cd and f.use_yn = 'Y')
    order by p.place_no)`

const fitsEmptyCell = sql`(coalesce(w.free_qty * w.cbm <= p.capacity_cbm, true)
  and coalesce(w.free_qty * w.weight_kg <= p.max_kg, true)
  and (not w.is_pallet or coalesce(p.max_plt >= 1, true)))`

const slottingHandler = handleQuery(
  slotting,
  'v.gain desc, v.owner_cd, v.stock_cd',
  (call) => {
    const { wcode } = call.scope
    return sql`
      with ${openPlaces(wcode)}, ${selectMostPicked(call)}, ${freeCellCte(wcode)},
      proposed as materialized (
        select w.*, x.cell_cd to_cell_cd, x.place_no to_seq,
          w.picks * (w.place_no - x.place_no) gain
        from wanted w cross join lateral (
          select p.cell_cd, p.place_no from free_place p
          where p.place_no < w.place_no and ${cellAccepts} and ${fitsEmptyCell}
          order by p.place_no offset w.turn_no - 1 limit 1) x)
      select wcode, owner_cd, stock_cd, stock_nm, cell_cd, nullif(lot_no, '') lot_no,
        nullif(pallet_no, '') pallet_no, nullif(box_no, '') box_no, picks pick_count,
        place_no cell_seq, free_qty work_qty, to_cell_cd, to_seq, gain, null::integer priority,
        null::text due_at, balance_id::text
      from (select r.*, row_number() over (partition by to_cell_cd
          order by gain desc, balance_id) rival_no from proposed r) r
      where rival_no = 1`
  },
  ['PICK_DT'],
)

export const slottingHandlers: readonly Handler[] = [slottingHandler]
