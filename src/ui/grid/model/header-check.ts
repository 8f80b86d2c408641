import type { GridModel } from './grid-model.ts'

const DELAY_MS = 200

/**
 * The header check box. Applies its state to all enabled rows 200 ms after a press, which makes a
 * double click count once. A key press applies it immediately, because the key acts on the checked
 * rows.
 */
export class HeaderCheck {
  #waiting: ReturnType<typeof setTimeout> | undefined

  press(model: GridModel): void {
    if (this.#waiting !== undefined) return
    const isChecking = model.checkState() !== 'on'
    const set = (): void => {
      clearTimeout(this.#waiting)
      this.#waiting = undefined
      removeEventListener('keydown', set, true)
      model.checkAll(isChecking)
    }
    addEventListener('keydown', set, true)
    this.#waiting = setTimeout(set, DELAY_MS)
  }
}
