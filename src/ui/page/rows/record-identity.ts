import type { Fields, WireRow } from '#kernel/field.ts'
import type { Procedure } from '#kernel/operation.ts'
import type { Column, GridPart } from '#kernel/screen.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { keyColumns } from './grid-columns.ts'
import { recordKeyColumns } from './row-table.ts'

interface IdentitySource {
  readonly output: Fields
  readonly columns: readonly Column[]
  /** Columns sent to the procedure. Undefined if rows are not edited. */
  readonly input: Fields | undefined
}

/**
 * Columns that identify a row after a reload: the columns by which the server finds it, which are
 * sent but never edited in a saved row. Rows that are only read are identified by their codes.
 */
export function identityColumns({ output, columns, input }: IdentitySource): readonly string[] {
  if (!input) return recordKeyColumns(output)
  // A choice made only for a new row, such as a welcome email, identifies nothing.
  const key = keyColumns(columns.filter(({ kind }) => kind !== 'flag'))
  const typed = new Set(
    columns
      .filter(({ name, editable }) => editable !== false && !key.includes(name))
      .map(({ name }) => name),
  )
  return Object.keys(input).filter((name) => Object.hasOwn(output, name) && !typed.has(name))
}

interface Page {
  readonly part: GridPart
  readonly columns: readonly Column[]
  readonly takes: Procedure | undefined
  readonly lines: { readonly options: { part: GridPart; columns: readonly Column[] } } | undefined
}

/** Columns that identify a row in the upper grid of a page. */
export function recordIdentity({ part, columns, takes }: Page): readonly string[] {
  return identityColumns({ output: part.source.output, columns, input: takes?.input })
}

/** Columns that identify a line within its document. */
export function lineIdentity({ lines, takes }: Page): readonly string[] {
  if (!lines) return []
  const { part, columns } = lines.options
  return identityColumns({ output: part.source.output, columns, input: takes?.lines })
}

export function recordKey(row: WireRow, identity: readonly string[]): string {
  return JSON.stringify(identity.map((name) => row[name] ?? null))
}

/** Row as received, without the user's edits. */
export function loadedRow({ rows }: GridModel, id: number): WireRow {
  return { ...rows.row(id), ...Object.fromEntries(rows.tracker.originals(id)) }
}

/**
 * Finds reloaded records. A record saved as new may have a key that only the server knows, and is
 * found by the values that were sent.
 */
export function recordFinder(
  grid: GridModel,
  identity: readonly string[],
): (row: WireRow) => number | undefined {
  const index = new RecordIndex(grid, identity)
  const shown = new Set(grid.columns.map(({ id }) => id))
  return (row) => {
    const filled = Object.keys(row).filter((name) => (row[name] ?? null) !== null)
    const isKnown = identity.every((name) => filled.includes(name))
    const names = isKnown ? [] : filled.filter((name) => shown.has(name) || identity.includes(name))
    return index.find(row) ?? new RecordIndex(grid, names).find(row)
  }
}

/** Finds records among all rows of a grid, also those that a filter or a closed group hides. */
export class RecordIndex {
  readonly #identity: readonly string[]
  readonly #ids: ReadonlyMap<string, readonly number[]>

  constructor({ rows }: GridModel, identity: readonly string[]) {
    this.#identity = identity
    const ids = identity.length > 0 ? [...rows.order.ids()] : []
    this.#ids = Map.groupBy(ids, (id) => recordKey(rows.row(id), identity))
  }

  /** Undefined if there is no such record, or more than one. */
  find(row: WireRow): number | undefined {
    const [id, another] = this.#ids.get(recordKey(row, this.#identity)) ?? []
    return another === undefined ? id : undefined
  }
}
