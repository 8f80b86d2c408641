import sql, { type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { endClaims, extendClaims } from '#areas/inventory/server/claims.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { toRowErrors, findViolations, recordsetSql } from '#server/engine/table-save.ts'
import { currentTimestamp } from '#server/engine/current-timestamp.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import {
  cancelPick,
  confirmPick,
  markListed,
  pickedLines,
  pickingLines,
} from '../operations/picking.ts'
import { shipmentStatus, shipmentStepFrom } from '../rules/shipment-status.ts'
import { checkStarted, lockShipments } from './lock-shipments.ts'
import { isSerialised, pickSerials, unpickSerials } from './pick-serials.ts'
import { allocateElsewhere, lockPickedStock, recordPicks } from './short-picks.ts'
import { rejectStoppedPicks, rejectStoppedShipments, selectStops } from './stops.ts'

export const markListedHandler = handleProcedure(markListed, async (call) => {
  // Reprinting does not change the status of a list that is already printed.
  const [numbers] = await Promise.all([
    lockShipments(call, shipmentStepFrom.reprintPickingList),
    rejectHalfAllocated(call),
    rejectStoppedShipments(call),
  ])
  await call.tx.execute(sql`
    update shipment set listed_at = ${currentTimestamp}
    where shipment_no = any(${numbers}::text[]) and listed_at is null`)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label(
      `${formatCount(numbers.length)}건을 피킹지시했습니다.`,
      `${formatCount(numbers.length, 'shipment')} released for picking.`,
    ),
  }
})

/**
 * A shipment without partial shipping can be partly allocated manually. It has to wait for the
 * remainder.
 */
async function rejectHalfAllocated({ tx, rows }: SaveCall): Promise<void> {
  const partlyAllocated = await tx.query<{ no: number }>(sql`
    select r.no from ${recordsetSql(markListed.input, ['SHIPMENT_NO'], rows)}
    join shipment s using (shipment_no) where s.state_cd = ${quoteCodes(shipmentStatus.partlyAllocated)}
      and s.partial_yn = 'N'`)
  const errors = toRowErrors(partlyAllocated, rows, 'STATE_CD', () =>
    label(
      '부분출고가 허용되지 않는 출고입니다. 모든 행을 할당한 뒤 피킹하세요.',
      'Partial shipment is not allowed. Allocate every line first.',
    ),
  )
  if (errors.length) throw invalidRows(errors)
}

const pickableAllocations = sql`
  select a.alloc_id, a.shipment_no, a.line_no, a.alloc_qty, a.pick_qty, s.wcode, s.owner_cd,
    s.state_cd, s.shipment_dt, s.owner_order_no, c.zone_cd, b.cell_cd, z.pick_seq zone_seq,
    c.pick_seq, b.stock_cd, k.stock_nm, k.barcode, k.box_qty, k.serial_cd, lot.lot_no, lot.valid_dt,
    null::text reason, null::text shortage_cd, null::text serials
  from allocation a
  join shipment s using (shipment_no)
  join stock_balance b using (balance_id)
  join lot using (lot_id)
  join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
  join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
  join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd`
const pickingOrder = 'v.zone_seq, v.pick_seq, v.cell_cd, v.stock_cd, v.alloc_id'

export const pickingLinesHandler = handleQuery(
  pickingLines,
  pickingOrder,
  () => sql`
    select p.*, p.alloc_qty picked_qty from (${pickableAllocations}) p
    where p.alloc_qty > 0 and p.state_cd in (${quoteCodes(shipmentStepFrom.pick)})`,
)

export const pickedLinesHandler = handleQuery(
  pickedLines,
  pickingOrder,
  () => sql`
    select p.*, p.pick_qty back_qty, 'N' release_yn from (${pickableAllocations}) p
    where p.pick_qty > 0 and p.state_cd in (${quoteCodes(shipmentStepFrom.cancelPick)})`,
)

const pickColumns = Object.keys(confirmPick.input)

export const confirmPickHandler = handleProcedure(confirmPick, async (call) => {
  const given = recordsetSql(confirmPick.input, pickColumns, call.rows)
  const promised = sql`select r.*, a.alloc_qty from ${given}
    join allocation a on a.alloc_id = r.alloc_id`
  const [{ numbers, serials, shipments }, [tooMuch = [], unexplained = []]] = await Promise.all([
    lockAllocations(call, {
      states: shipmentStepFrom.pick,
      condition: sql`a.alloc_qty > 0`,
      missingText: label(
        '이미 피킹했거나 피킹할 수 없는 행입니다. 다시 조회하세요.',
        'Already picked, or cannot be picked. Search again.',
      ),
    }),
    findViolations(call.tx, promised, [
      sql`r.picked_qty > r.alloc_qty`,
      sql`r.picked_qty < r.alloc_qty and r.reason is null`,
    ]),
    rejectStoppedPicks(call),
  ])
  await extendClaims(call, 'PICK', shipments, 'ALLOC_ID')
  const errors = [
    ...toRowErrors(tooMuch, call.rows, 'PICKED_QTY', () =>
      label('피킹 대상 수량을 넘습니다.', 'Exceeds the quantity to pick.'),
    ),
    ...toRowErrors(unexplained, call.rows, 'REASON', () =>
      label('적게 피킹하려면 부족 사유를 입력하세요.', 'Enter a shortage reason to pick less.'),
    ),
  ]
  if (errors.length) throw invalidRows(errors)
  const reasons = call.rows.filter(({ values }) => (values['REASON'] ?? null) !== null)
  if (reasons.length > 0) await lockPickedStock(call)
  const recorded = recordPicks(call)
  const picked = call.tx.execute(sql`
    update allocation a set alloc_qty = 0, pick_qty = a.pick_qty + r.picked_qty
    from ${given} where a.alloc_id = r.alloc_id`)
  const [short] = await Promise.all([
    recorded,
    picked,
    serials.size > 0 ? pickSerials(call, serials) : 0,
    reasons.length > 0 ? recordReasons(call, reasons) : 0,
  ])
  const next = short.length > 0 ? await allocateElsewhere(call, numbers, short) : undefined
  await endClaims(call, 'PICK', numbers, isPicked)
  return {
    rows: call.rows.map((row) => ({
      ROW: row.no,
      CELL_CD: next?.byAllocation.get(Number(row.values['ALLOC_ID'])) ?? null,
    })),
    message: label(
      `${formatCount(numbers.length)}건의 출고에서 ${formatCount(call.rows.length)}행을 피킹했습니다.${next?.text.ko ?? ''}`,
      `${formatCount(call.rows.length, 'line')} of ${formatCount(numbers.length, 'shipment')} picked.${next?.text.en ?? ''}`,
    ),
  }
})

/** Whether the shipment of a claim has nothing left to pick. */
const isPicked = sql`not exists (select from allocation a
  where a.shipment_no = ref_no and a.alloc_qty > 0)`

/** Adds the shortage reasons to the lines. Several cells of a line can be short in one save. */
function recordReasons({ tx }: SaveCall, rows: readonly SaveRow[]): Promise<number> {
  return tx.execute(sql`
    update shipment_line l set remark = concat_ws(' / ', l.remark, n.reasons)
    from (
      select shipment_no, line_no, string_agg(reason, ' / ' order by first_no) reasons from (
        select a.shipment_no, a.line_no, r.reason, min(r.no) first_no
        from ${recordsetSql(confirmPick.input, ['ALLOC_ID', 'REASON'], rows)}
        join allocation a on a.alloc_id = r.alloc_id group by 1, 2, 3) x
      group by 1, 2) n
    where l.shipment_no = n.shipment_no and l.line_no = n.line_no`)
}

const cancelPickColumns = Object.keys(cancelPick.input)

export const cancelPickHandler = handleProcedure(cancelPick, async (call) => {
  const { numbers, serials } = await lockAllocations(call, {
    states: shipmentStepFrom.cancelPick,
    condition: sql`a.pick_qty > 0`,
    missingText: label(
      '피킹되지 않았거나 이미 검수·출하된 행입니다. 다시 조회하세요.',
      'Not picked, or already checked or shipped. Search again.',
    ),
  })
  await rejectCancelledPick(call)
  const given = recordsetSql(cancelPick.input, cancelPickColumns, call.rows)
  const stopped = selectStops(call.today, sql`a.alloc_id in (select r.alloc_id from ${given})`)
  await call.tx.execute(sql`
    insert into pick_record (wcode, alloc_id, pick_qty, user_id, pick_dt)
    select ${call.scope.wcode}, r.alloc_id, -r.back_qty, ${call.userId}, ${call.today}::date
    from ${given} order by r.alloc_id`)
  if (serials.size > 0) await unpickSerials(call, serials)
  // Stopped stock cannot be allocated again, so its pick is always released.
  await call.tx.execute(sql`
    update allocation a set pick_qty = a.pick_qty - r.back_qty,
      alloc_qty = a.alloc_qty + case
        when r.release_yn = 'Y' or a.alloc_id in (select x.alloc_id from (${stopped}) x) then 0
        else r.back_qty end
    from ${given} where a.alloc_id = r.alloc_id`)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label(
      `${formatCount(numbers.length)}건의 출고에서 ${formatCount(call.rows.length)}행의 피킹을 취소했습니다.`,
      `Picking of ${formatCount(call.rows.length, 'line')} of ${formatCount(numbers.length, 'shipment')} cancelled.`,
    ),
  }
})

/**
 * Rejects quantities above the picked quantity, and shipments whose check has started. The check
 * must be cancelled first.
 */
async function rejectCancelledPick(call: SaveCall): Promise<void> {
  const given = recordsetSql(cancelPick.input, cancelPickColumns, call.rows)
  const tooMuch = await call.tx.query<{ no: number }>(sql`
    select r.no from ${given} join allocation a on a.alloc_id = r.alloc_id
    where r.back_qty > a.pick_qty`)
  const counted = await call.tx.query<{ no: number }>(sql`
    select r.no from ${given} join allocation a on a.alloc_id = r.alloc_id
    where exists (select from shipment_line l
      where l.shipment_no = a.shipment_no and l.check_qty > 0)`)
  if (counted.length) {
    throw conflictingRows(toRowErrors(counted, call.rows, 'ALLOC_ID', () => checkStarted))
  }
  if (tooMuch.length) {
    throw invalidRows(
      toRowErrors(tooMuch, call.rows, 'BACK_QTY', () =>
        label('피킹한 수량을 넘습니다.', 'Exceeds the picked quantity.'),
      ),
    )
  }
}

interface AllocationStep {
  readonly states: readonly string[]
  readonly condition: Sql
  readonly missingText: Label
}

interface LockedAllocations {
  readonly numbers: string[]
  /** Shipment of each row. */
  readonly shipments: ReadonlyMap<number, string>
  /** Allocations of items that require serials at every posting. */
  readonly serials: ReadonlySet<number>
}

/** Locks the shipments of the allocations. Rejects allocations the step does not apply to. */
async function lockAllocations(call: SaveCall, step: AllocationStep): Promise<LockedAllocations> {
  const ids = call.rows.map((row) => Number(row.values['ALLOC_ID']))
  const owners = call.scope.owners
  const inScope = sql`wcode = ${call.scope.wcode} and state_cd = any(${[...step.states]}::text[])
    and (${owners === null} or owner_cd = any(${[...(owners ?? [])]}::text[]))`
  const locked = call.tx.query<{ shipment_no: string }>(sql`
    select shipment_no from shipment
    where shipment_no in (select shipment_no from allocation where alloc_id = any(${ids}::bigint[]))
      and ${inScope}
    order by shipment_no for update`)
  const pending = call.tx.query<{ alloc_id: number; shipment_no: string; is_named: boolean }>(sql`
    select a.alloc_id, a.shipment_no, ${isSerialised} is_named
    from allocation a join shipment using (shipment_no)
    where a.alloc_id = any(${ids}::bigint[]) and ${step.condition} and ${inScope}`)
  const [shipments, open] = await Promise.all([locked, pending])
  const numbers = shipments.map((row) => row.shipment_no)
  // Shipments that entered the status after the lock query are not locked.
  const isLocked = new Set(numbers)
  const remaining = new Set(
    open.flatMap((row) => (isLocked.has(row.shipment_no) ? [row.alloc_id] : [])),
  )
  const shipmentByAllocation = new Map(open.map((row) => [row.alloc_id, row.shipment_no]))
  const ofRows = new Map<number, string>()
  const errors: RowError[] = []
  for (const row of call.rows) {
    ofRows.set(row.no, shipmentByAllocation.get(Number(row.values['ALLOC_ID'])) ?? '')
    // An allocation is processed once. A second row for it is an error.
    if (remaining.delete(Number(row.values['ALLOC_ID']))) continue
    errors.push({ row: row.no, text: step.missingText, column: 'ALLOC_ID' })
  }
  if (errors.length) throw invalidRows(errors)
  const serials = new Set(open.flatMap((row) => (row.is_named ? [row.alloc_id] : [])))
  return { numbers, serials, shipments: ofRows }
}
