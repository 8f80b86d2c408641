import { Listeners } from '#ui/base/listeners.ts'

const listeners = new Listeners()
let isOn = false

export function isCommandModeOn(): boolean {
  return isOn
}

export function setCommandMode(next: boolean): void {
  if (isOn === next) return
  isOn = next
  listeners.call()
}

export const onCommandMode = listeners.add
