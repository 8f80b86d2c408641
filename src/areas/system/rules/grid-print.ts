import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'

/** Maximum number of rows to print. Users export larger results. */
const maxRows = 3000
/** Maximum number of cells to print. Their layout takes seconds and blocks other requests. */
const maxCells = 40_000

export function gridPrintError(rows: number, columns: number): Label | undefined {
  if (rows > maxRows) {
    return label(
      `${formatCount(maxRows)}행까지 인쇄할 수 있습니다. 필터로 줄이거나 내보내세요.`,
      `You can print at most ${formatCount(maxRows, 'row')}. Filter the rows or export them.`,
    )
  }
  if (rows * columns <= maxCells) return undefined
  return label(
    `${formatCount(maxCells)}칸까지 인쇄할 수 있습니다(현재 ${formatCount(rows)}행 × ${formatCount(columns)}열). 열을 숨기거나 필터로 줄이거나 내보내세요.`,
    `You can print at most ${formatCount(maxCells, 'field')} (now ${formatCount(rows, 'row')} × ${formatCount(columns, 'column')}). Hide columns, filter the rows or export them.`,
  )
}
