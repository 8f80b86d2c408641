import { aggregateRows, DecimalSum, sumRows } from '#ui/grid/rows/aggregate.ts'
import type { Storage } from '#ui/grid/columns/column-storage.ts'
import { DictionaryStorage } from '#ui/grid/columns/dictionary-storage.ts'
import { NumberStorage } from '#ui/grid/columns/number-storage.ts'
import type { CellValue } from '#ui/grid/columns/column.ts'
import { filterRows } from '#ui/grid/rows/filter.ts'
import { findInCells, countHits } from '#ui/grid/rows/find-cells.ts'
import { countFrequencies } from '#ui/grid/rows/frequencies.ts'
import { sequence } from '#ui/grid/rows/row-order.ts'
import { sortRows, type SortKey } from '#ui/grid/rows/sort.ts'
import { currencyText, toCurrencyStats } from './grid-summary.ts'
import { copyCells } from './copy-cells.ts'
import type {
  ColumnPatch,
  FooterRequest,
  Job,
  Jobs,
  RowsPatch,
  WorkerReply,
  WorkerRequest,
} from '#ui/grid/rows/worker-messages.ts'

/**
 * Logic of the worker, independent of the Worker API. Works on copies of columns and rows with the
 * same functions a small grid uses on the page, and therefore returns the same results.
 */
export class WorkerCore {
  readonly #columns = new Map<string, NumberStorage | DictionaryStorage>()
  #order: Int32Array = new Int32Array(0)
  #view: Int32Array = new Int32Array(0)
  #sorted: { keys: string[]; columns: ReadonlySet<string>; rows: Int32Array } | null = null

  handle(request: WorkerRequest): WorkerReply {
    for (const patch of request.patches) this.#patch(patch)
    if (request.order !== undefined) {
      this.#order = patchedRows(request.order)
      this.#sorted = null
    }
    if (request.view !== undefined) this.#view = patchedRows(request.view)
    const { id, job } = request
    if (!job) return { id }
    try {
      return { id, answer: this.#work(job) }
    } catch (error) {
      return { id, error: String(error) }
    }
  }

  #work(job: Job): Jobs[Job['kind']]['answer'] {
    switch (job.kind) {
      case 'arrange': {
        this.#view = this.#arrange(job)
        return {
          rows: new Int32Array(this.#view),
          footers: this.#footers(job.footers, job.removed),
        }
      }
      case 'footers':
        return this.#footers(job.footers, job.removed)
      case 'stats':
        return this.#stats(job)
      case 'find':
        return findInCells(this.#source(), job)
      case 'hits':
        return countHits(this.#source(), job)
      case 'frequencies':
        return countFrequencies(this.#storage(job.column), this.#view)
      case 'copy':
        return copyCells(this.#source(), job.cells, job.type)
    }
  }

  /**
   * Caches the sorted unfiltered rows, which makes a new filter cheap. The sort is stable:
   * filtering before or after it has the same result.
   */
  #arrange({ sort, filters }: Jobs['arrange']['asked']): Int32Array {
    const conditions = filters.map((condition) => {
      return { storage: this.#storage(condition.column), condition }
    })
    const keys = sort.map((key) => ({ ...key, storage: this.#storage(key.column) }))
    const wanted = sort.map(({ column, direction }) => `${column} ${direction}`)
    if (this.#sorted?.keys.join() === wanted.join()) {
      return filterRows(this.#sorted.rows, conditions)
    }
    const rows = sortRows(filterRows(this.#order, conditions), keys)
    if (filters.length === 0) this.#sorted = { keys: wanted, columns: columnNames(sort), rows }
    return rows
  }

  #footers(requests: readonly FooterRequest[], removed: readonly number[]): CellValue[] {
    // If all rows are shown, order does not matter for sums, and the unsorted rows are faster to
    // iterate.
    const rows = this.#view.length === this.#order.length ? this.#order : this.#view
    const where = { rows, removed: new Set(removed) }
    return requests.map(({ column, footer }) => aggregateRows(footer, this.#storage(column), where))
  }

  #stats({ columns, currency, top, bottom }: Jobs['stats']['asked']): Jobs['stats']['answer'] {
    const rows = this.#view.subarray(top, bottom + 1)
    const sums = new Map<string | null, DecimalSum>()
    for (const [unit, part] of this.#byCurrency(rows, currency)) {
      const total = new DecimalSum()
      for (const column of columns) total.addSum(sumRows(this.#storage(column), part, new Set()))
      if (total.count > 0) sums.set(unit, total)
    }
    return toCurrencyStats(sums)
  }

  #byCurrency(rows: Int32Array, column: string | undefined) {
    if (column === undefined) return new Map([[null, rows]])
    const storage = this.#storage(column)
    const parts = Map.groupBy(rows, (row) => currencyText(storage.get(row)))
    return new Map([...parts].map(([unit, part]) => [unit, Int32Array.from(part)]))
  }

  #source() {
    return { view: this.#view, storage: (column: string) => this.#storage(column) }
  }

  #storage(column: string): Storage {
    const storage = this.#columns.get(column)
    if (!storage) throw new Error(`column ${column} was not sent`)
    return storage
  }

  #patch(patch: ColumnPatch): void {
    const storage = this.#storageForPatch(patch)
    if (this.#sorted?.columns.has(patch.column) === true) this.#sorted = null
    if (storage instanceof NumberStorage) {
      // A new scale requires all rows to be sent again.
      if (patch.scale !== undefined && patch.scale !== storage.scale) storage.convertTo(patch.scale)
      if (patch.values) storage.values.set(patch.values, patch.first)
      for (const [index, id] of patch.written.entries()) {
        storage.values[id] = patch.writtenValues[index] ?? Number.NaN
      }
      storage.texts.clear()
      for (const [row, text] of patch.texts) storage.texts.set(row, text)
      return
    }
    for (const entry of patch.entries) storage.entries.push(entry)
    storage.fitEntries()
    if (patch.codes) storage.codes.set(patch.codes, patch.first)
    for (const [index, id] of patch.written.entries()) {
      storage.codes[id] = patch.writtenValues[index] ?? 0
    }
  }

  #storageForPatch(patch: ColumnPatch): NumberStorage | DictionaryStorage {
    const known = patch.isFresh ? undefined : this.#columns.get(patch.column)
    const storage = known ?? emptyStorage(patch.kind)
    const capacity = storage instanceof NumberStorage ? storage.values.length : storage.codes.length
    // The first patch of a large column contains all its rows and needs no spare capacity.
    if (patch.rows > capacity) storage.grow(known ? Math.max(patch.rows, capacity * 2) : patch.rows)
    this.#columns.set(patch.column, storage)
    return storage
  }
}

function emptyStorage(kind: ColumnPatch['kind']): NumberStorage | DictionaryStorage {
  if (kind === 'number') return new NumberStorage(0)
  const storage = new DictionaryStorage(0)
  storage.entries.length = 0
  return storage
}

function columnNames(keys: readonly SortKey[]): ReadonlySet<string> {
  return new Set(keys.map(({ column }) => column))
}

function patchedRows(patch: RowsPatch): Int32Array {
  return typeof patch === 'number' ? sequence(patch) : patch
}
