import sql from 'sql-template-tag'
import { ambiguityError } from '#kernel/ambiguous-code.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { wholeUnitsOnly } from '#areas/master/rules/units.ts'
import { matchesItem, namedItems } from '#areas/master/server/item-code.ts'
import { invalidRows } from '#server/base/app-error.ts'
import { handleProcedure, type SaveCall, type SaveResult } from '#server/engine/handler.ts'
import { replenishScan, entireRemainder } from '../operations/replenish-station.ts'
import { moveTaskStatus } from '../rules/move-task-status.ts'
import { endClaims, acquireClaim } from './claims.ts'
import { findSerials, notMovable } from './find-serial.ts'
import { taskStop } from './is-movable.ts'
import { isMissing } from './missing-stock.ts'
import { moveWithAllocations } from './move-with-allocations.ts'
import { noteTask } from './reopen-tasks.ts'
import { rejectClosedTargets } from './reject-closed-targets.ts'
import { afterTask } from './after-task.ts'
import {
  moveSerial,
  clearSerials,
  putBackSerial,
  scannedSerials,
  incompleteSerialsError,
} from './replenish-serials.ts'
import { serialsColumn, serialTexts } from './serial-errors.ts'
import { notHeldByRule } from './active-holds.ts'
import { isInScope } from './work-engine.ts'

interface Task extends Record<string, unknown> {
  readonly task_no: string
  readonly balance_id: string
  readonly owner_cd: string
  readonly stock_cd: string
  readonly cell_cd: string
  readonly to_cell_cd: string
  readonly rest: string
  readonly travel_qty: string
  readonly cause_cd: string
  readonly valid: string | null
  readonly is_whole: boolean
  readonly rivals: string[] | null
}

export const replenishTexts = {
  held: label(
    '보류된 재고입니다. 그대로 두고 관리자에게 알리세요.',
    'This stock is held. Leave it and tell the supervisor.',
  ),
  expired: label(
    '유통기한이 지난 재고입니다. 그대로 두고 관리자에게 알리세요.',
    'This stock has expired. Leave it and tell the supervisor.',
  ),
} as const

interface Scan {
  readonly call: SaveCall
  readonly no: number
  readonly from: string
  readonly to: string
  readonly code: string
  /** Serial on the label. A plain code can be a serial as well. */
  readonly serial: string | null
  readonly qty: number
}

const scanError = ({ no }: Scan, text: Label, column = 'CODE') =>
  invalidRows([{ row: no, text, column }])

/** Open tasks `t` from balance `b` of item `k`. */
const selectTasks = (scan: Scan) => sql`
  select t.task_no::text, b.balance_id::text, t.owner_cd, t.stock_cd, b.cell_cd, t.to_cell_cd,
    (t.qty - t.done_qty)::text rest, t.travel_qty::text, t.cause_cd, to_char(l.valid_dt, 'YYYY-MM-DD') valid,
    is_whole_unit(k.unit_cd) is_whole, ${matchesItem(scan.code).rivals} rivals
  from move_task t join stock_balance b on b.balance_id = t.from_balance_id
  join lot l on l.lot_id = b.lot_id
  join stock k on k.owner_cd = t.owner_cd and k.stock_cd = t.stock_cd
  where t.state_cd = ${moveTaskStatus.waiting} and ${isInScope(scan.call)}`

/** One scan at the station: an item in the source cell, then the target cell. */
export const replenishScanHandler = handleProcedure(replenishScan, async (call) => {
  const [row] = call.rows
  const values = row?.values ?? {}
  const scan: Scan = {
    call,
    no: row?.no ?? 1,
    from: String(values['FROM_CELL_CD']),
    to: String(values['TO_CELL_CD'] ?? ''),
    code: String(values['CODE']),
    serial: typeof values['SERIAL_NO'] === 'string' ? values['SERIAL_NO'] : null,
    qty: Number(values['QTY']),
  }
  const [cell] = await call.tx.query(sql`
    select 1 from cell where wcode = ${call.scope.wcode} and cell_cd = ${scan.code}`)
  if (cell) return scanTarget(scan)
  return scan.serial === null ? scanItem(scan) : scanSerial(scan, scan.serial)
})

const orderByDistance = ({ from }: Scan) =>
  sql`order by b.cell_cd = ${from} desc, t.priority, t.due_at, l.valid_dt, t.task_no`

async function scanItem(scan: Scan): Promise<SaveResult> {
  const found = await scan.call.tx.query<Task>(sql`
    ${selectTasks(scan)} and ${matchesItem(scan.code).any} ${orderByDistance(scan)}`)
  const ambiguous = ambiguityError(namedItems(found))
  if (ambiguous) throw scanError(scan, ambiguous)
  if (found.length === 0) return scanSerial(scan, scan.code)
  const task = await claimTask(scan, found)
  return { rows: [findNextPlace(scan, task)] }
}

const findNextPlace = (
  { no, from }: Scan,
  { task_no, to_cell_cd }: Pick<Task, 'task_no' | 'to_cell_cd'>,
) => ({
  ROW: no,
  FROM_CELL_CD: from,
  TO_CELL_CD: to_cell_cd,
  TASK_NO: task_no,
  PLACE_YN: 'Y',
})

const noRefillTask = label('이 품목의 보충작업이 없습니다.', 'No refill task for this item.')

/** Scans a piece by its serial. The piece is carried until the target cell is scanned. */
async function scanSerial(scan: Scan, code: string): Promise<SaveResult> {
  const { call, qty } = scan
  const serials = await findSerials(call, code, scan.from)
  const [serial] = serials
  if (!serial) throw scanError(scan, scan.serial === null ? noRefillTask : serialTexts.unknown)
  if (qty < 0) {
    const back = await putBackSerial(call, serial)
    if (!back)
      throw scanError(
        scan,
        label('스캔하지 않은 시리얼입니다.', 'This serial has not been scanned.'),
      )
    return { rows: [{ ...findNextPlace(scan, back), SCAN_QTY: -1 }] }
  }
  if (qty !== 1 && qty !== entireRemainder) throw scanError(scan, serialTexts.onePiece, 'QTY')
  const refused = notMovable(serials)
  if (refused) throw scanError(scan, refused)
  const found = await call.tx
    .query<Task>(sql`${selectTasks(scan)} and t.owner_cd = ${serial.owner_cd}
    and t.stock_cd = ${serial.stock_cd} ${orderByDistance(scan)}`)
  if (found.length === 0) throw scanError(scan, noRefillTask)
  const own = found.filter(({ balance_id }) => balance_id === serial.balance_id)
  const open = own.filter(({ to_cell_cd }) => to_cell_cd === scan.to)
  const chosen = open.length > 0 ? open : own
  const task = await claimTask(scan, chosen.length > 0 ? chosen : found, serial.balance_id)
  const balance_id = serial.balance_id ?? task.balance_id
  const full = await moveSerial(call, { ...task, balance_id }, serial)
  if (full) throw scanError(scan, full)
  return { rows: [{ ...findNextPlace(scan, task), SCAN_QTY: 1 }] }
}

/** Claims the first task that no other user is working on, optionally from one balance. */
async function claimTask(
  scan: Scan,
  found: readonly Task[],
  balance: string | null = null,
): Promise<Task> {
  const { call } = scan
  const here = found.filter(
    ({ cell_cd, balance_id }) =>
      cell_cd === scan.from && (balance === null || balance === balance_id),
  )
  let refused: Label | undefined
  for (const task of here.length > 0
    ? here
    : [await startTaskFromOtherCell(scan, found, balance)]) {
    refused = (await stoppedError(scan, task)) ?? (await acquireClaim(call, 'MOVE', task.task_no))
    if (!refused) return task
  }
  throw scanError(scan, refused ?? label('다시 스캔하세요.', 'Scan again.'))
}

/**
 * Starts a task from another cell that holds stock of the same date. Not for stock allocated to
 * shipments, which stays with its source, or for manual tasks, which have a fixed cell.
 */
async function startTaskFromOtherCell(
  scan: Scan,
  found: readonly Task[],
  balance: string | null,
): Promise<Task> {
  const { call } = scan
  const stocks = await call.tx.query<{
    balance_id: string
    valid: string | null
    free: string
  }>(sql`
    select b.balance_id::text, to_char(lot.valid_dt, 'YYYY-MM-DD') valid,
      (b.qty - b.alloc_qty - b.pick_qty)::text free
    from stock_balance b join lot on lot.lot_id = b.lot_id
    join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
    where ${isInScope(call)} and b.cell_cd = ${scan.from} and b.condition_cd = 'NORMAL'
      and b.bonded_cd <> 'BONDED' and (b.owner_cd, b.stock_cd)
        = (${found[0]?.owner_cd ?? ''}, ${found[0]?.stock_cd ?? ''})
      and b.qty > b.alloc_qty + b.pick_qty and ${notHeldByRule(call.today)} and not ${isMissing}
      and coalesce(lot.valid_dt >= ${call.today}::date, true)
      and coalesce(b.balance_id = ${balance}::bigint, true)
    order by b.balance_id for no key update of b`)
  for (const task of found) {
    const same = stocks.find(
      ({ valid, free }) =>
        task.cause_cd !== 'HAND' &&
        valid === task.valid &&
        scan.from !== task.to_cell_cd &&
        Number(free) >= Number(task.rest) &&
        Number(task.travel_qty) === 0,
    )
    if (!same) continue
    await call.tx.execute(sql`
      update allocation set alloc_qty = 0 where task_no = ${task.task_no}::bigint and alloc_qty > 0`)
    await call.tx.execute(sql`
      update move_task set from_balance_id = ${same.balance_id}::bigint, updated_by = ${call.userId},
        updated_at = clock_timestamp() where task_no = ${task.task_no}::bigint`)
    await call.tx.execute(sql`
      insert into allocation (task_no, balance_id, alloc_qty, created_by)
      values (${task.task_no}::bigint, ${same.balance_id}::bigint, ${task.rest}::numeric,
        ${call.userId})
      on conflict (task_no, balance_id) where task_no is not null
      do update set alloc_qty = excluded.alloc_qty`)
    return { ...task, balance_id: same.balance_id, cell_cd: scan.from }
  }
  const [first] = found
  const [ko, en] = first?.valid
    ? [
        `유통기한 ${first.valid}, 셀 ${first.cell_cd}`,
        `expiry date ${first.valid} from cell ${first.cell_cd}`,
      ]
    : [`셀 ${first?.cell_cd}`, `stock from cell ${first?.cell_cd}`]
  throw scanError(
    scan,
    label(
      `피킹면에 필요한 재고가 아닙니다. 필요: ${ko}.`,
      `Not the stock this pick face needs. Needed: ${en}.`,
    ),
  )
}

async function scanTarget(scan: Scan): Promise<SaveResult> {
  const { call } = scan
  const [task] = await call.tx.query<Task>(sql`
    select x.* from (${selectTasks(scan)} and b.cell_cd = ${scan.from}
      and t.to_cell_cd = ${scan.to}) x
    join claim c on c.wcode = ${call.scope.wcode} and c.kind_cd = 'MOVE' and c.ref_no = x.task_no
      and c.user_id = ${call.userId} and c.ended_at is null
    order by c.seen_at desc limit 1`)
  if (!task) throw scanError(scan, label('품목을 먼저 스캔하세요.', 'Scan the item first.'))
  if (scan.code !== task.to_cell_cd) {
    throw scanError(
      scan,
      label(`도착셀은 ${task.to_cell_cd}입니다.`, `The To cell is ${task.to_cell_cd}.`),
    )
  }
  const serials = await scannedSerials(call, task)
  const isCounted = serials.length > 0 && scan.qty === entireRemainder
  const qty = isCounted ? serials.length : quantityToMove(scan, task)
  const unnamed = await incompleteSerialsError(call, task, { qty, serials: serials.length })
  if (unnamed) throw scanError(scan, unnamed)
  const refused =
    (await stoppedError(scan, task)) ?? (await acquireClaim(call, 'MOVE', task.task_no))
  if (refused) throw scanError(scan, refused)
  const given = sql`(select ${scan.no}::integer no, ${task.task_no}::text task_no,
    ${task.balance_id}::bigint balance_id, ${qty}::numeric work_qty, ${scan.code}::text to_cell_cd,
    null::text reason) r`
  await rejectClosedTargets(call, given)
  const named = { [serialsColumn]: serials.join(' ') }
  const rows = call.rows.map((row) => ({ ...row, values: { ...row.values, ...named } }))
  const moved = await moveWithAllocations(
    { ...call, rows },
    {
      kind: 'MOVE',
      from: sql`${given} join stock_balance b on b.balance_id = r.balance_id`,
      take: sql`r.work_qty`,
      becomes: afterTask,
      columns: ['QTY', 'CODE'],
      done: () =>
        serials.length > 0
          ? label(
              `시리얼 ${formatCount(serials.length)}개를 보충했습니다.`,
              `${formatCount(serials.length, 'serial')} refilled.`,
            )
          : label('보충했습니다.', 'Refilled.'),
    },
  )
  await noteTask(call, { work: String(moved.rows?.[0]?.['DOC_NO']), task: task.task_no })
  await clearSerials(call, [task.task_no])
  if (qty === Number(task.rest)) await endClaims(call, 'MOVE', [task.task_no])
  return { ...moved, rows: [{ ROW: scan.no, TASK_NO: task.task_no }] }
}

function quantityToMove(scan: Scan, task: Task): number {
  const rest = Number(task.rest)
  if (scan.qty === entireRemainder) return rest
  if (scan.qty <= 0) {
    throw scanError(
      scan,
      label('이동은 재고이력에서 취소하세요.', 'Reverse the move in the inventory history.'),
      'QTY',
    )
  }
  if (scan.qty > rest) {
    throw scanError(scan, label(`남은 수량은 ${rest}입니다.`, `Only ${rest} remaining.`), 'QTY')
  }
  if (task.is_whole && !Number.isInteger(scan.qty)) throw scanError(scan, wholeUnitsOnly, 'QTY')
  return scan.qty
}

/** Error for stock that was put on hold or expired after planning. */
async function stoppedError({ call }: Scan, { balance_id, cause_cd }: Task) {
  const [stop] = await call.tx.query<{ reason: keyof typeof replenishTexts | null }>(sql`
    select ${taskStop(call, sql`${cause_cd}::text`)} reason
    from stock_balance b join lot on lot.lot_id = b.lot_id
    join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
    where b.balance_id = ${balance_id}::bigint`)
  return stop?.reason ? replenishTexts[stop.reason] : undefined
}
