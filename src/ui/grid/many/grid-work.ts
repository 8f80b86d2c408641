import { footerOf, isWhole, sumOf, sumOfAll } from '#ui/grid/rows/aggregate.ts'
import { Background } from './background.ts'
import { ROW_FIELDS, type CellValue, type GridColumn } from '#ui/grid/columns/column.ts'
import { findInCells, hitsInCells } from '#ui/grid/rows/find-cells.ts'
import { frequenciesOf } from '#ui/grid/rows/frequencies.ts'
import { joinedStats, unitsOf, type SelectionStats } from './grid-summary.ts'
import { LatestOnly } from './latest-only.ts'
import type { ColumnStore } from '#ui/grid/columns/column-store.ts'
import { RowOrder } from '#ui/grid/rows/row-order.ts'
import type { RowSet } from '#ui/grid/rows/row-set.ts'
import type { SortKey } from '#ui/grid/rows/sort.ts'
import { cellsIn, type Range } from '#ui/grid/rows/selection.ts'
import type {
  CellRange,
  FooterAsked,
  FoundCell,
  Hits,
  Frequency,
  PlainFooter,
  ReadColumn,
} from '#ui/grid/rows/worker-messages.ts'
import { canUseWorkers, workerPort, type PortMaker } from './worker-port.ts'

/** Cells of whole numbers that are added up at once: some ten milliseconds. */
const CELLS_SUMMED_AT_ONCE = 6_000_000

/** Below so many rows everything is done at once, which is faster than asking for it. */
const ROWS_AT_ONCE = 20_000

/** Where the work over many rows is done, and from how many on. */
export interface WorkPlace {
  readonly fromRows: number
  readonly port: PortMaker
}

interface WorkHost {
  /** Shows rows that were arranged, with the current cell on the record it was on. */
  arranged(rows: Int32Array): void
  /** A sum came in: what is drawn is out of date. */
  touch(): void
}

/**
 * The work over whole columns of a large grid. What is asked for is answered from what is known,
 * however old, and the new answer is shown when it comes; of several questions the last one counts.
 */
export class GridWork {
  readonly #rows: RowSet
  readonly #host: WorkHost
  readonly #fromRows: number
  readonly #background: Background
  readonly #footers = new Map<string, { footer: PlainFooter; value: CellValue; version: number }>()
  #stats: { range: Range; version: number; value: SelectionStats | null } | null = null
  /** Of anything; of what footers are made of; of the data alone. */
  #version = 0
  #sumsVersion = 0
  #dataVersion = 0
  /** All rows in the last order, and their footers, for when a filter is cleared. */
  #unfiltered: Unfiltered | null = null
  #footersAreDue = false
  #holds = 0
  #finds = 0
  #lastFind: Promise<unknown> = Promise.resolve()
  #waiting: (() => void)[] = []
  readonly #arranging = new LatestOnly(() => this.#rest())
  readonly #summing = new LatestOnly(() => this.#rest())
  readonly #selecting = new LatestOnly(() => this.#rest())

  constructor(rows: RowSet, host: WorkHost, place?: WorkPlace) {
    this.#rows = rows
    this.#host = host
    const isPossible = place !== undefined || canUseWorkers()
    this.#fromRows = isPossible ? (place?.fromRows ?? ROWS_AT_ONCE) : Number.POSITIVE_INFINITY
    this.#background = new Background(rows, place?.port ?? workerPort)
  }

  /** Whether there are so many rows that work over them is done in the background. */
  get isActive(): boolean {
    return this.#rows.windows === null && this.#rows.order.length >= this.#fromRows
  }

  /** Rows are shown that are not yet in the order or through the filter asked for. */
  get isArranging(): boolean {
    return this.#arranging.isBusy
  }

  /** Values, rows or flags are others now, or which rows are shown, or only in what order. */
  changed(what: 'data' | 'filter' | 'order'): void {
    this.#version++
    if (what !== 'order') this.#sumsVersion++
    if (what === 'data') this.#dataVersion++
  }

  /** Lets the worker go where there is no use for it any more. */
  release(): void {
    if (!this.isActive) this.#background.close()
  }

  /** Resolves when nothing is under way. */
  settled(): Promise<void> {
    if (!this.#isBusy) return Promise.resolve()
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
    })
  }

  /** Asks for the order and the filters the rows say; the rows shown stay until then. */
  arrange(): boolean {
    if (!this.isActive) return false
    if (this.#takeUnfiltered()) return true
    this.#arranging.run(() => this.#arrange())
    return true
  }

  /** While rows are arriving no sums are asked for: each would be out of date at once. */
  hold(isHeld: boolean): void {
    this.#holds += isHeld ? 1 : -1
  }

  /** Rows are arriving. */
  get isHeld(): boolean {
    return this.#holds > 0
  }

  /** The footer of a column as far as it is known. */
  footer(column: string, footer: PlainFooter): CellValue {
    if (this.#rows.filters.length === 0 && this.#unfiltered?.data === this.#dataVersion) {
      const kept = this.#unfiltered.footers.get(column)
      if (kept?.footer === footer) return kept.value
    }
    let known = this.#footers.get(column)
    if (known?.footer !== footer) {
      known = { footer, value: null, version: -1 }
      this.#footers.set(column, known)
    }
    // What is being arranged brings its footers along.
    if (known.version === this.#sumsVersion || this.isHeld || this.isArranging) return known.value
    if (this.#isQuick({ column, footer })) {
      const value = quickFooter(this.#rows, column, footer)
      this.#footers.set(column, { footer, value, version: this.#sumsVersion })
      return value
    }
    if (!this.#footersAreDue) {
      this.#footersAreDue = true
      queueMicrotask(() => {
        this.#footersAreDue = false
        this.#summing.run(() => this.#sum())
      })
    }
    return known.value
  }

  /** Adding whole numbers up takes less time than asking for it, and no copy of the column. */
  #isQuick({ column, footer }: FooterAsked): boolean {
    if (this.#rows.arranged.length * this.#footers.size > CELLS_SUMMED_AT_ONCE) return false
    return (footer === 'SUM' || footer === 'AVG') && isWhole(this.#rows.store.storage(column))
  }

  /** Sums of a large range; null until they are known. */
  stats(range: Range, columns: readonly GridColumn[]): SelectionStats | null {
    const known = this.#stats
    if (known?.range === range && known.version === this.#version) return known.value
    this.#stats = { range, version: this.#version, value: null }
    this.#selecting.run(() => this.#statsOf(range, columns))
    return null
  }

  /** The next cell that shows a text. Null where there is none, or another was looked for since. */
  async find(
    text: string,
    from: { readonly row: number; readonly at: number },
    how: { readonly direction: 1 | -1; readonly columns: readonly GridColumn[] },
  ): Promise<FoundCell | null> {
    const turn = ++this.#finds
    await this.#lastFind
    if (turn !== this.#finds) return null
    const columns = searched(how.columns)
    const asked = () => {
      const cells = this.#cells(columns, 0, this.#rows.arranged.length - 1)
      return { kind: 'find', text, from, direction: how.direction, cells } as const
    }
    if (!this.isActive) return findInCells(this.#source(), asked())
    const names = columns.map(({ id }) => id)
    const found = this.#background.ask(names, asked)
    this.#lastFind = found.catch(() => null)
    return found
  }

  /** How many cells show a text, and which of them one is, by its place among the arranged rows. */
  async hits(text: string, of: FoundCell, columns: readonly GridColumn[]): Promise<Hits> {
    const all = searched(columns)
    const asked = () => {
      const cells = this.#cells(all, 0, this.#rows.arranged.length - 1)
      return { kind: 'hits', text, of, cells } as const
    }
    if (!this.isActive) return hitsInCells(this.#source(), asked())
    return this.#background.ask(
      all.map(({ id }) => id),
      asked,
    )
  }

  /** How often each value of a column is shown, the most frequent first. */
  async frequencies(column: string): Promise<readonly Frequency[]> {
    if (!this.isActive)
      return frequenciesOf(this.#rows.store.storage(column), this.#rows.arranged.ids())
    return this.#background.ask([column], () => ({ kind: 'frequencies', column }) as const)
  }

  /** A block of cells as tab-separated text. */
  copy(range: Range, columns: readonly GridColumn[]): Promise<Blob> {
    const names = columns.map(({ id }) => id)
    const cells = () => this.#cells(columns, range.top, range.bottom)
    return this.#background.ask(names, () => ({ kind: 'copy', cells: cells() }) as const)
  }

  async #arrange(): Promise<void> {
    const rows = this.#rows
    const { store, orderKeys, filters } = rows
    const footers = this.#footersAsked().filter(({ column }) => {
      return this.#footers.get(column)?.version !== this.#sumsVersion
    })
    const answer = await this.#background
      .ask(namesIn([...orderKeys, ...filters, ...footers]), () => {
        rows.moved = new Set()
        return { kind: 'arrange', sort: orderKeys, filters, footers, gone: rows.gone() } as const
      })
      .catch(() => null)
    if (rows.store !== store || rows.orderKeys !== orderKeys || rows.filters !== filters) return
    if (!answer) {
      rows.arrangeNow()
      this.#host.arranged(rows.arranged.ids())
      return
    }
    const isAsSent = (rows.moved?.size ?? 0) === 0
    this.#host.arranged(answer.rows)
    rows.moved = null
    if (!isAsSent) return
    this.#background.shown()
    this.#takeFooters(footers, answer.footers, this.#sumsVersion)
    if (filters.length === 0) this.#keepUnfiltered({ order: answer.rows })
  }

  /** Shows all rows in the order they had before they were filtered, where that still holds. */
  #takeUnfiltered(): boolean {
    const { orderKeys, filters, store } = this.#rows
    const kept = this.#unfiltered
    if (filters.length > 0 || !kept?.order || kept.data !== this.#dataVersion) return false
    if (kept.store !== store || keyText(orderKeys) !== kept.keys) return false
    this.#rows.place(new RowOrder(kept.order.slice()))
    this.#arranging.run(() => Promise.resolve())
    return true
  }

  #keepUnfiltered({ order }: { order?: Int32Array }): void {
    const { store, orderKeys } = this.#rows
    const known = this.#unfiltered
    const isSame = known?.data === this.#dataVersion && known.store === store
    const fresh = [...this.#footers].filter(([, { version }]) => version === this.#sumsVersion)
    this.#unfiltered = {
      store,
      data: this.#dataVersion,
      keys: order ? keyText(orderKeys) : isSame ? known.keys : '',
      order: order?.slice() ?? (isSame ? known.order : undefined),
      footers: new Map([...(isSame ? known.footers : []), ...fresh]),
    }
  }

  async #sum(): Promise<void> {
    const footers = this.#footersAsked()
    const asked = { version: -1 }
    const values = await this.#background
      .ask(namesIn(footers), () => {
        asked.version = this.#sumsVersion
        return { kind: 'footers', footers, gone: this.#rows.gone() } as const
      })
      .catch(() => [])
    this.#takeFooters(footers, values, asked.version)
    const isCurrent = asked.version === this.#sumsVersion
    if (isCurrent && this.#rows.filters.length === 0) this.#keepUnfiltered({})
    this.#host.touch()
  }

  /** Footers that are not worked out on the page. */
  #footersAsked(): FooterAsked[] {
    const footers = [...this.#footers].map(([column, { footer }]) => ({ column, footer }))
    return footers.filter((each) => !this.#isQuick(each))
  }

  #takeFooters(asked: readonly FooterAsked[], values: readonly CellValue[], version: number): void {
    for (const [at, { column, footer }] of asked.entries()) {
      this.#footers.set(column, { footer, value: values[at] ?? null, version })
    }
  }

  async #statsOf(range: Range, columns: readonly GridColumn[]): Promise<void> {
    const units = unitsOf(columns)
    const { top, bottom } = range
    const asked = units.map(({ columns: each, currency }) => {
      const names = each.map(({ id }) => id)
      const job = { kind: 'stats', columns: names, currency, top, bottom } as const
      return this.#background.ask([...names, ...(currency ? [currency] : [])], () => job)
    })
    const stats = await Promise.all(asked).catch(() => null)
    if (this.#stats?.range !== range || stats === null) return
    this.#stats = { ...this.#stats, value: joinedStats(cellsIn(range), units, stats) }
    this.#host.touch()
  }

  #source() {
    const { store, arranged } = this.#rows
    return { view: arranged.ids(), storage: (column: string) => store.storage(column) }
  }

  #cells(columns: readonly GridColumn[], top: number, bottom: number): CellRange {
    return { top, bottom, columns: columns.map(readColumn), faults: this.#rows.marks.faults() }
  }

  get #isBusy(): boolean {
    const lanes = [this.#arranging, this.#summing, this.#selecting]
    return this.#footersAreDue || lanes.some((lane) => lane.isBusy)
  }

  #rest(): void {
    if (this.#isBusy) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }
}

/** Of the rows as they are without a filter. */
interface Unfiltered {
  readonly store: ColumnStore
  readonly data: number
  readonly keys: string
  readonly order: Int32Array | undefined
  readonly footers: ReadonlyMap<string, { readonly footer: PlainFooter; readonly value: CellValue }>
}

function quickFooter(rows: RowSet, column: string, footer: PlainFooter): CellValue {
  const storage = rows.store.storage(column)
  const gone = new Set(rows.gone())
  const { order, arranged } = rows
  const isAll = arranged.length === order.length && order.isSequence
  const sum =
    isAll && isWhole(storage)
      ? sumOfAll(storage, order.length, gone)
      : sumOf(storage, arranged.ids(), gone)
  return footerOf(footer === 'AVG' ? 'AVG' : 'SUM', sum)
}

function keyText(keys: readonly SortKey[]): string {
  return keys.map(({ column, direction }) => `${column} ${direction}`).join()
}

function namesIn(parts: readonly { readonly column: string }[]): string[] {
  return [...new Set(parts.map(({ column }) => column))]
}

function readColumn(column: GridColumn): ReadColumn {
  const plain = Object.entries(column).filter(([, value]) => typeof value !== 'function')
  return Object.fromEntries(plain) as ReadColumn
}

/** Columns that are looked through for a text: those of the data. */
function searched(columns: readonly GridColumn[]): GridColumn[] {
  return columns.filter(({ id }) => id !== ROW_FIELDS.flag && id !== ROW_FIELDS.number)
}
