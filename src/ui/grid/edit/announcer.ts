import type { GridColumn } from '#ui/grid/columns/column.ts'
import { faultText, fillIn, type GridTexts } from './grid-texts.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { onlyCell, replayInWords } from './replay-words.ts'
import type { Operation, Replay } from '#ui/grid/rows/undo.ts'

/** Arrow keys held down would otherwise read out every cell on the way. */
const REST_MS = 120

/** How the cell the cursor comes to is read: by the screen reader itself, or by this region. */
type Reading = 'by itself' | 'said'

/** Says in a polite live region what a sighted user sees in the current cell. */
export class Announcer {
  readonly element = document.createElement('div')
  readonly #model: GridModel
  #waiting = 0
  /** The pending sentence is for this region; the screen reader does not read it. */
  #willSay = false
  /** What there is to know of the current cell, as it was said or read last. */
  #known = ''
  /** What was done on the way to the cell, said before it. */
  #done = ''

  constructor(model: GridModel) {
    this.#model = model
    this.element.className = 'grid-live'
    this.element.ariaLive = 'polite'
  }

  /** The cursor came to another cell: it is said once things have come to rest. */
  cell(texts: GridTexts, reading: Reading): void {
    this.silence()
    this.#willSay = reading === 'said'
    // The screen reader reads the cell as it is now. If it changes before the rest, that is said.
    if (!this.#willSay) this.#known = this.#sentence(texts)
    this.#waiting = window.setTimeout(() => {
      this.#waiting = 0
      if (this.#willSay) this.#known = this.#sentence(texts)
      const said = [this.#done, this.#willSay && this.#known].filter(Boolean).join('. ')
      this.#done = ''
      this.#willSay = false
      this.element.textContent = said
    }, REST_MS)
  }

  /** Something changed under the cursor, as by an undo or by rows that came: the cell is said anew. */
  changed(texts: GridTexts): void {
    if (this.#willSay || this.#model.editing !== null) return
    const sentence = this.#sentence(texts)
    if (sentence === this.#known) return
    this.cell(texts, 'said')
  }

  /** A cell took a text; what it holds now is said with the cell that the cursor goes to. */
  entered(at: { row: number; column: GridColumn }, before: string, texts: GridTexts): void {
    const value = this.#model.text(at.row, at.column)
    if (value === before) return
    const said = { column: at.column.title, value: value === '' ? texts.emptyCell : value }
    this.#done = fillIn(texts.entered, said)
  }

  /** A step was taken back or done again. What happens in the current cell is said as its new text. */
  replayed(how: Replay, played: readonly Operation[], texts: GridTexts, focused: boolean): void {
    const cell = onlyCell(played)
    const { current } = this.#model
    const isHere =
      cell !== null &&
      current?.column === cell.column &&
      this.#model.viewRowOf(cell.id) === current.row
    if (isHere && focused) return
    const said = replayInWords(this.#model, how, played, texts)
    if (!focused || played.length === 0) return this.say(said)
    this.#done = said
    this.cell(texts, 'by itself')
  }

  /** Says something at once, instead of the cell. */
  say(text: string): void {
    this.silence()
    this.#known = ''
    this.element.textContent = text
  }

  silence(): void {
    window.clearTimeout(this.#waiting)
    this.#waiting = 0
    this.#willSay = false
  }

  #sentence(texts: GridTexts): string {
    const cell = this.#model.currentCell
    if (!cell) return ''
    const { row, column } = cell
    const shown = this.#model.text(row, column)
    const value = shown === '·' ? '0' : shown
    const sentence = fillIn(texts.announceCell, {
      row: row + 1,
      column: column.title,
      value: value === '' ? texts.emptyCell : value,
    })
    return [sentence, rowFacts(this.#model, row, column, texts)].filter(Boolean).join(', ')
  }
}

/** What of a cell and its row is shown by colour and sign: ticked, changed, wrong. */
export function rowFacts(
  model: GridModel,
  row: number,
  column: GridColumn,
  texts: GridTexts,
): string {
  const flag = model.flag(row)
  const ticked = model.isChecked(row) && texts.ticked
  return [
    groupFact(model, row, texts),
    ticked,
    flag && texts.flags[flag],
    faultAt(model, row, column, texts),
  ]
    .filter(Boolean)
    .join(', ')
}

function groupFact(model: GridModel, row: number, texts: GridTexts): string | undefined {
  const group = model.groupAt(row)
  const text = group?.isOpen === true ? texts.groupOpen : texts.groupClosed
  return group && fillIn(text, { count: group.end - group.start })
}

function faultAt(
  model: GridModel,
  row: number,
  column: GridColumn,
  texts: GridTexts,
): string | null {
  const fault = model.fault(row, column.id)
  return fault ? faultText(fault, texts) : (model.rowError(row) ?? null)
}

/** What is wrong with the current cell, or else with its row. */
export function standingFault(model: GridModel, texts: GridTexts): string | null {
  const cell = model.currentCell
  return cell && faultAt(model, cell.row, cell.column, texts)
}
