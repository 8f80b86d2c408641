import type { Command } from '#kernel/command.ts'
import { isGranted } from '#kernel/operation.ts'
import { parseWhen, type When } from '#kernel/when.ts'
import { findScreen, popupTitle } from '#ui/remote/menu.ts'
import type { MissingRight } from '#ui/remote/missing-right.ts'

export function isPermitted(needs: string): boolean {
  const [route = '', action, name] = needs.split(':')
  const screen = findScreen(route)
  if (action === undefined) return screen !== undefined || popupTitle(route) !== undefined
  return screen !== undefined && isGranted(screen.actions, name ? { action, name } : action)
}

/** The permission without which a command works on no page. */
export function missingPermission({
  needs,
  when = 'always',
}: Pick<Command, 'needs' | 'when'>): MissingRight | undefined {
  const all = [needs ?? []].flat()
  if (!all[0] || all.some(isPermitted)) return missingScreen(parseWhen(when))
  const [MENU_ID = '', ACTION = 'search'] = all[0].split(':')
  return { MENU_ID, ACTION }
}

/** Screen or action that a condition requires and the user lacks. */
function missingScreen(when: When): MissingRight | undefined {
  if (when.op === 'or') {
    const missing = when.any.map(missingScreen)
    return missing.includes(undefined) ? undefined : missing[0]
  }
  const all = when.op === 'and' ? when.all : [when]
  const MENU_ID = all.flatMap((clause) =>
    clause.op === 'equals' && clause.key === 'screen' ? clause.value : [],
  )[0]
  if (MENU_ID === undefined)
    return all.length > 1 ? all.map(missingScreen).find(Boolean) : undefined
  const actions = findScreen(MENU_ID)?.actions
  if (!actions) return { MENU_ID, ACTION: 'search' }
  const ACTION = all
    .flatMap((clause) =>
      clause.op === 'key' && clause.key.startsWith('can.') ? clause.key.slice(4) : [],
    )
    .find((action) => !isGranted(actions, action))
  return ACTION === undefined ? undefined : { MENU_ID, ACTION }
}
