import type {
  CellClickedEventArgs,
  GridColumn as GlideColumn,
  GridSelection as GlideSelection,
  HeaderClickedEventArgs,
  Item,
} from '@glideapps/glide-data-grid'
import type { PointerEvent } from 'react'

import { toggleChecks } from '#ui/grid/model/editing.ts'
import type { GridController } from './grid-controller.ts'
import { selectAll } from './grid-keys.ts'
import type { LeadColumn } from '#ui/grid/draw/grid-painter.ts'
import { HeaderCheck } from '#ui/grid/model/header-check.ts'
import { clampPlace, indexesBetween, type Place } from '#ui/grid/rows/selection.ts'
import { cycleSort } from '#ui/grid/rows/sort.ts'

/** Pointer actions. Handlers are bound once and therefore never cause a re-render. */
export class GridPointer {
  readonly #controller: GridController
  readonly #lead: readonly LeadColumn[]
  readonly #headerCheck = new HeaderCheck()
  #lastClicked: Place | null = null
  #lastChecked = 0
  #adds = false
  /** A press that has not produced a selection yet. A drag selects repeatedly. */
  #isPressed = false

  constructor(controller: GridController, lead: readonly LeadColumn[]) {
    this.#controller = controller
    this.#lead = lead
  }

  /** Ctrl adds a range to the selection. Any other press releases the additional ranges. */
  readonly press = (event: { readonly ctrlKey: boolean; readonly metaKey: boolean }): void => {
    this.#adds = event.ctrlKey || event.metaKey
    this.#isPressed = true
  }

  readonly hover = (event: PointerEvent<HTMLElement>): void => {
    const body = event.currentTarget
    const { left, top } = body.getBoundingClientRect()
    const whole = this.#controller.fullTextAt({ x: event.clientX - left, y: event.clientY - top })
    if (body.title !== whole) body.title = whole
  }

  readonly select = ({ current }: GlideSelection): void => {
    if (!current) return
    const { model, sink } = this.#controller
    if (this.#isPressed && this.#adds) model.cursor.hold()
    else if (this.#isPressed) model.cursor.release()
    this.#isPressed = false
    const lead = this.#lead.length
    const at = current.cell[0] - lead
    const row = current.cell[1] + this.#controller.rowWindow.first
    if (row >= model.rowCount || this.#lead[current.cell[0]] === 'check') return
    sink.leave()
    const last = {
      row: current.range.y + current.range.height - 1 + this.#controller.rowWindow.first,
    }
    if (at < 0) this.#selectRows(row, Math.min(last.row, model.rowCount - 1))
    else this.#selectCells(current, { row, at })
    model.touch()
    // A drag is measured from the drawn selection, which must not wait for the next frame.
    this.#controller.redraw()
    this.#controller.focus()
  }

  readonly click = ([col, drawnRow]: Item, event: CellClickedEventArgs): void => {
    const { model } = this.#controller
    const place = { row: drawnRow + this.#controller.rowWindow.first, at: col - this.#lead.length }
    if (place.row >= model.rowCount) return
    if (this.#lead[col] === 'check') {
      this.#check(place.row, event.shiftKey)
      return
    }
    const isSameCell = this.#lastClicked?.row === place.row && this.#lastClicked.at === place.at
    this.#lastClicked = place
    const column = model.drawn[place.at]
    if (!column || event.shiftKey) return
    const isEditable = model.isEditable(place.row, column)
    if (column.kind === 'check' && isEditable) toggleChecks(model)
    else if (event.isDoubleClick === true && isSameCell) this.#open(place.row, isEditable)
  }

  readonly header = (col: number, event: HeaderClickedEventArgs): void => {
    const { model, sink } = this.#controller
    sink.leave()
    const lead = this.#lead[col]
    const column = model.drawn[col - this.#lead.length]
    if (lead === 'check') this.#headerCheck.press(model)
    else if (lead === 'number') selectAll(model)
    else if (column) {
      const adds = event.shiftKey || event.ctrlKey || event.metaKey
      const keys = cycleSort(model.sortKeys, column.id)
      model.sort(adds ? keys : keys.filter((key) => key.column === column.id))
    }
    this.#controller.focus()
  }

  readonly resize = (column: GlideColumn, width: number): void => {
    if (column.id !== undefined) this.#controller.model.setColumnWidth(column.id, Math.round(width))
  }

  readonly move = (from: number, to: number): void => {
    const lead = this.#lead.length
    if (from >= lead && to >= lead) this.#controller.model.moveColumn(from - lead, to - lead)
  }

  #open(row: number, isEditable: boolean): void {
    if (isEditable) this.#controller.edit()
    else this.#controller.activate(row)
  }

  #selectRows(from: number, to: number): void {
    const { cursor, bounds } = this.#controller.model
    const top = Math.min(from, to)
    const place = { row: top, at: cursor.place?.at ?? 0 }
    const bottom = Math.max(from, to)
    cursor.setRange(place, { top, bottom, left: 0, right: bounds.columns - 1 })
  }

  #selectCells(current: NonNullable<GlideSelection['current']>, place: Place): void {
    const { cursor, bounds } = this.#controller.model
    const { x, y, width, height } = current.range
    const left = x - this.#lead.length
    const top = y + this.#controller.rowWindow.first
    const head = {
      row: place.row === top ? top + height - 1 : top,
      at: place.at === left ? left + width - 1 : left,
    }
    cursor.moveTo(place)
    cursor.extendTo(clampPlace(head, bounds))
  }

  #check(row: number, isRange: boolean): void {
    const { model } = this.#controller
    const isChecking = isRange ? model.isChecked(this.#lastChecked) : !model.isChecked(row)
    const from = isRange ? Math.min(this.#lastChecked, row) : row
    const to = isRange ? Math.max(this.#lastChecked, row) : row
    model.setChecked(indexesBetween(from, to), isChecking)
    this.#lastChecked = row
    this.#controller.focus()
  }
}
