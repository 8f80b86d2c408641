import { formatDate } from '#kernel/date-format.ts'
import {
  clearSelection,
  enterOrHold,
  fillDown,
  fillRight,
  fillText,
  repeatAbove,
  toggleChecks,
} from '#ui/grid/model/editing.ts'
import { isTyped } from '#ui/grid/columns/column.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { toggleGroup } from '#ui/grid/model/grouping.ts'
import type { SheetName } from '#ui/grid/edit/grid-sheets.ts'
import type { StepKey } from '#ui/grid/edit/input-sink.ts'
import { indexesBetween, type Direction } from '#ui/grid/rows/selection.ts'

export interface KeyHost {
  readonly model: GridModel
  pageRows(): number
  hasCheckColumn(): boolean
  edit(text?: string): boolean
  openHelp(): boolean
  activate(row: number): boolean
  openSheet(name: SheetName): boolean
  /** Keeps the selected range and starts another one. */
  hold(): boolean
  /** Shows a message and returns true if the selection is too large to be changed in one step. */
  refusesChange(): boolean
  today(): string
}

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

const PAGES: Readonly<Record<string, Direction>> = { PageUp: 'up', PageDown: 'down' }

/**
 * Handles a key while no cell is edited. True if it was used. Letters are matched by physical key.
 */
export function handleGridKey(event: KeyboardEvent, host: KeyHost): boolean {
  const hasModifier = event.ctrlKey || event.metaKey
  if (event.altKey) return !hasModifier && altKey(event, host)
  if (hasModifier) return modKey(event, host) || moveKey(event, host)
  return moveKey(event, host) || editKey(event, host)
}

function altKey(event: KeyboardEvent, host: KeyHost): boolean {
  if (event.key === 'ArrowDown') return host.openHelp()
  if (!event.shiftKey) return false
  if (event.code === 'KeyF') return host.openSheet('frequencies')
  if (event.code === 'KeyO') return host.openSheet('sort')
  if (event.code === 'KeyG') return host.openSheet('groups')
  if (event.code === 'KeyA') return host.hold()
  return event.code === 'KeyC' && host.openSheet('columns')
}

function moveKey(event: KeyboardEvent, host: KeyHost): boolean {
  const { model } = host
  const { cursor } = model
  // Moving right beyond the last column shows the folded ones.
  if (event.key === 'ArrowRight' && cursor.head?.at === model.drawn.length - 1) model.unfold()
  const { bounds } = model
  if (bounds.rows === 0) return false
  const isExtending = event.shiftKey
  const isFar = event.ctrlKey || event.metaKey
  const direction = ARROWS[event.key]
  const page = PAGES[event.key]
  if (direction && isFar) {
    cursor.jump(direction, bounds, { extend: isExtending, isFilled: model.createFilledTest() })
  } else if (direction) {
    cursor.step(direction, bounds, { extend: isExtending })
  } else if (event.key === 'Home') {
    cursor.goTo(isFar ? { row: 0, at: 0 } : { at: 0 }, bounds, isExtending)
  } else if (event.key === 'End') {
    const at = bounds.columns - 1
    cursor.goTo(isFar ? { row: bounds.rows - 1, at } : { at }, bounds, isExtending)
  } else if (page && !isFar) {
    cursor.step(page, bounds, { extend: isExtending, count: host.pageRows() })
  } else {
    return false
  }
  model.touch()
  return true
}

function editKey(event: KeyboardEvent, host: KeyHost): boolean {
  switch (event.key) {
    case '-':
    case '+':
      return foldKey(event.key, host.model)
    case 'Enter':
      return enterKey(event, host)
    case 'Tab':
      return tabKey(event, host)
    case 'F2':
      return host.edit()
    case 'F4':
      return host.openHelp()
    case 'Delete':
      if (!host.refusesChange()) clearSelection(host.model)
      return true
    case 'Backspace':
      return host.edit('')
    case 'Escape':
      return releaseRanges(host.model)
    case ' ':
      return !event.shiftKey && spaceKey(host)
    default:
      return (
        event.shiftKey &&
        event.code === 'KeyF' &&
        !isTypedIn(host.model) &&
        host.openSheet('frequencies')
      )
  }
}

function foldKey(key: '-' | '+', model: GridModel): boolean {
  const place = model.cursor.place
  if (!place || !model.rows.groups || isTypedIn(model)) return false
  return toggleGroup(model, place.row, key === '+')
}

/** Escape releases additional ranges. Without any it is left to the page. */
function releaseRanges(model: GridModel): boolean {
  const hadRanges = model.cursor.release()
  if (hadRanges) model.touch()
  return hadRanges
}

function isTypedIn(model: GridModel): boolean {
  const cell = model.currentCell
  return cell !== null && model.isEditable(cell.row, cell.column)
}

function modKey(event: KeyboardEvent, host: KeyHost): boolean {
  const { model } = host
  switch (event.code) {
    case 'KeyA':
      selectAll(model)
      return true
    case 'KeyD':
      if (!host.refusesChange()) fillDown(model)
      return true
    case 'KeyR':
      if (event.shiftKey) return false
      if (!host.refusesChange()) fillRight(model)
      return true
    case 'KeyZ':
      if (event.shiftKey) model.redo()
      else model.undo()
      return true
    case 'KeyY':
      model.redo()
      return true
    case 'Quote':
      repeatAbove(model)
      return true
    case 'Semicolon':
      return fillCurrentCell(model, host.today())
    default:
      return false
  }
}

/** Enter on a row without editable cells opens the record. Otherwise it moves down. */
function enterKey(event: KeyboardEvent, host: KeyHost): boolean {
  const place = host.model.cursor.place
  if (!place) return false
  if (!event.shiftKey && host.model.groupAt(place.row)) return toggleGroup(host.model, place.row)
  if (!event.shiftKey && !hasEditable(host.model, place.row) && host.activate(place.row))
    return true
  stepAfterCommit(host.model, 'Enter', event.shiftKey)
  return true
}

/** A read-only grid is a single tab stop: Tab is left to the page. */
function tabKey(event: KeyboardEvent, { model }: KeyHost): boolean {
  if (!model.drawn.some(isTyped)) return false
  return stepAfterCommit(model, 'Tab', event.shiftKey)
}

function spaceKey(host: KeyHost): boolean {
  const { model } = host
  const cell = model.currentCell
  if (!cell) return false
  const { row, column } = cell
  const isEditable = model.isEditable(row, column)
  if (isEditable && column.kind === 'check') {
    toggleChecks(model)
    return true
  }
  const range = model.cursor.range
  if (isEditable || !host.hasCheckColumn() || !range) return false
  model.setChecked(indexesBetween(range.top, range.bottom), !model.isChecked(row))
  return true
}

function hasEditable(model: GridModel, row: number): boolean {
  return model.drawn.some((column) => model.isEditable(row, column))
}

/**
 * Movement after Enter, Tab or an arrow key. Tab moves to the next editable cell across rows. Enter
 * after Tabs returns to the column where they started. False at the end, where Tab leaves the grid.
 */
export function stepAfterCommit(model: GridModel, key: StepKey, isShifted: boolean): boolean {
  const { cursor, bounds } = model
  if (key === 'Tab') return tabStep(model, isShifted ? -1 : 1)
  const arrow = ARROWS[key]
  const start = cursor.tabStart
  if (arrow) cursor.step(arrow, bounds, { extend: false })
  else cursor.step(isShifted ? 'up' : 'down', bounds, { extend: false })
  if (key === 'Enter' && start !== null) cursor.goTo({ at: start }, bounds, false)
  model.touch()
  return true
}

/** Folded columns are skipped: text must not go into a column that appears under the cursor. */
function tabStep(model: GridModel, by: 1 | -1): boolean {
  const { cursor, bounds } = model
  const from = cursor.place
  if (!from) return false
  const last = bounds.rows * bounds.columns - 1
  for (
    let index = from.row * bounds.columns + from.at + by;
    index >= 0 && index <= last;
    index += by
  ) {
    const place = { row: Math.floor(index / bounds.columns), at: index % bounds.columns }
    // Stop searching after many rows without editable cells.
    if (Math.abs(place.row - from.row) > 200) return false
    const column = model.drawn[place.at]
    if (!column || !model.isEditable(place.row, column)) continue
    cursor.tabTo(place)
    model.touch()
    return true
  }
  return false
}

/**
 * Moves from a read-only cell to the next editable one of its row, or the first one. Folded columns
 * are skipped.
 */
export function goToInput(model: GridModel): void {
  const { cursor, currentCell: cell } = model
  const from = cursor.place?.at
  if (!cell || from === undefined || model.isEditable(cell.row, cell.column)) return
  const inputs = model.drawn.flatMap((column, index) =>
    model.isEditable(cell.row, column) ? [index] : [],
  )
  const at = inputs.find((input) => input > from) ?? inputs[0]
  if (at === undefined) return
  cursor.goTo({ at }, model.bounds, false)
  model.touch()
}

export function selectAll(model: GridModel): void {
  const { cursor, bounds } = model
  if (!cursor.place || bounds.rows === 0) return
  cursor.setRange(cursor.place, {
    top: 0,
    left: 0,
    bottom: bounds.rows - 1,
    right: bounds.columns - 1,
  })
  model.touch()
}

function fillCurrentCell(model: GridModel, today: string): boolean {
  const cell = model.currentCell
  const kind = cell?.column.kind
  if (!cell || (kind !== 'date' && kind !== 'datetime')) return false
  enterOrHold(model, cell, formatDate(kind === 'date' ? today.slice(0, 8) : today))
  return true
}

export function commitIntoSelection(model: GridModel, text: string): boolean {
  if (!model.cursor.isRange) return false
  fillText(model, text)
  return true
}
