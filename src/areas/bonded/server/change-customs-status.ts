import sql, { raw, type Sql } from 'sql-template-tag'
import { notHeldByRule } from '#areas/inventory/server/active-holds.ts'
import { postMovements } from '#areas/inventory/server/post-movements.ts'
import { lockBalances } from '#areas/inventory/server/work-engine.ts'
import { josa } from '#kernel/josa.ts'
import { label } from '#kernel/label.ts'
import { invalidRows } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'

export interface WantedStock extends Record<string, unknown> {
  /** Row number on which shortages are reported. */
  readonly no: number
  readonly cargo_no: string
  readonly owner_cd: string
  readonly stock_cd: string
  readonly qty: number
}

export interface TakenStock extends Record<string, unknown> {
  readonly no: number
  readonly balance_id: number
  readonly qty: number
}

export function takenStockSql(taken: readonly TakenStock[]): Sql {
  return sql`jsonb_to_recordset(${JSON.stringify(taken)}::jsonb)
    as p(no integer, balance_id bigint, qty numeric)`
}

/** Returns the balances that are on hold by condition, hold rule or recall. */
async function findHeld(call: SaveCall, balances: readonly number[]): Promise<number[]> {
  const held = await call.tx.query<{ balance_id: number }>(sql`
    select b.balance_id from stock_balance b join lot on lot.lot_id = b.lot_id
    join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
    where b.balance_id = any(${[...balances]}::bigint[])
      and (b.condition_cd = 'HELD' or not (${notHeldByRule(call.today)}))`)
  return held.map((balance) => balance.balance_id)
}

export const shortageText = (item: string, free: number, isHeld: boolean) =>
  isHeld
    ? label(
        `품목 ${item}${josa(item, '은/는')} ${free}만 반출할 수 있습니다. 보류·회수 중인 재고는 폐기나 반송으로만 반출합니다.`,
        `Item ${item}: only ${free} can be released. Stock on hold or under recall can only be destroyed or returned.`,
      )
    : label(
        `품목 ${item}${josa(item, '은/는')} ${free}만 있습니다. 할당된 수량은 먼저 취소하세요.`,
        `Item ${item}: only ${free} available. Cancel its allocation first.`,
      )

/**
 * Selects the balances to take pieces from, oldest first, and locks them in key order. Skips
 * allocated stock, and held stock unless it is included. Throws 422 for rows with a shortage.
 */
export async function lockFreeStock(
  call: SaveCall,
  wanted: readonly WantedStock[],
  status: 'BONDED' | 'CLEARED',
  includesHeld = true,
): Promise<TakenStock[]> {
  const w = sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
    as w(no integer, cargo_no text, owner_cd text, stock_cd text, qty numeric)`
  const matches = sql`b.wcode = ${call.scope.wcode} and b.cargo_no = w.cargo_no
    and b.owner_cd = w.owner_cd and b.stock_cd = w.stock_cd and b.bonded_cd = ${status}`
  const ids = await call.tx.query<{ balance_id: number }>(sql`
    select distinct b.balance_id from ${w} join stock_balance b on ${matches} where b.qty > 0`)
  const all = ids.map((id) => id.balance_id)
  await lockBalances(call.tx, all)
  const held = includesHeld ? [] : await findHeld(call, all)
  // Rows for the same pieces take consecutive ranges, each starting where the previous one ended.
  const taken = await call.tx.query<TakenStock & { short: number }>(sql`
    with want as (
      select w.*, coalesce(sum(w.qty) over (partition by w.cargo_no, w.owner_cd, w.stock_cd
        order by w.no rows between unbounded preceding and 1 preceding), 0) since from ${w}),
    there as (
      select b.*, f.free, sum(f.free) over (partition by b.cargo_no, b.owner_cd, b.stock_cd
        order by b.balance_id) - f.free before
      from stock_balance b
      cross join lateral (select b.qty - b.alloc_qty - b.pick_qty free) f
      where b.wcode = ${call.scope.wcode} and b.bonded_cd = ${status} and f.free > 0
        and b.balance_id <> all(${held}::bigint[])
        and (b.cargo_no, b.owner_cd, b.stock_cd) in (select cargo_no, owner_cd, stock_cd from want))
    select w.no, b.balance_id,
      least(b.before + b.free, w.since + w.qty) - greatest(b.before, w.since) qty
    from want w join there b using (cargo_no, owner_cd, stock_cd)
    where least(b.before + b.free, w.since + w.qty) > greatest(b.before, w.since)
    order by w.no, b.balance_id`)
  const takenByRow = new Map<number, number>()
  for (const { no, qty } of taken)
    takenByRow.set(no, (takenByRow.get(no) ?? 0) + Math.round(qty * 1000))
  const short = wanted.filter(({ no, qty }) => (takenByRow.get(no) ?? 0) < Math.round(qty * 1000))
  if (short.length) {
    throw invalidRows(
      short.map(({ no, stock_cd: item }) => {
        const there = (takenByRow.get(no) ?? 0) / 1000
        const text = shortageText(item, there, held.length > 0)
        return { row: no, column: 'NOW_QTY', text }
      }),
    )
  }
  return taken
}

/**
 * Changes the customs status of pieces by a ledger transfer for document `workNo`. Item, lot, cell
 * and condition are unchanged. Free stock loses its cargo number.
 */
export async function changeCustomsStatus(
  call: SaveCall,
  wanted: readonly WantedStock[],
  [from, to]: readonly ['BONDED' | 'CLEARED', 'BONDED' | 'CLEARED' | 'FREE'],
  workNo: string,
): Promise<void> {
  const taken = await lockFreeStock(call, wanted, from)
  const cargo = raw(to === 'FREE' ? "''" : 'b.cargo_no')
  const source = sql`${takenStockSql(taken)} join stock_balance b using (balance_id)`
  await call.tx.execute(sql`
    insert into stock_balance (wcode, owner_cd, stock_cd, lot_id, cell_cd, pallet_no, box_no,
      condition_cd, bonded_cd, cargo_no)
    select distinct b.wcode, b.owner_cd, b.stock_cd, b.lot_id, b.cell_cd, b.pallet_no, b.box_no,
      b.condition_cd, ${to}, ${cargo}
    from ${source} order by 2, 3, 4, 5, 6, 7, 8, 10
    on conflict on constraint stock_balance_key do nothing`)
  const { count } = await postMovements(
    call,
    'CUSTOMS',
    sql`
    select p.no, b.wcode, b.owner_cd, b.stock_cd, 'TRANSFER' movement_cd,
      ${workNo} doc_no, p.line::integer doc_line, 'CELL' from_place_cd,
      b.balance_id from_balance_id, 'CELL' to_place_cd, t.balance_id to_balance_id, p.qty,
      null reason, null::bigint reverses_no
    from (select p.*, coalesce((select max(doc_line) from stock_movement
          where movement_cd = 'TRANSFER' and doc_no = ${workNo}), 0)
        + row_number() over (order by p.no, p.balance_id) line
      from ${takenStockSql(taken)}) p
    join stock_balance b using (balance_id)
    join stock_balance t on t.wcode = b.wcode and t.owner_cd = b.owner_cd
      and t.stock_cd = b.stock_cd and t.lot_id = b.lot_id and t.cell_cd = b.cell_cd
      and t.pallet_no = b.pallet_no and t.box_no = b.box_no and t.condition_cd = b.condition_cd
      and t.bonded_cd = ${to} and t.cargo_no = ${cargo}`,
  )
  if (count !== taken.length) throw new Error(`${count} of ${taken.length} parts were shifted`)
}
