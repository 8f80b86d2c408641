import type { GridColumn } from '#ui/grid/columns/column.ts'
import { errorText, fillIn, gridTexts } from './grid-texts.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { singleCell, describeReplay } from './describe-replay.ts'
import type { Operation, Replay } from '#ui/grid/rows/undo.ts'

/** Without a delay, a held arrow key would read out every cell it passes. */
const QUIET_MS = 120

/**
 * Ways to read the new current cell: natively by the screen reader, or through this live region.
 */
type Reading = 'by itself' | 'said'

/** Announces in a polite live region what sighted users see in the current cell. */
export class Announcer {
  readonly element = document.createElement('div')
  readonly #model: GridModel
  #waiting = 0
  /**
   * Whether the pending text is announced here, because the screen reader does not read it itself.
   */
  #isAnnounceDue = false
  #known = ''
  #done = ''

  constructor(model: GridModel) {
    this.#model = model
    this.element.className = 'grid-live'
    this.element.ariaLive = 'polite'
  }

  cell(reading: Reading): void {
    this.silence()
    this.#isAnnounceDue = reading === 'said'
    // The screen reader reads the current content. Only a change before the delay ends is announced
    // here.
    if (!this.#isAnnounceDue) this.#known = this.#describeCurrentCell()
    this.#waiting = window.setTimeout(() => {
      this.#waiting = 0
      if (this.#isAnnounceDue) this.#known = this.#describeCurrentCell()
      const announcement = [this.#done, this.#isAnnounceDue && this.#known]
        .filter(Boolean)
        .join('. ')
      this.#done = ''
      this.#isAnnounceDue = false
      this.element.textContent = announcement
    }, QUIET_MS)
  }

  /** Announces the current cell again after a change, such as an undo or newly loaded rows. */
  announceChange(): void {
    if (this.#isAnnounceDue || this.#model.editing !== null) return
    const sentence = this.#describeCurrentCell()
    if (sentence === this.#known) return
    this.cell('said')
  }

  /** Records the new content of an edited cell. It is announced with the next current cell. */
  recordEntry(at: { row: number; column: GridColumn }, before: string): void {
    const value = this.#model.text(at.row, at.column)
    if (value === before) return
    const values = { column: at.column.title, value: value === '' ? gridTexts().emptyCell : value }
    this.#done = fillIn(gridTexts().entered, values)
  }

  /** Announces an undo or redo. A change in the current cell is announced as its new text. */
  announceReplay(how: Replay, operations: readonly Operation[], isFocused: boolean): void {
    const cell = singleCell(operations)
    const { current } = this.#model
    const isHere =
      cell !== null &&
      current?.column === cell.column &&
      this.#model.viewRowOf(cell.id) === current.row
    if (isHere && isFocused) return
    const announcement = describeReplay(this.#model, how, operations)
    if (!isFocused || operations.length === 0) return this.announce(announcement)
    this.#done = announcement
    this.cell('by itself')
  }

  announce(text: string): void {
    this.silence()
    this.#known = ''
    this.element.textContent = text
  }

  silence(): void {
    window.clearTimeout(this.#waiting)
    this.#waiting = 0
    this.#isAnnounceDue = false
  }

  #describeCurrentCell(): string {
    const cell = this.#model.currentCell
    if (!cell) return ''
    const { row, column } = cell
    const shown = this.#model.text(row, column)
    const value = shown === '·' ? '0' : shown
    const sentence = fillIn(gridTexts().announceCell, {
      row: row + 1,
      column: column.title,
      value: value === '' ? gridTexts().emptyCell : value,
    })
    return [sentence, rowFacts(this.#model, row, column)].filter(Boolean).join(', ')
  }
}

/**
 * State of a cell and its row that is otherwise shown only by colour or symbol: selected, changed,
 * invalid.
 */
export function rowFacts(model: GridModel, row: number, column: GridColumn): string {
  const flag = model.flag(row)
  const ticked = model.isChecked(row) && gridTexts().ticked
  return [
    groupFact(model, row),
    ticked,
    flag && gridTexts().flags[flag],
    errorAt(model, row, column),
  ]
    .filter(Boolean)
    .join(', ')
}

function groupFact(model: GridModel, row: number): string | undefined {
  const group = model.groupAt(row)
  const text = group?.isOpen === true ? gridTexts().groupOpen : gridTexts().groupClosed
  return group && fillIn(text, { count: group.end - group.start })
}

function errorAt(model: GridModel, row: number, column: GridColumn): string | null {
  const error = model.rejection(row, column.id)
  return error ? errorText(error) : (model.rowError(row) ?? null)
}

export function currentError(model: GridModel): string | null {
  const cell = model.currentCell
  return cell && errorAt(model, cell.row, cell.column)
}
