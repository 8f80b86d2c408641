import { rowFacts } from './announcer.ts'
import type { GridColumn } from '#ui/grid/columns/column.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { inRange } from '#ui/grid/rows/selection.ts'

const MAX_ROWS = 60

/**
 * Hidden table with the rows on screen, for screen readers. The sink points into it with
 * `aria-activedescendant`. Existing cells are updated in place: a screen reader would read a
 * replaced current cell again.
 */
export class AccessibleTable {
  readonly element = document.createElement('div')
  readonly #model: GridModel
  readonly #id: string
  readonly #rows = new Map<number, HTMLElement>()
  #header: HTMLElement | null = null
  #columns: readonly GridColumn[] = []

  constructor(model: GridModel, id: string) {
    this.#model = model
    this.#id = id
    this.element.id = id
    this.element.className = 'grid-table'
    this.element.role = 'grid'
    this.element.setAttribute('aria-multiselectable', 'true')
  }

  /** Updates the rows on screen. Returns the id of the current cell if it is among them. */
  render(first: number, count: number): string | null {
    const { rowCount, drawn } = this.#model
    this.element.setAttribute('aria-rowcount', String(rowCount + 1))
    this.element.setAttribute('aria-colcount', String(drawn.length))
    const start = Math.max(0, Math.min(first, rowCount - 1))
    const end = Math.min(rowCount, start + Math.min(count, MAX_ROWS))
    if (drawn !== this.#columns) this.#clear(drawn)
    for (const [at, element] of this.#rows) {
      if (at >= start && at < end) continue
      element.remove()
      this.#rows.delete(at)
    }
    this.#header ??= this.#append(rowElement(1, drawn, 'columnheader'), this.element.firstChild)
    this.#fillHeader(this.#header)
    let before: Element = this.#header
    for (let row = start; row < end; row += 1) {
      const element =
        this.#rows.get(row) ??
        this.#append(rowElement(row + 2, drawn, 'gridcell'), before.nextSibling)
      this.#rows.set(row, element)
      this.#fillRow(element, row)
      before = element
    }
    return this.currentId
  }

  get currentId(): string | null {
    const place = this.#model.cursor.place
    return place && this.#rows.has(place.row) ? this.#cellId(place.row, place.at) : null
  }

  #clear(drawn: readonly GridColumn[]): void {
    this.#columns = drawn
    this.#rows.clear()
    this.#header = null
    this.element.replaceChildren()
  }

  #append(row: HTMLElement, before: ChildNode | null): HTMLElement {
    this.element.insertBefore(row, before)
    return row
  }

  #fillHeader(header: HTMLElement): void {
    for (const [index, column] of this.#columns.entries()) {
      const key = this.#model.sortKeys.find((sorted) => sorted.column === column.id)
      const sorted = key && (key.direction === 'asc' ? 'ascending' : 'descending')
      fillCell(header.children[index], column.title, {
        'aria-sort': sorted,
        'aria-required': column.required === true ? 'true' : undefined,
      })
    }
  }

  #fillRow(element: HTMLElement, row: number): void {
    const { cursor } = this.#model
    for (const [index, column] of this.#columns.entries()) {
      const facts = rowFacts(this.#model, row, column)
      const isIn = cursor.ranges.some((range) => inRange(range, row, index))
      const cell = fillCell(element.children[index], this.#model.text(row, column), {
        // A single current cell is not a selection: it would be read out with every cell.
        'aria-selected': cursor.isRange ? String(isIn) : undefined,
        'aria-readonly': String(!this.#model.isEditable(row, column)),
        'aria-required': column.required === true ? 'true' : undefined,
        'aria-invalid': this.#isWrong(row, column.id) ? 'true' : undefined,
        'aria-description': facts === '' ? undefined : facts,
      })
      if (cell) cell.id = this.#cellId(row, index)
    }
  }

  #isWrong(row: number, column: string): boolean {
    const { marks } = this.#model.rows
    return (
      this.#model.rejection(row, column) !== undefined ||
      marks.hasCellError(this.#model.rowId(row), column)
    )
  }

  #cellId(row: number, at: number): string {
    return `${this.#id}-${row}-${at}`
  }
}

function rowElement(
  index: number,
  columns: readonly GridColumn[],
  role: 'columnheader' | 'gridcell',
): HTMLElement {
  const element = document.createElement('div')
  element.role = 'row'
  element.ariaRowIndex = String(index)
  for (const at of columns.keys()) {
    const cell = document.createElement('div')
    cell.role = role
    cell.ariaColIndex = String(at + 1)
    element.append(cell)
  }
  return element
}

function fillCell(
  cell: Element | undefined,
  text: string,
  facts: Readonly<Record<string, string | undefined>>,
): Element | undefined {
  if (!cell) return undefined
  if (cell.textContent !== text) cell.textContent = text
  for (const [name, value] of Object.entries(facts)) {
    if (value === undefined) cell.removeAttribute(name)
    else if (cell.getAttribute(name) !== value) cell.setAttribute(name, value)
  }
  return cell
}
