import { SCROLLABLE_ROWS } from './grid-columns.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'

/**
 * The rows in the scroll area: all of them, unless they exceed the scrollable height of a browser.
 * Then the window follows the current row, which makes going to a row exact at any size.
 */
export class RowWindow {
  readonly #model: GridModel
  #first = 0

  constructor(model: GridModel) {
    this.#model = model
  }

  get first(): number {
    const { rowCount, cursor } = this.#model
    if (rowCount <= SCROLLABLE_ROWS) return (this.#first = 0)
    const row = cursor.head?.row ?? 0
    const isInside = row >= this.#first && row < this.#first + SCROLLABLE_ROWS
    const wanted = isInside ? this.#first : row - Math.floor(SCROLLABLE_ROWS / 2)
    this.#first = Math.max(0, Math.min(rowCount - SCROLLABLE_ROWS, wanted))
    return this.#first
  }

  get count(): number {
    return Math.min(SCROLLABLE_ROWS, this.#model.rowCount)
  }
}
