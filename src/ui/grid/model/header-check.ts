import type { GridModel } from './grid-model.ts'

const DELAY_MS = 200

/**
 * The check box of the header: 200 ms after a press all enabled rows take what it says, so that a
 * double press ticks once and not twice. A key does not wait: what it acts on is ticked by then.
 */
export class HeaderCheck {
  #waiting: ReturnType<typeof setTimeout> | undefined

  press(model: GridModel): void {
    if (this.#waiting !== undefined) return
    const on = model.checkState() !== 'on'
    const set = (): void => {
      clearTimeout(this.#waiting)
      this.#waiting = undefined
      removeEventListener('keydown', set, true)
      model.checkAll(on)
    }
    addEventListener('keydown', set, true)
    this.#waiting = setTimeout(set, DELAY_MS)
  }
}
