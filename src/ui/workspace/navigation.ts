import { navigate } from 'wouter/use-browser-location'
import { showPopupPage } from './active-popup.tsx'
import { isBuilt } from '#ui/remote/screens.ts'
import { checkAddress, readAddress } from '#ui/tabs/address.ts'
import { call } from '#ui/remote/api.ts'
import { popupPages } from '#ui/popups/popup-types.ts'
import { clearDraft } from '#ui/remote/drafts.ts'
import { clearFocus } from '#ui/tabs/focus.ts'
import { allScreens, findScreen, screenByAbbr } from '#ui/remote/menu.ts'
import type { MenuScreen } from '#ui/tabs/menu-screen.ts'
import { bufferKeysForPage, openWindow } from '#ui/keys/loading-keys.ts'
import { findPage } from '#ui/tabs/page-registry.ts'
import { addRecent } from '#ui/remote/recent.ts'
import { currentSession } from '#ui/remote/session.ts'
import { shellState } from '#ui/base/shell-state.ts'
import {
  activateTab,
  activeTab,
  closeTab,
  openAddress,
  openTab,
  type Args,
  type Tab,
} from '#ui/tabs/tabs.ts'

function recordVisit(screen: MenuScreen): void {
  addRecent('screens', currentSession().user?.userId ?? '', screen.route)
  // Visit logging must not disturb the user.
  call('/api/insertVisitLog', { MENU_ID: screen.route }, { isBackground: true }).catch(
    () => undefined,
  )
}

export function goToTab(tab: Tab): void {
  // Choosing a tab leaves the menu. If the user moves to the menu later, the focus stays there.
  const here = document.activeElement
  if (here instanceof HTMLElement && here.closest('[data-zone=menu]')) here.blur()
  activateTab(tab.key)
  shellState.notFound = false
  shellState.menuOut = false
  if (location.pathname + location.search !== tab.address) navigate(tab.address)
}

function bufferKeysForTab(tab: Tab): void {
  if (tab.screen && isBuilt(tab.screen.route) && !findPage(tab.key)) bufferKeysForPage(tab.key)
}

/** Opens a screen. Menu, palette, favourites, links and other screens all use this function. */
export function openScreen(screen: MenuScreen, args?: Args, copy = false): void {
  const before = activeTab().key
  const tab = openTab(screen, args, copy)
  if (tab.key !== before) recordVisit(screen)
  goToTab(tab)
  bufferKeysForTab(tab)
}

export function dropTab(key: string): void {
  clearFocus(key)
  void clearDraft(key)
  goToTab(closeTab(key))
}

export function showMyInfo(): Promise<void> {
  return openWindow(import('#ui/popups/my-info.tsx'), (window) => window.openMyInfo())
}

const routeFromPath = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const isPopup = (route: string): boolean => Object.hasOwn(popupPages, route)

/** Whether the screen or popup exists but is not in the user's menu. */
function isWithheld(path: string): boolean {
  const route = routeFromPath(path)
  return (isBuilt(route) || isPopup(route)) && !findScreen(route)
}

/** Shows a dialog over the active page (spec §2). Dialogs have no tab. */
function showDialogAt(route: string, args: Args): void {
  navigate('/', { replace: true })
  queueMicrotask(() => {
    if (route === 'ChangeMe') void showMyInfo()
    else showPopupPage(route, args)
  })
}

export function followAddress(pathname: string, search: string): void {
  const address = readAddress(pathname, search)
  const verdict = checkAddress(address, {
    pathOf: (mid) => screenByAbbr(mid)?.path,
    exists: (path) => allScreens().some((screen) => screen.path === path),
    isWithheld,
  })
  const route = routeFromPath(address.path)
  if (verdict === 'not-granted' && isPopup(route)) return showDialogAt(route, address.args)
  shellState.notFound = verdict === 'not-found' || verdict === 'not-granted'
  shellState.notGranted = verdict === 'not-granted' ? route : ''
  if (verdict === 'to-root') navigate('/', { replace: true })
  if (verdict === 'home') activateTab('home')
  const screen = address.mid === undefined ? undefined : screenByAbbr(address.mid)
  if (verdict !== 'open' || !screen) return
  if (route === 'ChangeMe' || isPopup(route)) return showDialogAt(route, address.args)
  if (activeTab().address === pathname + search) return
  const before = activeTab().key
  const tab = openAddress(screen, address.copy, address.args)
  if (tab.key !== before) recordVisit(screen)
  bufferKeysForTab(tab)
  if (tab.address !== pathname + search) navigate(tab.address, { replace: true })
}
