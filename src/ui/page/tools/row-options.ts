import type { RowOptionsHandle } from '#kernel/command.ts'
import {
  lineIdentity,
  loadedRow,
  recordIdentity,
  recordKey,
} from '#ui/page/rows/record-identity.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'

/**
 * Option numbers next to the rows of the focused grid. They are marks, not data, and are never
 * saved.
 */
export class PageRowOptions implements RowOptionsHandle {
  readonly #page: PageModel

  constructor(page: PageModel) {
    this.#page = page
  }

  put(number: string): void {
    const { grid } = this
    const { selection } = grid
    if (!selection) return
    for (let row = selection.top; row <= selection.bottom; row += 1) {
      if (number === '') this.#optionNumbers.delete(grid.rowId(row))
      else this.#optionNumbers.set(grid.rowId(row), number)
    }
    this.#changed()
  }

  clear(): void {
    this.#optionNumbers.clear()
    this.#changed()
  }

  entries(): readonly { readonly number: string; readonly row: number }[] {
    const { grid } = this
    return [...this.#optionNumbers]
      .map(([row, number]) => ({ row, number, at: grid.viewRowOf(row) }))
      .filter(({ at }) => at >= 0)
      .toSorted((a, b) => a.at - b.at)
  }

  goTo(row: number): boolean {
    const at = this.grid.viewRowOf(row)
    if (at >= 0) this.grid.setCurrent(at, this.grid.current?.column)
    return at >= 0
  }

  async runOnRows(rows: readonly number[], work: () => Promise<unknown>): Promise<void> {
    const { grid } = this
    const others = this.entries().filter(({ row }) => !rows.includes(row))
    const waiting = others.map(({ row, number }) => ({ key: this.#keyOf(grid, row), number }))
    const ticked = grid.checkedIds()
    const { store } = grid.rows
    this.#checkOnly(grid, rows)
    await work()
    if (grid.rows.store !== store) return this.#restoreNumbers(waiting)
    this.#checkOnly(grid, ticked)
    for (const row of rows) this.#optionNumbers.delete(row)
    this.#changed()
  }

  get grid(): GridModel {
    return this.#page.focused
  }

  get #optionNumbers(): Map<number, string> {
    return this.grid.rows.marks.options
  }

  #checkOnly(grid: GridModel, rows: readonly number[]): void {
    grid.checkAll(false)
    grid.setChecked(
      rows.map((row) => grid.viewRowOf(row)).filter((at) => at >= 0),
      true,
    )
  }

  /** After a search the records can be in other rows. */
  #restoreNumbers(waiting: readonly { readonly key: string; readonly number: string }[]): void {
    const { grid } = this
    this.#optionNumbers.clear()
    const numbers = new Map(waiting.map(({ key, number }) => [key, number]))
    for (let index = 0; index < grid.rowCount; index += 1) {
      const key = this.#keyOf(grid, grid.rowId(index))
      const number = numbers.get(key)
      if (number !== undefined) this.#optionNumbers.set(grid.rowId(index), number)
    }
    this.#changed()
  }

  #keyOf(grid: GridModel, id: number): string {
    const page = this.#page
    const identity = page.zone === 'lines' && page.lines ? lineIdentity(page) : recordIdentity(page)
    return recordKey(loadedRow(grid, id), identity)
  }

  #changed(): void {
    this.grid.touch()
    this.#page.changed()
  }
}
