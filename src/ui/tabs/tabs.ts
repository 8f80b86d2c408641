import { proxy, ref, useSnapshot } from 'valtio'
import { label, type Label } from '#kernel/label.ts'
import { writeAddress } from './address.ts'
import type { MenuScreen } from './menu-screen.ts'

export type Args = Readonly<Record<string, string>>

/** An open page. Its key lives as long as the tab; its address may be shown in the browser. */
export interface Tab {
  readonly key: string
  readonly address: string
  readonly title: Label
  /** The screen behind it; none for Home. */
  readonly screen: MenuScreen | undefined
  /** 0 for the first tab of a screen, n for `/copyN`. */
  readonly copy: number
  /** Arguments to deliver; a new object for every delivery. */
  readonly args: Args | undefined
  /** Key of the tab that opened it with arguments. */
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
  /** Tabs shown at least once; the others are not drawn until they are. */
  shown: readonly string[]
}

const state = proxy<TabState>({ tabs: ref([home]), active: home.key, shown: ref([home.key]) })

export { state as watchedTabs }

export function useTabs(): TabState {
  return useSnapshot(state) as TabState
}

/** The tabs outside React. */
export function currentTabs(): Readonly<TabState> {
  return state
}

export function activeTab(): Tab {
  return state.tabs.find((tab) => tab.key === state.active) ?? home
}

/** Screens as the menu knows them now; one that is no longer granted stays open with no rights. */
export function refreshTabs(find: (abbr: string) => MenuScreen | undefined): void {
  state.tabs = ref(
    state.tabs.map((tab) => {
      if (!tab.screen) return tab
      return { ...tab, screen: find(tab.screen.abbr) ?? { ...tab.screen, actions: [] } }
    }),
  )
}

/** Puts a tab in front. Tells nobody: the address bar is the caller's part. */
export function activateTab(key: string): void {
  if (!state.tabs.some((tab) => tab.key === key)) return
  state.active = key
  if (!state.shown.includes(key)) state.shown = ref([...state.shown, key])
}

function keyOf(screen: MenuScreen, copy: number): string {
  return copy > 0 ? `${screen.abbr}/${copy}` : screen.abbr
}

/** The first tab of a screen, else any copy of it. */
function tabOf(screen: MenuScreen): Tab | undefined {
  return state.tabs.find((tab) => tab.screen?.abbr === screen.abbr)
}

function addTab(screen: MenuScreen, copy: number, args: Args | undefined, shownArgs: Args): Tab {
  const address = writeAddress({ path: screen.path, copy, mid: screen.abbr, args: shownArgs })
  const tab: Tab = {
    key: keyOf(screen, copy),
    address,
    title: screen.title,
    screen,
    copy,
    args: args && ref({ ...args }),
  }
  state.tabs = ref([...state.tabs, tab])
  return tab
}

function freeCopy(screen: MenuScreen): number {
  const taken = state.tabs.filter((tab) => tab.screen?.abbr === screen.abbr)
  if (taken.length === 0) return 0
  return Math.max(...taken.map((tab) => tab.copy)) + 1
}

/**
 * Opens a screen, or goes to its tab; arguments are delivered once. `copy` opens another tab beside
 * the one there is. Returns the tab in front.
 */
export function openTab(screen: MenuScreen, args?: Args, copy = false): Tab {
  const opener = state.active
  const open = copy ? undefined : tabOf(screen)
  const tab = open ?? addTab(screen, freeCopy(screen), args, {})
  activateTab(tab.key)
  if (!args) return tab
  const from = opener === tab.key ? tab.from : opener
  const delivered = { ...tab, from, args: ref({ ...args }) }
  state.tabs = ref(state.tabs.map((each) => (each.key === tab.key ? delivered : each)))
  return delivered
}

/** The tab that opened a tab with arguments, while it is open. */
export function openerOf(key: string): Tab | undefined {
  const from = state.tabs.find((tab) => tab.key === key)?.from
  return state.tabs.find((tab) => tab.key === from)
}

/**
 * The tab of an address the user came by (link, back button, reload). The same screen under another
 * address, while its tab is open, becomes a numbered copy (spec §2).
 */
export function openAddress(screen: MenuScreen, copy: number, args: Args, show = true): Tab {
  const written = writeAddress({ path: screen.path, copy, mid: screen.abbr, args })
  const same = state.tabs.find((tab) => tab.address === written)
  if (same) {
    if (show) activateTab(same.key)
    return same
  }
  const number = state.tabs.some((tab) => tab.key === keyOf(screen, copy)) ? freeCopy(screen) : copy
  const tab = addTab(screen, number, Object.keys(args).length > 0 ? args : undefined, args)
  if (show) activateTab(tab.key)
  return tab
}

/** The page has taken its arguments: they are not delivered again, whatever draws it anew. */
export function discardArguments(key: string): void {
  if (!state.tabs.some((tab) => tab.key === key && tab.args)) return
  state.tabs = ref(state.tabs.map((tab) => (tab.key === key ? { ...tab, args: undefined } : tab)))
}

/** Closes a tab; Home stays. Returns the tab now in front: the neighbour on the right, else left. */
export function closeTab(key: string): Tab {
  const index = state.tabs.findIndex((tab) => tab.key === key)
  if (index <= 0) return activeTab()
  const left = state.tabs.filter((tab) => tab.key !== key)
  state.tabs = ref(left)
  state.shown = ref(state.shown.filter((shown) => shown !== key))
  if (state.active === key) activateTab((left[index] ?? left.at(-1) ?? home).key)
  return activeTab()
}

/** Closes everything but Home, as when the warehouse changes. */
export function closeAllTabs(): void {
  state.tabs = ref([home])
  state.shown = ref([home.key])
  state.active = home.key
}

/** The neighbour of the active tab, going round. */
export function neighbourTab(step: 1 | -1): Tab {
  const index = state.tabs.findIndex((tab) => tab.key === state.active)
  return state.tabs.at((index + step) % state.tabs.length) ?? home
}
