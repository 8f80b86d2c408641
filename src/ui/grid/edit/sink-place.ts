import { isCovered, type CellBox, type Viewport } from '#ui/grid/draw/cell-geometry.ts'

/**
 * Where the sink lies. Only what changed is written, and nothing while the cell stays out of sight:
 * each write would have the browser work out styles anew in every frame of scrolling.
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

  /** There is no current cell, or nothing is shown. */
  hide(): void {
    this.#write('--cell-width', '1px')
  }

  #write(name: string, value: string): void {
    if (this.#written.get(name) === value) return
    this.#written.set(name, value)
    this.#element.style.setProperty(name, value)
  }
}
