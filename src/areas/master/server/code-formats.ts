import { label, type Label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { handleEdits, handleQuery, type Handler, type SaveRow } from '#server/engine/handler.ts'
import { saveTable } from '#server/engine/table-save.ts'
import sql from 'sql-template-tag'
import { codeFormats } from '../operations/code-formats.ts'
import { codeFormat } from '../rules/code-format.ts'
import { readByFormat } from '../rules/read-by-format.ts'
import { ownerCodeFormat } from '../tables/owner-code-format.ts'

const references = [{ columns: ['OWNER_CD'], table: 'owner' }]

/**
 * Rejects patterns that are invalid or cannot read their own sample, which would fail at scan time.
 */
function findError({ values }: SaveRow, year: number): { column: string; text: Label } | undefined {
  const format = codeFormat(String(values['PATTERN'] ?? ''))
  if ('error' in format) return { column: 'PATTERN', text: format.error }
  const sample = values['SAMPLE_CODE'] ?? null
  if (sample === null) return undefined
  const reading = readByFormat(format, String(sample), year)
  if (reading.kind === 'read') return undefined
  const other = label(
    '예시 코드가 형식과 맞지 않습니다.',
    'The sample code does not match the pattern.',
  )
  return { column: 'SAMPLE_CODE', text: reading.kind === 'refused' ? reading.reason : other }
}

export const codeFormatHandlers: readonly Handler[] = [
  handleQuery(
    codeFormats.query,
    'v.owner_cd, v.format_seq, v.format_nm',
    () => sql`select t.* from owner_code_format t`,
  ),
  handleEdits(codeFormats.save, (call) => {
    const year = Number(call.today.slice(0, 4))
    const errors = call.rows.flatMap((row): RowError[] => {
      const error = row.flag === 'D' ? undefined : findError(row, year)
      return error ? [{ row: row.no, ...error }] : []
    })
    if (errors.length > 0) throw invalidRows(errors)
    return saveTable(call, ownerCodeFormat, Object.keys(codeFormats.save.input), references)
  }),
]
