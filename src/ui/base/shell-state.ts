import { proxy } from 'valtio'

const PINNED = 'wms.menu-pinned'

/** What the shell shows, apart from tabs and popups. */
export const shellState = proxy({
  paletteOpen: false,
  /** Text the palette starts with: `>` for commands. */
  paletteStart: '',
  menuPinned: localStorage.getItem(PINNED) !== 'N',
  /** The folded menu is out because the pointer or the keyboard is in it. */
  menuOut: false,
  warehouseOpen: false,
  /** An address no route matches is shown in place of the page. */
  notFound: false,
  /** The screen that was not found, where it is there and the user may not open it. */
  notGranted: '',
})

/** Pins the menu open or folds it; this machine remembers it for the next first paint. */
export function setPinned(pinned: boolean): void {
  shellState.menuPinned = pinned
  shellState.menuOut = false
  localStorage.setItem(PINNED, pinned ? 'Y' : 'N')
}

export function togglePinned(): void {
  setPinned(!shellState.menuPinned)
}
