import sql, { type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, handleQuery, type SaveCall } from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { currentTimestamp } from '#server/engine/current-timestamp.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import {
  approveCount,
  closedCountResults,
  countResults,
  recountLines,
} from '../operations/counting.ts'
import { countStatus, countStepFrom } from '../rules/count-status.ts'
import { postCountDifferences } from './adjusting.ts'
import { gradeBeforeAdjusting, wouldLeaveReturnShort } from './awaited-pieces.ts'
import { countAdjustments } from './approve-serials.ts'
import { isOfDecidingRound } from './compare-serials.ts'
import { closeSettled, countedLines, hasOnlyOwnLines } from './count-jobs.ts'
import {
  adjustedSince,
  firstCountFlags,
  hasLeftSince,
  isLabelAdjusted,
  isLabelRecounted,
  isSameLabel,
  isUnclear,
  labelOf,
} from './count-moves.ts'
import { isInScope, lockBalances, allocatedTo, insufficientStock } from './work-engine.ts'
import { ledgerReason } from './ledger-reasons.ts'
import { withNotices } from './with-notices.ts'

const order = 'v.count_dt desc, v.job_no desc, v.pick_seq, v.cell_cd, v.stock_cd, v.line_no'

export const countResultsHandler = handleQuery(
  countResults,
  order,
  () =>
    sql`select q.*, null::text serials, null::text reason from (${countedLines}) q where q.state_cd <> ${quoteCodes(countStatus.cancelled)}`,
)

export const closedCountResultsHandler = handleQuery(
  closedCountResults,
  order,
  () =>
    sql`select q.* from (${countedLines}) q where q.state_cd = ${quoteCodes(countStatus.closed)}`,
)

interface Result extends Record<string, unknown> {
  no: number
  job_no: string
  line_no: number
  balance_id: number
  state_cd: string
  adjust_qty: number | null
  serial_diff: number
  reason: string | null
  work_no: string | null
  counters: string[]
  is_unclear: boolean
  is_adjusted: boolean
  is_awaited: boolean
  has_left: boolean
  free: number
  left: number
  promised_to: string | null
  mates?: LabelMates | undefined
}

/** Other lines of a job that no scan can distinguish from a named one. */
interface LabelMates extends Record<string, unknown> {
  no: number
  /** Lines with a difference that are not named. */
  open: string | null
  /** Lines that this count has adjusted. */
  adjusted: string | null
}

async function findLabelMates(
  call: SaveCall,
  jobs: readonly string[],
  given: Sql,
): Promise<Map<number, LabelMates>> {
  const isOpen = sql`r.no is null and l.work_no is null and (l.diff_qty <> 0 or l.serial_diff > 0)`
  const mates = await call.tx.query<LabelMates>(sql`
    select * from (
      select r.no, string_agg(l.line_no::text, ', ') filter (where ${isOpen}) over label "open",
        string_agg(l.line_no::text, ', ') filter (where l.work_no is not null) over label adjusted
      from count_line l
      join stock_balance b on b.balance_id = l.balance_id
      join lot t on t.lot_id = b.lot_id
      left join ${given} on r.job_no = l.job_no and r.line_no = l.line_no
      where l.job_no = any(${[...jobs]}::text[])
      window label as (partition by l.job_no, ${labelOf(sql`t`, sql`b`)}
        order by l.line_no rows between unbounded preceding and unbounded following)) m
    where no is not null and ("open" is not null or adjusted is not null)`)
  return new Map(mates.map((found) => [found.no, found]))
}

/** Locks the jobs, then the balances of the named lines. Returns the lines by row. */
async function lockResults(call: SaveCall, { input }: Procedure): Promise<Map<number, Result>> {
  const numbers = [...new Set(call.rows.map((row) => String(row.values['JOB_NO'])))]
  await call.tx.query(sql`select 1 from count_job j where job_no = any(${numbers}::text[])
    and wcode = ${call.scope.wcode} and ${hasOnlyOwnLines(call.scope)} order by job_no for update`)
  const given = recordsetSql(input, Object.keys(input), call.rows)
  const lines = sql`${given} join count_line l on l.job_no = r.job_no and l.line_no = r.line_no
    join count_job j on j.job_no = l.job_no join stock_balance b on b.balance_id = l.balance_id
    join lot t on t.lot_id = b.lot_id
    where ${isInScope(call)} and ${hasOnlyOwnLines(call.scope)}`
  const counted = await call.tx.query<{ balance_id: number }>(sql`
    select l.balance_id from ${lines}
    union select n.place_id from (select l.* from ${lines}) l
      join count_serial n on ${isOfDecidingRound} and n.result_cd = 'FOREIGN' where n.place_id is not null`)
  await lockBalances(
    call.tx,
    counted.map((row) => row.balance_id),
  )
  const reason = 'REASON' in input ? sql`r.reason` : sql`null::text`
  const rows = await call.tx.query<Result>(sql`
    select r.no, l.job_no, l.line_no, l.balance_id, j.state_cd, l.diff_qty adjust_qty, l.serial_diff,
      coalesce(${reason}, ${ledgerReason('COUNT')}::text) || ' ' || l.job_no reason, l.work_no,
      l.counted_users || l.recounted_users counters,
      ${isUnclear} is_unclear, ${wouldLeaveReturnShort(sql`l.diff_qty`)} is_awaited,
      ${hasLeftSince} has_left,
      ${adjustedSince} or row_number() over (partition by l.balance_id order by r.no) > 1 is_adjusted,
      b.qty - b.alloc_qty - b.pick_qty free,
      b.qty - b.alloc_qty - b.pick_qty + sum(l.diff_qty) over (partition by l.balance_id) "left",
      ${allocatedTo} promised_to
    from ${lines} order by r.no`)
  const mates = await findLabelMates(call, numbers, given)
  return new Map(rows.map((row) => [row.no, { ...row, mates: mates.get(row.no) }]))
}

const lineNotFound = label(
  '실사 행을 찾을 수 없습니다. 다시 조회하세요.',
  'Count line not found. Search again.',
)
const countNotApprovable = label(
  '완료된 실사작업의 미조정 행만 조정하거나 재실사할 수 있습니다.',
  'Only unadjusted lines of a completed count can be adjusted or recounted.',
)

export const movedDuringCount = label(
  '실사 중 재고가 이동했습니다. 재실사를 지시하세요.',
  'Stock moved during the count. Request a recount.',
)
export const lineNotCounted = label(
  '미실사 행입니다. 먼저 실사하세요.',
  'This line is not counted yet. Count it first.',
)
export const cannotApproveOwnCount = label(
  '본인이 실사한 행은 승인할 수 없습니다. 다른 사용자가 승인해야 합니다.',
  'You cannot approve your own count. Another user must.',
)
export const adjustedAfterCount = label(
  '실사 후 조정된 재고입니다. 재실사를 지시하세요.',
  'Adjusted since the count. Request a recount.',
)

export const leftAfterCount = label(
  '실사 후 재고가 다른 셀이나 상태로 옮겨졌습니다. 재실사를 지시하세요.',
  'Stock left its cell or changed its condition after the count. Request a recount.',
)

export const adjustTogether = (lines: string): Label =>
  label(
    `스캔으로 구분할 수 없는 재고입니다. 함께 조정하거나 재실사하세요. 행: ${lines}`,
    `A scan cannot distinguish this stock. Adjust or recount it with these lines: ${lines}`,
  )

export const adjustedByThisCount = (lines: string): Label =>
  label(
    `스캔으로 구분할 수 없는 재고를 이미 조정했습니다(행: ${lines}). 새 실사를 만드세요.`,
    `Stock that a scan cannot distinguish is already adjusted (lines: ${lines}). Create a new count.`,
  )

function rejectInvalidResults(
  call: SaveCall,
  found: ReadonlyMap<number, Result>,
  error: (line: Result) => Label | undefined,
): void {
  const conflicts: RowError[] = []
  const errors: RowError[] = []
  const seen = new Set<string>()
  for (const { no } of call.rows) {
    const line = found.get(no)
    const key = `${line?.job_no}|${line?.line_no}`
    const isTwice = line !== undefined && seen.has(key)
    seen.add(key)
    if (!line) conflicts.push({ row: no, text: lineNotFound, column: 'JOB_NO' })
    else if (!countStepFrom.decide.includes(line.state_cd) || line.work_no !== null) {
      conflicts.push({ row: no, text: countNotApprovable, column: 'JOB_NO' })
    } else if (isTwice) {
      const text = label('같은 행이 두 번 있습니다.', 'The same line is listed twice.')
      errors.push({ row: no, text, column: 'LINE_NO' })
    } else {
      const text = error(line)
      if (text) errors.push({ row: no, text, column: 'DIFF_QTY' })
    }
  }
  if (conflicts.length) throw conflictingRows([...conflicts, ...errors])
  if (errors.length) throw invalidRows(errors)
}

export const approveCountHandler = handleProcedure(approveCount, async (call) => {
  const found = await lockResults(call, approveCount)
  rejectInvalidResults(call, found, (line) => {
    if (line.adjust_qty === null) return lineNotCounted
    if (line.adjust_qty === 0 && line.serial_diff === 0)
      return label('차이가 없습니다.', 'No difference to adjust.')
    if (line.is_adjusted) return adjustedAfterCount
    if (line.is_unclear) return movedDuringCount
    if (line.has_left) return leftAfterCount
    if (line.is_awaited) return gradeBeforeAdjusting
    if (line.mates?.open) return adjustTogether(line.mates.open)
    if (line.counters.includes(call.userId)) {
      return cannotApproveOwnCount
    }
    if (line.left >= 0) return undefined
    return line.promised_to ? insufficientStock(line.free, line.promised_to) : leftAfterCount
  })
  const lines = [...found.values()]
  const errors: RowError[] = []
  const parts = await countAdjustments(call, lines, (row, text, column) => {
    errors.push({ row, text, column })
  })
  if (errors.length > 0) throw invalidRows(errors)
  const { workNo, notices } = await postCountDifferences(call, parts)
  await call.tx.execute(sql`
    update count_line l set work_no = ${workNo}, approved_by = ${call.userId}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r(job_no text, line_no integer)
    where l.job_no = r.job_no and l.line_no = r.line_no`)
  await closeSettled(
    call,
    lines.map((line) => line.job_no),
  )
  const message = label(
    `차이 ${formatCount(lines.length)}행을 조정했습니다(${workNo}).`,
    `${formatCount(lines.length, 'difference')} adjusted (${workNo}).`,
  )
  const rows = call.rows.map(({ no }) => ({ ROW: no, WORK_NO: workNo }))
  return withNotices({ rows, message }, notices)
})

export const recountLinesHandler = handleProcedure(recountLines, async (call) => {
  const found = await lockResults(call, recountLines)
  rejectInvalidResults(call, found, ({ mates }) =>
    mates?.adjusted ? adjustedByThisCount(mates.adjusted) : undefined,
  )
  const lines = [...found.values()]
  // A scan identifies an item, not one of its lines, so a recount covers all stock of the item in
  // the cell. Lots with a finished recount keep it unless they are named.
  await call.tx.execute(sql`
    update count_line l set recount_yn = 'Y', recount_qty = null, recount_book_qty = null,
      recounted_by = null, recounted_at = null, since_movement_no = null, open_yn = 'N',
      last_movement_no = ${firstCountFlags.movement},
      moved_yn = case when l.count_qty is null then 'N' else ${firstCountFlags.moved} end
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r(job_no text, line_no integer)
    join count_line named on named.job_no = r.job_no and named.line_no = r.line_no
    join stock_balance one on one.balance_id = named.balance_id
    join lot named_lot on named_lot.lot_id = one.lot_id, stock_balance b
    join lot t on t.lot_id = b.lot_id
    where l.job_no = r.job_no and b.balance_id = l.balance_id
      and not ${isLabelAdjusted(sql`r.job_no`)}
      and (${isSameLabel(sql`named_lot`, sql`one`)} or not ${isLabelRecounted(sql`r.job_no`)})
      and (b.owner_cd, b.stock_cd, b.cell_cd) = (one.owner_cd, one.stock_cd, one.cell_cd)
      and (b.condition_cd = 'DAMAGED') = (one.condition_cd = 'DAMAGED')`)
  const numbers = [...new Set(lines.map((line) => line.job_no))]
  await call.tx.execute(sql`
    delete from count_serial n using count_line l
    where l.job_no = any(${numbers}::text[]) and l.recount_yn = 'Y' and l.recount_qty is null
      and n.job_no = l.job_no and n.line_no = l.line_no and n.recount_yn = 'Y'`)
  await call.tx
    .execute(sql`update count_job set state_cd = ${countStatus.recounting}, version = version + 1,
    updated_by = ${call.userId}, updated_at = ${currentTimestamp} where job_no = any(${numbers}::text[])`)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `${formatCount(lines.length)}행의 재실사를 지시했습니다.`,
      `Recount requested for ${formatCount(lines.length, 'line')}.`,
    ),
  }
})
