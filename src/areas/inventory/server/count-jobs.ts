import sql, { raw, type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import type { DataScope } from '#server/auth/caller.ts'
import { handleProcedure, handleQuery, type SaveCall } from '#server/engine/handler.ts'
import { lockDocuments } from '#server/engine/lock-documents.ts'
import { currentTimestamp } from '#server/engine/current-timestamp.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import {
  cancelCount,
  countDays,
  countJobs,
  countJobsToday,
  countWork,
  finishCount,
} from '../operations/counting.ts'
import { compareSerials, serialDifferences } from './compare-serials.ts'
import { countJob } from '../tables/count.ts'
import { countStatus, countStepFrom } from '../rules/count-status.ts'
import { endClaims } from './claims.ts'
import { closeLines, isUnclear, movedOutQty, movesSinceFirstScan } from './count-moves.ts'
import { resolveCounted } from './missing-stock.ts'

/** Limits jobs `alias` to those whose lines all belong to the session's owners. */
export function hasOnlyOwnLines({ owners }: DataScope, alias = 'j'): Sql {
  if (owners === null) return sql`true`
  return sql`not exists (select from count_line other where other.job_no = ${raw(alias)}.job_no
    and other.owner_cd <> all(${[...owners]}::text[]))`
}

const jobRows = (scope: DataScope) => sql`
  select j.*, l.line_count, l.counted_count, l.diff_count, l.counters,
    round(l.counted_count * 100.0 / l.line_count, 1) progress
  from count_job j
  cross join lateral (select count(*) line_count, count(diff_qty) counted_count,
      count(*) filter (where diff_qty <> 0 or serial_diff > 0) diff_count,
      (select string_agg(distinct user_id, ', ') from count_line c
          cross join lateral unnest(c.counted_users || c.recounted_users) user_id
        where c.job_no = j.job_no) counters
    from count_line where job_no = j.job_no) l
  where ${hasOnlyOwnLines(scope)}`
const latestFirst = 'v.count_dt desc, v.job_no desc'

export const countedLines: Sql = sql`
  select l.*, array_to_string(l.counted_users, ', ') counters,
    array_to_string(l.recounted_users, ', ') recounters, sd.*, since.arrived moved_in_qty,
    ${movedOutQty} moved_out_qty, j.wcode, j.count_dt, j.state_cd, j.target, c.zone_cd, b.cell_cd, b.stock_cd,
    k.stock_nm, t.lot_no, t.valid_dt, b.pallet_no, b.box_no, b.condition_cd, c.pick_seq,
    case when l.work_no is not null then 'ADJUSTED'
      when l.recount_yn = 'Y' and l.recount_qty is null then 'RECOUNT'
      when l.diff_qty is null then 'OPEN'
      when l.diff_qty = 0 and l.serial_diff = 0 then 'SAME'
      when ${isUnclear} then 'MOVED' else 'DIFF' end result_cd
  from count_line l
  join count_job j using (job_no)
  join stock_balance b using (balance_id)
  join lot t using (lot_id)
  join cell c on c.wcode = b.wcode and c.cell_cd = b.cell_cd
  join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
  ${serialDifferences}
  ${movesSinceFirstScan}`

export const countJobsHandler = handleQuery(countJobs, latestFirst, ({ scope }) => jobRows(scope))

export const countJobsTodayHandler = handleQuery(
  countJobsToday,
  latestFirst,
  ({ scope, today }) => sql`
    select q.* from (${jobRows(scope)}) q where q.count_dt = ${today}::date
      or (q.count_dt < ${today}::date and q.state_cd not in (${quoteCodes(countStepFrom.over)}))`,
)

export const countDaysHandler = handleQuery(
  countDays,
  'v.count_dt desc',
  ({ scope }) => sql`
    select wcode, count_dt, count(*) job_count, count(*) filter (where state_cd = ${quoteCodes(countStatus.closed)}) done_count,
      sum(line_count) line_count, sum(counted_count) counted_count, sum(diff_count) diff_count,
      round(sum(counted_count) * 100.0 / sum(line_count), 1) progress
    from (${jobRows(scope)}) j where state_cd <> ${quoteCodes(countStatus.cancelled)} group by wcode, count_dt`,
)

/** Lines `q` of `countedLines` that still have to be counted or recounted. */
export const linesToCount: Sql = sql`(q.state_cd in (${quoteCodes(countStepFrom.countFirst)})
  or (q.state_cd = ${quoteCodes(countStatus.recounting)} and q.recount_yn = 'Y' and q.work_no is null))`

export const countWorkHandler = handleQuery(
  countWork,
  'v.job_no, v.pick_seq, v.cell_cd, v.stock_cd, v.line_no',
  ({ scope }) => sql`
    select q.*, case q.state_cd when ${quoteCodes(countStatus.recounting)} then q.recount_qty else q.count_qty end counted_qty,
      null::numeric wanted_qty
    from (${countedLines}) q
    where ${hasOnlyOwnLines(scope, 'q')} and ${linesToCount}`,
)

export function lockJobs(call: SaveCall, states: readonly string[]): Promise<string[]> {
  const notFound = label('실사작업을 찾을 수 없습니다.', 'Count job not found.')
  const wrong = label(
    '실사작업의 현재 상태에서는 할 수 없는 작업입니다. 다시 조회하세요.',
    'Not allowed in the current status of this count job. Search again.',
  )
  const findStateError = (state: string | undefined) => (state === undefined ? notFound : wrong)
  const reach = hasOnlyOwnLines(call.scope)
  const kind = {
    header: countJob,
    number: 'JOB_NO',
    refusal: findStateError,
    messageColumn: 'JOB_NO',
    reach,
  }
  return lockDocuments(call, kind, states)
}

/** Closes jobs without open differences. Uncounted lines remain uncounted. */
export async function closeSettled(call: SaveCall, numbers: readonly string[]): Promise<void> {
  await call.tx.execute(sql`
    update count_job j set state_cd = ${countStatus.closed}, version = version + 1, updated_by = ${call.userId},
      updated_at = ${currentTimestamp}
    where job_no = any(${[...numbers]}::text[]) and state_cd in (${quoteCodes(countStepFrom.decide)}) and not exists (
      select from count_line where job_no = j.job_no and (diff_qty <> 0 or serial_diff > 0)
        and work_no is null)`)
  await resolveCounted(call, numbers)
}

export function countCompleted(open: number): Label {
  const [ko, en] =
    open > 0
      ? [
          ` 미실사 ${formatCount(open)}행은 변경하지 않습니다.`,
          ` Uncounted lines (${formatCount(open)}) are not changed.`,
        ]
      : ['', '']
  return label(`실사를 완료했습니다.${ko}`, `Count completed.${en}`)
}

export const finishCountHandler = handleProcedure(finishCount, async (call) => {
  const numbers = await lockJobs(call, countStepFrom.count)
  const counted = await call.tx.query<{ job_no: string; n: number; open: number }>(sql`
    select job_no, count(diff_qty) n, count(*) - count(diff_qty) open from count_line
    where job_no = any(${numbers}::text[]) group by 1`)
  const empty = new Set(counted.filter(({ n }) => n === 0).map(({ job_no }) => job_no))
  const text = label(
    '실사한 내역이 없습니다. 셀부터 스캔하세요.',
    'Nothing counted yet. Scan a cell first.',
  )
  const errors = call.rows
    .filter((row) => empty.has(String(row.values['JOB_NO'])))
    .map(({ no }): RowError => ({ row: no, text }))
  if (errors.length) throw conflictingRows(errors)
  await closeLines(call, sql`l.job_no = any(${numbers}::text[])`)
  await compareSerials(call, numbers)
  // A recount that was ordered but not done leaves the first count valid. The next order lists only
  // its own lines, because otherwise scans would be added to a finished recount.
  await call.tx.execute(sql`update count_line set recount_yn = 'N'
    where job_no = any(${numbers}::text[]) and recount_yn = 'Y'`)
  await call.tx
    .execute(sql`update count_job set state_cd = ${countStatus.counted}, version = version + 1,
    updated_by = ${call.userId}, updated_at = ${currentTimestamp} where job_no = any(${numbers}::text[])`)
  await closeSettled(call, numbers)
  await endClaims(call, 'COUNT', numbers)
  const [after] = await call.tx.query<{ state_cd: string }>(sql`
    select state_cd from count_job where job_no = any(${numbers}::text[]) order by job_no`)
  const open = counted.reduce((sum, row) => sum + row.open, 0)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no, STATE_CD: after?.state_cd ?? null })),
    message: countCompleted(open),
  }
})

export const cancelCountHandler = handleProcedure(cancelCount, async (call) => {
  const numbers = await lockJobs(call, countStepFrom.cancel)
  await call.tx
    .execute(sql`update count_job set state_cd = ${countStatus.cancelled}, version = version + 1,
    updated_by = ${call.userId}, updated_at = ${currentTimestamp} where job_no = any(${numbers}::text[])`)
  await endClaims(call, 'COUNT', numbers)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no, STATE_CD: countStatus.cancelled })),
    message: label(
      `실사작업 ${formatCount(numbers.length)}건을 취소했습니다.`,
      `${formatCount(numbers.length, 'count job')} cancelled.`,
    ),
  }
})
