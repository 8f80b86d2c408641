import { isCovered, type CellBox, type Viewport } from '#ui/grid/draw/cell-geometry.ts'

/**
 * Position of the sink. Writes only changed values, and none while the cell remains out of view:
 * each write makes the browser recalculate styles in every scroll frame.
 */
export class SinkPlace {
  readonly #element: HTMLElement
  readonly #written = new Map<string, string>()
  #isCovered = false

  constructor(element: HTMLElement) {
    this.#element = element
  }

  put(view: Viewport, box: CellBox, align: 'left' | 'right'): void {
    const covered = isCovered(view, box)
    const stays = covered && this.#isCovered
    this.#isCovered = covered
    this.#write('--cell-width', `${box.width}px`)
    if (this.#element.dataset['align'] !== align) this.#element.dataset['align'] = align
    if (stays) return
    this.#write('--cell-left', `${box.x}px`)
    this.#write('--cell-top', `${box.y}px`)
    this.#write('--cell-room', `${Math.max(box.width, view.clientWidth - box.x)}px`)
    this.#element.dataset['covered'] = String(covered)
  }

  hide(): void {
    this.#write('--cell-width', '1px')
  }

  #write(name: string, value: string): void {
    if (this.#written.get(name) === value) return
    this.#written.set(name, value)
    this.#element.style.setProperty(name, value)
  }
}
