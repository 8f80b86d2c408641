import { Listeners } from './listeners.ts'

const listeners = new Listeners()
let on = false

export const onReaderMode = listeners.add

/** Whether grids move the focus to their table, for screen reader users. */
export function isReaderMode(): boolean {
  return on
}

export function setReaderMode(next: boolean): void {
  if (on === next) return
  on = next
  listeners.call()
}
