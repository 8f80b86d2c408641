import { ROWS_SCROLLED } from './grid-columns.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'

/**
 * The run of rows the scroll area holds. It is all of them, except beyond what a browser can
 * scroll; there the run follows the current row, so that going to a row is exact at every size.
 */
export class RowWindow {
  readonly #model: GridModel
  #first = 0

  constructor(model: GridModel) {
    this.#model = model
  }

  /** The row of the view that is drawn at the top of the scroll area. */
  get first(): number {
    const { rowCount, cursor } = this.#model
    if (rowCount <= ROWS_SCROLLED) return (this.#first = 0)
    const row = cursor.head?.row ?? 0
    const inside = row >= this.#first && row < this.#first + ROWS_SCROLLED
    const wanted = inside ? this.#first : row - Math.floor(ROWS_SCROLLED / 2)
    this.#first = Math.max(0, Math.min(rowCount - ROWS_SCROLLED, wanted))
    return this.#first
  }

  /** How many rows are held. */
  get count(): number {
    return Math.min(ROWS_SCROLLED, this.#model.rowCount)
  }
}
