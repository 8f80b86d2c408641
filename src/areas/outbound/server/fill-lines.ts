import sql from 'sql-template-tag'
import type { Transaction } from '#server/db/database.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import {
  allocatingUser,
  selectEligibleStock,
  selectLines,
  openLines,
  type LineClass,
  type AllocationRequest,
} from './allocatable-stock.ts'
import { allocateWholeUnits } from './whole-units.ts'

/** Force hash joins at or above this number of lines, because the planner underestimates it. */
const manyLines = 200

/**
 * Allocates stock to open lines, one class at a time. Lines with a given lot or mark come before
 * others, then earlier dates. On one date the strictest shelf life comes first, and less strict
 * lines take the rest.
 */
export async function fillLines(call: SaveCall, wanted: AllocationRequest): Promise<void> {
  const classes = await call.tx.query<LineClass>(sql`
    select lot_no, mark, shipment_dt, valid_from, sample_yn, count(*) line_count,
      bool_or(is_whole) some_whole
    from (${openLines(wanted)}) d
    group by lot_no, mark, shipment_dt, valid_from, sample_yn
    order by lot_no = '', mark = '', shipment_dt, valid_from desc, lot_no, mark, sample_yn`)
  // The statements run in sequence in the database but are pipelined.
  const counts: Promise<number>[] = []
  for (const lineClass of classes) {
    const hasManyLines = lineClass.line_count >= manyLines
    if (hasManyLines) joinByHashing(call.tx, true)
    if (lineClass.some_whole) {
      await Promise.all(counts.splice(0))
      await fillWhole(call, wanted, lineClass)
    }
    counts.push(allocatePieces(call, wanted, lineClass, 'all'))
    if (hasManyLines) joinByHashing(call.tx, false)
  }
  await Promise.all(counts)
}

/** Also disables generic plans, which could have been made for a few lines. */
function joinByHashing(tx: Transaction, usesOnlyHashJoin: boolean): void {
  tx.later(sql`select set_config('enable_nestloop', ${usesOnlyHashJoin ? 'off' : 'on'}, true),
    set_config('plan_cache_mode', ${usesOnlyHashJoin ? 'force_custom_plan' : 'auto'}, true)`)
}

/**
 * Allocates whole units and then the loose pieces of the first date, until nothing is left. Stock
 * that leaves first takes precedence over whole pallets.
 */
async function fillWhole(
  call: SaveCall,
  wanted: AllocationRequest,
  lineClass: LineClass,
): Promise<void> {
  for (;;) {
    const units = await allocateWholeUnits(call, wanted, lineClass)
    const pieces = await allocatePieces(call, wanted, lineClass, 'first date')
    if (units + pieces === 0) return
  }
}

/**
 * Allocates pieces with one statement for any number of lines. It places the stock of each item end
 * to end in the order in which it leaves and the wanted quantities in shipment order, and allocates
 * where the two overlap. Equivalent stock is taken from the fewest cells. The fullest cells that
 * are used up come first, then the first cell on the route that covers the rest. If whole units go
 * first, loose pieces are taken before boxes, and boxes before pallets. `first date` is limited to
 * such items and to the stock that leaves first. Each CTE is materialized, regardless of the
 * planner's estimates. Returns the number of allocations.
 */
function allocatePieces(
  call: SaveCall,
  wanted: AllocationRequest,
  lineClass: LineClass,
  which: 'all' | 'first date',
): Promise<number> {
  const usesFirstDate = which === 'first date'
  return call.tx.execute(sql`
    with demand as materialized (
      select d.*, sum(need) over w - need from_qty, sum(need) over w to_qty
      from (${selectLines(wanted, lineClass)}) d where is_whole or ${!usesFirstDate}::boolean
      window w as (partition by owner_cd, stock_cd order by shipment_dt, is_new, shipment_no, line_no)),
    ${selectEligibleStock(call.today, lineClass)},
    piece as materialized (
      select g.*, case when not is_whole then 0 when pallet_no <> '' then 2 when box_no <> '' then 1
        else 0 end broken
      from goods g where date_rank = 1 or ${!usesFirstDate}::boolean),
    in_cell as materialized (
      select owner_cd, stock_cd, date_rank, broken, cell_cd, min(zone_seq) zone_seq,
        min(pick_seq) pick_seq, sum(free) free from piece group by 1, 2, 3, 4, 5),
    fullest as materialized (
      select c.*, w.need - (sum(c.free) over alike - sum(c.free) over rank) left_qty,
        sum(c.free) over (partition by c.owner_cd, c.stock_cd, date_rank, broken
          order by c.free desc, zone_seq, pick_seq, cell_cd) filled
      from in_cell c
      join (select owner_cd, stock_cd, max(to_qty) need from demand group by 1, 2) w
        using (owner_cd, stock_cd)
      window alike as (partition by c.owner_cd, c.stock_cd order by date_rank, broken),
        rank as (partition by c.owner_cd, c.stock_cd, date_rank, broken)),
    remainder as materialized (
      select f.*, left_qty - coalesce(max(filled) filter (where filled <= left_qty) over (
        partition by owner_cd, stock_cd, date_rank, broken), 0) rest from fullest f),
    cell_order as materialized (
      select owner_cd, stock_cd, date_rank, broken, cell_cd, row_number() over (
        partition by owner_cd, stock_cd, date_rank, broken
        order by filled > left_qty, free < rest, zone_seq, pick_seq, cell_cd) turn
      from remainder),
    supply as materialized (
      select p.*, sum(free) over w - free from_qty, sum(free) over w to_qty
      from piece p join cell_order using (owner_cd, stock_cd, date_rank, broken, cell_cd)
      window w as (partition by p.owner_cd, p.stock_cd
        order by date_rank, broken, turn, received_dt, pallet_no, box_no, balance_id))
    insert into allocation (shipment_no, line_no, balance_id, alloc_qty, created_by)
    select d.shipment_no, d.line_no, s.balance_id,
      least(d.to_qty, s.to_qty) - greatest(d.from_qty, s.from_qty),
      ${allocatingUser(call.userId, wanted, sql`d.shipment_no`)}
    from demand d join supply s on s.owner_cd = d.owner_cd and s.stock_cd = d.stock_cd
      and s.from_qty < d.to_qty and d.from_qty < s.to_qty
    order by 1, 2, 3
    on conflict (shipment_no, line_no, balance_id)
      do update set alloc_qty = allocation.alloc_qty + excluded.alloc_qty`)
}
