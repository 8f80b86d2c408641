import { editText } from './cell-input.ts'
import { toTsv } from './clipboard.ts'
import type { GridColumn } from './column.ts'
import type { Arrangement, RowSource } from './row-source.ts'
import type { Range } from './selection.ts'
import { WindowedStore } from './windowed-store.ts'
import type { FoundCell } from './worker-messages.ts'

/** Rows fetched at a time for a copy. */
const COPIED_AT_ONCE = 10_000

interface WindowHost {
  arrangement(): Arrangement
  show(store: WindowedStore): void
  /** Rows came in, or something began or ended. */
  touch(): void
  failed(error: unknown): void
}

/** Keeps a grid on a source: counts anew for every order and filter, and shows what is looked at. */
export class WindowedRows {
  readonly #source: RowSource
  readonly #host: WindowHost
  #store: WindowedStore | null = null
  #asking = new AbortController()
  #opening: Promise<void> = Promise.resolve()
  #isOpening = false

  constructor(source: RowSource, host: WindowHost) {
    this.#source = source
    this.#host = host
  }

  /** Rows are being counted for another order or filter; those shown are of the one before. */
  get isOpening(): boolean {
    return this.#isOpening
  }

  arrange(): void {
    this.#asking.abort()
    this.#asking = new AbortController()
    this.#opening = this.#open(this.#host.arrangement(), this.#asking.signal)
  }

  /** Resolves when the rows looked at are there. */
  async settled(): Promise<void> {
    let opening: Promise<void>
    do {
      opening = this.#opening
      await opening
    } while (opening !== this.#opening)
    await this.#store?.settled()
  }

  /** The next row of the current column that holds a text, from the row after on, and round. */
  async find(text: string, from: FoundCell | null): Promise<FoundCell | null> {
    if (text === '' || !from) return null
    const { column, row } = from
    const { signal } = this.#asking
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
    return this.#source.locate(shown, { column, text, from }, this.#asking.signal)
  }

  /** A block of cells as tab-separated text, fetched where it is not held. */
  async copy(range: Range, columns: readonly GridColumn[]): Promise<Blob> {
    const pieces: string[] = []
    for (let first = range.top; first <= range.bottom; first += COPIED_AT_ONCE) {
      const count = Math.min(COPIED_AT_ONCE, range.bottom + 1 - first)
      const rows = (await this.#store?.rows(first, count)) ?? []
      const block = rows.map((row) =>
        columns.map((column) => editText(column, row[column.id] ?? null)),
      )
      pieces.push(first === range.top ? toTsv(block) : `\r\n${toTsv(block)}`)
    }
    return new Blob(pieces, { type: 'text/plain' })
  }

  /** Whether all of these rows are there. */
  has(top: number, bottom: number): boolean {
    for (let row = top; row <= bottom; row++) if (this.#store?.has(row) !== true) return false
    return true
  }

  close(): void {
    this.#asking.abort()
    this.#store?.close()
  }

  async #open(shown: Arrangement, signal: AbortSignal): Promise<void> {
    this.#isOpening = true
    try {
      const count = await this.#source.count(shown, signal)
      if (signal.aborted) return
      this.#store?.close()
      this.#store = new WindowedStore(this.#source, shown, count, {
        arrived: () => this.#host.touch(),
        failed: (error) => this.#host.failed(error),
      })
      this.#isOpening = false
      this.#host.show(this.#store)
    } catch (error) {
      if (!signal.aborted) this.#host.failed(error)
    } finally {
      if (!signal.aborted) this.#isOpening = false
    }
  }
}
