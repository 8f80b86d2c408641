import sql, { raw, type Sql } from 'sql-template-tag'
import type { Label } from '#kernel/label.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { postMovements } from './post-movements.ts'
import { openWork } from './work-engine.ts'

type TransitClose = 'ARRIVE' | 'BACK' | 'LOSE'

const closedColumns: Readonly<Record<TransitClose, string>> = {
  ARRIVE: 'arrived_qty',
  BACK: 'back_qty',
  LOSE: 'lost_qty',
}

/**
 * Records `lines` (`transit_no, line, qty`) of a document, one for each of `count` movements, and
 * adds their quantities to the locked transits.
 */
async function recordCloses(
  call: SaveCall,
  close: TransitClose,
  workNo: string,
  lines: Sql,
  count: number,
): Promise<void> {
  const recorded = await call.tx.execute(sql`
    insert into transit_close (transit_no, close_cd, work_no, line_no, qty)
    select transit_no, ${close}, ${workNo}, line, qty from ${lines} order by line`)
  if (recorded !== count) throw new Error(`${count} of ${recorded} lines were posted`)
  const column = raw(closedColumns[close])
  await call.tx.execute(sql`
    update transit t set ${column} = t.${column} + c.qty
    from (select transit_no, sum(qty) qty from transit_close where work_no = ${workNo} group by 1) c
    where t.transit_no = c.transit_no`)
}

export interface PlacedTransit {
  readonly workNo: string
  readonly notices: readonly Label[]
}

/**
 * Moves stock from transit into cells of the caller's warehouse as one document. `parts` is a
 * SELECT of `no, part, transit_no, qty, reason, cell_cd, condition_cd` over locked transits; `part`
 * distinguishes the parts of a row. A completely sent pallet or box, with all items on it, retains
 * its number in the warehouse that first places some of it, because it cannot be in two warehouses.
 */
export async function placeFromTransit(
  call: SaveCall,
  close: Exclude<TransitClose, 'LOSE'>,
  parts: Sql,
): Promise<PlacedTransit> {
  const [other, elsewhere] =
    close === 'ARRIVE' ? ['t.from_wcode', 'back_qty'] : ['t.to_wcode', 'arrived_qty']
  const unit = (column: string) =>
    raw(`case when t.${column} = '' or exists (select from transit u where u.work_no = t.work_no
      and u.${column} = t.${column} and u.${elsewhere} > 0) then '' else t.${column} end`)
  const key = sql`${call.scope.wcode} wcode, b.owner_cd, b.stock_cd, b.lot_id, p.cell_cd,
    ${unit('pallet_no')} pallet_no, ${unit('box_no')} box_no, p.condition_cd, b.bonded_cd, b.cargo_no`
  const origin = sql`(${parts}) p join transit t on t.transit_no = p.transit_no
    join stock_balance b on b.balance_id = t.from_balance_id`
  await call.tx.execute(sql`
    insert into stock_balance (wcode, owner_cd, stock_cd, lot_id, cell_cd, pallet_no, box_no,
      condition_cd, bonded_cd, cargo_no)
    select distinct ${key} from ${origin} order by 2, 3, 4, 5, 6, 7, 8, 9, 10
    on conflict on constraint stock_balance_key do nothing`)
  const lines = sql`(select p.*, row_number() over (order by p.no, p.part)::integer line
    from (select p.no, p.part, p.transit_no, p.qty,
      concat_ws(' ', '← ' || ${raw(other)}, t.work_no, p.reason) reason, ${key} from ${origin}) p) p`
  const workNo = await openWork(call, close)
  const { count, notices } = await postMovements(
    call,
    close,
    sql`
    select p.no, p.wcode, p.owner_cd, p.stock_cd, 'TRANSFER' movement_cd, ${workNo} doc_no,
      p.line doc_line, p.transit_no, 'TRANSIT' from_place_cd, null::bigint from_balance_id, 'CELL' to_place_cd,
      n.balance_id to_balance_id, p.qty, p.reason, null::bigint reverses_no
    from ${lines} join stock_balance n on n.wcode = p.wcode and n.owner_cd = p.owner_cd
      and n.stock_cd = p.stock_cd and n.lot_id = p.lot_id and n.cell_cd = p.cell_cd
      and n.pallet_no = p.pallet_no and n.box_no = p.box_no and n.condition_cd = p.condition_cd
      and n.bonded_cd = p.bonded_cd and n.cargo_no = p.cargo_no`,
  )
  await recordCloses(call, close, workNo, lines, count)
  return { workNo, notices }
}

/**
 * Posts losses (`no, transit_no, adjust_qty, reason, serials`) of locked transits as one document.
 * Returns the stock to its source balance and removes it from there as an adjustment. Uses two
 * postings, because the ledger must never be negative in between.
 */
export async function postLosses(
  call: SaveCall,
  losses: readonly Record<string, unknown>[],
): Promise<string> {
  const lines = sql`(select p.no, p.transit_no, -p.adjust_qty qty, p.reason, p.serials,
      row_number() over (order by p.no)::integer line
    from jsonb_to_recordset(${JSON.stringify(losses)}::jsonb)
      as p(no integer, transit_no bigint, adjust_qty numeric, reason text, serials text)) p`
  const workNo = await openWork(call, 'LOSE')
  const post = (movement: string, ends: string, reason: string) => sql`
    select p.no, b.wcode, b.owner_cd, b.stock_cd, ${movement} movement_cd, ${workNo} doc_no,
      p.line doc_line, p.transit_no, p.serials, ${raw(ends)}, p.qty, ${raw(reason)} reason, null::bigint reverses_no
    from ${lines} join transit t on t.transit_no = p.transit_no
    join stock_balance b on b.balance_id = t.from_balance_id`
  const back = await postMovements(
    call,
    'LOSE',
    post(
      'TRANSFER',
      `'TRANSIT' from_place_cd, null::bigint from_balance_id, 'CELL' to_place_cd,
        b.balance_id to_balance_id`,
      `concat_ws(' ', '← ' || t.to_wcode, t.work_no, p.reason)`,
    ),
  )
  const lost = await postMovements(
    call,
    'OUT',
    post(
      'ADJUST',
      `'CELL' from_place_cd, b.balance_id from_balance_id, 'ADJUSTMENT' to_place_cd,
        null::bigint to_balance_id`,
      'p.reason',
    ),
  )
  if (lost.count !== back.count) throw new Error(`${lost.count} of ${back.count} were written off`)
  await recordCloses(call, 'LOSE', workNo, lines, back.count)
  return workNo
}

/** Transits closed by the document lines of these movements. */
export const closedBy = (movements: readonly number[]): Sql => sql`
  select c.transit_no, c.close_cd, c.qty from transit_close c
  join (select distinct doc_no, doc_line from stock_movement
    where movement_no = any(${[...movements]}::bigint[])) m
    on m.doc_no = c.work_no and m.doc_line = c.line_no`

/** Puts the quantities of reversed movements back into their locked transits. */
export async function reopenTransits(call: SaveCall, movements: readonly number[]): Promise<void> {
  await call.tx.execute(sql`
    update transit t set arrived_qty = t.arrived_qty - c.arrived, back_qty = t.back_qty - c.back,
      lost_qty = t.lost_qty - c.lost
    from (select transit_no,
        coalesce(sum(qty) filter (where close_cd = 'ARRIVE'), 0) arrived,
        coalesce(sum(qty) filter (where close_cd = 'BACK'), 0) back,
        coalesce(sum(qty) filter (where close_cd = 'LOSE'), 0) lost
      from (${closedBy(movements)}) c group by 1) c
    where t.transit_no = c.transit_no`)
}
