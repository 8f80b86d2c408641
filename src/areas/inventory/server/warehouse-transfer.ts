import sql, { raw, type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { outcomeText } from '#kernel/outcome-text.ts'
import { invalidRows } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { toRowErrors } from '#server/engine/table-save.ts'
import { transferRows, transferWarehouse } from '../operations/warehouse-transfer.ts'
import { placeFromTransit, type PlacedTransit } from './close-transit.ts'
import { postMovements } from './post-movements.ts'
import { rejectClosedTargets } from './reject-closed-targets.ts'
import { awaitsInspectionText } from './relabel-rules.ts'
import { getAsOfTimestamp } from './stock-as-of.ts'
import { searchedStock } from './stock.ts'
import {
  toRecordset,
  inTransit,
  lockTransits,
  rejectTransits,
  rowsByKeyPrefix,
  transitRows,
} from './transit-rows.ts'
import { withNotices } from './with-notices.ts'
import { isInScope, lockBalances, openWork, allocatedTo, insufficientStock } from './work-engine.ts'

/** Stock in transit with the columns of stock rows, with the quantity still to arrive. */
const inTransitRows = sql`
  select t.*, 'T' || t.transit_no transfer_key, b.stock_cd, k.stock_nm, l.lot_no, l.valid_dt,
    b.condition_cd, c.zone_cd, c.cell_cd, ${inTransit} qty, warehouse_day(t.sent_at) sent_dt,
    (select q.state_cd from adjust_request q where q.transit_no = t.transit_no
      order by q.request_no desc limit 1) adjust_state_cd
  from transit t
  join stock_balance b on b.balance_id = t.from_balance_id
  join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
  join lot l using (lot_id)
  join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
  where t.arrived_qty + t.back_qty + t.lost_qty < t.sent_qty`

export const transferRowsHandler = handleQuery(
  transferRows,
  'v.direction_cd, v.owner_cd, v.stock_cd, v.valid_dt nulls last, v.cell_cd, v.transfer_key',
  (call) => sql`
    select s.wcode, 'B' || s.balance_id transfer_key, s.balance_id, 'OUT' direction_cd, s.owner_cd, s.stock_cd,
      s.stock_nm, s.zone_cd, s.cell_cd, s.lot_no, s.valid_dt, s.condition_cd, s.pallet_no, s.box_no,
      s.qty, s.free_qty, null::date sent_dt, null::text transit_no, s.wcode from_wcode,
      null::text work_no, null::numeric sent_qty, null::numeric arrived_qty, null::numeric back_qty,
      null::numeric lost_qty, null::text adjust_state_cd, s.free_qty work_qty,
      null::text to_wcode, null::text to_cell_cd, null::numeric damage_qty, null::text serials,
      null::text reason
    from (${searchedStock(call)}) s where s.wcode = ${call.scope.wcode} and s.bonded_cd <> 'BONDED'
    union all
    select d.wcode, t.transfer_key, null, d.direction_cd, t.owner_cd, t.stock_cd, t.stock_nm,
      case when d.is_sent then t.zone_cd end, case when d.is_sent then t.cell_cd end, t.lot_no,
      t.valid_dt, t.condition_cd, t.pallet_no, t.box_no, t.qty, t.qty, t.sent_dt,
      case when d.is_sent then t.transit_no::text end, t.from_wcode, t.work_no, t.sent_qty,
      t.arrived_qty, t.back_qty, t.lost_qty, case when d.is_sent then t.adjust_state_cd end,
      t.qty, t.to_wcode, null, null, null, null
    from (${inTransitRows}) t
    cross join lateral (values (t.to_wcode, 'IN', false), (t.from_wcode, 'SENT', true))
      d(wcode, direction_cd, is_sent)
    -- Present only: a past query shows stock in its cells until it was sent.
    where ${getAsOfTimestamp(call.search) === undefined}`,
)

interface OutgoingStock extends Record<string, unknown> {
  no: number
  id: number
  to_wcode: string | null
  known: boolean
  wanted: number
  free: number
  promised_to: string | null
  is_damaged: boolean
  is_inspected: boolean
}

export const transferTexts = {
  own: label(
    '이 창고에서 보낸 재고입니다. 회수하거나 분실로 기록하세요.',
    'Sent from this warehouse. Call it back or record a loss.',
  ),
  damage: label(
    '불량수량은 작업수량을 넘을 수 없습니다.',
    'The damaged qty cannot exceed the received qty.',
  ),
  sample: label('샘플은 불량으로 받을 수 없습니다.', 'Samples cannot be received as damaged.'),
  sending: label(
    '불량수량은 이동입고에만 입력할 수 있습니다.',
    'Enter a damaged qty only when receiving.',
  ),
}

/**
 * Pallet or box of balance `b` if these rows send all of it, with everything on it, to one
 * warehouse. Otherwise its number stays with the rest, and the sent quantity becomes loose.
 */
function sentUnit(rows: readonly SaveRow[], column: 'pallet_no' | 'box_no'): Sql {
  const unit = raw(column)
  return sql`case when b.${unit} = '' or exists (select from stock_balance o
      left join ${toRecordset(transferWarehouse, rows)} on r.id = o.balance_id
      where o.wcode = b.wcode and o.${unit} = b.${unit} and o.qty > 0
      group by o.wcode
      having bool_and(coalesce(r.work_qty = o.qty, false)) and min(r.to_wcode) = max(r.to_wcode))
    then b.${unit} else '' end`
}

async function sendStock(call: SaveCall): Promise<string | null> {
  const rows = rowsByKeyPrefix(call, 'B')
  if (rows.length === 0) return null
  const outgoing = sql`${toRecordset(transferWarehouse, rows)} join stock_balance b on b.balance_id = r.id
    where ${isInScope(call)} and b.bonded_cd <> 'BONDED'`
  const ids = await call.tx.query<{ id: number }>(sql`select r.id from ${outgoing}`)
  await lockBalances(
    call.tx,
    ids.map(({ id }) => id),
  )
  const found = await call.tx.query<OutgoingStock>(sql`
    select r.no, r.id, r.to_wcode, exists (select from warehouse w where w.wcode = r.to_wcode
        and w.use_yn = 'Y' and w.wcode <> b.wcode) known,
      sum(r.work_qty) over (partition by r.id) wanted, b.qty - b.alloc_qty - b.pick_qty free,
      coalesce(r.damage_qty, 0) > 0 is_damaged, b.condition_cd = 'INSPECT' is_inspected,
      ${allocatedTo} promised_to
    from ${outgoing} order by r.no`)
  rejectTransits(rows, found, (row) => {
    if (!row.known) {
      return ['TO_WCODE', label('다른 창고를 선택하세요.', 'Select another warehouse.')]
    }
    if (row.is_damaged) return ['DAMAGE_QTY', transferTexts.sending]
    if (row.is_inspected) return ['WORK_QTY', awaitsInspectionText]
    return row.wanted > row.free
      ? ['WORK_QTY', insufficientStock(row.free, row.promised_to)]
      : undefined
  })
  const workNo = await openWork(call, 'SEND')
  await call.tx.execute(sql`
    insert into transit (work_no, from_wcode, to_wcode, owner_cd, from_balance_id, pallet_no,
      box_no, sent_qty, sent_by)
    select ${workNo}, b.wcode, r.to_wcode, b.owner_cd, b.balance_id, ${sentUnit(rows, 'pallet_no')},
      ${sentUnit(rows, 'box_no')}, r.work_qty, ${call.userId}
    from ${outgoing} order by r.no`)
  const { count } = await postMovements(
    call,
    'OUT',
    sql`select r.no, b.wcode, b.owner_cd, b.stock_cd, 'TRANSFER' movement_cd, ${workNo} doc_no,
      row_number() over (order by r.no)::integer doc_line, 'CELL' from_place_cd,
      b.balance_id from_balance_id, 'TRANSIT' to_place_cd, null::bigint to_balance_id,
      r.work_qty qty, concat_ws(' ', '→ ' || r.to_wcode, r.reason) reason, null::bigint reverses_no
    from ${outgoing}`,
  )
  if (count !== rows.length) throw new Error(`${count} of ${rows.length} rows were sent`)
  return workNo
}

interface IncomingTransit extends Record<string, unknown> {
  no: number
  to_cell_cd: string | null
  wanted: number
  left: number
  work_qty: number
  damage_qty: number | null
  condition_cd: string
}

function arrivalError(row: IncomingTransit): readonly [string, Label] | undefined {
  if (!row.to_cell_cd) return ['TO_CELL_CD', label('도착셀을 입력하세요.', 'Enter the To cell.')]
  if (row.wanted > row.left) {
    const { left } = row
    return ['WORK_QTY', label(`입고 대기 수량은 ${left}입니다.`, `Only ${left} are in transit.`)]
  }
  if (!row.damage_qty) return undefined
  if (row.damage_qty > row.work_qty) return ['DAMAGE_QTY', transferTexts.damage]
  return row.condition_cd === 'SAMPLE' ? ['DAMAGE_QTY', transferTexts.sample] : undefined
}

async function receiveStock(call: SaveCall): Promise<PlacedTransit | null> {
  const rows = rowsByKeyPrefix(call, 'T')
  if (rows.length === 0) return null
  const transits = transitRows(call, transferWarehouse, 'to')
  await lockTransits(call, sql`select r.id from ${transits}`)
  const found = await call.tx.query<IncomingTransit>(sql`
    select r.no, r.to_cell_cd, sum(r.work_qty) over (partition by r.id) wanted, r.work_qty,
      r.damage_qty, b.condition_cd, ${inTransit} "left" from ${transits} order by r.no`)
  const own = await call.tx.query<{ no: number }>(
    sql`select r.no from ${transitRows(call, transferWarehouse, 'from')}`,
  )
  if (own.length) throw invalidRows(toRowErrors(own, rows, 'TRANSFER_KEY', transferTexts.own))
  rejectTransits(rows, found, arrivalError)
  await rejectClosedTargets({ ...call, rows }, toRecordset(transferWarehouse, rows))
  return placeFromTransit(
    call,
    'ARRIVE',
    sql`select r.no, d.part, t.transit_no, d.qty, r.reason, r.to_cell_cd cell_cd, d.condition_cd
      from (select r.*, t.transit_no from ${transits}) r join transit t on t.transit_no = r.transit_no
      join stock_balance b on b.balance_id = t.from_balance_id
      cross join lateral (values
        (1, r.work_qty - coalesce(r.damage_qty, 0), b.condition_cd),
        (2, coalesce(r.damage_qty, 0), 'DAMAGED')) d(part, qty, condition_cd)
      where d.qty > 0`,
  )
}

export const transferWarehouseHandler = handleProcedure(transferWarehouse, async (call) => {
  const other = call.rows.filter(({ values }) => !/^[BT]/.test(String(values['TRANSFER_KEY'])))
  rejectTransits(other, [], () => undefined)
  const sent = await sendStock(call)
  const arrived = await receiveStock(call)
  const [out, come] = [rowsByKeyPrefix(call, 'B').length, rowsByKeyPrefix(call, 'T').length]
  const rows = call.rows.map(({ no, values }) => ({
    ROW: no,
    WORK_NO: String(values['TRANSFER_KEY']).startsWith('B') ? sent : (arrived?.workNo ?? null),
  }))
  const message = outcomeText(
    [out, label(`${formatCount(out)}건을 보냈습니다.`, `${formatCount(out)} sent.`)],
    [come, label(`${formatCount(come)}건을 받았습니다.`, `${formatCount(come)} received.`)],
  )
  return withNotices({ rows, message }, arrived?.notices ?? [])
})
