import { proxy, ref, useSnapshot } from 'valtio'
import { currentMenu, saveFavourites } from './menu.ts'
import { currentSession } from './session.ts'
import type { MenuItem } from './wire.ts'

type Items = readonly MenuItem[]

/**
 * Favourites being edited, or undefined in view mode. Collapsing the menu does not discard them.
 */
const state = proxy<{ items: Items | undefined }>({ items: undefined })

/** Edits of this window, kept across a reload with the list they started from. */
const STORED = 'wms.favourites'

interface StoredDraft {
  readonly user: string
  readonly items: readonly Pick<MenuItem, 'MENU_ID' | 'INIT_YN'>[]
  readonly before: readonly string[]
}

let before: readonly string[] = []

function setDraft(items: Items | undefined): void {
  state.items = items && ref([...items])
  if (!items) return sessionStorage.removeItem(STORED)
  const stored: StoredDraft = {
    user: currentSession().user?.userId ?? '',
    items: items.map(({ MENU_ID, INIT_YN }) => ({ MENU_ID, INIT_YN })),
    before,
  }
  return sessionStorage.setItem(STORED, JSON.stringify(stored))
}

/** Restores edits after a reload. New favourites are appended, removed ones are dropped. */
export function restoreFavourites(): void {
  const stored = JSON.parse(sessionStorage.getItem(STORED) ?? 'null') as StoredDraft | null
  if (!stored || stored.user !== currentSession().user?.userId) return
  const { favourites } = currentMenu()
  const ordered = stored.items.flatMap(({ MENU_ID, INIT_YN }) => {
    const known = favourites.find((item) => item.MENU_ID === MENU_ID)
    return known ? [{ ...known, INIT_YN }] : []
  })
  const since = favourites.filter(({ MENU_ID }) => !stored.before.includes(MENU_ID))
  const added = since.filter(({ MENU_ID }) => !ordered.some((item) => item.MENU_ID === MENU_ID))
  before = [...stored.before, ...added.map(({ MENU_ID }) => MENU_ID)]
  setDraft([...ordered, ...added])
}

export function useFavouritesDraft(): Items | undefined {
  return useSnapshot(state).items as Items | undefined
}

export function editFavourites(): void {
  if (state.items) return
  const { favourites } = currentMenu()
  before = favourites.map(({ MENU_ID }) => MENU_ID)
  setDraft(favourites)
}

export function changeDraft(items: Items): void {
  if (state.items) setDraft(items)
}

export function undoFavourites(): void {
  setDraft(undefined)
}

/** Saves the new order and leaves edit mode. Returns the server's message. Throws CallError. */
export async function saveDraft(): Promise<string> {
  if (!state.items) return ''
  const message = await saveFavourites(state.items)
  setDraft(undefined)
  return message
}

/** Applies a toggled favourite to the draft. Otherwise saving the draft would undo it. */
export function applyToggle(route: string, isFavorite: boolean): void {
  if (!state.items) return
  const others = state.items.filter((item) => item.MENU_ID !== route)
  const added = currentMenu().favourites.filter((item) => item.MENU_ID === route)
  before = isFavorite ? [...before, route] : before.filter((id) => id !== route)
  setDraft(isFavorite ? [...others, ...added] : others)
}
