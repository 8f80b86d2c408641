import { label, type Label } from '#kernel/label.ts'

/** Message if a spreadsheet export has no rows (spec §5). */
export const emptyExportMessage = label('데이터가 비어있습니다.', 'There is no data.')

/** Error if there are no rows to export. Nothing is written for empty data (spec §7). */
export function exportError(rows: { readonly length: number }): Label | undefined {
  return rows.length === 0 ? emptyExportMessage : undefined
}
