import sql, { type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { badRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { recordset } from '#server/engine/table-save.ts'
import { transferRows, transferWarehouse } from '../operations/warehouse-transfer.ts'
import type { PlacementDoor } from '../rules/placement-doors.ts'
import { postMovements } from './post-movements.ts'
import { rejectClosedTargets } from './reject-closed-targets.ts'
import { asOfMoment } from './stock-as-of.ts'
import { stockRowsOf } from './stock.ts'
import { inScope, lockBalances, openWork, allocatedTo, tooLittle } from './work-engine.ts'

/** Stock in transit in the shape of stock rows, with the quantity still to arrive. */
const underway = sql`
  select 'T' || t.transit_no transfer_key, t.owner_cd, b.stock_cd, k.stock_nm, l.lot_no, l.valid_dt,
    b.condition_cd, t.pallet_no, t.box_no, t.sent_qty - t.arrived_qty qty, t.from_wcode, t.to_wcode,
    t.work_no
  from transit t
  join stock_balance b on b.balance_id = t.from_balance_id
  join lot l using (lot_id)
  join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
  where t.arrived_qty < t.sent_qty`

export const transferRowsHandler = handleQuery(
  transferRows,
  'v.direction_cd, v.owner_cd, v.stock_cd, v.valid_dt nulls last, v.cell_cd, v.transfer_key',
  (call) => sql`
    select s.wcode, 'B' || s.balance_id transfer_key, s.balance_id, 'OUT' direction_cd, s.owner_cd, s.stock_cd,
      s.stock_nm, s.zone_cd, s.cell_cd, s.lot_no, s.valid_dt, s.condition_cd, s.pallet_no, s.box_no,
      s.qty, s.free_qty, s.wcode from_wcode, null::text work_no, s.free_qty work_qty,
      null::text to_wcode, null::text to_cell_cd, null::text reason
    from (${stockRowsOf(call)}) s where s.wcode = ${call.scope.wcode} and s.bonded_cd <> 'BONDED'
    union all
    select d.wcode, t.transfer_key, null, d.direction_cd, t.owner_cd, t.stock_cd, t.stock_nm, null, null,
      t.lot_no, t.valid_dt, t.condition_cd, t.pallet_no, t.box_no, t.qty, t.qty, t.from_wcode,
      t.work_no, t.qty, t.to_wcode, null, null
    from (${underway}) t
    cross join lateral (values (t.to_wcode, 'IN'), (t.from_wcode, 'SENT')) d(wcode, direction_cd)
    -- What is on its way has no past of its own: the goods lay in their cells until they left.
    where ${asOfMoment(call.search) === undefined}`,
)

const columns = Object.keys(transferWarehouse.input)

function rowsOf(call: SaveCall, letter: 'B' | 'T'): readonly SaveRow[] {
  return call.rows.filter(({ values }) => String(values['TRANSFER_KEY']).startsWith(letter))
}

function given(rows: readonly SaveRow[]): Sql {
  return sql`(select r.*, substr(r.transfer_key, 2)::bigint id
    from ${recordset(transferWarehouse.input, columns, rows)}
    where substr(r.transfer_key, 2) ~ '^[0-9]{1,15}$') r`
}

const notFound = label('대상을 찾을 수 없습니다. 다시 조회하세요.', 'Not found. Search again.')

interface Going extends Record<string, unknown> {
  no: number
  id: number
  to_wcode: string | null
  known: boolean
  wanted: number
  free: number
  promised_to: string | null
}

function reject<R extends { no: number }>(
  rows: readonly SaveRow[],
  found: readonly R[],
  fault: (row: R) => readonly [column: string, text: Label] | undefined,
): void {
  const byRow = new Map(found.map((row) => [row.no, row]))
  const errors = rows.flatMap(({ no }): RowError[] => {
    const row = byRow.get(no)
    const [column, text] = (row ? fault(row) : ['TRANSFER_KEY', notFound]) ?? []
    return column && text ? [{ row: no, column, text }] : []
  })
  if (errors.length) throw badRows(errors)
}

async function send(call: SaveCall): Promise<string | null> {
  const rows = rowsOf(call, 'B')
  if (rows.length === 0) return null
  const meant = sql`${given(rows)} join stock_balance b on b.balance_id = r.id
    where ${inScope(call)} and b.bonded_cd <> 'BONDED'`
  const ids = await call.tx.query<{ id: number }>(sql`select r.id from ${meant}`)
  await lockBalances(
    call.tx,
    ids.map(({ id }) => id),
  )
  const found = await call.tx.query<Going>(sql`
    select r.no, r.id, r.to_wcode, exists (select from warehouse w where w.wcode = r.to_wcode
        and w.use_yn = 'Y' and w.wcode <> b.wcode) known,
      sum(r.work_qty) over (partition by r.id) wanted, b.qty - b.alloc_qty - b.pick_qty free,
      ${allocatedTo} promised_to
    from ${meant} order by r.no`)
  reject(rows, found, (row) => {
    if (!row.known) {
      return ['TO_WCODE', label('다른 창고를 선택하세요.', 'Select another warehouse.')]
    }
    return row.wanted > row.free ? ['WORK_QTY', tooLittle(row.free, row.promised_to)] : undefined
  })
  const workNo = await openWork(call, 'SEND')
  // A pallet or box keeps its number only if all of it is sent. A partial quantity becomes loose.
  await call.tx.execute(sql`
    insert into transit (work_no, from_wcode, to_wcode, owner_cd, from_balance_id, pallet_no,
      box_no, sent_qty, sent_by)
    select ${workNo}, b.wcode, r.to_wcode, b.owner_cd, b.balance_id,
      case when r.work_qty = b.qty then b.pallet_no else '' end,
      case when r.work_qty = b.qty then b.box_no else '' end, r.work_qty, ${call.userId}
    from ${meant} order by r.no`)
  await post(
    call,
    'OUT',
    workNo,
    sql`select r.no, b.wcode, b.owner_cd, b.stock_cd, 'CELL' from_place_cd,
      b.balance_id from_balance_id, 'TRANSIT' to_place_cd, null::bigint to_balance_id,
      r.work_qty qty, concat_ws(' ', '→ ' || r.to_wcode, r.reason) reason from ${meant}`,
    rows.length,
  )
  return workNo
}

interface Coming extends Record<string, unknown> {
  no: number
  to_cell_cd: string | null
  wanted: number
  left: number
}

async function arrive(call: SaveCall): Promise<string | null> {
  const rows = rowsOf(call, 'T')
  if (rows.length === 0) return null
  const { wcode, owners } = call.scope
  const meant = sql`${given(rows)} join transit t on t.transit_no = r.id
    join stock_balance b on b.balance_id = t.from_balance_id
    where t.to_wcode = ${wcode} and (${owners === null}
      or t.owner_cd = any(${[...(owners ?? [])]}::text[]))`
  await call.tx.query(sql`select 1 from transit where transit_no in (select r.id from ${meant})
    order by transit_no for update`)
  const found = await call.tx.query<Coming>(sql`
    select r.no, r.to_cell_cd, sum(r.work_qty) over (partition by r.id) wanted,
      t.sent_qty - t.arrived_qty "left" from ${meant} order by r.no`)
  reject(rows, found, (row) => {
    if (!row.to_cell_cd) return ['TO_CELL_CD', label('도착셀을 입력하세요.', 'Enter the To cell.')]
    if (row.wanted <= row.left) return undefined
    return [
      'WORK_QTY',
      label(`입고 대기 수량은 ${row.left}입니다.`, `Only ${row.left} are in transit.`),
    ]
  })
  await rejectClosedTargets({ ...call, rows }, given(rows))
  const key = sql`${wcode} wcode, b.owner_cd, b.stock_cd, b.lot_id, r.to_cell_cd cell_cd,
    t.pallet_no, t.box_no, b.condition_cd, b.bonded_cd, b.cargo_no`
  await call.tx.execute(sql`
    insert into stock_balance (wcode, owner_cd, stock_cd, lot_id, cell_cd, pallet_no, box_no,
      condition_cd, bonded_cd, cargo_no)
    select distinct ${key} from ${meant} order by 2, 3, 4, 5, 6, 7, 8, 9, 10
    on conflict on constraint stock_balance_key do nothing`)
  const placed = sql`(select r.no, r.work_qty qty, r.reason, t.from_wcode, t.work_no,
      ${key} from ${meant}) p
    join stock_balance n on n.wcode = p.wcode and n.owner_cd = p.owner_cd
      and n.stock_cd = p.stock_cd and n.lot_id = p.lot_id and n.cell_cd = p.cell_cd
      and n.pallet_no = p.pallet_no and n.box_no = p.box_no
      and n.condition_cd = p.condition_cd and n.bonded_cd = p.bonded_cd
      and n.cargo_no = p.cargo_no`
  const workNo = await openWork(call, 'ARRIVE')
  await post(
    call,
    'ARRIVE',
    workNo,
    sql`select p.no, p.wcode, p.owner_cd, p.stock_cd, 'TRANSIT' from_place_cd,
      null::bigint from_balance_id, 'CELL' to_place_cd, n.balance_id to_balance_id, p.qty,
      concat_ws(' ', '← ' || p.from_wcode, p.work_no, p.reason) reason from ${placed}`,
    rows.length,
  )
  await call.tx.execute(sql`
    update transit t set arrived_qty = t.arrived_qty + r.qty
    from (select id, sum(work_qty) qty from ${given(rows)} group by 1) r where t.transit_no = r.id`)
  return workNo
}

async function post(
  call: SaveCall,
  door: Extract<PlacementDoor, 'ARRIVE'> | 'OUT',
  workNo: string,
  ends: Sql,
  count: number,
): Promise<void> {
  const posted = await postMovements(
    call,
    door,
    sql`select e.no, e.wcode, e.owner_cd, e.stock_cd,
      'TRANSFER' movement_cd, ${workNo} doc_no, row_number() over (order by e.no)::integer doc_line,
      e.from_place_cd, e.from_balance_id, e.to_place_cd, e.to_balance_id, e.qty, e.reason,
      null::bigint reverses_no
    from (${ends}) e`,
  )
  if (posted.count !== count) throw new Error(`${posted.count} of ${count} rows were posted`)
}

export const transferWarehouseHandler = handleProcedure(transferWarehouse, async (call) => {
  const other = call.rows.filter(({ values }) => !/^[BT]/.test(String(values['TRANSFER_KEY'])))
  reject(other, [], () => undefined)
  const sent = await send(call)
  const arrived = await arrive(call)
  const [out, come] = [rowsOf(call, 'B').length, rowsOf(call, 'T').length]
  return {
    rows: call.rows.map(({ no, values }) => ({
      ROW: no,
      WORK_NO: String(values['TRANSFER_KEY']).startsWith('B') ? sent : arrived,
    })),
    message: label(
      `${formatCount(out)}건을 보내고 ${formatCount(come)}건을 받았습니다.`,
      `${formatCount(out)} sent, ${formatCount(come)} received.`,
    ),
  }
})
