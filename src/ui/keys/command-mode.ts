import { Listeners } from '#ui/base/listeners.ts'

const listeners = new Listeners()
let on = false

export function isCommandModeOn(): boolean {
  return on
}

export function setCommandMode(next: boolean): void {
  if (on === next) return
  on = next
  listeners.call()
}

export const onCommandMode = listeners.add
