import { currentError } from './announcer.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { Place } from '#ui/grid/rows/selection.ts'

/**
 * Message below the current cell: why text is rejected, validation errors, or a number that does
 * not fit.
 */
export class CellMessage {
  readonly element = document.createElement('div')
  readonly #model: GridModel
  #error: string | null = null
  #meaning: string | null = null
  #fullText: string | null = null
  #notice: { text: string; at: Place | null; shown: string; isCalm: boolean } | null = null

  constructor(model: GridModel, id: string) {
    this.#model = model
    this.element.className = 'grid-fault'
    this.element.id = id
    this.element.hidden = true
  }

  setError(message: string | null): void {
    this.#error = message
  }

  setMeaning(meaning: string | null): void {
    this.#meaning = meaning
  }

  setFullText(text: string | null): void {
    this.#fullText = text
  }

  showNotice(text: string, isCalm = false): void {
    this.#notice = { text, at: this.#model.cursor.head, shown: this.#cellText(), isCalm }
  }

  /** A notice refers to one cell and its value. It disappears when either changes. */
  get hasNotice(): boolean {
    const notice = this.#notice
    const isHere = notice !== null && notice.at === this.#model.cursor.head
    return isHere && notice.shown === this.#cellText()
  }

  #cellText(): string {
    const cell = this.#model.currentCell
    return cell ? this.#model.text(cell.row, cell.column) : ''
  }

  get notice(): string {
    return this.hasNotice ? (this.#notice?.text ?? '') : ''
  }

  dismiss(): void {
    this.#notice = null
  }

  hide(): void {
    this.element.hidden = true
  }

  update(isFocused: boolean): void {
    const notice = this.hasNotice ? this.notice : null
    const currentFault = this.#model.editing === null ? currentError(this.#model) : null
    const meaning = this.#model.editing === null ? this.#fullText : this.#meaning
    const message = notice ?? this.#error ?? currentFault ?? meaning
    const isCalm = notice === null ? message === meaning : this.#notice?.isCalm === true
    this.element.classList.toggle('is-meaning', message !== null && isCalm)
    this.element.hidden = message === null || !isFocused
    if (this.element.textContent !== (message ?? '')) this.element.textContent = message ?? ''
  }
}
