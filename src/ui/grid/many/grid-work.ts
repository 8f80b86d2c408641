import { footerValue, isWhole, sumRows, sumAllRows } from '#ui/grid/rows/aggregate.ts'
import { GridWorker } from './worker-client.ts'
import { ROW_FIELDS, type CellValue, type GridColumn } from '#ui/grid/columns/column.ts'
import type { CopyType } from '#ui/grid/rows/clipboard.ts'
import { findInCells, countHits } from '#ui/grid/rows/find-cells.ts'
import { countFrequencies } from '#ui/grid/rows/frequencies.ts'
import { joinStats, groupByUnit, type SelectionStats } from './grid-summary.ts'
import { LatestOnly } from './latest-only.ts'
import type { ColumnStore } from '#ui/grid/columns/column-store.ts'
import { RowOrder } from '#ui/grid/rows/row-order.ts'
import type { RowSet } from '#ui/grid/rows/row-set.ts'
import type { SortKey } from '#ui/grid/rows/sort.ts'
import { cellCount, type Range } from '#ui/grid/rows/selection.ts'
import type {
  CellRange,
  FooterRequest,
  FoundCell,
  Hits,
  Frequency,
  PlainFooter,
  ReadColumn,
} from '#ui/grid/rows/worker-messages.ts'
import { canUseWorkers, workerPort, type PortMaker } from './worker-port.ts'

/** Cells of whole numbers that can be summed synchronously, in about ten milliseconds. */
const MAX_SUMMED_CELLS = 6_000_000

/** With fewer rows, work on the page is faster than a request to the worker. */
const ROW_BATCH = 20_000

/** Where work on many rows runs, and from which row count on. */
export interface WorkPlace {
  readonly fromRows: number
  readonly port: PortMaker
}

interface WorkHost {
  arranged(rows: Int32Array): void
  touch(): void
}

/**
 * Runs work on entire columns of a large grid. Returns the last known result immediately and shows
 * the new one when it arrives. Of several requests the last one counts.
 */
export class GridWork {
  readonly #rows: RowSet
  readonly #host: WorkHost
  readonly #fromRows: number
  readonly #background: GridWorker
  readonly #footers = new Map<string, { footer: PlainFooter; value: CellValue; version: number }>()
  #stats: { range: Range; version: number; value: SelectionStats | null } | null = null
  /** Version counters: of any change, of the input of the footers, and of the data only. */
  #version = 0
  #sumsVersion = 0
  #dataVersion = 0
  /** All rows in the last order with their footers, reused when a filter is cleared. */
  #unfiltered: Unfiltered | null = null
  #footersAreDue = false
  #suspendCount = 0
  #searchCount = 0
  #lastFind: Promise<unknown> = Promise.resolve()
  #waiting: (() => void)[] = []
  readonly #arranging = new LatestOnly(() => this.#scheduleIdle())
  readonly #summing = new LatestOnly(() => this.#scheduleIdle())
  readonly #selecting = new LatestOnly(() => this.#scheduleIdle())

  constructor(rows: RowSet, host: WorkHost, place?: WorkPlace) {
    this.#rows = rows
    this.#host = host
    const isPossible = place !== undefined || canUseWorkers()
    this.#fromRows = isPossible ? (place?.fromRows ?? ROW_BATCH) : Number.POSITIVE_INFINITY
    this.#background = new GridWorker(rows, place?.port ?? workerPort)
  }

  get isActive(): boolean {
    return this.#rows.windows === null && this.#rows.order.length >= this.#fromRows
  }

  get isArranging(): boolean {
    return this.#arranging.isBusy
  }

  changed(change: 'data' | 'filter' | 'order'): void {
    this.#version++
    if (change !== 'order') this.#sumsVersion++
    if (change === 'data') this.#dataVersion++
  }

  release(): void {
    if (!this.isActive) this.#background.close()
  }

  settled(): Promise<void> {
    if (!this.#isBusy) return Promise.resolve()
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
    })
  }

  /**
   * Requests the current order and filters. The previous rows are shown until the result arrives.
   */
  arrange(): boolean {
    if (!this.isActive) return false
    if (this.#takeUnfiltered()) return true
    this.#arranging.run(() => this.#arrange())
    return true
  }

  /** Suspends sums while rows are arriving, because each would be outdated immediately. */
  setSuspended(isHeld: boolean): void {
    this.#suspendCount += isHeld ? 1 : -1
  }

  get isHeld(): boolean {
    return this.#suspendCount > 0
  }

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
    // A pending arrangement includes the footers.
    if (known.version === this.#sumsVersion || this.isHeld || this.isArranging) return known.value
    if (this.#isFasterOnPage({ column, footer })) {
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

  /** Summing whole numbers on the page is faster than a request and needs no copy of the column. */
  #isFasterOnPage({ column, footer }: FooterRequest): boolean {
    if (this.#rows.arranged.length * this.#footers.size > MAX_SUMMED_CELLS) return false
    return (footer === 'SUM' || footer === 'AVG') && isWhole(this.#rows.store.storage(column))
  }

  stats(range: Range, columns: readonly GridColumn[]): SelectionStats | null {
    const known = this.#stats
    if (known?.range === range && known.version === this.#version) return known.value
    this.#stats = { range, version: this.#version, value: null }
    this.#selecting.run(() => this.#statsOf(range, columns))
    return null
  }

  /** Next cell that shows a text. Null if there is none, or if a newer search has started. */
  async find(
    text: string,
    from: { readonly row: number; readonly at: number },
    how: { readonly direction: 1 | -1; readonly columns: readonly GridColumn[] },
  ): Promise<FoundCell | null> {
    const turn = ++this.#searchCount
    await this.#lastFind
    if (turn !== this.#searchCount) return null
    const columns = searchableColumns(how.columns)
    const request = () => {
      const cells = this.#cells(columns, 0, this.#rows.arranged.length - 1)
      return { kind: 'find', text, from, direction: how.direction, cells } as const
    }
    if (!this.isActive) return findInCells(this.#source(), request())
    const names = columns.map(({ id }) => id)
    const found = this.#background.ask(names, request)
    this.#lastFind = found.catch(() => null)
    return found
  }

  /** Number of cells that show a text, and which of them the given cell is. */
  async hits(text: string, of: FoundCell, columns: readonly GridColumn[]): Promise<Hits> {
    const all = searchableColumns(columns)
    const request = () => {
      const cells = this.#cells(all, 0, this.#rows.arranged.length - 1)
      return { kind: 'hits', text, of, cells } as const
    }
    if (!this.isActive) return countHits(this.#source(), request())
    return this.#background.ask(
      all.map(({ id }) => id),
      request,
    )
  }

  async frequencies(column: string): Promise<readonly Frequency[]> {
    if (!this.isActive)
      return countFrequencies(this.#rows.store.storage(column), this.#rows.arranged.ids())
    return this.#background.ask([column], () => ({ kind: 'frequencies', column }) as const)
  }

  copy(range: Range, columns: readonly GridColumn[], type: CopyType): Promise<Blob> {
    const names = columns.map(({ id }) => id)
    const cells = () => this.#cells(columns, range.top, range.bottom)
    return this.#background.ask(names, () => ({ kind: 'copy', cells: cells(), type }) as const)
  }

  async #arrange(): Promise<void> {
    const rows = this.#rows
    const { store, orderKeys, filters } = rows
    const footers = this.#footerRequests().filter(({ column }) => {
      return this.#footers.get(column)?.version !== this.#sumsVersion
    })
    const answer = await this.#background
      .ask(distinctColumns([...orderKeys, ...filters, ...footers]), () => {
        rows.moved = new Set()
        return {
          kind: 'arrange',
          sort: orderKeys,
          filters,
          footers,
          removed: rows.getUnsummedIds(),
        } as const
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
    this.#background.markViewCurrent()
    this.#storeFooters(footers, answer.footers, this.#sumsVersion)
    if (filters.length === 0) this.#keepUnfiltered({ order: answer.rows })
  }

  /** Restores all rows in the order before filtering, if that is still valid. */
  #takeUnfiltered(): boolean {
    const { orderKeys, filters, store } = this.#rows
    const kept = this.#unfiltered
    if (filters.length > 0 || !kept?.order || kept.data !== this.#dataVersion) return false
    if (kept.store !== store || sortKeyText(orderKeys) !== kept.keys) return false
    this.#rows.setArranged(new RowOrder(kept.order.slice()))
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
      keys: order ? sortKeyText(orderKeys) : isSame ? known.keys : '',
      order: order?.slice() ?? (isSame ? known.order : undefined),
      footers: new Map([...(isSame ? known.footers : []), ...fresh]),
    }
  }

  async #sum(): Promise<void> {
    const footers = this.#footerRequests()
    const request = { version: -1 }
    const values = await this.#background
      .ask(distinctColumns(footers), () => {
        request.version = this.#sumsVersion
        return { kind: 'footers', footers, removed: this.#rows.getUnsummedIds() } as const
      })
      .catch(() => [])
    this.#storeFooters(footers, values, request.version)
    const isCurrent = request.version === this.#sumsVersion
    if (isCurrent && this.#rows.filters.length === 0) this.#keepUnfiltered({})
    this.#host.touch()
  }

  #footerRequests(): FooterRequest[] {
    const footers = [...this.#footers].map(([column, { footer }]) => ({ column, footer }))
    return footers.filter((footer) => !this.#isFasterOnPage(footer))
  }

  #storeFooters(
    requests: readonly FooterRequest[],
    values: readonly CellValue[],
    version: number,
  ): void {
    for (const [index, { column, footer }] of requests.entries()) {
      this.#footers.set(column, { footer, value: values[index] ?? null, version })
    }
  }

  async #statsOf(range: Range, columns: readonly GridColumn[]): Promise<void> {
    const units = groupByUnit(columns)
    const { top, bottom } = range
    const requests = units.map(({ columns: unitColumns, currency }) => {
      const names = unitColumns.map(({ id }) => id)
      const job = { kind: 'stats', columns: names, currency, top, bottom } as const
      return this.#background.ask([...names, ...(currency ? [currency] : [])], () => job)
    })
    const stats = await Promise.all(requests).catch(() => null)
    if (this.#stats?.range !== range || stats === null) return
    this.#stats = { ...this.#stats, value: joinStats(cellCount(range), units, stats) }
    this.#host.touch()
  }

  #source() {
    const { store, arranged } = this.#rows
    return { view: arranged.ids(), storage: (column: string) => store.storage(column) }
  }

  #cells(columns: readonly GridColumn[], top: number, bottom: number): CellRange {
    return {
      top,
      bottom,
      columns: columns.map(readColumn),
      rejections: this.#rows.marks.rejections(),
    }
  }

  get #isBusy(): boolean {
    const lanes = [this.#arranging, this.#summing, this.#selecting]
    return this.#footersAreDue || lanes.some((lane) => lane.isBusy)
  }

  #scheduleIdle(): void {
    if (this.#isBusy) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }
}

interface Unfiltered {
  readonly store: ColumnStore
  readonly data: number
  readonly keys: string
  readonly order: Int32Array | undefined
  readonly footers: ReadonlyMap<string, { readonly footer: PlainFooter; readonly value: CellValue }>
}

function quickFooter(rows: RowSet, column: string, footer: PlainFooter): CellValue {
  const storage = rows.store.storage(column)
  const removed = new Set(rows.getUnsummedIds())
  const { order, arranged } = rows
  const isAll = arranged.length === order.length && order.isSequence
  const sum =
    isAll && isWhole(storage)
      ? sumAllRows(storage, order.length, removed)
      : sumRows(storage, arranged.ids(), removed)
  return footerValue(footer === 'AVG' ? 'AVG' : 'SUM', sum)
}

function sortKeyText(keys: readonly SortKey[]): string {
  return keys.map(({ column, direction }) => `${column} ${direction}`).join()
}

function distinctColumns(parts: readonly { readonly column: string }[]): string[] {
  return [...new Set(parts.map(({ column }) => column))]
}

function readColumn(column: GridColumn): ReadColumn {
  const plain = Object.entries(column).filter(([, value]) => typeof value !== 'function')
  return Object.fromEntries(plain) as ReadColumn
}

function searchableColumns(columns: readonly GridColumn[]): GridColumn[] {
  return columns.filter(({ id }) => id !== ROW_FIELDS.flag && id !== ROW_FIELDS.number)
}
