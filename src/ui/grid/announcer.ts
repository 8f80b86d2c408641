import { faultText, fillIn, type GridTexts } from './grid-texts.ts'
import type { GridModel } from './grid-model.ts'

/** Arrow keys held down would otherwise read out every cell on the way. */
const REST_MS = 120

/** Says in a polite live region what a sighted user sees in the current cell. */
export class Announcer {
  readonly element = document.createElement('div')
  readonly #model: GridModel
  #waiting = 0

  constructor(model: GridModel) {
    this.#model = model
    this.element.className = 'grid-live'
    this.element.ariaLive = 'polite'
  }

  /** Says the current cell, once things have come to rest. */
  cell(texts: GridTexts): void {
    this.silence()
    this.#waiting = window.setTimeout(() => {
      this.element.textContent = this.#sentence(texts)
    }, REST_MS)
  }

  /** Says something at once, instead of the cell. */
  say(text: string): void {
    this.silence()
    this.element.textContent = text
  }

  silence(): void {
    window.clearTimeout(this.#waiting)
  }

  #sentence(texts: GridTexts): string {
    const place = this.#model.cursor.place
    const column = place && this.#model.drawn[place.at]
    if (!place || !column) return ''
    const shown = this.#model.text(place.row, column)
    const value = shown === '·' ? '0' : shown
    const sentence = fillIn(texts.announceCell, {
      row: place.row + 1,
      column: column.title,
      value: value === '' ? texts.emptyCell : value,
    })
    const flag = this.#model.flag(place.row)
    const standing = standingFault(this.#model, texts)
    return [sentence, flag && texts.flags[flag], standing].filter(Boolean).join(', ')
  }
}

/** What is wrong with the current cell, or else with its row. */
export function standingFault(model: GridModel, texts: GridTexts): string | null {
  const place = model.cursor.place
  const column = place && model.drawn[place.at]
  if (!place || !column) return null
  const fault = model.fault(place.row, column.id)
  return fault ? faultText(fault, texts) : (model.rowError(place.row) ?? null)
}
