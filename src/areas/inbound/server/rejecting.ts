import sql, { type Sql } from 'sql-template-tag'
import { rejectClosedPeriods } from '#areas/inventory/server/closed-periods.ts'
import { label } from '#kernel/label.ts'
import { invalidRows } from '#server/base/app-error.ts'
import { toRowErrors } from '#server/engine/table-save.ts'
import type { SaveCall, SaveRow } from '#server/engine/handler.ts'
import { currentTimestamp } from '#server/engine/current-timestamp.ts'

/** Invalid conditions of rows `r(now_qty, damaged_now_qty, reject_now_qty, reject_reason)`. */
export const invalidRejections: readonly Sql[] = [
  sql`r.now_qty = 0 and coalesce(r.damaged_now_qty, 0) = 0 and coalesce(r.reject_now_qty, 0) = 0`,
  sql`r.reject_now_qty > 0 and r.reject_reason is null`,
]

export const rejectionReasonNeeded = label('불합격 사유를 입력하세요.', 'Enter a rejection reason.')

export function assertValidRejections(
  rows: readonly SaveRow[],
  [nothing = [], withoutReason = []]: readonly (readonly { no: number }[])[],
): void {
  const errors = [
    ...toRowErrors(nothing, rows, 'NOW_QTY', () =>
      label(
        '입고·불량·불합격 수량을 입력하세요.',
        'Enter a received, damaged or rejected quantity.',
      ),
    ),
    ...toRowErrors(withoutReason, rows, 'REJECT_REASON', () => rejectionReasonNeeded),
  ]
  if (errors.length) throw invalidRows(errors)
}

export interface Rejection extends Record<string, unknown> {
  readonly receipt_no: string
  readonly line_no: number
  readonly reject_no: number
}

/**
 * Records rejected quantities with their reasons. `given` are rows `r(receipt_no, line_no,
 * reject_now_qty, reject_reason)`.
 */
export async function recordRejections(
  { tx, rows, userId }: SaveCall,
  given: Sql,
): Promise<readonly Rejection[]> {
  if (rows.every(({ values }) => (values['REJECT_NOW_QTY'] ?? null) === null)) return []
  return tx.query<Rejection>(sql`
    insert into receipt_reject (receipt_no, line_no, reject_qty, reason, created_by)
    select r.receipt_no, r.line_no, r.reject_now_qty, r.reject_reason, ${userId}
    from ${given} where r.reject_now_qty > 0 order by r.no
    returning receipt_no, line_no, reject_no`)
}

/** Cancels rejections and reopens their lines. Throws for rejections of other receipts. */
export async function cancelRejections(call: SaveCall, rows: readonly SaveRow[]): Promise<void> {
  if (rows.length === 0) return
  const numbers = rows.map((row) => Number(row.values['REJECT_NO']))
  const receipts = rows.map((row) => String(row.values['RECEIPT_NO']))
  const reasons = rows.map((row) => String(row.values['REASON']))
  const lines = rows.map((row) => row.no)
  await rejectClosedPeriods(
    call,
    sql`select n.no, h.wcode, h.owner_cd, h.receipt_no doc_no, warehouse_day(j.created_at) work_dt
      from unnest(${lines}::integer[], ${numbers}::bigint[]) n(no, reject_no)
      join receipt_reject j using (reject_no) join receipt h using (receipt_no)
      where j.cancelled_at is null`,
  )
  const done = await call.tx.query<{ reject_no: number }>(sql`
    update receipt_reject t set cancelled_by = ${call.userId}, cancelled_at = ${currentTimestamp},
      cancel_reason = r.reason
    from unnest(${numbers}::bigint[], ${receipts}::text[], ${reasons}::text[])
      r(reject_no, receipt_no, reason)
    where t.reject_no = r.reject_no and t.receipt_no = r.receipt_no and t.cancelled_at is null
    returning t.reject_no`)
  const doneNumbers = new Set(done.map((row) => row.reject_no))
  const text = label(
    '이미 취소되었거나 이 전표의 불합격이 아닙니다.',
    'Already cancelled, or not a rejection of this document.',
  )
  const errors = rows
    .filter((row) => !doneNumbers.delete(Number(row.values['REJECT_NO'])))
    .map((row) => ({ row: row.no, column: 'REJECT_NO', text }))
  if (errors.length) throw invalidRows(errors)
}
