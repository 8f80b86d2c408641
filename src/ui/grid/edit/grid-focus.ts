import type { InputSink } from './input-sink.ts'

/**
 * Controls which element of a grid has the focus: the sink, the table in screen-reader mode, or a
 * list over it.
 */
export class GridFocus {
  reader = false
  readonly #sink: InputSink
  readonly #table: HTMLElement
  #list: HTMLElement | null = null

  constructor(sink: InputSink, table: HTMLElement) {
    this.#sink = sink
    this.#table = table
  }

  get hasFocus(): boolean {
    const here = this.#table.ownerDocument.activeElement
    return this.#sink.focused || here === this.#table || (here !== null && here === this.#list)
  }

  /**
   * In screen-reader mode the table has the focus and the screen reader reads its current cell
   * natively.
   */
  get reading(): 'by itself' | 'said' {
    return this.reader ? 'by itself' : 'said'
  }

  /** The text field carries the grid's name while idle and the cell's name during an edit. */
  name(text: string): void {
    if (this.#sink.element.ariaLabel !== text) this.#sink.element.ariaLabel = text
  }

  take(): void {
    if (!this.reader || this.#sink.mode !== 'idle') this.#sink.focus()
    else (this.#list ?? this.#table).focus({ preventScroll: true })
    // In a low window the page scrolls. The grid itself scrolls to its current cell.
    const grid = this.#table.closest('.grid-root')
    if (grid && grid.getBoundingClientRect().bottom > window.innerHeight) {
      grid.scrollIntoView({ block: 'nearest' })
    }
    this.scrollPage()
  }

  /** Scrolls a page that is larger than the window to the current cell. */
  scrollPage(): void {
    const box = this.#table.closest('.grid-root')?.getBoundingClientRect()
    if (!box || !this.hasFocus) return
    const isCut =
      Math.min(box.left, box.top) < 0 || box.right > innerWidth || box.bottom > innerHeight
    if (isCut) this.#sink.element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  /**
   * Assigns the keys to a list, or back to the grid if null. The sink is the list's combobox. In
   * screen-reader mode the idle list has the focus, because a table cannot point into it.
   */
  openList(list: HTMLElement | null): void {
    if (list === this.#list) return
    const { element } = this.#sink
    const hadFocus = this.hasFocus
    this.#list = list
    element.setAttribute('aria-controls', (list ?? this.#table).id)
    element.role = list && 'combobox'
    element.ariaExpanded = list && 'true'
    if (this.reader && hadFocus) this.take()
  }

  setReader(isReader: boolean): void {
    const movesFocus = isReader !== this.reader && this.hasFocus && this.#sink.mode === 'idle'
    this.reader = isReader
    this.#table.tabIndex = isReader ? 0 : -1
    this.#sink.element.tabIndex = isReader ? -1 : 0
    this.#hideIdleSink()
    if (movesFocus) this.take()
  }

  /** Edits happen in the sink, the only element that accepts text. */
  handleEditStart(): void {
    this.#sink.element.removeAttribute('aria-hidden')
    if (this.reader) this.#sink.focus()
  }

  handleEditEnd(): void {
    if (this.reader && this.#sink.focused) this.take()
    this.#hideIdleSink()
  }

  /** An idle sink would appear to screen readers as a second, empty element with the same name. */
  #hideIdleSink(): void {
    const { element, mode } = this.#sink
    if (this.reader && mode === 'idle') element.ariaHidden = 'true'
    else element.removeAttribute('aria-hidden')
  }

  setActiveDescendant(active: string | null): void {
    for (const element of [this.#sink.element, this.#list ?? this.#table]) {
      if (active === null) element.removeAttribute('aria-activedescendant')
      else element.setAttribute('aria-activedescendant', active)
    }
  }
}
