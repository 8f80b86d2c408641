import { activeTab } from './tabs.ts'
import { findPage } from './page-registry.ts'

const FOCUSABLE =
  'input:not([type=hidden]), select, textarea, button, a[href], [tabindex]:not([tabindex="-1"])'

export function focusableElements(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) =>
      !element.hasAttribute('disabled') &&
      element.tabIndex >= 0 &&
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[inert]') === null,
  )
}

const lastFocus = new Map<string, HTMLElement | SVGElement>()

export function findPanel(tabKey: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-panel="${CSS.escape(tabKey)}"]`)
}

function rememberFocus(event: FocusEvent): void {
  const target = event.target
  // Chart points are SVG elements.
  if (!(target instanceof HTMLElement) && !(target instanceof SVGElement)) return
  const panel = target.closest<HTMLElement>('[data-panel]')
  const key = panel?.dataset['panel']
  // A panel has the focus only until its page can take it, so do not remember it.
  if (key && target !== panel) lastFocus.set(key, target)
}

export function clearFocus(tabKey: string): void {
  lastFocus.delete(tabKey)
}

interface FocusWait {
  readonly focus: () => void
  wanted: { readonly focus: () => void; readonly place: Element | undefined } | undefined
}

let pendingFocus: FocusWait | undefined

/** Withholds the focus from an opening page until `releaseFocus`. `focus` focuses the placeholder. */
export function holdFocus(focus: () => void): void {
  pendingFocus = { focus, wanted: pendingFocus?.wanted }
}

/** Stops withholding the focus. Returns a function that focuses the target the page requested. */
export function releaseFocus(): () => void {
  const wanted = pendingFocus?.wanted
  pendingFocus = undefined
  return () => wanted?.focus()
}

/**
 * Focuses part of a page, deferred while a page is opening and keys are buffered for it. Until then
 * `keyboardTarget` returns `place`.
 */
export function focusWhenReady(focus: () => void, place?: Element): void {
  if (!pendingFocus) return focus()
  pendingFocus.wanted = { focus, place }
  pendingFocus.focus()
}

/**
 * Whether an element is outside the pages and handles its keys even while a page opens: palette,
 * popup, menu, tab bar or warehouse list.
 */
export function isOutsidePages(target: EventTarget | null): boolean {
  const outsidePage = '[data-overlay], [data-zone=menu], [data-zone=tabs], .warehouse'
  return target instanceof Element && target.closest(outsidePage) !== null
}

/**
 * Like `focusWhenReady`, for a part that has just loaded. If the user has moved outside the pages,
 * the focus stays there.
 */
export function focusUnlessMoved(focus: () => void, place?: Element): void {
  if (!isOutsidePages(document.activeElement)) focusWhenReady(focus, place)
  else if (pendingFocus) pendingFocus.wanted = { focus, place }
}

/** The focused element, or the one that gets the focus when the opening page takes it. */
export function keyboardTarget(): Element | null {
  return (pendingFocus ? pendingFocus.wanted?.place : undefined) ?? document.activeElement
}

/**
 * Focuses the active page: the last focused element, otherwise its search or grid, otherwise its
 * panel.
 */
export function focusPage(): void {
  if (pendingFocus) return pendingFocus.focus()
  // Pages outside the tabs, such as the login or "not found", mark their own focus target.
  const outside = [...document.querySelectorAll<HTMLElement>('[data-fallback-focus]')].find(
    (element) => element.checkVisibility({ visibilityProperty: true }),
  )
  if (outside) {
    const stops = focusableElements(outside)
    const wanted = stops.find((stop) => 'autofocus' in stop.dataset)
    const input = stops.find((stop) => stop instanceof HTMLInputElement)
    return (wanted ?? input ?? stops[0] ?? outside).focus()
  }
  const { key } = activeTab()
  const last = lastFocus.get(key)
  if (last?.isConnected) {
    last.focus({ preventScroll: true })
    if (document.activeElement === last) return
  }
  const handle = findPage(key)?.handle
  if (handle && (handle.focus('search') || handle.focus('grid'))) return
  const panel = findPanel(key)
  const first = panel && focusableElements(panel)[0]
  const place = first ?? panel
  place?.focus({ preventScroll: true })
}

/**
 * Focuses the autofocus element of a window, otherwise its first tab stop, otherwise the window.
 */
export function enterWindow(root: HTMLElement): void {
  const wanted = root.querySelector<HTMLElement>('[autofocus], [data-autofocus]')
  ;(
    wanted ??
    focusableElements(root).find((focusableElement) => !('chrome' in focusableElement.dataset)) ??
    root
  ).focus()
}

/** Focuses the topmost popup or the palette, otherwise the page. */
export function recoverFocus(): void {
  const inFront = [...document.querySelectorAll<HTMLElement>('[data-overlay]')].at(-1)
  if (inFront) enterWindow(inFront)
  else focusPage()
}

/**
 * Keeps the focus off the body. If the focused element is removed or disabled, or the user clicks
 * on nothing, the active page gets the focus. Returns a stop function.
 */
export function guardFocus(): () => void {
  const rescue = (): void => {
    if (document.hasFocus() && document.activeElement === document.body) recoverFocus()
  }
  // Nothing has the focus between leaving one element and entering the next, so check afterwards.
  // Otherwise Tab could never leave a field whose commit changes the page.
  const recoverSoon = (): void => void setTimeout(rescue)
  const watching = new AbortController()
  document.addEventListener('focusin', rememberFocus, { signal: watching.signal })
  document.addEventListener('focusout', recoverSoon, { signal: watching.signal })
  window.addEventListener('focus', recoverSoon, { signal: watching.signal })
  const removals = new MutationObserver(recoverSoon)
  removals.observe(document.body, { childList: true, subtree: true })
  recoverSoon()
  return () => {
    watching.abort()
    removals.disconnect()
  }
}

export function findZone(element: Element | null): string {
  return element?.closest<HTMLElement>('[data-zone]')?.dataset['zone'] ?? 'page'
}

export function focusNextZone(step: 1 | -1): void {
  const zones = [...document.querySelectorAll<HTMLElement>('[data-zone]')].filter(
    (zone) =>
      zone.checkVisibility({ visibilityProperty: true }) && zone.closest('[inert]') === null,
  )
  const here = keyboardTarget()?.closest('[data-zone]')
  const index = zones.findIndex((zone) => zone === here)
  const start = index < 0 && step < 0 ? 0 : index
  for (let turn = 1; turn <= zones.length; turn += 1) {
    const zone = zones.at((start + step * turn) % zones.length)
    if (zone && enterZone(zone)) return
  }
}

function enterZone(zone: HTMLElement): boolean {
  const name = zone.dataset['zone']
  const handle = findPage(activeTab().key)?.handle
  const isPagePart = name === 'search' || name === 'grid' || name === 'lines'
  if (isPagePart && zone.closest('[data-panel]') && handle?.focus(name)) return true
  const chosen = zone.querySelector<HTMLElement>('[data-zone-entry]')
  const target = chosen ?? focusableElements(zone)[0]
  target?.focus()
  return target !== undefined && zone.contains(document.activeElement)
}
