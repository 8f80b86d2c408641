import sql, { type Sql } from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { confirmPick } from '../operations/picking.ts'
import { fillLines } from './fill-lines.ts'
import { selectStops } from './stops.ts'

/** Cells that a short row was allocated from instead. */
export interface NextCells {
  readonly text: Label
  readonly byAllocation: ReadonlyMap<number, string>
}

/** Appended to the message of a short pick. */
export const findNextCells = (cells: string): Label =>
  label(` 다음 셀: ${cells}.`, ` Next cell: ${cells}.`)
export const noOtherCellText = label(
  ' 다른 셀에 할당할 재고가 없습니다.',
  ' No other cell has stock for the rest.',
)

function submittedPicks({ rows }: SaveCall): Sql {
  return recordsetSql(confirmPick.input, Object.keys(confirmPick.input), rows)
}

/** Locks all stock of the picked items in key order, because the rest can be allocated from any. */
export async function lockPickedStock(call: SaveCall): Promise<void> {
  await call.tx.execute(sql`
    select 1 from stock_balance where balance_id in (
      select x.balance_id from ${submittedPicks(call)}
      join allocation a on a.alloc_id = r.alloc_id
      join stock_balance b on b.balance_id = a.balance_id
      join stock_balance x using (wcode, owner_cd, stock_cd)
      where x.qty > 0)
    order by balance_id for no key update`)
}

/**
 * Records the picks, and the balances whose stock was not found. A pick of zero of stopped stock
 * leaves it there unless the picker states otherwise. Returns the picks that found too little.
 */
export async function recordPicks(call: SaveCall): Promise<number[]> {
  const given = submittedPicks(call)
  const stopped = selectStops(call.today, sql`a.alloc_id in (select r.alloc_id from ${given})`)
  const short = await call.tx.query<{ pick_no: number }>(sql`
    with recorded as (
      insert into pick_record (wcode, alloc_id, pick_qty, short_qty, reason, user_id, pick_dt)
      select ${call.scope.wcode}, a.alloc_id, r.picked_qty, a.alloc_qty - r.picked_qty, r.reason,
        ${call.userId}, ${call.today}::date
      from ${given} join allocation a on a.alloc_id = r.alloc_id order by a.alloc_id
      returning pick_no, alloc_id, short_qty)
    insert into missing_stock (pick_no, balance_id)
    select p.pick_no, a.balance_id
    from recorded p join allocation a using (alloc_id) join ${given} on r.alloc_id = p.alloc_id
    where p.short_qty > 0 and coalesce(r.shortage_cd, case
      when p.alloc_id in (select x.alloc_id from (${stopped}) x) then 'LEFT'
      else 'MISSING' end) = 'MISSING'
    order by p.pick_no returning pick_no`)
  return short.map(({ pick_no }) => pick_no)
}

interface AllocatedLine extends Record<string, unknown> {
  readonly alloc_id: number
  readonly alloc_qty: string
}

interface NextAllocation extends Record<string, unknown> {
  readonly cell_cd: string
  readonly qty: number
  /** Short picks of each line that was allocated from the cell. */
  readonly alloc_ids: readonly (readonly number[])[]
}

/** Allocates what these picks did not find from other stock. The missing stock is withheld. */
export async function allocateElsewhere(
  call: SaveCall,
  numbers: readonly string[],
  picks: readonly number[],
): Promise<NextCells> {
  const lines = sql`select a.shipment_no, a.line_no from pick_record p
    join allocation a using (alloc_id) where p.pick_no = any(${[...picks]}::bigint[])`
  const before = await call.tx.query<AllocatedLine>(sql`
    select alloc_id, alloc_qty::text from allocation
    where (shipment_no, line_no) in (${lines}) and alloc_qty > 0`)
  await fillLines(call, { numbers, today: call.today, lines })
  const next = await call.tx.query<NextAllocation>(sql`
    select b.cell_cd, sum(a.alloc_qty - coalesce(w.alloc_qty, 0))::float8 qty,
      jsonb_agg(s.alloc_ids) alloc_ids
    from allocation a
    join stock_balance b using (balance_id)
    join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
    join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
    left join jsonb_to_recordset(${JSON.stringify(before)}::jsonb)
      w(alloc_id bigint, alloc_qty numeric) using (alloc_id)
    join (select x.shipment_no, x.line_no, array_agg(x.alloc_id) alloc_ids from pick_record p
      join allocation x using (alloc_id)
      where p.pick_no = any(${[...picks]}::bigint[]) group by 1, 2) s using (shipment_no, line_no)
    where a.alloc_qty > coalesce(w.alloc_qty, 0)
    group by b.cell_cd, z.pick_seq, c.pick_seq order by z.pick_seq, c.pick_seq, b.cell_cd`)
  const byAllocation = new Map<number, string>()
  for (const { cell_cd, alloc_ids } of next.toReversed()) {
    for (const id of alloc_ids.flat()) byAllocation.set(id, cell_cd)
  }
  const cells = next.map(({ cell_cd, qty }) => `${cell_cd} ${qty}`).join(' · ')
  return { text: next.length > 0 ? findNextCells(cells) : noOtherCellText, byAllocation }
}
