import type { CodeOption } from '#ui/grid/columns/column.ts'
import { LineList } from './line-list.ts'

export class OptionList extends LineList<CodeOption> {
  readonly #pick: (option: CodeOption) => void
  #options: readonly CodeOption[] = []

  constructor(id: string, pick: (option: CodeOption) => void) {
    super(id)
    this.#pick = pick
    this.list.className = 'grid-options'
  }

  get getPicked(): CodeOption | undefined {
    return this.isOpen ? this.lines[this.at] : undefined
  }

  open(options: readonly CodeOption[], current: string): void {
    this.#options = options
    this.element.hidden = false
    this.show(
      options,
      options.findIndex(({ CODE, NAME }) => CODE === current || NAME === current),
    )
  }

  close(): void {
    this.element.hidden = true
  }

  narrow(text: string): void {
    const wanted = text.normalize('NFC').trim().toLowerCase()
    const matchesText = ({ CODE, NAME }: CodeOption) =>
      `${CODE} ${NAME.normalize('NFC')}`.toLowerCase().includes(wanted)
    this.show(this.#options.filter(matchesText), 0)
  }

  step(by: number): void {
    this.point(this.at + by)
  }

  protected override draw(item: HTMLElement, { CODE, NAME }: CodeOption): void {
    const code = document.createElement('span')
    code.textContent = CODE
    item.append(code, NAME)
  }

  protected override press(at: number): void {
    const option = this.lines[at]
    if (option) this.#pick(option)
  }
}
