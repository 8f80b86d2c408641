import { editText } from '#ui/grid/columns/cell-input.ts'
import { formatPart, joinParts, type CopyType } from '#ui/grid/rows/clipboard.ts'
import { ClaimedRows, WindowedOrder } from '#ui/grid/rows/claimed-rows.ts'
import type { CellValue, GridColumn, GridRow } from '#ui/grid/columns/column.ts'
import type { Arrangement, RowSource } from '#ui/grid/rows/row-source.ts'
import type { Range } from '#ui/grid/rows/selection.ts'
import { WindowedStore } from './windowed-store.ts'
import type { FoundCell, PlainFooter } from '#ui/grid/rows/worker-messages.ts'

const COPY_BATCH = 10_000

/** With more rows no sums are requested, because they would block the source for too long. */
const MAX_SUMMED_ROWS = 5_000_000

interface WindowHost {
  arrangement(): Arrangement
  /** Keeps unsaved changes unless the source is a different one. */
  show(store: WindowedStore, order: WindowedOrder): void
  isChanged(id: number): boolean
  touch(): void
  failed(error: unknown): void
}

/**
 * Connects a grid to a row source. Counts the rows for every order and filter and loads the visible
 * ones.
 */
export class WindowedRows {
  readonly #source: RowSource
  readonly #host: WindowHost
  #store: WindowedStore | null = null
  #abortController = new AbortController()
  #opening: Promise<void> = Promise.resolve()
  #isOpening = false
  readonly #claimed: ClaimedRows
  #order = new WindowedOrder()
  #summedFilters: readonly unknown[] | null = null
  readonly #sums = new Map<string, { footer: PlainFooter; value: CellValue; isKnown: boolean }>()
  #summing: Promise<void> | null = null

  /** `key` lists the columns that identify a row. Without them rows cannot be edited. */
  constructor(source: RowSource, key: readonly string[], host: WindowHost) {
    this.#source = source
    this.#claimed = new ClaimedRows(key)
    this.#host = host
  }

  /** Whether a row can be edited: it is loaded and can be found again in another order. */
  canClaim(place: number): boolean {
    return this.#claimed.canClaim && this.#store?.has(place) === true
  }

  /** Returns the stable number of a row before it is edited, or -1 if it cannot be edited. */
  claim(place: number): number {
    if (!this.#store || !this.canClaim(place)) return -1
    const id = this.#claimed.claim(this.#store.row(this.#order.at(place)))
    this.#order.put(place, id)
    return id
  }

  /** Footer of the saved data. Returns the last known value until the source has responded. */
  footer(column: string, footer: PlainFooter): CellValue {
    if (!this.#store || this.#store.count > MAX_SUMMED_ROWS) return null
    const known = this.#sums.get(column)
    if (known?.footer === footer && (known.isKnown || this.#summing)) return known.value
    this.#sums.set(column, { footer, value: known?.value ?? null, isKnown: false })
    this.#summing ??= Promise.resolve().then(() => this.#sum(this.#abortController.signal))
    return known?.value ?? null
  }

  get isOpening(): boolean {
    return this.#isOpening
  }

  arrange(): void {
    this.#abortController.abort()
    this.#abortController = new AbortController()
    this.#opening = this.#open(this.#host.arrangement(), this.#abortController.signal)
  }

  reload(): void {
    this.#summedFilters = null
    this.arrange()
  }

  async settled(): Promise<void> {
    let opening: Promise<void>
    do {
      opening = this.#opening
      await opening
    } while (opening !== this.#opening)
    await this.#store?.settled()
    await this.#summing
  }

  /**
   * Next row whose current column contains a text, starting after the current row and wrapping
   * around.
   */
  async find(text: string, from: FoundCell | null): Promise<FoundCell | null> {
    if (text === '' || !from) return null
    const { column, row } = from
    const { signal } = this.#abortController
    try {
      const next = await this.#locate(column, text, row + 1)
      const place = next ?? (await this.#locate(column, text, 0))
      return place === null ? null : { row: place, column }
    } catch (error) {
      if (!signal.aborted) this.#host.failed(error)
      return null
    }
  }

  #locate(column: string, text: string, from: number): Promise<number | null> {
    const shown = this.#host.arrangement()
    return this.#source.locate(shown, { column, text, from }, this.#abortController.signal)
  }

  async copy(range: Range, columns: readonly GridColumn[], type: CopyType): Promise<Blob> {
    const parts: string[] = []
    for (let first = range.top; first <= range.bottom; first += COPY_BATCH) {
      const count = Math.min(COPY_BATCH, range.bottom + 1 - first)
      const rows = (await this.#store?.rows(first, count)) ?? []
      const block = rows
        .map((row) => this.#withLocalChanges(row))
        .map((row) => columns.map((column) => editText(column, row[column.id] ?? null)))
      parts.push(formatPart(block, columns, type))
    }
    return new Blob(joinParts(parts, type), { type })
  }

  has(top: number, bottom: number): boolean {
    for (let row = top; row <= bottom; row++) if (this.#store?.has(row) !== true) return false
    return true
  }

  close(): void {
    this.#abortController.abort()
    this.#store?.close()
  }

  /** Recognizes claimed rows. Rows without unsaved changes are updated from the source. */
  #recognizeClaimed(order: WindowedOrder, first: number, rows: readonly GridRow[]): void {
    for (const [index, row] of rows.entries()) {
      const id = this.#claimed.findId(row)
      if (id === undefined) continue
      order.put(first + index, id)
      if (!this.#host.isChanged(id)) this.#claimed.replace(id, row)
    }
    this.#host.touch()
  }

  #withLocalChanges(row: GridRow): GridRow {
    return this.#claimed.row(this.#claimed.findId(row) ?? -1) ?? row
  }

  /** Sums depend on the filters but not on the order. */
  #clearSums({ filters }: Arrangement): void {
    if (this.#summedFilters === filters) return
    this.#summedFilters = filters
    for (const [column, sum] of this.#sums) this.#sums.set(column, { ...sum, isKnown: false })
  }

  async #sum(signal: AbortSignal): Promise<void> {
    // Visible rows are loaded first.
    await this.#store?.settled()
    const shown = this.#host.arrangement()
    const requests = [...this.#sums]
      .filter(([, { isKnown }]) => !isKnown)
      .map(([column, { footer }]) => ({ column, footer }))
    try {
      const values = await this.#source.footers(shown, requests, signal)
      for (const [index, { column, footer }] of requests.entries()) {
        this.#sums.set(column, { footer, value: values[index] ?? null, isKnown: true })
      }
    } catch (error) {
      if (signal.aborted) return
      // Prevents repeated requests: keep the known values until something changes.
      for (const { column } of requests) {
        const known = this.#sums.get(column)
        if (known) this.#sums.set(column, { ...known, isKnown: true })
      }
      this.#host.failed(error)
    } finally {
      this.#summing = null
      this.#host.touch()
    }
  }

  async #open(shown: Arrangement, signal: AbortSignal): Promise<void> {
    this.#isOpening = true
    try {
      const count = await this.#source.count(shown, signal)
      if (signal.aborted) return
      this.#store?.close()
      const order = new WindowedOrder(count)
      const rows = { count, claimed: this.#claimed }
      this.#store = new WindowedStore(this.#source, shown, rows, {
        arrived: (first, block) => this.#recognizeClaimed(order, first, block),
        failed: (error) => this.#host.failed(error),
      })
      this.#order = order
      this.#isOpening = false
      this.#clearSums(shown)
      this.#host.show(this.#store, order)
    } catch (error) {
      if (!signal.aborted) this.#host.failed(error)
    } finally {
      if (!signal.aborted) this.#isOpening = false
    }
  }
}
