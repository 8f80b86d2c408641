import { Listeners } from '#ui/base/listeners.ts'

const listeners = new Listeners()
let on = false

/** Whether letters typed in an editable grid are commands; in read-only grids they always are. */
export function commandModeOn(): boolean {
  return on
}

export function setCommandMode(next: boolean): void {
  if (on === next) return
  on = next
  listeners.call()
}

export const onCommandMode = listeners.add
