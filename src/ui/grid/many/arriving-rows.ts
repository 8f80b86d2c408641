import type { StreamBatch } from '#ui/grid/columns/arrow-reader.ts'
import type { StreamDictionaries } from '#ui/grid/columns/column-store.ts'
import type { RowSet } from '#ui/grid/rows/row-set.ts'

/** Rows that replace others once enough of them have arrived to be useful. */
export interface FirstRows {
  readonly rows: number
  /**
   * Called once they have arrived. `put` shows them in place of the current rows or below them. If
   * it is not called, the stream is discarded.
   */
  readonly take: (put: (where: 'instead' | 'below') => void) => void
}

interface RowPlacement {
  replace(append: () => void): void
  append(append: () => void): void
}

export class ArrivingRows {
  readonly #first: FirstRows | undefined
  readonly #rows: () => RowSet
  readonly #shown: RowPlacement
  readonly #dictionaries: StreamDictionaries = new Map()
  #waiting: StreamBatch[] | null
  /** The store the stream continues in. If it was replaced, further batches are dropped. */
  #store: RowSet['store'] | null

  constructor(first: FirstRows | undefined, rows: () => RowSet, shown: RowPlacement) {
    this.#first = first
    this.#rows = rows
    this.#shown = shown
    this.#waiting = first ? [] : null
    this.#store = first ? null : rows().store
  }

  take(batch: StreamBatch): void {
    if (this.#waiting) {
      this.#waiting.push(batch)
      const rows = this.#waiting.reduce((sum, { length }) => sum + length, 0)
      if (rows >= (this.#first?.rows ?? 0)) this.#beginStore()
    } else if (this.#rows().store === this.#store) {
      this.#shown.append(() => this.#append(batch))
    }
  }

  /** The stream is complete, possibly with fewer rows than expected. */
  end(): void {
    if (this.#waiting) this.#beginStore()
  }

  #beginStore(): void {
    const batches = this.#waiting ?? []
    this.#waiting = null
    this.#first?.take((where) => {
      const append = (): void => {
        if (where === 'instead') this.#rows().replace([])
        for (const batch of batches) this.#append(batch)
      }
      if (where === 'instead') this.#shown.replace(append)
      else this.#shown.append(append)
      this.#store = this.#rows().store
    })
  }

  #append(batch: StreamBatch): void {
    this.#rows().appendStream(batch, this.#dictionaries)
  }
}
