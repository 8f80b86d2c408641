import type { InputSink } from './input-sink.ts'

/** Which element of a grid has the keyboard: the sink, or in screen-reader mode the table. */
export class GridFocus {
  reader = false
  readonly #sink: InputSink
  readonly #table: HTMLElement

  constructor(sink: InputSink, table: HTMLElement) {
    this.#sink = sink
    this.#table = table
  }

  /** Whether the keyboard is in this grid. */
  get isHeld(): boolean {
    return this.#sink.focused || this.#table.ownerDocument.activeElement === this.#table
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
    if (this.reader && this.#sink.mode === 'idle') this.#table.focus({ preventScroll: true })
    else this.#sink.focus()
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
    for (const element of [this.#sink.element, this.#table]) {
      if (active === null) element.removeAttribute('aria-activedescendant')
      else element.setAttribute('aria-activedescendant', active)
    }
  }
}
