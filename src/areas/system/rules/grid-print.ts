import { howMany } from '#kernel/how-many.ts'
import { label, type Label } from '#kernel/label.ts'

/** Maximum number of rows to print. More need an export. */
const rowsMax = 3000
/** Maximum number of cells to print. Their layout takes seconds and blocks other requests. */
const cellsMax = 40_000

export function gridPrintFault(rows: number, columns: number): Label | undefined {
  if (rows > rowsMax) {
    return label(
      `${howMany(rowsMax)}행까지 인쇄할 수 있습니다. 필터로 줄이거나 내보내세요.`,
      `You can print at most ${howMany(rowsMax, 'row')}. Filter the rows or export them.`,
    )
  }
  if (rows * columns <= cellsMax) return undefined
  return label(
    `${howMany(cellsMax)}칸까지 인쇄할 수 있습니다(현재 ${howMany(rows)}행 × ${howMany(columns)}열). 열을 숨기거나 필터로 줄이거나 내보내세요.`,
    `You can print at most ${howMany(cellsMax, 'field')} (now ${howMany(rows, 'row')} × ${howMany(columns, 'column')}). Hide columns, filter the rows or export them.`,
  )
}
