import { navigate } from 'wouter/use-browser-location'
import { shellState } from '#ui/base/shell-state.ts'
import { pressKeys } from '#ui/keys/press-keys.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { topPopup } from '#ui/windows/popup-stack.ts'

/**
 * Makes the browser's back and forward buttons close the window in front, as Escape does, instead
 * of exchanging the page below it. The window belongs to that page, and its result would reach
 * another. Captures the event, because the router follows the address before any later listener.
 */
export function keepPageBelowWindow(): () => void {
  const stopping = new AbortController()
  window.addEventListener('popstate', closeFrontWindow, { capture: true, signal: stopping.signal })
  return () => stopping.abort()
}

function closeFrontWindow(): void {
  if (!topPopup() && !shellState.paletteOpen) return
  const { address } = activeTab()
  if (location.pathname + location.search === address) return
  navigate(address)
  const front = document.querySelector<HTMLElement>('[data-overlay]')
  if (!front?.contains(document.activeElement)) front?.focus()
  pressKeys('Escape')
}
