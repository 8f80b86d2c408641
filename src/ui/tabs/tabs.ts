import { proxy, ref, useSnapshot } from 'valtio'
import { label, type Label } from '#kernel/label.ts'
import { writeAddress } from './address.ts'
import type { MenuScreen } from './menu-screen.ts'

export type Args = Readonly<Record<string, string>>

/** An open page. The key is stable for the lifetime of the tab. */
export interface Tab {
  readonly key: string
  readonly address: string
  readonly title: Label
  /** Undefined for Home. */
  readonly screen: MenuScreen | undefined
  /** 0 for the first tab of a screen, n for `/copyN`. */
  readonly copy: number
  /** Arguments to deliver. Every delivery is a new object. */
  readonly args: Args | undefined
  readonly from?: string | undefined
}

const home: Tab = {
  key: 'home',
  address: '/',
  title: label('Home', 'Home'),
  screen: undefined,
  copy: 0,
  args: undefined,
}

interface TabState {
  tabs: readonly Tab[]
  active: string
  /** Tabs shown at least once. Other tabs are not rendered yet. */
  shown: readonly string[]
}

const state = proxy<TabState>({ tabs: ref([home]), active: home.key, shown: ref([home.key]) })

export { state as watchedTabs }

export function useTabs(): TabState {
  return useSnapshot(state) as TabState
}

export function currentTabs(): Readonly<TabState> {
  return state
}

export function activeTab(): Tab {
  return state.tabs.find((tab) => tab.key === state.active) ?? home
}

/**
 * Updates the screens from the reloaded menu. A screen no longer granted stays open without
 * permissions.
 */
export function refreshTabs(find: (abbr: string) => MenuScreen | undefined): void {
  state.tabs = ref(
    state.tabs.map((tab) => {
      if (!tab.screen) return tab
      return { ...tab, screen: find(tab.screen.abbr) ?? { ...tab.screen, actions: [] } }
    }),
  )
}

/** Activates a tab. The caller updates the address bar. */
export function activateTab(key: string): void {
  if (!state.tabs.some((tab) => tab.key === key)) return
  state.active = key
  if (!state.shown.includes(key)) state.shown = ref([...state.shown, key])
}

function tabKey(screen: MenuScreen, copy: number): string {
  return copy > 0 ? `${screen.abbr}/${copy}` : screen.abbr
}

function findTab(screen: MenuScreen): Tab | undefined {
  return state.tabs.find((tab) => tab.screen?.abbr === screen.abbr)
}

function addTab(screen: MenuScreen, copy: number, args: Args | undefined, shownArgs: Args): Tab {
  const address = writeAddress({ path: screen.path, copy, mid: screen.abbr, args: shownArgs })
  const tab: Tab = {
    key: tabKey(screen, copy),
    address,
    title: screen.title,
    screen,
    copy,
    args: args && ref({ ...args }),
  }
  state.tabs = ref([...state.tabs, tab])
  return tab
}

function nextCopyNumber(screen: MenuScreen): number {
  const taken = state.tabs.filter((tab) => tab.screen?.abbr === screen.abbr)
  if (taken.length === 0) return 0
  return Math.max(...taken.map((tab) => tab.copy)) + 1
}

/**
 * Opens a screen or activates its tab, delivering the arguments once. `copy` always opens another
 * tab. Returns the tab.
 */
export function openTab(screen: MenuScreen, args?: Args, copy = false): Tab {
  const opener = state.active
  const open = copy ? undefined : findTab(screen)
  const tab = open ?? addTab(screen, nextCopyNumber(screen), args, {})
  activateTab(tab.key)
  if (!args) return tab
  const from = opener === tab.key ? tab.from : opener
  const updated = { ...tab, from, args: ref({ ...args }) }
  state.tabs = ref(state.tabs.map((other) => (other.key === tab.key ? updated : other)))
  return updated
}

export function findOpener(key: string): Tab | undefined {
  const from = state.tabs.find((tab) => tab.key === key)?.from
  return state.tabs.find((tab) => tab.key === from)
}

/**
 * Opens the tab of an address from a link, the back button or a reload. If the screen is already
 * open with another address, opens a numbered copy (spec §2).
 */
export function openAddress(screen: MenuScreen, copy: number, args: Args, isShown = true): Tab {
  const written = writeAddress({ path: screen.path, copy, mid: screen.abbr, args })
  const same = state.tabs.find((tab) => tab.address === written)
  if (same) {
    if (isShown) activateTab(same.key)
    return same
  }
  const number = state.tabs.some((tab) => tab.key === tabKey(screen, copy))
    ? nextCopyNumber(screen)
    : copy
  const tab = addTab(screen, number, Object.keys(args).length > 0 ? args : undefined, args)
  if (isShown) activateTab(tab.key)
  return tab
}

/**
 * Clears the arguments once the page has read them, to prevent a second delivery on a re-render.
 */
export function discardArguments(key: string): void {
  if (!state.tabs.some((tab) => tab.key === key && tab.args)) return
  state.tabs = ref(state.tabs.map((tab) => (tab.key === key ? { ...tab, args: undefined } : tab)))
}

/**
 * Closes a tab other than Home. Returns the new active tab, the right neighbour or otherwise the
 * left.
 */
export function closeTab(key: string): Tab {
  const index = state.tabs.findIndex((tab) => tab.key === key)
  if (index <= 0) return activeTab()
  const left = state.tabs.filter((tab) => tab.key !== key)
  state.tabs = ref(left)
  state.shown = ref(state.shown.filter((shown) => shown !== key))
  if (state.active === key) activateTab((left[index] ?? left.at(-1) ?? home).key)
  return activeTab()
}

export function closeAllTabs(): void {
  state.tabs = ref([home])
  state.shown = ref([home.key])
  state.active = home.key
}

export function neighbourTab(step: 1 | -1): Tab {
  const index = state.tabs.findIndex((tab) => tab.key === state.active)
  return state.tabs.at((index + step) % state.tabs.length) ?? home
}
