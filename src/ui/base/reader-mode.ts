import { Listeners } from './listeners.ts'

const listeners = new Listeners()
let isOn = false

export const onReaderMode = listeners.add

/** Whether grids move the focus to their table, for screen reader users. */
export function isReaderMode(): boolean {
  return isOn
}

export function setReaderMode(next: boolean): void {
  if (isOn === next) return
  isOn = next
  listeners.call()
}
