import type { Value, WireRow } from '#kernel/field.ts'
import type { Column } from '#kernel/screen.ts'
import { filledColumns, readEntry } from '#ui/remote/lookup-source.ts'
import type { GridRow } from '#ui/grid/columns/column.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { GridModelOptions } from '#ui/grid/model/grid-base.ts'

/** Beyond so many different codes at once (a large paste) the server's check has to do. */
const CODES_AT_ONCE = 100

interface Asked {
  readonly column: Column
  readonly typed: string
  readonly context: WireRow
}

/** What a value help is narrowed by: the codes that stand in the same row. */
export function lookupContext(columns: readonly Column[], row: WireRow, except: string): WireRow {
  const others = columns.filter(({ kind, name }) => kind === 'lookup' && name !== except)
  const given = others.map(({ name }): [string, Value] => [name, row[name] ?? null])
  return Object.fromEntries(given.filter(([, value]) => value !== null))
}

/** Changed rows that hold a code as it was typed. */
function rowsWith(grid: GridModel, { column, typed }: Asked): number[] {
  return grid
    .changes()
    .filter(({ flag, row }) => flag !== 'D' && row[column.name] === typed)
    .map(({ index }) => grid.viewRowOf(index))
    .filter((viewRow) => viewRow >= 0)
}

function fill(grid: GridModel, asked: Asked, entry: WireRow | undefined): void {
  const { column, typed } = asked
  grid.transaction(() => {
    for (const viewRow of rowsWith(grid, asked)) {
      if (!entry) {
        grid.refuse(viewRow, column.name, { code: 'option', text: typed })
        continue
      }
      const code = entry['CODE'] ?? null
      // A name was typed: the code it belongs to takes its place and asks for nothing further.
      if (code !== null && code !== typed) grid.setCell(viewRow, column.name, code)
      for (const [name, value] of Object.entries(filledColumns(column, entry))) {
        if (grid.value(viewRow, name) !== value) grid.setCell(viewRow, name, value)
      }
    }
  })
}

/** Looks up what was typed into lookup cells, a few at a time, each code once. */
class NameFill {
  readonly #waiting = new Map<string, Asked>()
  readonly #grid: () => GridModel
  #running = false

  constructor(grid: () => GridModel) {
    this.#grid = grid
  }

  ask(asked: Asked): void {
    if (this.#waiting.size >= CODES_AT_ONCE) return
    this.#waiting.set(JSON.stringify([asked.column.name, asked.typed, asked.context]), asked)
    if (!this.#running) queueMicrotask(() => void this.#run())
    this.#running = true
  }

  async #run(): Promise<void> {
    for (const [key, asked] of this.#waiting) {
      try {
        const { column, typed, context } = asked
        fill(this.#grid(), asked, await readEntry(column.lookup ?? '', typed, context))
      } catch {
        // Without an answer the code stands as typed, and the server has the last word (spec §8).
      }
      this.#waiting.delete(key)
    }
    this.#running = false
  }
}

/**
 * What follows from a code typed into a cell: the names it fills are emptied at once and filled
 * when the value help answers; a code it does not know exactly is refused in its cell. `around` is
 * the document the rows belong to, whose owner narrows their value helps.
 */
export function nameFiller(
  columns: readonly Column[],
  grid: () => GridModel,
  around: () => WireRow,
): NonNullable<GridModelOptions['derive']> {
  const lookups = new Map(columns.filter(({ lookup }) => lookup).map((each) => [each.name, each]))
  const names = new NameFill(grid)
  return (row: GridRow, columnId: string) => {
    const column = lookups.get(columnId)
    if (!column) return undefined
    const typed = row[columnId] ?? null
    if (typed !== null) {
      const context = { ...around(), ...lookupContext(columns, row, columnId) }
      names.ask({ column, typed: String(typed), context })
    }
    return filledColumns(column, undefined)
  }
}
