/**
 * List of lines over the grid with a current line. It never has the keyboard itself: the focused
 * element refers to the current line by `aria-activedescendant`.
 */
export abstract class LineList<Line> {
  readonly element: HTMLElement
  readonly list = document.createElement('ul')
  protected lines: readonly Line[] = []
  protected at = 0

  constructor(id: string, around?: HTMLElement) {
    this.list.id = id
    this.list.role = 'listbox'
    this.element = around ?? this.list
    this.element.hidden = true
    this.element.addEventListener('pointerdown', (event) => {
      event.preventDefault()
      const item = event.target instanceof Element ? event.target.closest('li') : null
      if (item) this.press([...this.list.children].indexOf(item))
    })
  }

  get isOpen(): boolean {
    return !this.element.hidden
  }

  get activeId(): string | null {
    return this.isOpen && this.lines.length > 0 ? `${this.list.id}-${this.at}` : null
  }

  show(lines: readonly Line[], at: number): void {
    this.lines = lines
    this.list.replaceChildren(
      ...lines.map((line, place) => {
        const item = document.createElement('li')
        item.role = 'option'
        item.id = `${this.list.id}-${place}`
        item.ariaSelected = 'false'
        this.draw(item, line)
        return item
      }),
    )
    this.point(at)
  }

  protected point(at: number): void {
    this.list.children[this.at]?.setAttribute('aria-selected', 'false')
    this.at = Math.max(0, Math.min(this.lines.length - 1, at))
    const item = this.list.children[this.at]
    item?.setAttribute('aria-selected', 'true')
    item?.scrollIntoView({ block: 'nearest' })
  }

  protected abstract draw(item: HTMLElement, line: Line): void

  protected abstract press(at: number): void
}
