import type { ContextValues } from '#kernel/context-keys.ts'
import { isRestored } from '#ui/remote/drafts.ts'
import { isCommandModeOn } from '#ui/keys/command-mode.ts'
import { typedCount } from '#ui/keys/command-count.ts'
import { keyProfile } from '#ui/keys/key-settings.ts'
import { canUndo } from '#ui/tabs/last-action.ts'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { currentSession, isImpersonating } from '#ui/remote/session.ts'
import { missingRight } from '#ui/remote/missing-right.ts'
import { loadedScreen } from '#ui/remote/screens.ts'
import { keyboardTarget, findZone } from '#ui/tabs/focus.ts'
import { findPage, type PageRegistration } from '#ui/tabs/page-registry.ts'
import { shellState } from '#ui/base/shell-state.ts'
import { activeTab, findOpener } from '#ui/tabs/tabs.ts'

const SINGLE_KEYS = 'wms.single-keys'

/** Single-character shortcuts can be switched off (WCAG 2.2, 2.1.4). */
export function areSingleKeysEnabled(): boolean {
  return localStorage.getItem(SINGLE_KEYS) !== 'N'
}

export function setSingleKeys(isOn: boolean): void {
  localStorage.setItem(SINGLE_KEYS, isOn ? 'Y' : 'N')
}

function zoneContext(): ContextValues {
  const zone = findZone(keyboardTarget())
  if (zone === 'lines') return { zone: 'grid', grid: true, detail: true }
  return { zone, grid: zone === 'grid', form: zone === 'form' }
}

export function currentContext(): ContextValues {
  const tab = activeTab()
  const page = findPage(tab.key)
  const popup = topPopup()
  const own = page?.context() ?? {}
  const table = page?.currentTable()
  const route = tab.screen?.route ?? ''
  const zone = zoneContext()
  return {
    ...zone,
    ...own,
    commandMode: isCommandMode({ ...zone, ...own }),
    screen: route,
    ...screenContext(route),
    ...offerContext(page),
    counting: typedCount() !== '',
    optionNumbers: keyProfile().options !== undefined,
    singleKeys: areSingleKeysEnabled(),
    pageInFront: popup === undefined && !shellState.paletteOpen,
    seesAs: isImpersonating(),
    forPartner: currentSession().user?.forPartner === true,
    lacksRight: missingRight() !== undefined && !isImpersonating(),
    dialogOpen: popup?.kind === 'message',
    popupOpen: popup?.kind === 'popup',
    paletteOpen: shellState.paletteOpen,
    dirty: page?.isDirty() ?? false,
    undoable: canUndo(tab.key) && !page?.isDirty(),
    restored: isRestored(tab.key),
    opened: findOpener(tab.key) !== undefined,
    ...(table ? { [`row.${table}`]: true } : {}),
    ...permissionContext(tab.screen?.actions ?? [], page !== undefined, own),
  }
}

function screenContext(route: string): ContextValues {
  const screen = loadedScreen(route)
  return {
    acts: screen?.acts !== undefined || screen?.station !== undefined,
    station: screen?.station !== undefined,
    documentForm: screen?.form !== undefined,
  }
}

function offerContext(page: PageRegistration | undefined): ContextValues {
  const names = page ? Object.entries(page.offers()) : []
  return Object.fromEntries(names.map(([id]) => [`offers.${id}`, true]))
}

/**
 * Letters are commands on cards and in read-only grids. In editable grids they are if the user has
 * enabled it.
 */
function isCommandMode(facts: ContextValues): boolean {
  const isIdle = facts['grid'] === true && facts['editing'] !== true
  return isIdle && (facts['editable'] !== true || facts['cards'] === true || isCommandModeOn())
}

/**
 * Granted actions that the page uses; a page that lists none uses all. A grant for a single
 * operation (`save:area/name`) counts for its action.
 */
function permissionContext(
  granted: readonly string[],
  isOpen: boolean,
  own: ContextValues,
): ContextValues {
  if (!isOpen) return {}
  return Object.fromEntries(
    granted.map((grant) => {
      const [action = ''] = grant.split(':')
      return [`can.${action}`, own[`can.${action}`] !== false]
    }),
  )
}
