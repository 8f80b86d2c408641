import type { WireRow } from '#kernel/field.ts'
import type { GridModel } from '#ui/grid/grid-model.ts'

/** A cell in the view. */
export interface FoundCell {
  readonly row: number
  readonly column: string
}

/**
 * The next cell that shows a text, from the current one on and round to the start; capitals and
 * the way Hangul is composed make no difference.
 */
export function findText(model: GridModel, text: string, step: 1 | -1): FoundCell | undefined {
  const wanted = text.normalize('NFC').toLowerCase()
  const columns = model.drawn
  const cells = model.rowCount * columns.length
  if (wanted === '' || cells === 0) return undefined
  const place = model.cursor.place
  const start = place ? place.row * columns.length + place.at : step === 1 ? -1 : cells
  for (let turn = 1; turn <= cells; turn++) {
    const at = (((start + step * turn) % cells) + cells) % cells
    const row = Math.floor(at / columns.length)
    const column = columns[at % columns.length]
    if (column && model.text(row, column).normalize('NFC').toLowerCase().includes(wanted)) {
      return { row, column: column.id }
    }
  }
  return undefined
}

/** The column that makes a row an exception: refused, or told by colour to be looked at. */
function exceptionIn(model: GridModel, row: number): string | undefined {
  const fault = model.drawn.find(({ id }) => model.fault(row, id) !== undefined)
  if (fault) return fault.id
  if (model.rowError(row) !== undefined) {
    const { marks } = model.rows
    const wrong = model.drawn.find(({ id }) => marks.hasCellError(model.rowId(row), id))
    return (wrong ?? model.drawn[0])?.id
  }
  const values: WireRow = model.row(row)
  const alarming = (tone: string | undefined) => tone === 'stop' || tone === 'warn'
  const toned = model.drawn.find((column) => alarming(column.tone?.(values)))
  if (toned) return toned.id
  return alarming(model.options.rowTone?.(values)) ? model.drawn[0]?.id : undefined
}

/** The next row below the current one, and round, that something is the matter with. */
export function nextException(model: GridModel): FoundCell | undefined {
  const start = model.cursor.place?.row ?? -1
  for (let turn = 1; turn <= model.rowCount; turn++) {
    const row = (start + turn) % model.rowCount
    const column = exceptionIn(model, row)
    if (column !== undefined) return { row, column }
  }
  return undefined
}

/** Added rows that cannot be saved as they are, by their place in the view. */
export function faultyRows(model: GridModel): number[] {
  const rows: number[] = []
  for (let row = 0; row < model.rowCount; row++) {
    const faulty = model.rowError(row) !== undefined || model.rows.marks.hasFaults(model.rowId(row))
    if (faulty && model.flag(row) === 'I') rows.push(row)
  }
  return rows
}
