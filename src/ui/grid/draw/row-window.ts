import { ROWS_SCROLLED } from './grid-columns.ts'
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
    if (rowCount <= ROWS_SCROLLED) return (this.#first = 0)
    const row = cursor.head?.row ?? 0
    const isInside = row >= this.#first && row < this.#first + ROWS_SCROLLED
    const wanted = isInside ? this.#first : row - Math.floor(ROWS_SCROLLED / 2)
    this.#first = Math.max(0, Math.min(rowCount - ROWS_SCROLLED, wanted))
    return this.#first
  }

  get count(): number {
    return Math.min(ROWS_SCROLLED, this.#model.rowCount)
  }
}
