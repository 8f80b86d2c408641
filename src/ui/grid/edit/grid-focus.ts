import type { InputSink } from './input-sink.ts'

/**
 * Which element of a grid has the keyboard: the sink, or in screen-reader mode the table, or a list
 * over it.
 */
export class GridFocus {
  reader = false
  readonly #sink: InputSink
  readonly #table: HTMLElement
  /** The list that is open over the grid. */
  #list: HTMLElement | null = null

  constructor(sink: InputSink, table: HTMLElement) {
    this.#sink = sink
    this.#table = table
  }

  /** Whether the keyboard is in this grid. */
  get isHeld(): boolean {
    const here = this.#table.ownerDocument.activeElement
    return this.#sink.focused || here === this.#table || (here !== null && here === this.#list)
  }

  /** A screen reader reads the current cell of a table that has the focus by itself. */
  get reading(): 'by itself' | 'said' {
    return this.reader ? 'by itself' : 'said'
  }

  /** The text field is that of the grid while nothing is typed, and of a cell while it is edited. */
  name(text: string): void {
    if (this.#sink.element.ariaLabel !== text) this.#sink.element.ariaLabel = text
  }

  take(): void {
    if (!this.reader || this.#sink.mode !== 'idle') this.#sink.focus()
    else (this.#list ?? this.#table).focus({ preventScroll: true })
    // A low window scrolls as a whole; the grid scrolls to its current cell by itself.
    const grid = this.#table.closest('.grid-root')
    if (grid && grid.getBoundingClientRect().bottom > window.innerHeight) {
      grid.scrollIntoView({ block: 'nearest' })
    }
  }

  /**
   * A list takes the keys, or none does any more. The sink is its combobox; where nothing is edited
   * in screen-reader mode the list has the focus, as a table cannot point into it.
   */
  openList(list: HTMLElement | null): void {
    if (list === this.#list) return
    const { element } = this.#sink
    const wasHeld = this.isHeld
    this.#list = list
    element.setAttribute('aria-controls', (list ?? this.#table).id)
    element.role = list && 'combobox'
    element.ariaExpanded = list && 'true'
    if (this.reader && wasHeld) this.take()
  }

  setReader(reader: boolean): void {
    const moves = reader !== this.reader && this.isHeld && this.#sink.mode === 'idle'
    this.reader = reader
    this.#table.tabIndex = reader ? 0 : -1
    this.#sink.element.tabIndex = reader ? -1 : 0
    this.#hideIdleSink()
    if (moves) this.take()
  }

  /** A cell is edited in the sink, which is the only one that takes text. */
  editBegins(): void {
    this.#sink.element.removeAttribute('aria-hidden')
    if (this.reader) this.#sink.focus()
  }

  editEnds(): void {
    if (this.reader && this.#sink.focused) this.take()
    this.#hideIdleSink()
  }

  /** Beside the table it would be a second thing of the same name, with nothing in it. */
  #hideIdleSink(): void {
    const { element, mode } = this.#sink
    if (this.reader && mode === 'idle') element.ariaHidden = 'true'
    else element.removeAttribute('aria-hidden')
  }

  /** The current cell, or the current line of a list, to assistive technology. */
  pointAt(active: string | null): void {
    for (const element of [this.#sink.element, this.#list ?? this.#table]) {
      if (active === null) element.removeAttribute('aria-activedescendant')
      else element.setAttribute('aria-activedescendant', active)
    }
  }
}
