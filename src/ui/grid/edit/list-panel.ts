import { LineList } from './line-list.ts'

export interface PanelLine {
  readonly cells: readonly string[]
  readonly share?: number | undefined
  readonly checked?: boolean | undefined
}

/** Content of a panel. The panel handles arrow keys, Escape, and Enter, which closes it. */
export interface Sheet {
  readonly heading: string
  readonly hint: string
  readonly lines: () => readonly PanelLine[]
  readonly start?: number
  /**
   * Handles a key on a line. Returns the next current line, or undefined if the key has no meaning.
   */
  readonly key: (event: KeyboardEvent, at: number) => number | undefined
  readonly take?: (at: number) => void
}

/**
 * List over the grid that receives the keys while it is open. The focus remains in the sink, which
 * points at the current line. In screen-reader mode the list has the focus.
 */
export class ListPanel extends LineList<PanelLine> {
  readonly #heading = document.createElement('div')
  readonly #hint = document.createElement('div')
  readonly #onToggle: (list: HTMLElement | null) => void
  #sheet: Sheet | undefined

  constructor(id: string, opens: (list: HTMLElement | null) => void) {
    super(id, document.createElement('div'))
    this.#onToggle = opens
    this.element.className = 'grid-panel'
    this.#heading.className = 'grid-panel-heading'
    this.#hint.className = 'grid-panel-hint'
    this.list.tabIndex = 0
    this.element.append(this.#heading, this.list, this.#hint)
  }

  get title(): string {
    return this.isOpen ? `${this.#heading.textContent}. ${this.#hint.textContent}` : ''
  }

  get activeText(): string {
    const line = this.isOpen ? this.lines[this.at] : undefined
    return line ? line.cells.filter((cell) => cell !== '').join(', ') : ''
  }

  open(sheet: Sheet): void {
    this.element.hidden = false
    this.#heading.textContent = sheet.heading
    this.list.ariaLabel = sheet.heading
    this.#hint.textContent = sheet.hint
    this.#sheet = sheet
    this.show(sheet.lines(), sheet.start ?? 0)
    this.#onToggle(this.list)
  }

  close(): void {
    if (!this.isOpen) return
    this.#onToggle(null)
    this.element.hidden = true
    this.list.replaceChildren()
  }

  /** True if the key was used. An open panel uses all keys without Ctrl or Alt. */
  key(event: KeyboardEvent): boolean {
    const place = event.key === 'Enter' ? undefined : this.#sheet?.key(event, this.at)
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 10,
      PageUp: -10,
      Home: -this.lines.length,
      End: this.lines.length,
    }
    const by = steps[event.key]
    if (place !== undefined) this.show(this.#sheet?.lines() ?? [], place)
    else if (event.key === 'Enter') this.#enter()
    else if (by !== undefined) this.point(this.at + by)
    else if (event.key === 'Escape') this.close()
    else return !event.ctrlKey && !event.metaKey && !event.altKey && !/^F\d/.test(event.key)
    return true
  }

  #enter(): void {
    const take = this.#sheet?.take
    // An empty list remains open.
    if (take && this.lines.length === 0) return
    this.close()
    take?.(this.at)
  }

  protected override draw(item: HTMLElement, { cells, share, checked }: PanelLine): void {
    if (share !== undefined) item.style.setProperty('--share', `${share * 100}%`)
    if (checked !== undefined) item.ariaChecked = String(checked)
    for (const text of cells) {
      const cell = document.createElement('span')
      cell.textContent = text
      item.append(cell)
    }
  }

  protected override press(at: number): void {
    this.point(at)
    this.#enter()
  }
}
