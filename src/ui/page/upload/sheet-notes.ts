import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Sheet } from './upload-calls.ts'

const TOTALS_LISTED = 10

/** Differences between the sheet as Excel shows it and the rows that are read. */
export function sheetNotes(sheet: Sheet): readonly Label[] {
  const { hiddenRows = 0, mergedRanges = 0, totalRows = [] } = sheet
  const hidden = label(
    `숨김·필터로 보이지 않는 ${formatCount(hiddenRows)}행도 읽습니다.`,
    `Rows that are hidden or filtered out are read as well: ${formatCount(hiddenRows)}.`,
  )
  const merged = label(
    `병합된 셀 ${formatCount(mergedRanges)}곳은 첫 셀에만 값이 있습니다.`,
    `Merged cells have a value in their first cell only: ${formatCount(mergedRanges, 'range')}.`,
  )
  const listed = totalRows.slice(0, TOTALS_LISTED).join(', ')
  const left = totalRows.length - TOTALS_LISTED
  const more = label(` 외 ${formatCount(left)}행`, ` and ${formatCount(left, 'row')} more`)
  const totals = label(
    `합계 수식이 있는 행은 읽지 않습니다(행 번호 ${listed}${left > 0 ? more.ko : ''}).`,
    `Rows with total formulas are not read: ${listed}${left > 0 ? more.en : ''}.`,
  )
  return [
    ...(hiddenRows > 0 ? [hidden] : []),
    ...(mergedRanges > 0 ? [merged] : []),
    ...(totalRows.length > 0 ? [totals] : []),
  ]
}
