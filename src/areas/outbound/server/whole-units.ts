import sql, { raw } from 'sql-template-tag'
import type { SaveCall } from '#server/engine/handler.ts'
import {
  allocatingUser,
  selectEligibleStock,
  selectLines,
  type LineClass,
  type AllocationRequest,
} from './allocatable-stock.ts'

type HandlingUnit = 'pallet_no' | 'box_no'

/**
 * Allocates whole pallets, then whole boxes, to lines that need at least that quantity. Takes stock
 * that leaves first, largest units first. Returns the number of allocated balances.
 */
export async function allocateWholeUnits(
  call: SaveCall,
  wanted: AllocationRequest,
  lineClass: LineClass,
): Promise<number> {
  let allocated = 0
  for (const unit of ['pallet_no', 'box_no'] as const) {
    for (;;) {
      const now = await allocateOneSize(call, wanted, lineClass, unit)
      if (now === 0) break
      allocated += now
    }
  }
  return allocated
}

/**
 * Allocates one unit size per item, the largest that fits some line. Units of a size are
 * interchangeable, so each line takes as many as fit, in order. A unit is whole if all its content
 * is this item, leaves first and is free.
 */
function allocateOneSize(
  call: SaveCall,
  wanted: AllocationRequest,
  lineClass: LineClass,
  unit: HandlingUnit,
) {
  const no = raw(unit)
  return call.tx.execute(sql`
    with demand as materialized (
      select d.* from (${selectLines(wanted, lineClass)}) d where is_whole),
    ${selectEligibleStock(call.today, lineClass)},
    unit as materialized (
      select g.wcode, g.owner_cd, g.stock_cd, g.${no} unit_no, sum(g.free) size,
        min(g.zone_seq) zone_seq, min(g.pick_seq) pick_seq
      from goods g where g.date_rank = 1 and g.${no} <> ''
      group by 1, 2, 3, 4
      having sum(g.free) = (select sum(b.qty) from stock_balance b
        where b.wcode = g.wcode and b.${no} = g.${no} and b.qty > 0)),
    best as materialized (
      select u.owner_cd, u.stock_cd, max(u.size) size
      from unit u join (select owner_cd, stock_cd, max(need) most from demand group by 1, 2) d
        using (owner_cd, stock_cd)
      where u.size <= d.most group by 1, 2),
    line as materialized (
      select d.shipment_no, d.line_no, d.owner_cd, d.stock_cd, floor(d.need / b.size) units,
        sum(floor(d.need / b.size)) over (partition by d.owner_cd, d.stock_cd
          order by d.shipment_dt, d.is_new, d.shipment_no, d.line_no) upto
      from demand d join best b using (owner_cd, stock_cd) where d.need >= b.size),
    nth as materialized (
      select u.*, row_number() over (partition by owner_cd, stock_cd
        order by u.zone_seq, u.pick_seq, u.unit_no) n
      from unit u join best using (owner_cd, stock_cd, size))
    insert into allocation (shipment_no, line_no, balance_id, alloc_qty, created_by)
    select l.shipment_no, l.line_no, g.balance_id, g.free, ${allocatingUser(call.userId, wanted, sql`l.shipment_no`)}
    from nth join line l on l.owner_cd = nth.owner_cd and l.stock_cd = nth.stock_cd
      and nth.n > l.upto - l.units and nth.n <= l.upto
    join goods g on g.owner_cd = nth.owner_cd and g.stock_cd = nth.stock_cd
      and g.${no} = nth.unit_no and g.date_rank = 1
    order by 1, 2, 3
    on conflict (shipment_no, line_no, balance_id)
      do update set alloc_qty = allocation.alloc_qty + excluded.alloc_qty`)
}
