import { validateRow } from '#kernel/validate-row.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { rejectBound } from './owner-scope.ts'
import { getCodes } from './clean-rows.ts'
import type { FileSet } from '#server/print/file-set.ts'
import type { LabelSheet } from '#server/print/label-sheet.ts'
import { toLanguage, type PrintDocument } from '#server/print/print-document.ts'
import type { PrintHandler } from './handler.ts'
import { tidyRow } from './tidy-row.ts'

type PrintCall = Parameters<PrintHandler['compose']>[0]

/** Composes a print-out of the given rows. Throws AppError 422 with the errors of all rows. */
export async function composePrint(
  { operation, compose }: PrintHandler,
  call: Omit<PrintCall, 'rows'>,
  given: readonly Readonly<Record<string, unknown>>[],
): Promise<PrintDocument | LabelSheet | FileSet> {
  rejectBound(operation, call.scope)
  const checked = given.map((row) => {
    return validateRow(operation.input, tidyRow(operation.input, row), getCodes)
  })
  const errors = checked.flatMap(({ errors }, index): RowError[] => {
    return errors.map((error) => ({ row: index + 1, ...error }))
  })
  if (errors.length > 0) throw invalidRows(errors)
  const created = await compose({ ...call, rows: checked.map(({ row }) => row) })
  return 'labels' in created || 'files' in created ? created : toLanguage(created, call.language)
}
