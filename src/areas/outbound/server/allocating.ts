import sql, { type Sql } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { heldByNoRule } from '#areas/inventory/server/standing-hold.ts'
import type { Transaction } from '#server/db/database.ts'
import { handleProcedure, type SaveCall } from '#server/engine/handler.ts'
import { allocate, cancelAllocation } from '../operations/allocating.ts'
import { lockShipments } from './lock-shipments.ts'

/** Lines of one day that may take the same goods: one lot or mark, one earliest valid date. */
interface LineClass extends Record<string, unknown> {
  lot_no: string
  mark: string
  shipment_dt: string
  valid_from: string
  sample_yn: string
  line_count: number
}

/** From this many lines on, goods and lines are joined by hashing, whatever the planner believes. */
const manyLines = 200

export const allocateHandler = handleProcedure(allocate, async (call) => {
  const numbers = await lockShipments(call, ['10', '15'])
  await lockStock(call.tx, numbers)
  const left = new Set(numbers)
  for (;;) {
    await fillLines(call, [...left])
    const unfilled = await releaseUnfilled(call.tx, [...left])
    if (unfilled.length === 0) break
    for (const number of unfilled) left.delete(number)
  }
  return describe(call, numbers)
})

/** Every balance that may be promised, locked in key order before it is looked at. */
async function lockStock(tx: Transaction, numbers: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select 1 from stock_balance where balance_id in (
      select b.balance_id from stock_balance b
      join (select distinct s.wcode, l.owner_cd, l.stock_cd
            from shipment_line l join shipment s using (shipment_no)
            where l.shipment_no = any(${numbers}::text[])) w using (wcode, owner_cd, stock_cd)
      where b.qty > b.alloc_qty + b.pick_qty)
    order by balance_id for no key update`)
}

/** Open lines of the shipments, with what narrows their choice of goods. */
function openLines(numbers: readonly string[]): Sql {
  return sql`
    select l.shipment_no, l.line_no, s.wcode, l.owner_cd, l.stock_cd, s.shipment_dt, s.sample_yn,
      l.order_qty - l.alloc_qty need, coalesce(l.lot_no, '') lot_no, coalesce(l.mark, '') mark,
      s.shipment_dt + coalesce(t.shelf_life_days, 0) valid_from
    from shipment_line l
    join shipment s using (shipment_no)
    left join ship_to t on t.owner_cd = s.owner_cd and t.ship_to_cd = s.ship_to_cd
    where l.shipment_no = any(${numbers}::text[]) and l.order_qty > l.alloc_qty`
}

/**
 * Classes of lines one after the other: named goods before any goods, then day by day, and on one
 * day the pickiest first, so that easy lines take what is left.
 */
async function fillLines(call: SaveCall, numbers: readonly string[]): Promise<void> {
  const classes = await call.tx.query<LineClass>(sql`
    select lot_no, mark, shipment_dt, valid_from, sample_yn, count(*) line_count
    from (${openLines(numbers)}) d
    group by lot_no, mark, shipment_dt, valid_from, sample_yn
    order by lot_no = '', mark = '', shipment_dt, valid_from desc, lot_no, mark, sample_yn`)
  for (const one of classes) await fillClass(call, numbers, one)
}

/**
 * Lays the goods of each item end to end in the order of its strategy, the wanted quantities end
 * to end in the order of the shipments, and promises where the two overlap: one statement for any
 * number of lines. FEFO by valid date, FIFO and LIFO by received date, then picking sequence.
 * Each step is worked out once, whatever the planner believes about sizes.
 */
async function fillClass(
  call: SaveCall,
  numbers: readonly string[],
  one: LineClass,
): Promise<void> {
  const condition = one.sample_yn === 'Y' ? 'SAMPLE' : 'NORMAL'
  const nestedLoops = one.line_count < manyLines ? 'on' : 'off'
  await call.tx.query(sql`select set_config('enable_nestloop', ${nestedLoops}, true)`)
  await call.tx.execute(sql`
    with demand as materialized (
      select d.*, sum(need) over w - need from_qty, sum(need) over w to_qty
      from (${openLines(numbers)}) d
      where (lot_no, mark, shipment_dt, valid_from, sample_yn) = (${one.lot_no}, ${one.mark},
        ${one.shipment_dt}::date, ${one.valid_from}::date, ${one.sample_yn})
      window w as (partition by owner_cd, stock_cd order by shipment_dt, shipment_no, line_no)),
    free as materialized (
      select b.* from (select distinct wcode, owner_cd, stock_cd from demand) w
      join stock_balance b using (wcode, owner_cd, stock_cd)
      where b.qty > b.alloc_qty + b.pick_qty and b.condition_cd = ${condition}
        and b.bonded_cd <> 'BONDED'),
    goods as materialized (
      select b.balance_id, b.owner_cd, b.stock_cd, b.qty - b.alloc_qty - b.pick_qty free,
        coalesce(k.alloc_cd, m.strategy_cd, o.alloc_cd) strategy, lot.valid_dt, lot.received_dt,
        z.pick_seq zone_seq, c.pick_seq, b.cell_cd
      from free b
      join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
      join owner o on o.owner_cd = b.owner_cd
      left join stock_group g on g.owner_cd = k.owner_cd and g.group_cd = k.group_cd
      left join work_method m on m.wcode = b.wcode and m.method_cd = g.pick_method_cd
        and m.work_cd = 'PICK' and m.use_yn = 'Y'
      join lot using (lot_id)
      join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
      join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
      where 'N' = all (array[c.lock_yn, z.lock_yn])
        and (lot.valid_dt is null or lot.valid_dt >= ${one.valid_from}::date)
        and ${heldByNoRule(call.today)}
        and ${one.lot_no} in ('', lot.lot_no) and ${one.mark} in ('', lot.mark)),
    supply as materialized (
      select goods.*, sum(free) over w - free from_qty, sum(free) over w to_qty from goods
      window w as (partition by owner_cd, stock_cd order by
        case when strategy = 'FEFO' then valid_dt end nulls last,
        case when strategy = 'LIFO' then received_dt end desc nulls last,
        received_dt, zone_seq, pick_seq, cell_cd, balance_id))
    insert into allocation (shipment_no, line_no, balance_id, alloc_qty, created_by)
    select d.shipment_no, d.line_no, s.balance_id,
      least(d.to_qty, s.to_qty) - greatest(d.from_qty, s.from_qty), ${call.userId}
    from demand d join supply s on s.owner_cd = d.owner_cd and s.stock_cd = d.stock_cd
      and s.from_qty < d.to_qty and d.from_qty < s.to_qty
    on conflict (shipment_no, line_no, balance_id)
      do update set alloc_qty = allocation.alloc_qty + excluded.alloc_qty`)
  await call.tx.query(sql`select set_config('enable_nestloop', 'on', true)`)
}

/**
 * Takes back what ship-everything-or-nothing shipments got in part, so that others may have it.
 * Answers the ones to give up: those that the goods now free cannot fill either, else the later
 * half, because the earlier ones may well be filled once the later ones no longer compete.
 */
async function releaseUnfilled(tx: Transaction, numbers: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ shipment_no: string }>(sql`
    select s.shipment_no from shipment s
    where s.shipment_no = any(${numbers}::text[]) and s.partial_yn = 'N'
      and exists (select from shipment_line l
        where l.shipment_no = s.shipment_no and l.alloc_qty < l.order_qty)
    order by s.shipment_dt, s.shipment_no`)
  const unfilled = rows.map((row) => row.shipment_no)
  if (unfilled.length === 0) return []
  await release(tx, unfilled)
  const hopeless = await tx.query<{ shipment_no: string }>(sql`
    select distinct l.shipment_no from shipment_line l join shipment s using (shipment_no)
    where l.shipment_no = any(${unfilled}::text[]) and l.order_qty > coalesce((
      select sum(b.qty - b.alloc_qty - b.pick_qty) from stock_balance b join lot using (lot_id)
      where b.wcode = s.wcode and b.owner_cd = l.owner_cd and b.stock_cd = l.stock_cd
        and b.condition_cd = case s.sample_yn when 'Y' then 'SAMPLE' else 'NORMAL' end
        and b.bonded_cd <> 'BONDED' and coalesce(lot.valid_dt >= s.shipment_dt, true)), 0)`)
  if (hopeless.length) return hopeless.map((row) => row.shipment_no)
  return unfilled.slice(Math.floor(unfilled.length / 2))
}

function release(tx: Transaction, numbers: readonly string[]): Promise<number> {
  return tx.execute(sql`
    update allocation set alloc_qty = 0
    where shipment_no = any(${numbers}::text[]) and alloc_qty > 0`)
}

async function describe(call: SaveCall, numbers: readonly string[]) {
  const rows = await call.tx.query<{ shipment_no: string; state_cd: string; short: number }>(sql`
    select s.shipment_no, s.state_cd, sum(l.order_qty - l.alloc_qty) short
    from shipment s join shipment_line l using (shipment_no)
    where s.shipment_no = any(${numbers}::text[]) group by 1, 2`)
  const states = new Map(rows.map((row) => [row.shipment_no, row]))
  const short = rows.filter((row) => row.short > 0).length
  return {
    rows: call.rows.map((row) => {
      const after = states.get(String(row.values['SHIPMENT_NO']))
      return { ROW: row.no, STATE_CD: after?.state_cd ?? null, SHORT_QTY: after?.short ?? 0 }
    }),
    message: label(
      `${rows.length}건 중 ${rows.length - short}건을 모두 할당했고 ${short}건이 부족합니다.`,
      `${rows.length - short} of ${rows.length} shipments fully allocated, ${short} short.`,
    ),
  }
}

export const cancelAllocationHandler = handleProcedure(cancelAllocation, async (call) => {
  const numbers = await lockShipments(call, ['15', '20', '30'])
  await release(call.tx, numbers)
  await call.tx.execute(sql`
    update shipment set listed_at = null where shipment_no = any(${numbers}::text[])`)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no, STATE_CD: '10' })),
    message: label(
      `${numbers.length}건의 할당을 취소했습니다.`,
      `${numbers.length} allocations cancelled.`,
    ),
  }
})
