import { label, type Label } from '#kernel/label.ts'

/** Said when a spreadsheet is asked for and there is nothing to write into it (spec §5). */
export const emptyExportMessage = label('데이터가 비어있습니다.', 'There is no data.')

/** What keeps rows from being exported: export writes nothing when data is empty (spec §7). */
export function exportFault(rows: { readonly length: number }): Label | undefined {
  return rows.length === 0 ? emptyExportMessage : undefined
}
