import { proxy } from 'valtio'

const PINNED_KEY = 'wms.menu-pinned'

export const shellState = proxy({
  paletteOpen: false,
  paletteStart: '',
  menuPinned: localStorage.getItem(PINNED_KEY) !== 'N',
  /** The collapsed menu is open because the pointer or the focus is in it. */
  menuOut: false,
  warehouseOpen: false,
  /** The address matches no route. Shown instead of the page. */
  notFound: false,
  /** Name of an existing screen that the user has no permission to open. */
  notGranted: '',
})

export function setPinned(isPinned: boolean): void {
  shellState.menuPinned = isPinned
  shellState.menuOut = false
  localStorage.setItem(PINNED_KEY, isPinned ? 'Y' : 'N')
}

export function togglePinned(): void {
  setPinned(!shellState.menuPinned)
}
