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
  /** Rows that are too many to be looked through. */
  readonly windows: unknown
  readonly rows: {
    readonly checks: ReadonlySet<number>
    readonly tracker: { entries(): Iterable<readonly [id: number, flag: unknown]> }
    readonly view: { indexOf(id: number): number }
  }
  isChecked(viewRow: number): boolean
  flag(viewRow: number): string | undefined
  value(viewRow: number, columnId: string): CellValue
}

/** Rows flagged D are leaving and need nothing; 0 and '0' count as filled (spec §5). */
export function checkEmptyRequired(grid: Checkable, scope: 'all' | 'checked'): MissingCells[] {
  const required = grid.columns.filter((column) => column.required === true)
  const missing: MissingCells[] = []
  for (const row of placesOf(grid, scope)) {
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

/** All rows, or of those that stay at their source the ones that were touched. */
function placesOf({ windows, rows, rowCount }: Checkable, scope: 'all' | 'checked'): number[] {
  if (windows === null) return Array.from({ length: rowCount }, (_, row) => row)
  const touched = scope === 'checked' ? rows.checks : [...rows.tracker.entries()].map(([id]) => id)
  return [...touched].map((id) => rows.view.indexOf(id)).filter((place) => place >= 0)
}
