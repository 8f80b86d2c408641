import { proxy } from 'valtio'
import { t } from '#ui/base/language.ts'
import { shellState } from '#ui/base/shell-state.ts'
import { label } from '#kernel/label.ts'

export interface MissingRight {
  readonly MENU_ID: string
  readonly ACTION: string
}

export const missingRightState = proxy<{ right: MissingRight | undefined }>({ right: undefined })
let requestKey = (): string => ''

/**
 * The most recent missing permission, or the `search` permission of a screen whose URL was opened
 * without it.
 */
export function missingRight(): MissingRight | undefined {
  const { notGranted: MENU_ID } = shellState
  return missingRightState.right ?? (MENU_ID === '' ? undefined : { MENU_ID, ACTION: 'search' })
}

export function recordMissingRight(missing: MissingRight | undefined): void {
  missingRightState.right = missing
}

export function provideRequestKey(key: () => string): void {
  requestKey = key
}

export function requestHint(): string {
  const key = requestKey()
  return key === '' ? '' : `\n${t(label(`권한 요청: ${key}`, `Request permission: ${key}`))}`
}
