import { yieldToBrowser } from '#ui/grid/many/worker-client.ts'
import type { GridBase } from './grid-base.ts'
import type { Tone } from '#ui/grid/columns/column.ts'
import type { FoundCell } from '#ui/grid/rows/worker-messages.ts'
import { findFirstWithin, rowsAround, searchStart } from './next-place.ts'

/** Rows between two time checks, and the length of a slice in milliseconds. */
const ROW_BATCH = 256
const SLICE_MS = 12

/**
 * Next cell with rejected text, a server error or a warning colour. Wraps around; the current cell
 * comes last. Row functions cannot be sent to a worker, so the rows are searched in short slices.
 * Null if there is none.
 */
export async function nextException(grid: GridBase): Promise<FoundCell | null> {
  const { rowCount, current, drawn } = grid
  const at = current ? drawn.findIndex(({ id }) => id === current.column) : -1
  let started = performance.now()
  let searched = 0
  const from = searchStart(current && { row: current.row, at }, (row) => rejectedCells(grid, row))
  for (const limits of rowsAround(from, rowCount)) {
    const { row } = limits
    const column = drawn[findFirstWithin(rowExceptions(grid, row), limits) ?? -1]
    if (column) return { row, column: column.id }
    searched += 1
    if (searched % ROW_BATCH !== 0 || performance.now() - started < SLICE_MS) continue
    await yieldToBrowser()
    if (grid.rowCount !== rowCount) return null
    started = performance.now()
  }
  return null
}

function rowExceptions(grid: GridBase, row: number): number[] {
  if (grid.rowId(row) < 0) return []
  const wrong = rejectedCells(grid, row)
  if (wrong.length > 0) return wrong
  if (grid.rowError(row) !== undefined) return [0]
  return warningCells(grid, row)
}

function rejectedCells(grid: GridBase, row: number): number[] {
  const id = grid.rowId(row)
  if (id < 0) return []
  const hasError = grid.rowError(row) !== undefined
  const isWrong = (column: string): boolean =>
    grid.rejection(row, column) !== undefined ||
    (hasError && grid.rows.marks.hasCellError(id, column))
  return grid.drawn.flatMap(({ id: column }, index) => (isWrong(column) ? [index] : []))
}

/** A row in a warning colour is one exception, at the first column with that colour. */
function warningCells(grid: GridBase, row: number): number[] {
  const isToned = grid.drawn.some(({ tone }) => tone !== undefined)
  if (!isToned && grid.options.rowTone === undefined) return []
  const values = grid.row(row)
  const index = grid.drawn.findIndex(({ tone }) => isWarningTone(tone?.(values)))
  if (index >= 0) return [index]
  return isWarningTone(grid.options.rowTone?.(values)) ? [0] : []
}

function isWarningTone(tone: Tone | undefined): boolean {
  return tone === 'stop' || tone === 'warn'
}
