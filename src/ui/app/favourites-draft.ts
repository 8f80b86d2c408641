import { proxy, ref, useSnapshot } from 'valtio'
import { currentMenu, saveFavourites } from './menu.ts'
import type { MenuItem } from './wire.ts'

type Items = readonly MenuItem[]

/** The favourites being edited; undefined in view mode. Folding the menu hides it and keeps it. */
const state = proxy<{ items: Items | undefined }>({ items: undefined })

export function useFavouritesDraft(): Items | undefined {
  return useSnapshot(state).items as Items | undefined
}

/** Edit mode begins with the favourites as they are. */
export function editFavourites(): void {
  state.items ??= ref([...currentMenu().favourites])
}

export function changeDraft(items: Items): void {
  if (state.items) state.items = ref([...items])
}

/** Leaves edit mode; the list before it stands. */
export function undoFavourites(): void {
  state.items = undefined
}

/** Sends the new order and leaves edit mode. Answers the server's message. Throws CallError. */
export async function saveDraft(): Promise<string> {
  if (!state.items) return ''
  const message = await saveFavourites(state.items)
  state.items = undefined
  return message
}

/** A star pressed while editing counts in the draft too, or saving would take it back. */
export function noteToggled(route: string, isFavorite: boolean): void {
  if (!state.items) return
  const others = state.items.filter((item) => item.MENU_ID !== route)
  const added = currentMenu().favourites.filter((item) => item.MENU_ID === route)
  state.items = ref(isFavorite ? [...others, ...added] : others)
}

/** The list with the item at one place moved to another. */
export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** Only one favourite opens by itself: marking one unmarks the others. */
export function withInitial(items: Items, id: string): Items {
  return items.map((item) => {
    const marked = item.MENU_ID === id && item.INIT_YN !== 'Y'
    return { ...item, INIT_YN: marked ? 'Y' : 'N' }
  })
}
