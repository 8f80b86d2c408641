import { proxy, ref, useSnapshot } from 'valtio'
import { label, type Label } from '#kernel/label.ts'
import type { MenuScreen } from '#ui/tabs/menu-screen.ts'
import { call } from './api.ts'
import type { MenuResponse, MenuItem, MenuMapEntry } from './wire.ts'

interface MenuState {
  tree: readonly MenuItem[]
  map: Readonly<Record<string, MenuMapEntry>>
  favourites: readonly MenuItem[]
  popups: Readonly<Record<string, MenuItem>>
}

const none: MenuState = { tree: [], map: {}, favourites: [], popups: {} }
/** Stored as a plain `ref`, because tracking three hundred entries is unnecessary. */
const store = proxy<{ menu: MenuState }>({ menu: ref({ ...none }) })

function setState(part: Partial<MenuState>): void {
  store.menu = ref({ ...store.menu, ...part })
}

export function setMenu(response: MenuResponse): void {
  setState({ tree: response.menuHierarchyList, map: response.menuMap, popups: response.popupMap })
  setFavourites(response.myMenuList)
}

/** Clears the flag of every menu, then sets it for each listed one (spec §4). */
function setFavourites(favourites: readonly MenuItem[]): void {
  const map = Object.fromEntries(
    Object.entries(store.menu.map).map(([abbr, entry]) => [abbr, { ...entry, isFavorite: false }]),
  )
  for (const { MENU_ABBR: abbr } of favourites) {
    if (map[abbr]) map[abbr] = { ...map[abbr], isFavorite: true }
  }
  setState({ favourites, map })
}

export function clearMenu(): void {
  setState(none)
}

export function useMenu(): MenuState {
  return useSnapshot(store).menu as MenuState
}

export function currentMenu(): MenuState {
  return store.menu
}

export function menuItemTitle(item: Pick<MenuItem, 'MENU_NM' | 'MENU_NM_EN'>): Label {
  return label(item.MENU_NM, item.MENU_NM_EN || item.MENU_NM)
}

function toScreen(abbr: string, entry: MenuMapEntry): MenuScreen {
  const { MENU_ID: route, MENU_PATH: path, actions } = entry
  return { abbr, route, path, title: menuItemTitle(entry), actions }
}

export function screenByAbbr(abbr: string): MenuScreen | undefined {
  const entry = Object.hasOwn(store.menu.map, abbr) ? store.menu.map[abbr] : undefined
  return entry && toScreen(abbr, entry)
}

const named = new WeakMap<MenuState['map'], ReadonlyMap<string, MenuScreen>>()

function screensByName(map: MenuState['map']): ReadonlyMap<string, MenuScreen> {
  const known = named.get(map)
  if (known) return known
  const screens = new Map<string, MenuScreen>()
  for (const [abbr, entry] of Object.entries(map)) {
    for (const name of [entry.MENU_ID, abbr, entry.MENU_PATH]) {
      if (!screens.has(name)) screens.set(name, toScreen(abbr, entry))
    }
  }
  named.set(map, screens)
  return screens
}

/**
 * Finds a screen by route name (`InventoryMove`), abbreviation or path. Called on every key press.
 */
export function findScreen(name: string): MenuScreen | undefined {
  return screensByName(store.menu.map).get(name)
}

export function allScreens(): MenuScreen[] {
  return Object.entries(store.menu.map).map(([abbr, entry]) => toScreen(abbr, entry))
}

export function breadcrumbs(abbr: string): Label[] {
  const walk = (items: readonly MenuItem[], trail: Label[]): Label[] | undefined => {
    for (const item of items) {
      if (item.MENU_ABBR === abbr && item.MENU_PATH) return trail
      const deeper = walk(item.children, [...trail, menuItemTitle(item)])
      if (deeper) return deeper
    }
    return undefined
  }
  return walk(store.menu.tree, []) ?? []
}

export function popupTitle(route: string): Label | undefined {
  const item = Object.hasOwn(store.menu.popups, route) ? store.menu.popups[route] : undefined
  return item && menuItemTitle(item)
}

export function isFavourite({ map }: Pick<MenuState, 'map'>, abbr: string): boolean {
  return Object.hasOwn(map, abbr) && map[abbr]?.isFavorite === true
}

interface FavouritesAnswer {
  readonly message?: string
  readonly data: { readonly myMenuList: readonly MenuItem[]; readonly isFavorite?: boolean }
}

/** Adds or removes a favourite. Throws CallError. */
export async function toggleFavourite(route: string): Promise<FavouritesAnswer> {
  const response = await call<FavouritesAnswer>(
    '/api/registMyMenu',
    { MENU_ID: route },
    { quiet: true },
  )
  setFavourites(response.data.myMenuList)
  return response
}

/** Saves the favourites in a new order. Omitted ones are removed. Throws CallError. */
export async function saveFavourites(items: readonly MenuItem[]): Promise<string> {
  const response = await call<FavouritesAnswer>('/api/reorderMyMenu', items)
  setFavourites(response.data.myMenuList)
  return response.message ?? ''
}
