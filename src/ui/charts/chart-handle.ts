import { findMarkByText, moveCursor, type ChartStep } from './chart-cursor.ts'
import type { ChartData, ChartPlace } from './chart-data.ts'
import type { Scene } from './scene.ts'

export interface ChartActions {
  readonly drill?: (() => void) | undefined
  readonly select?: (() => void) | undefined
  readonly compare?: (() => Promise<void>) | undefined
}

export type ChartHandle = Pick<DrawnChart, 'focus' | 'hasFocus' | 'step' | 'goTo' | 'picture'>

interface Drawn {
  readonly data: ChartData
  readonly place: ChartPlace
  readonly scene: Scene
  readonly move: (to: ChartPlace) => void
}

/** Stable handle to the current rendering of a chart. */
export class DrawnChart {
  #element: HTMLElement | null = null
  #drawn: Drawn | undefined

  drawnIn(element: HTMLElement | null): void {
    this.#element = element
  }

  show(drawn: Drawn): void {
    this.#drawn = drawn
  }

  focus(): void {
    this.#element?.focus()
  }

  hasFocus(): boolean {
    return this.#element !== null && this.#element === document.activeElement
  }

  step(step: ChartStep): void {
    const drawn = this.#drawn
    if (drawn) drawn.move(moveCursor(drawn.data, drawn.place, step))
  }

  goTo(text: string): boolean {
    const drawn = this.#drawn
    if (!drawn) return false
    const mark = findMarkByText(drawn.data, text, drawn.place.series)
    if (mark >= 0) drawn.move({ ...drawn.place, mark })
    return mark >= 0
  }

  picture() {
    const [drawn, element] = [this.#drawn, this.#element]
    return drawn && element ? { element, scene: drawn.scene, title: drawn.data.title } : undefined
  }
}
