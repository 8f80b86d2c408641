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

  take(): void {
    if (this.reader && this.#sink.mode === 'idle') this.#table.focus({ preventScroll: true })
    else this.#sink.focus()
  }

  setReader(reader: boolean): void {
    const moves = reader !== this.reader && this.isHeld && this.#sink.mode === 'idle'
    this.reader = reader
    this.#table.tabIndex = reader ? 0 : -1
    this.#sink.element.tabIndex = reader ? -1 : 0
    if (moves) this.take()
  }

  /** A cell is edited in the sink, which is the only one that takes text. */
  editBegins(): void {
    if (this.reader) this.#sink.focus()
  }

  editEnds(): void {
    if (this.reader && this.#sink.focused) this.take()
  }

  /** The current cell, or the current line of a list, to assistive technology. */
  pointAt(active: string | null): void {
    for (const element of [this.#sink.element, this.#table]) {
      if (active === null) element.removeAttribute('aria-activedescendant')
      else element.setAttribute('aria-activedescendant', active)
    }
  }
}
