import type { Value, WireRow } from '#kernel/field.ts'
import type { Column } from '#kernel/screen.ts'
import { countPieces, readUnits } from '#kernel/unit-text.ts'
import { pickCodes } from '#ui/forms/code-picker.tsx'
import { valueHelp } from '#ui/forms/value-help.tsx'
import { parseInput } from '#ui/grid/columns/cell-input.ts'
import type { GridRow } from '#ui/grid/columns/column.ts'
import type { ValueHelpRequest } from '#ui/grid/edit/controller-options.ts'
import type { GridModelOptions } from '#ui/grid/model/grid-base.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { columnsToFill, readEntry } from '#ui/remote/lookup-source.ts'

/**
 * Fills cells derived from input: names of codes, and pieces for quantities typed in units.
 * `around` is the document the rows belong to.
 */
export function cellFillers(
  columns: readonly Column[],
  grid: () => GridModel,
  around: () => WireRow = () => ({}),
): Required<Pick<GridModelOptions, 'derive' | 'unitsTyped'>> {
  return {
    derive: createNameFiller(columns, grid, around),
    unitsTyped: createUnitFiller(grid, around),
  }
}

/**
 * Maximum codes looked up after a paste, a third of the searches that a user may send in a minute.
 * The server validates the others.
 */
const CODE_BATCH = 1000

interface NameLookup {
  readonly column: Column
  readonly typed: string
}

export function lookupContext(
  columns: readonly Column[],
  row: WireRow,
  exceptColumn: string,
): WireRow {
  const others = columns.filter(({ kind, name }) => kind === 'lookup' && name !== exceptColumn)
  const given = others.map(({ name }): [string, Value] => [name, row[name] ?? null])
  return Object.fromEntries(given.filter(([, value]) => value !== null))
}

type ContextOf = (row: WireRow, column: Column) => WireRow

/** Changed rows with a typed code, by what the code can mean there. */
type RowsByContext = ReadonlyMap<string, readonly number[]>

/** Looks up values typed into lookup cells, one at a time and each only once. */
class LookupQueue {
  #waiting = new Map<string, NameLookup>()
  readonly #grid: () => GridModel
  readonly #contextOf: ContextOf
  #running = false

  constructor(grid: () => GridModel, contextOf: ContextOf) {
    this.#grid = grid
    this.#contextOf = contextOf
  }

  enqueue(query: NameLookup): void {
    if (this.#waiting.size >= CODE_BATCH) return
    this.#waiting.set(getKey(query.column, query.typed), query)
    // By then a paste has filled all cells of its rows.
    if (!this.#running) queueMicrotask(() => void this.#run())
    this.#running = true
  }

  async #run(): Promise<void> {
    while (this.#waiting.size > 0) {
      const batch = this.#waiting
      // Codes typed from here on are looked up afterwards.
      this.#waiting = new Map()
      const found = this.#findRows(batch)
      for (const [key, query] of batch) {
        for (const [context, ids] of found.get(key) ?? []) await this.#fill(query, context, ids)
      }
    }
    this.#running = false
  }

  async #fill(query: NameLookup, context: string, ids: readonly number[]): Promise<void> {
    const { column, typed } = query
    try {
      const entry = await readEntry(column.lookup ?? '', typed, JSON.parse(context) as WireRow)
      this.#fillRows(query, this.#remaining(query, context, ids), entry)
    } catch {
      // If the lookup fails, the code remains as typed and the server validates it (spec §8).
    }
  }

  /**
   * Reads the changed rows once for all codes, because a paste can have thousands of both. The same
   * code can mean another record in each context, such as the item of another owner.
   */
  #findRows(batch: ReadonlyMap<string, NameLookup>): Map<string, RowsByContext> {
    const columns = new Set([...batch.values()].map(({ column }) => column))
    const found = new Map<string, Map<string, number[]>>()
    for (const { flag, index, row } of this.#grid().changes()) {
      if (flag === 'D') continue
      for (const column of columns) {
        const key = getKey(column, String(row[column.name] ?? ''))
        if (!batch.has(key)) continue
        const contexts = found.get(key) ?? new Map<string, number[]>()
        const context = JSON.stringify(this.#contextOf(row, column))
        const ids = contexts.get(context)
        if (ids) ids.push(index)
        else contexts.set(context, [index])
        found.set(key, contexts)
      }
    }
    return found
  }

  /** Rows that still have the code and its context when the response arrives, also hidden ones. */
  #remaining({ column, typed }: NameLookup, context: string, ids: readonly number[]): number[] {
    const grid = this.#grid()
    const { tracker } = grid.rows
    const isUnchanged = (id: number): boolean => {
      const flag = tracker.flag(id)
      if (flag === undefined || flag === 'D') return false
      const row = grid.rows.row(id)
      const present = JSON.stringify(this.#contextOf(row, column))
      return String(row[column.name] ?? '') === typed && present === context
    }
    return ids.filter(isUnchanged)
  }

  #fillRows({ column, typed }: NameLookup, ids: readonly number[], entry?: WireRow): void {
    const grid = this.#grid()
    const code = entry?.['CODE'] ?? null
    grid.transaction(() => {
      for (const id of ids) {
        grid.extendInput(id, column.name, () => {
          if (!entry) return grid.refuseOf(id, column.name, { code: 'option', text: typed })
          if (code !== null && code !== typed) grid.setCellOf(id, column.name, code)
          for (const [name, value] of Object.entries(columnsToFill(column, entry))) {
            grid.setCellOf(id, name, value)
          }
        })
      }
    })
  }
}

function getKey(column: Column, typed: string): string {
  return JSON.stringify([column.name, typed])
}

/**
 * Derives names from a typed code. Clears them immediately and fills them when the lookup responds.
 * Rejects an unknown code. Another owner also changes what the row's other codes mean. `around` is
 * the document the rows belong to, whose owner restricts the lookups.
 */
function createNameFiller(
  columns: readonly Column[],
  grid: () => GridModel,
  around: () => WireRow,
): NonNullable<GridModelOptions['derive']> {
  const lookups = new Map(
    columns.filter(({ lookup }) => lookup).map((column) => [column.name, column]),
  )
  const names = new LookupQueue(grid, (row, { name }) => ({
    ...around(),
    ...lookupContext(columns, row, name),
  }))
  return (row: GridRow, columnId: string) => {
    const column = lookups.get(columnId)
    if (!column) return undefined
    const affected = columnId === 'OWNER_CD' ? [...lookups.values()] : [column]
    for (const each of affected) {
      const typed = row[each.name] ?? null
      if (typed !== null) names.enqueue({ column: each, typed: String(typed) })
    }
    return columnsToFill(column, undefined)
  }
}

/** Pending conversions of all pages. Saves wait for them. */
const lookupQueues = new Set<Promise<void>>()

/**
 * Resolves when every quantity typed in units has been converted to pieces or rejected. The page is
 * busy until then, which prevents saving twice. Returns undefined if none is pending, to let a save
 * proceed synchronously.
 */
export function pendingUnits(page: {
  runWhileBusy<T>(work: () => Promise<T>): Promise<T>
}): Promise<unknown> | undefined {
  return lookupQueues.size === 0 ? undefined : page.runWhileBusy(() => Promise.all(lookupQueues))
}

type PiecesPerUnit = ReadonlyMap<string, string> | undefined

/** Requests without a response. A paste can have thousands of quantities of the same items. */
const requestedUnits = new Map<string, Promise<PiecesPerUnit>>()

function piecesPerUnit(item: string, context: WireRow): Promise<PiecesPerUnit> {
  const key = JSON.stringify([item, context])
  const asked =
    requestedUnits.get(key) ??
    fetchPiecesPerUnit(item, context).finally(() => requestedUnits.delete(key))
  requestedUnits.set(key, asked)
  return asked
}

/** Pieces per unit of an item, from the value help: `BOX:12 PLT:480`. */
async function fetchPiecesPerUnit(item: string, context: WireRow): Promise<PiecesPerUnit> {
  const entry = await readEntry('stock-unit', item, context)
  if (!entry) return undefined
  const units = String(entry['DETAIL'] ?? '').split(' ')
  return new Map(
    units.flatMap((unit) => {
      const [code = '', count = ''] = unit.split(':')
      return count === '' ? [] : [[code, count] as const]
    }),
  )
}

/**
 * Replaces a quantity typed in units, such as `3b`, with pieces. The text remains in the cell,
 * marked, until the item's units are known. It remains if the item has no such unit.
 */
function createUnitFiller(
  grid: () => GridModel,
  around: () => WireRow,
): (id: number, column: string, typed: string) => void {
  function getItem(id: number): { readonly item: Value; readonly owner: Value } {
    const row = grid().rows.row(id)
    const valueOf = (name: string): Value => row[name] ?? around()[name] ?? null
    return { item: valueOf('STOCK_CD'), owner: valueOf('OWNER_CD') }
  }
  async function convert(id: number, column: string, typed: string): Promise<void> {
    // A paste can write the item after the quantity.
    await Promise.resolve()
    const { item, owner } = getItem(id)
    if (item === null) return
    const perUnit = await piecesPerUnit(String(item), owner === null ? {} : { OWNER_CD: owner })
    const present = getItem(id)
    if (present.item !== item || present.owner !== owner) return convert(id, column, typed)
    const count = countPieces(readUnits(typed) ?? [], perUnit ?? new Map())
    const isStillRejected = grid().rows.marks.rejection(id, column)?.text === typed
    if (count === undefined || !isStillRejected) return
    const target = grid().column(column)
    const read = target && parseInput(target, count)
    grid().extendInput(id, column, () => {
      if (read?.ok) grid().setCellOf(id, column, read.value)
      else if (read) grid().refuseOf(id, column, { ...read.error, text: typed })
    })
  }
  return (id, column, typed) => {
    const work = convert(id, column, typed)
      .catch(() => undefined)
      .finally(() => lookupQueues.delete(work))
    lookupQueues.add(work)
  }
}

/**
 * Opens the value help for a cell and applies the selected entry to its row. `around` supplies
 * fields missing in the row, from the document of a line.
 */
export async function openCellHelp(
  columns: readonly Column[],
  model: GridModel,
  request: ValueHelpRequest,
  around?: WireRow,
): Promise<void> {
  const column = columns.find(({ name }) => name === request.column.id)
  if (!column) return
  if (column.listOf !== undefined) return pickIntoCell(column, request)
  if (column.lookup === undefined) return
  const own = lookupContext(columns, model.row(request.row), column.name)
  const context = { ...around, ...own }
  // An unchanged code is not used as search text, which lists all entries.
  const currentText = String(model.value(request.row, column.name) ?? '')
  const text = request.text === currentText ? '' : request.text
  const entry = await valueHelp({ field: column, text, context })
  if (entry) request.commit(entry['CODE'] ?? null, columnsToFill(column, entry))
}

async function pickIntoCell(column: Column, request: ValueHelpRequest): Promise<void> {
  const codes = await pickCodes(column, request.text)
  if (codes !== undefined) request.commit(codes === '' ? null : codes)
}
