import { Listeners } from './listeners.ts'

const listeners = new Listeners()
let on = false

/** Hears the mode being switched; returns unsubscribe. */
export const onReaderMode = listeners.add

/** Whether grids give the focus to their table, for those who work with a screen reader. */
export function readerMode(): boolean {
  return on
}

export function setReaderMode(next: boolean): void {
  if (on === next) return
  on = next
  listeners.call()
}
