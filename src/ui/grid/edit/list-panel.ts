/** One line of a panel: texts side by side, and how far its bar reaches, from 0 to 1. */
export interface PanelLine {
  readonly cells: readonly string[]
  readonly share?: number | undefined
  readonly checked?: boolean | undefined
}

/**
 * A list over the grid that takes the keys while it is open. The focus stays in the sink, which
 * points at the current line; in screen-reader mode it is in the list itself.
 */
export class ListPanel {
  readonly element = document.createElement('div')
  readonly #heading = document.createElement('div')
  readonly list = document.createElement('ul')
  readonly #hint = document.createElement('div')
  #lines: readonly PanelLine[] = []
  #at = 0
  #key: (event: KeyboardEvent, at: number) => boolean = () => false

  /** Told the list when it opens, and null before it closes. */
  readonly #opens: (list: HTMLElement | null) => void

  constructor(id: string, opens: (list: HTMLElement | null) => void) {
    this.#opens = opens
    this.element.className = 'grid-panel'
    this.element.hidden = true
    this.#heading.className = 'grid-panel-heading'
    this.#hint.className = 'grid-panel-hint'
    this.list.id = id
    this.list.role = 'listbox'
    this.list.tabIndex = 0
    this.element.append(this.#heading, this.list, this.#hint)
    this.element.addEventListener('pointerdown', (event) => this.#pointed(event))
  }

  get isOpen(): boolean {
    return !this.element.hidden
  }

  /** What it lists and the keys it takes, in words. */
  get title(): string {
    return this.isOpen ? `${this.#heading.textContent}. ${this.#hint.textContent}` : ''
  }

  /** The line the keys are on, for `aria-activedescendant`. */
  get activeId(): string | null {
    return this.isOpen && this.#lines.length > 0 ? `${this.list.id}-${this.#at}` : null
  }

  /** That line in words. */
  get activeText(): string {
    const line = this.isOpen ? this.#lines[this.#at] : undefined
    return line ? line.cells.filter((cell) => cell !== '').join(', ') : ''
  }

  /** Opens with the keys that mean something to this list; arrows and Escape are its own. */
  open(
    texts: { readonly heading: string; readonly hint: string },
    lines: readonly PanelLine[],
    key: (event: KeyboardEvent, at: number) => boolean,
  ): void {
    this.element.hidden = false
    this.#heading.textContent = texts.heading
    this.list.ariaLabel = texts.heading
    this.#hint.textContent = texts.hint
    this.#key = key
    this.show(lines, 0)
    this.#opens(this.list)
  }

  /** Other lines in the same panel, with the keys on one of them. */
  show(lines: readonly PanelLine[], at: number): void {
    this.#lines = lines
    this.list.replaceChildren(...lines.map((line, place) => this.#line(line, place)))
    this.#point(at)
  }

  close(): void {
    if (!this.isOpen) return
    this.#opens(null)
    this.element.hidden = true
    this.list.replaceChildren()
  }

  /** True if the key was used: while the panel is open, all but those with Ctrl or Alt are. */
  key(event: KeyboardEvent): boolean {
    if (this.#key(event, this.#at)) return true
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 10,
      PageUp: -10,
      Home: -this.#lines.length,
      End: this.#lines.length,
    }
    const by = steps[event.key]
    if (by !== undefined) this.#point(this.#at + by)
    else if (event.key === 'Escape') this.close()
    else return !event.ctrlKey && !event.metaKey && !event.altKey && !/^F\d/.test(event.key)
    return true
  }

  #line({ cells, share, checked }: PanelLine, place: number): HTMLElement {
    const item = document.createElement('li')
    item.role = 'option'
    item.id = `${this.list.id}-${place}`
    item.dataset['at'] = String(place)
    if (share !== undefined) item.style.setProperty('--share', `${share * 100}%`)
    if (checked !== undefined) item.ariaChecked = String(checked)
    for (const text of cells) {
      const cell = document.createElement('span')
      cell.textContent = text
      item.append(cell)
    }
    return item
  }

  #point(at: number): void {
    this.list.children[this.#at]?.removeAttribute('aria-selected')
    this.#at = Math.max(0, Math.min(this.#lines.length - 1, at))
    const item = this.list.children[this.#at]
    item?.setAttribute('aria-selected', 'true')
    item?.scrollIntoView({ block: 'nearest' })
  }

  #pointed(event: PointerEvent): void {
    event.preventDefault()
    const item = event.target instanceof Element ? event.target.closest('li') : null
    if (!item) return
    this.#point(Number(item.dataset['at']))
    this.#key(new KeyboardEvent('keydown', { key: 'Enter' }), this.#at)
  }
}
