import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { FIRST_ROW, titleCells } from '#kernel/sheet-mapping.ts'
import type { Sheet } from './upload-calls.ts'

const ROWS_LISTED = 10

function listRows(rows: readonly number[]): Label {
  const listed = rows.slice(0, ROWS_LISTED).join(', ')
  const left = rows.length - ROWS_LISTED
  return left > 0
    ? label(`${listed} 외 ${formatCount(left)}행`, `${listed} and ${formatCount(left, 'row')} more`)
    : label(listed, listed)
}

/**
 * Rows of a text file with values beyond its titles. A comma within a value, as in `1,200`, has
 * probably moved the values after it.
 */
function longRows({ sheetName, rows }: Sheet, firstRow: number): readonly number[] {
  const titles = titleCells(rows, firstRow)
  const width = titles.findLastIndex((title) => title !== null) + 1
  if (sheetName !== '' || width < 2) return []
  return rows
    .filter(({ row, cells }) => row >= firstRow && cells.slice(width).some((cell) => cell !== null))
    .map(({ row }) => row)
}

/** Differences between the sheet as Excel shows it and the rows that are read. */
export function sheetNotes(sheet: Sheet, firstRow = FIRST_ROW): readonly Label[] {
  const { hiddenRows = 0, mergedRanges = 0, totalRows = [] } = sheet
  const hidden = label(
    `숨김·필터로 보이지 않는 ${formatCount(hiddenRows)}행도 읽습니다.`,
    `Rows that are hidden or filtered out are read as well: ${formatCount(hiddenRows)}.`,
  )
  const merged = label(
    `병합된 셀 ${formatCount(mergedRanges)}곳은 첫 셀에만 값이 있습니다.`,
    `Merged cells have a value in their first cell only: ${formatCount(mergedRanges, 'range')}.`,
  )
  const listed = listRows(totalRows)
  const totals = label(
    `합계 수식이 있는 행은 읽지 않습니다(행 번호 ${listed.ko}).`,
    `Rows with total formulas are not read: ${listed.en}.`,
  )
  const long = longRows(sheet, firstRow)
  const moved = label(
    `제목보다 값이 많은 행이 있습니다(행 번호 ${listRows(long).ko}). 쉼표가 있는 값은 따옴표로 묶으세요.`,
    `Rows with more values than titles: ${listRows(long).en}. Quote values that contain a comma.`,
  )
  return [
    ...(hiddenRows > 0 ? [hidden] : []),
    ...(mergedRanges > 0 ? [merged] : []),
    ...(totalRows.length > 0 ? [totals] : []),
    ...(long.length > 0 ? [moved] : []),
  ]
}
