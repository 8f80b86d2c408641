import { activeTab } from './tabs.ts'
import { pageOf } from './page-registry.ts'

const FOCUSABLE =
  'input:not([type=hidden]), select, textarea, button, a[href], [tabindex]:not([tabindex="-1"])'

/** Elements inside that can take the focus, in order. */
export function focusableIn(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) =>
      !element.hasAttribute('disabled') &&
      element.tabIndex >= 0 &&
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[inert]') === null,
  )
}

/** Where each tab had the focus last. */
const lastFocus = new Map<string, HTMLElement | SVGElement>()

/** The panel of a tab in the page. */
export function panelOf(tabKey: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-panel="${CSS.escape(tabKey)}"]`)
}

/** Remembers where in the open page the focus is, so that it comes back there. */
function rememberFocus(event: FocusEvent): void {
  const target = event.target
  // The points of a chart are no HTML.
  if (!(target instanceof HTMLElement) && !(target instanceof SVGElement)) return
  const panel = target.closest<HTMLElement>('[data-panel]')
  const key = panel?.dataset['panel']
  // A panel holds the focus until its page can: there is nothing to come back to in that.
  if (key && target !== panel) lastFocus.set(key, target)
}

/** Forgets a closed tab. */
export function forgetFocus(tabKey: string): void {
  lastFocus.delete(tabKey)
}

/** What has the keyboard while a page opens, and where that page would have it. */
interface Wait {
  readonly focus: () => void
  wanted: { readonly focus: () => void; readonly place: Element | undefined } | undefined
}

let waiting: Wait | undefined

/** Keeps the keyboard from the page that opens until `endWait`: `focus` gives it to what waits. */
export function beginWait(focus: () => void): void {
  waiting = { focus, wanted: waiting?.wanted }
}

/** From now on the page may have the keyboard. The answer gives it to where the page wanted it. */
export function endWait(): () => void {
  const wanted = waiting?.wanted
  waiting = undefined
  return () => wanted?.focus()
}

/**
 * A part of a page takes the keyboard: now, or once what is typed ahead has the page to go to.
 * `place` stands for the part until then.
 */
export function giveKeyboard(focus: () => void, place?: Element): void {
  if (!waiting) return focus()
  waiting.wanted = { focus, place }
  waiting.focus()
}

/**
 * Whether an element stands beside the page and takes its keys at once, also while the page opens:
 * the command line, a popup, the menu, the row of tabs, the list of warehouses.
 */
export function isBesidePage(target: EventTarget | null): boolean {
  const beside = '[data-overlay], [data-zone=menu], [data-zone=tabs], .warehouse'
  return target instanceof Element && target.closest(beside) !== null
}

/**
 * A part of a page that has come takes the keyboard, as `giveKeyboard` does when the user asks for
 * it: whoever has gone elsewhere meanwhile stays there.
 */
export function takeKeyboard(focus: () => void, place?: Element): void {
  if (!isBesidePage(document.activeElement)) giveKeyboard(focus, place)
  else if (waiting) waiting.wanted = { focus, place }
}

/** The element that has the keyboard, or will have it once the page that opens takes it. */
export function placeOfKeyboard(): Element | null {
  return (waiting ? waiting.wanted?.place : undefined) ?? document.activeElement
}

/** Gives the keyboard to the open page: where it was last, else its grid or search, else its panel. */
export function focusPage(): void {
  if (waiting) return waiting.focus()
  // A page outside the tabs, such as the login or "not found", says so itself.
  const outside = [...document.querySelectorAll<HTMLElement>('[data-fallback-focus]')].find(
    (element) => element.checkVisibility({ visibilityProperty: true }),
  )
  if (outside) {
    const stops = focusableIn(outside)
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
  const handle = pageOf(key)?.handle
  if (handle && (handle.focus('search') || handle.focus('grid'))) return
  const panel = panelOf(key)
  const first = panel && focusableIn(panel)[0]
  const place = first ?? panel
  place?.focus({ preventScroll: true })
}

/** Gives the keyboard to what a window asks for, else to its first stop, else to the window itself. */
export function enterWindow(root: HTMLElement): void {
  const wanted = root.querySelector<HTMLElement>('[autofocus], [data-autofocus]')
  ;(wanted ?? focusableIn(root).find((each) => !('chrome' in each.dataset)) ?? root).focus()
}

/** Gives the keyboard to what stands in front: a popup, the command line, else the page. */
export function recoverFocus(): void {
  const inFront = [...document.querySelectorAll<HTMLElement>('[data-overlay]')].at(-1)
  if (inFront) enterWindow(inFront)
  else focusPage()
}

/**
 * The focus never falls to the body: whoever loses it (a removed or disabled element, a click on
 * nothing) gives it to the open page. The answer ends the watch.
 */
export function guardFocus(): () => void {
  const rescue = (): void => {
    if (document.hasFocus() && document.activeElement === document.body) recoverFocus()
  }
  // Between leaving one element and entering the next, nothing has the focus: look when that is
  // over, or Tab would never leave a field whose commit changes the page.
  const soon = (): void => void setTimeout(rescue)
  const watching = new AbortController()
  document.addEventListener('focusin', rememberFocus, { signal: watching.signal })
  document.addEventListener('focusout', soon, { signal: watching.signal })
  window.addEventListener('focus', soon, { signal: watching.signal })
  const removals = new MutationObserver(soon)
  removals.observe(document.body, { childList: true, subtree: true })
  soon()
  return () => {
    watching.abort()
    removals.disconnect()
  }
}

/** The part of the page an element stands in, by its nearest `data-zone`. */
export function zoneOf(element: Element | null): string {
  return element?.closest<HTMLElement>('[data-zone]')?.dataset['zone'] ?? 'page'
}

/** Goes to the next or previous part of the page, round and round: F6. */
export function focusNextZone(step: 1 | -1): void {
  const zones = [...document.querySelectorAll<HTMLElement>('[data-zone]')].filter(
    (zone) =>
      zone.checkVisibility({ visibilityProperty: true }) && zone.closest('[inert]') === null,
  )
  const here = placeOfKeyboard()?.closest('[data-zone]')
  const index = zones.findIndex((zone) => zone === here)
  const start = index < 0 && step < 0 ? 0 : index
  for (let turn = 1; turn <= zones.length; turn += 1) {
    const zone = zones.at((start + step * turn) % zones.length)
    if (zone && enterZone(zone)) return
  }
}

function enterZone(zone: HTMLElement): boolean {
  const name = zone.dataset['zone']
  const handle = pageOf(activeTab().key)?.handle
  const isPagePart = name === 'search' || name === 'grid' || name === 'lines'
  if (isPagePart && zone.closest('[data-panel]') && handle?.focus(name)) return true
  const chosen = zone.querySelector<HTMLElement>('[data-zone-entry]')
  const target = chosen ?? focusableIn(zone)[0]
  target?.focus()
  return target !== undefined && zone.contains(document.activeElement)
}
