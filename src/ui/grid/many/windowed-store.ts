import type { ClaimedRows } from '#ui/grid/rows/claimed-rows.ts'
import type { Storage } from '#ui/grid/columns/column-storage.ts'
import { ColumnStore } from '#ui/grid/columns/column-store.ts'
import type { CellValue, GridRow } from '#ui/grid/columns/column.ts'
import type { Arrangement, RowSource } from '#ui/grid/rows/row-source.ts'

const BLOCK_ROWS = 512
/** Blocks in memory. The least recently used ones are dropped. */
const MAX_BLOCKS = 128
const MAX_PENDING_BLOCKS = 2

interface StoreHost {
  arrived(first: number, rows: readonly GridRow[]): void
  failed(error: unknown): void
}

/**
 * Rows of a source as a store. Reading a missing row requests it and returns empty values until it
 * arrives. Only claimed rows are writable.
 */
export class WindowedStore extends ColumnStore {
  readonly #source: RowSource
  readonly #shown: Arrangement
  readonly #rowCount: number
  readonly #host: StoreHost
  readonly #claimed: ClaimedRows
  readonly #blocks = new Map<number, readonly GridRow[]>()
  readonly #storages = new Map<string, Storage>()
  readonly #pendingBlocks = new Map<number, Promise<void>>()
  /** Missing blocks; the most recent one is requested first. */
  #missingBlocks: number[] = []
  #last = -1
  readonly #closing = new AbortController()

  constructor(
    source: RowSource,
    shown: Arrangement,
    rows: { readonly count: number; readonly claimed: ClaimedRows },
    host: StoreHost,
  ) {
    super([], [])
    this.#source = source
    this.#shown = shown
    this.#rowCount = rows.count
    this.#claimed = rows.claimed
    this.#host = host
  }

  override get count(): number {
    return this.#rowCount
  }

  override storage(column: string): Storage {
    const known = this.#storages.get(column)
    if (known) return known
    const created: Storage = {
      get: (id) => this.get(id, column),
      set: (id, value) => this.set(id, column, value),
      capacity: this.#rowCount,
      grow: () => {},
      written: null,
    }
    this.#storages.set(column, created)
    return created
  }

  override get(id: number, column: string): CellValue {
    return this.#findRow(id)?.[column] ?? null
  }

  override set(id: number, column: string, value: CellValue): void {
    this.#claimed.set(id, column, value)
  }

  override row(id: number): GridRow {
    return { ...this.#findRow(id) }
  }

  has(id: number): boolean {
    return this.#blocks.has(Math.floor(id / BLOCK_ROWS))
  }

  async settled(): Promise<void> {
    while (this.#pendingBlocks.size > 0) await Promise.race(this.#pendingBlocks.values())
  }

  rows(first: number, count: number): Promise<GridRow[]> {
    return this.#source.rows(this.#shown, first, count, this.#closing.signal)
  }

  close(): void {
    this.#closing.abort()
  }

  #findRow(id: number): GridRow | undefined {
    if (id < 0 || id >= this.#rowCount) return this.#claimed.row(id)
    const block = Math.floor(id / BLOCK_ROWS)
    const rows = this.#blocks.get(block)
    if (!rows) {
      this.#request(block)
      return undefined
    }
    if (block !== this.#last) {
      this.#last = block
      this.#blocks.delete(block)
      this.#blocks.set(block, rows)
    }
    return rows[id - block * BLOCK_ROWS]
  }

  /** After fast scrolling only the last few blocks are requested. */
  #request(block: number): void {
    if (this.#pendingBlocks.has(block) || this.#missingBlocks[0] === block) return
    this.#missingBlocks = [block, ...this.#missingBlocks.filter((other) => other !== block)].slice(
      0,
      MAX_PENDING_BLOCKS,
    )
    this.#requestNext()
  }

  #requestNext(): void {
    while (this.#pendingBlocks.size < MAX_PENDING_BLOCKS && !this.#closing.signal.aborted) {
      const block = this.#missingBlocks.shift()
      if (block === undefined) return
      this.#pendingBlocks.set(block, this.#fetchBlock(block))
    }
  }

  async #fetchBlock(block: number): Promise<void> {
    try {
      const rows = await this.rows(block * BLOCK_ROWS, BLOCK_ROWS)
      if (this.#closing.signal.aborted) return
      this.#blocks.set(block, rows)
      const [oldest] = this.#blocks.keys()
      if (this.#blocks.size > MAX_BLOCKS && oldest !== undefined) this.#blocks.delete(oldest)
      this.#host.arrived(block * BLOCK_ROWS, rows)
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#host.failed(error)
    } finally {
      this.#pendingBlocks.delete(block)
      this.#requestNext()
    }
  }
}
