import type { StreamBatch } from '#ui/grid/columns/arrow-reader.ts'
import type { StreamDictionaries } from '#ui/grid/columns/column-store.ts'
import type { RowSet } from '#ui/grid/rows/row-set.ts'

/** Rows that come in the place of others, once enough of them are there to be looked at. */
export interface FirstRows {
  readonly rows: number
  /**
   * They are there. `put` shows them, in the place of those shown or below them; whoever does not
   * call it wants none of the answer.
   */
  readonly take: (put: (where: 'instead' | 'below') => void) => void
}

/** How a model shows what `append` adds to its rows. */
interface Shown {
  replace(append: () => void): void
  append(append: () => void): void
}

/** The rows of one stream on their way into a grid. */
export class ArrivingRows {
  readonly #first: FirstRows | undefined
  readonly #rows: () => RowSet
  readonly #shown: Shown
  readonly #dictionaries: StreamDictionaries = new Map()
  /** What came before there were enough; null once they were taken or refused. */
  #waiting: StreamBatch[] | null
  /** The rows that the stream goes on to; rows that took their place want none of it. */
  #store: RowSet['store'] | null

  constructor(first: FirstRows | undefined, rows: () => RowSet, shown: Shown) {
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
      if (rows >= (this.#first?.rows ?? 0)) this.#begin()
    } else if (this.#rows().store === this.#store) {
      this.#shown.append(() => this.#append(batch))
    }
  }

  /** The last row is in: fewer than were waited for are all there are. */
  end(): void {
    if (this.#waiting) this.#begin()
  }

  #begin(): void {
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
