import { proxy } from 'valtio'
import { t } from '#ui/base/language.ts'
import { shellState } from '#ui/base/shell-state.ts'
import { label } from '#kernel/label.ts'

/** An action of a screen that is not granted. */
export interface MissingRight {
  readonly MENU_ID: string
  readonly ACTION: string
}

/** What was refused last for want of a right; it can be asked for. */
export const refused = proxy<{ right: MissingRight | undefined }>({ right: undefined })
let keyOfAsking = (): string => ''

/** What was refused last, else the look at the screen whose address is open without the right to it. */
export function missingRight(): MissingRight | undefined {
  const { notGranted: MENU_ID } = shellState
  return refused.right ?? (MENU_ID === '' ? undefined : { MENU_ID, ACTION: 'search' })
}

export function noteMissingRight(missing: MissingRight | undefined): void {
  refused.right = missing
}

/** How the key is called that asks for a right; set once at start-up. */
export function connectAsking(key: () => string): void {
  keyOfAsking = key
}

/** Says under a refusal how to ask for what is missing. */
export function askingHint(): string {
  const key = keyOfAsking()
  return key === '' ? '' : `\n${t(label(`권한 요청: ${key}`, `Request permission: ${key}`))}`
}
