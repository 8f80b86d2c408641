import type { CellValue, GridColumn } from '#ui/grid/columns/column.ts'

export interface MissingCells {
  /** Place in the view, from 0. */
  readonly row: number
  /** Ids of the required columns left empty. */
  readonly columns: string[]
}

interface Checkable {
  readonly columns: readonly GridColumn[]
  readonly rowCount: number
  isChecked(viewRow: number): boolean
  flag(viewRow: number): string | undefined
  value(viewRow: number, columnId: string): CellValue
}

/**
 * Rows flagged D are leaving and need nothing; 0 and '0' count as filled (spec §5). `places`: the
 * rows to be looked at, all of them unless given.
 */
export function checkEmptyRequired(
  grid: Checkable,
  scope: 'all' | 'checked',
  places?: readonly number[],
): MissingCells[] {
  const required = grid.columns.filter((column) => column.required === true)
  const missing: MissingCells[] = []
  const count = places?.length ?? grid.rowCount
  for (let at = 0; at < count; at++) {
    const row = places ? (places[at] ?? 0) : at
    if (grid.flag(row) === 'D' || (scope === 'checked' && !grid.isChecked(row))) continue
    const columns = required
      .filter((column) => {
        const value = grid.value(row, column.id)
        return value === null || (typeof value === 'string' && value.trim() === '')
      })
      .map((column) => column.id)
    if (columns.length > 0) missing.push({ row, columns })
  }
  return missing
}
