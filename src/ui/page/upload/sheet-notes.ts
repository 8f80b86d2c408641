import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Sheet } from './upload-calls.ts'

/** Differences between the sheet as Excel shows it and the rows that are read. */
export function sheetNotes({ hiddenRows = 0, mergedRanges = 0 }: Sheet): readonly Label[] {
  const hidden = label(
    `숨김·필터로 보이지 않는 ${formatCount(hiddenRows)}행도 읽습니다.`,
    `Rows that are hidden or filtered out are read as well: ${formatCount(hiddenRows)}.`,
  )
  const merged = label(
    `병합된 셀 ${formatCount(mergedRanges)}곳은 첫 셀에만 값이 있습니다.`,
    `Merged cells have a value in their first cell only: ${formatCount(mergedRanges, 'range')}.`,
  )
  return [...(hiddenRows > 0 ? [hidden] : []), ...(mergedRanges > 0 ? [merged] : [])]
}
