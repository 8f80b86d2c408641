import type { Announcer } from './announcer.ts'
import { editText } from '#ui/grid/columns/cell-input.ts'
import type { CodeOption, GridColumn } from '#ui/grid/columns/column.ts'
import type { ControllerOptions } from './controller-options.ts'
import type { GridFocus } from './grid-focus.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { InputSink } from './input-sink.ts'
import { OptionList } from './option-list.ts'

interface HelpHost {
  readonly model: GridModel
  readonly sink: InputSink
  readonly holder: GridFocus
  readonly announcer: Announcer
  readonly options: ControllerOptions
  place(): void
  focus(): void
}

/** Help for a cell (F4): the list of a select cell, or the value help of a lookup cell. */
export class CellHelp {
  readonly list: OptionList
  readonly #host: HelpHost
  #typed = false

  constructor(host: HelpHost, id: string) {
    this.#host = host
    this.list = new OptionList(`${id}-options`, (option) => this.#pick(option))
  }

  open(): boolean {
    const { model, options } = this.#host
    const cell = model.currentCell
    if (!cell || !model.isEditable(cell.row, cell.column)) return false
    const { row, column } = cell
    if (column.kind === 'select') return this.#openList(column)
    if ((column.kind !== 'lookup' && !column.listsCodes) || !options.onValueHelp) return false
    this.#requestValue(row, column)
    return true
  }

  filterByText(text: string): void {
    if (!this.list.isOpen) return
    this.list.narrow(text)
    this.#typed = true
    this.#host.holder.setActiveDescendant(this.list.activeId)
  }

  close(): void {
    this.list.close()
    this.#host.holder.openList(null)
  }

  key(event: KeyboardEvent): boolean {
    if (!this.list.isOpen || event.ctrlKey || event.metaKey) return false
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step === undefined) {
      // Enter or Tab takes the highlighted option; leaving the cell then commits it.
      const picked = this.list.getPicked
      const acceptsOption = event.key === 'Enter' || (event.key === 'Tab' && this.#typed)
      if (acceptsOption && picked) this.#host.sink.element.value = picked.CODE
      return false
    }
    this.list.step(step)
    this.#typed = true
    this.#host.holder.setActiveDescendant(this.list.activeId)
    return true
  }

  #requestValue(row: number, column: GridColumn): void {
    const { model, sink, announcer } = this.#host
    const id = model.rowId(row)
    const text = sink.mode === 'idle' ? cellText(model, row, column) : sink.text
    this.#host.options.onValueHelp?.({
      row,
      column,
      text,
      commit: (value, others = {}) => {
        sink.cancel()
        const now = model.viewRowOf(id)
        const before = model.text(now, column)
        model.transaction(() => {
          model.setCell(now, column.id, value)
          for (const [field, other] of Object.entries(others)) model.setCell(now, field, other)
        })
        announcer.recordEntry({ row: now, column }, before)
        this.#host.focus()
      },
    })
  }

  #openList(column: GridColumn): boolean {
    const { sink, holder } = this.#host
    if (this.list.isOpen) return true
    if (!sink.edit()) return false
    this.list.open(column.options ?? [], sink.text)
    this.#typed = false
    sink.element.select()
    holder.openList(this.list.element)
    holder.setActiveDescendant(this.list.activeId)
    this.#host.place()
    return true
  }

  #pick(option: CodeOption): void {
    this.#host.sink.setText(option.CODE)
    this.#host.sink.commit()
    this.#host.focus()
  }
}

/** Initial text of an edit: the rejected text if there is one, otherwise the value. */
export function cellText(model: GridModel, row: number, column: GridColumn): string {
  return model.rejection(row, column.id)?.text ?? editText(column, model.value(row, column.id))
}
