import sql, { raw } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { outcomeText } from '#kernel/outcome-text.ts'
import type { Procedure } from '#kernel/operation.ts'
import { columnName } from '#kernel/table.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { documentStatus } from '#kernel/status.ts'
import type { SaveCall, SaveResult } from './handler.ts'
import { lockDocuments, type LockedKind } from './lock-documents.ts'
import { recordsetSql } from './table-save.ts'
import { currentTimestamp } from './current-timestamp.ts'

/**
 * Accepts or rejects documents requested by customers (`REJECT_YN`, `REASON`). Accepted ones
 * continue like any other; rejected ones are cancelled and store the reason as remark. `check`
 * returns further errors for the locked documents.
 */
export async function decideRequests(
  call: SaveCall,
  { input }: Procedure,
  kind: LockedKind,
  check: (call: SaveCall) => Promise<readonly RowError[]>,
): Promise<SaveResult> {
  await lockDocuments(call, kind, [documentStatus.requested])
  const seen = new Set<unknown>()
  const errors = call.rows.flatMap((row): RowError[] => {
    const number = row.values[kind.number]
    const isTwice = seen.has(number)
    seen.add(number)
    if (isTwice) {
      const text = label('같은 요청이 두 번 있습니다.', 'The same request is listed twice.')
      return [{ row: row.no, text, column: kind.number }]
    }
    if (row.values['REJECT_YN'] !== 'Y' || row.values['REASON']) return []
    const text = label('반려 사유를 입력하세요.', 'Enter a rejection reason.')
    return [{ row: row.no, text, column: 'REASON' }]
  })
  errors.push(...(await check(call)))
  if (errors.length) throw invalidRows(errors)
  const number = raw(columnName(kind.number))
  await call.tx.execute(sql`
    update ${raw(kind.header.name)} t
    set request_yn = case r.reject_yn when 'Y' then 'Y' else 'N' end,
      cancel_yn = case r.reject_yn when 'Y' then 'Y' else 'N' end,
      remark = case r.reject_yn when 'Y' then concat_ws(' / ', t.remark, r.reason) else t.remark end,
      version = t.version + 1, updated_by = ${call.userId}, updated_at = ${currentTimestamp}
    from ${recordsetSql(input, Object.keys(input), call.rows)} where t.${number} = r.${number}`)
  const rejected = call.rows.filter((row) => row.values['REJECT_YN'] === 'Y').length
  const accepted = call.rows.length - rejected
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: outcomeText(
      [
        accepted,
        label(`${formatCount(accepted)}건을 접수했습니다.`, `${formatCount(accepted)} accepted.`),
      ],
      [
        rejected,
        label(`${formatCount(rejected)}건을 반려했습니다.`, `${formatCount(rejected)} rejected.`),
      ],
    ),
  }
}
