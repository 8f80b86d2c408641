import type { CodeOption } from '#ui/grid/columns/column.ts'

/** The list under a select cell. Focus stays in the sink; the list only shows and points. */
export class OptionList {
  readonly element: HTMLUListElement
  readonly #pick: (option: CodeOption) => void
  #options: readonly CodeOption[] = []
  #shown: readonly CodeOption[] = []
  #at = 0

  constructor(id: string, pick: (option: CodeOption) => void) {
    this.#pick = pick
    this.element = document.createElement('ul')
    this.element.className = 'grid-options'
    this.element.id = id
    this.element.role = 'listbox'
    this.element.hidden = true
    this.element.addEventListener('pointerdown', (event) => this.#pointed(event))
  }

  get isOpen(): boolean {
    return !this.element.hidden
  }

  get picked(): CodeOption | undefined {
    return this.isOpen ? this.#shown[this.#at] : undefined
  }

  /** The element the pointer is on, for `aria-activedescendant`. */
  get activeId(): string | null {
    return this.isOpen && this.#shown.length > 0 ? `${this.element.id}-${this.#at}` : null
  }

  open(options: readonly CodeOption[], current: string): void {
    this.#options = options
    this.element.hidden = false
    this.#show(options)
    this.#at = Math.max(
      0,
      options.findIndex((option) => option.CODE === current || option.NAME === current),
    )
    this.#point()
  }

  close(): void {
    this.element.hidden = true
  }

  /** Narrows to the options whose code or name holds the text. */
  narrow(text: string): void {
    const wanted = text.normalize('NFC').trim().toLowerCase()
    this.#show(
      this.#options.filter((option) =>
        `${option.CODE} ${option.NAME.normalize('NFC')}`.toLowerCase().includes(wanted),
      ),
    )
    this.#at = 0
    this.#point()
  }

  step(by: number): void {
    this.#at = Math.max(0, Math.min(this.#shown.length - 1, this.#at + by))
    this.#point()
  }

  #show(options: readonly CodeOption[]): void {
    this.#shown = options
    this.element.replaceChildren(
      ...options.map((option, at) => {
        const item = document.createElement('li')
        item.role = 'option'
        item.id = `${this.element.id}-${at}`
        item.dataset['at'] = String(at)
        const code = document.createElement('span')
        code.textContent = option.CODE
        item.append(code, option.NAME)
        return item
      }),
    )
  }

  #point(): void {
    for (const [at, item] of [...this.element.children].entries()) {
      item.setAttribute('aria-selected', String(at === this.#at))
      if (at === this.#at) item.scrollIntoView({ block: 'nearest' })
    }
  }

  #pointed(event: PointerEvent): void {
    event.preventDefault()
    const item = event.target instanceof Element ? event.target.closest('li') : null
    const option = this.#shown[Number(item?.dataset['at'] ?? -1)]
    if (option) this.#pick(option)
  }
}
