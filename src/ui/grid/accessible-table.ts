import type { GridModel } from './grid-model.ts'
import { inRange } from './selection.ts'

const ROWS_MOST = 60

/**
 * The same grid for those who do not see the canvas: a real table of the rows on screen, out of
 * sight, that the sink points into with `aria-activedescendant`.
 */
export class AccessibleTable {
  readonly element = document.createElement('div')
  readonly #model: GridModel
  readonly #id: string

  constructor(model: GridModel, id: string) {
    this.#model = model
    this.#id = id
    this.element.id = id
    this.element.className = 'grid-table'
    this.element.role = 'grid'
    this.element.setAttribute('aria-multiselectable', 'true')
  }

  /** Rebuilds the rows on screen and returns the id of the current cell, if it is among them. */
  render(first: number, count: number): string | null {
    const { rowCount, drawn, cursor } = this.#model
    this.element.setAttribute('aria-rowcount', String(rowCount + 1))
    this.element.setAttribute('aria-colcount', String(drawn.length))
    const start = Math.max(0, Math.min(first, rowCount - 1))
    const end = Math.min(rowCount, start + Math.min(count, ROWS_MOST))
    const rows = Array.from({ length: Math.max(0, end - start) }, (_, at) => this.#row(start + at))
    this.element.replaceChildren(this.#header(), ...rows)
    const place = cursor.place
    return place && place.row >= start && place.row < end ? this.#cellId(place.row, place.at) : null
  }

  #header(): HTMLElement {
    const header = rowElement(1)
    for (const [at, column] of this.#model.drawn.entries()) {
      const cell = cellElement('columnheader', at, column.title)
      const key = this.#model.sortKeys.find((sorted) => sorted.column === column.id)
      if (key) cell.ariaSort = key.direction === 'asc' ? 'ascending' : 'descending'
      if (column.required === true) cell.ariaRequired = 'true'
      header.append(cell)
    }
    return header
  }

  #row(row: number): HTMLElement {
    const element = rowElement(row + 2)
    for (const [at, column] of this.#model.drawn.entries()) {
      const cell = cellElement('gridcell', at, this.#model.text(row, column))
      cell.id = this.#cellId(row, at)
      cell.ariaSelected = String(this.#isSelected(row, at))
      cell.ariaReadOnly = String(!this.#model.isEditable(row, column))
      if (this.#isWrong(row, column.id)) cell.ariaInvalid = 'true'
      element.append(cell)
    }
    return element
  }

  /** A text that is no value, or a value the server objected to. */
  #isWrong(row: number, column: string): boolean {
    const { marks } = this.#model.rows
    return (
      this.#model.fault(row, column) !== undefined ||
      marks.hasCellError(this.#model.rowId(row), column)
    )
  }

  #isSelected(row: number, at: number): boolean {
    return this.#model.cursor.ranges.some((range) => inRange(range, row, at))
  }

  #cellId(row: number, at: number): string {
    return `${this.#id}-${row}-${at}`
  }
}

function rowElement(index: number): HTMLElement {
  const element = document.createElement('div')
  element.role = 'row'
  element.ariaRowIndex = String(index)
  return element
}

function cellElement(role: 'columnheader' | 'gridcell', at: number, text: string): HTMLElement {
  const element = document.createElement('div')
  element.role = role
  element.ariaColIndex = String(at + 1)
  element.textContent = text
  return element
}
