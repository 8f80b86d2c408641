import { navigate } from 'wouter/use-browser-location'
import { shellState } from '#ui/base/shell-state.ts'
import { pressKeys } from '#ui/keys/press-keys.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { topPopup } from '#ui/windows/popup-stack.ts'

/**
 * Makes the browser's back and forward buttons close the active window, as Escape does, instead of
 * exchanging the page below it. The window belongs to that page, and its result would reach
 * another. Captures the event, because the router follows the address before any later listener. A
 * second call adds no second listener.
 */
export function keepPageBelowWindow(): void {
  window.addEventListener('popstate', closeActiveWindow, true)
}

function closeActiveWindow(): void {
  if (!topPopup() && !shellState.paletteOpen) return
  const { address } = activeTab()
  if (location.pathname + location.search === address) return
  navigate(address)
  const active = document.querySelector<HTMLElement>('[data-overlay]')
  if (!active?.contains(document.activeElement)) active?.focus()
  pressKeys('Escape')
}
