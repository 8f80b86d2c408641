import { breath } from '#ui/grid/many/background.ts'
import type { CellFault } from '#ui/grid/columns/cell-input.ts'
import type { GridColumn, GridRow, Tone } from '#ui/grid/columns/column.ts'
import type { FoundCell } from '#ui/grid/rows/worker-messages.ts'

/** Rows looked at between two looks at the clock, and how long one may go on, in milliseconds. */
const ROWS_AT_ONCE = 256
const SLICE_MS = 12

interface Examined {
  readonly drawn: readonly GridColumn[]
  readonly rowCount: number
  readonly current: { readonly row: number } | null
  readonly version: number
  readonly options: { readonly rowTone?: ((row: GridRow) => Tone | undefined) | undefined }
  readonly rows: { readonly marks: { hasCellError(id: number, column: string): boolean } }
  row(viewRow: number): GridRow
  rowId(viewRow: number): number
  fault(viewRow: number, columnId: string): CellFault | undefined
  rowError(viewRow: number): string | undefined
}

/**
 * The next row in a direction, and round, with a refused text, an objection of the server or a
 * warning colour; the current row comes last. Row functions cannot be sent to a worker, so a large
 * grid is looked through in short slices. Null where nothing is the matter.
 */
export async function nextException(grid: Examined, direction: 1 | -1): Promise<FoundCell | null> {
  const { rowCount } = grid
  const start = grid.current?.row ?? (direction === 1 ? -1 : rowCount)
  let began = performance.now()
  for (let turn = 1; turn <= rowCount; turn++) {
    const row = (((start + direction * turn) % rowCount) + rowCount) % rowCount
    const column = exceptionIn(grid, row)
    if (column !== undefined) return { row, column }
    if (turn % ROWS_AT_ONCE !== 0 || performance.now() - began < SLICE_MS) continue
    await breath()
    if (grid.rowCount !== rowCount) return null
    began = performance.now()
  }
  return null
}

/** The column that makes a row an exception. */
function exceptionIn(grid: Examined, row: number): string | undefined {
  const fault = grid.drawn.find(({ id }) => grid.fault(row, id) !== undefined)
  if (fault) return fault.id
  if (grid.rowError(row) !== undefined) {
    const id = grid.rowId(row)
    const wrong = grid.drawn.find((column) => grid.rows.marks.hasCellError(id, column.id))
    return (wrong ?? grid.drawn[0])?.id
  }
  const toned = grid.drawn.filter(({ tone }) => tone !== undefined)
  if (toned.length === 0 && grid.options.rowTone === undefined) return undefined
  const values = grid.row(row)
  const alarming = toned.find(({ tone }) => isAlarming(tone?.(values)))
  if (alarming) return alarming.id
  return isAlarming(grid.options.rowTone?.(values)) ? grid.drawn[0]?.id : undefined
}

function isAlarming(tone: Tone | undefined): boolean {
  return tone === 'stop' || tone === 'warn'
}
