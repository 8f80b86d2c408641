import { isReplaying, replay, takesText } from './replay-key.ts'
import { TypeAhead } from './type-ahead.ts'
import { howMany } from '#kernel/how-many.ts'
import { label, type Label } from '#kernel/label.ts'
import { shellState } from '#ui/base/shell-state.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import {
  beginWait,
  endWait,
  focusPage,
  giveKeyboard,
  isBesidePage,
  panelOf,
  placeOfKeyboard,
  recoverFocus,
} from '#ui/tabs/focus.ts'
import { isPageBusy, pageOf } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { isBuilt } from '#ui/remote/screens.ts'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { scanTypeAhead } from './scan-type-ahead.ts'
import { PendingInput } from './pending-input.ts'

/** Give up on a screen whose code has not arrived by then. */
const GIVE_UP_MS = 30_000
/** Polling interval of waits, well below what a user notices. */
const POLL_MS = 10
/** Give up on something that should appear in the next frame. */
const DRAWN_MS = 1000

/** Keys pressed while a screen loads, replayed into it as on a terminal. */
export const loadingKeys = new TypeAhead({
  replay,
  takesText,
  takesEarly: () => !isBlocked() && isBesidePage(document.activeElement) && !isMessageOpen(),
  // Lets fields select their text and windows render before the next key.
  pause: () => new Promise((done) => setTimeout(() => setTimeout(done))),
  onReleased: (isCancelled) => {
    isWindowGivenUp = isCancelled && pendingWindow !== undefined
    if (isCancelled) pendingWindow?.abort()
    endAllWaits()
  },
  onDropped: (count, reason) => notify('warn', t(droppedText(count, reason))),
})

function droppedText(count: number, reason: 'error' | 'full' | 'cancelled'): Label {
  const dropped = `그동안 누른 키 ${howMany(count)}개를 취소했습니다.`
  const pressed = `${howMany(count, 'key press', 'key presses')} discarded.`
  const texts = {
    error: label(`화면이 열리지 않아 ${dropped}`, `The screen did not open: ${pressed}`),
    cancelled: label(`취소했습니다. ${dropped}`, `Cancelled: ${pressed}`),
    full: label(
      '대기 중인 키 입력이 너무 많아 이후의 키는 무시합니다.',
      'Too many keys are waiting. Further keys are ignored.',
    ),
  }
  return texts[reason]
}

/** Returns true when a wait is over. */
type Wait = () => boolean

/**
 * Pending lookups, requests and loads that decide where keys go, and whether the palette was open
 * when they started.
 */
const waits = new Map<Wait, boolean>()

/** The palette that was opened during a wait takes its keys itself. */
function isBlocked(): boolean {
  const inPalette = shellState.paletteOpen && isPaletteEntered()
  return [...waits.values()].some((began) => began || !inPalette)
}

export function isPaletteEntered(): boolean {
  return document.activeElement?.matches('[cmdk-input]') === true
}

/** The page being opened. */
let page: { readonly tabKey: string; readonly sinceMs: number } | undefined

let pollTimer: ReturnType<typeof setTimeout> | undefined

/** Whether a scan has to wait for what is opening and for the keys pressed before it. */
export function isOpening(): boolean {
  return loadingKeys.draining || (isWaiting && !isHandedOver)
}

/** Whether a target receives keys immediately while a page loads, but never before kept keys. */
export function receivesKeysNow(target: EventTarget | null): boolean {
  // On a busy machine keys arrive before the next poll.
  removeFinishedWaits()
  if (isBlocked() || loadingKeys.draining) return false
  return (loadingKeys.count === 0 || isMessageOpen()) && isBesidePage(target)
}

/** A message over an opening page is not answered by keys pressed before it appeared. */
function isMessageOpen(): boolean {
  return topPopup()?.kind === 'message'
}

/** Has the focus while keys are kept, so that Hangul can be composed. */
let sink: PendingInput | undefined

function openSink(parent: Element): void {
  sink ??= new PendingInput({
    text: (text, end) => loadingKeys.takeText(text, end),
    escape: forwardEscape,
  })
  sink.open(parent)
}

/**
 * An Escape that cancelled no window is passed to the loading page, for instance to stop its
 * search.
 */
function forwardEscape(event: KeyboardEvent): void {
  if (isWindowGivenUp) return event.preventDefault()
  // Inside a window it bubbles to the window.
  if (!(event.target instanceof Element) || event.target.parentElement !== document.body) return
  const panel = panelOf(activeTab().key)
  const wanted = placeOfKeyboard()
  const place = panel?.contains(wanted) ? wanted : panel?.querySelector('[data-zone]')
  const init = { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }
  if (place && !place.dispatchEvent(new KeyboardEvent('keydown', init))) event.preventDefault()
}

/** Events that insert text without a key press. */
const directText = ['beforeinput', 'compositionstart'] as const

/**
 * During a replay the focus already is at the target. Text arriving there on its own is queued; a
 * composition cannot be delayed, so the remaining keys are replayed immediately.
 */
function queueDirectText(event: Event): void {
  if (!loadingKeys.draining || isReplaying() || event.target === sink?.element) return
  if (!(event instanceof InputEvent)) return loadingKeys.hurry()
  if (event.inputType !== 'insertText' || event.isComposing || event.data === null) return
  event.preventDefault()
  loadingKeys.takeText({ text: event.data, keys: [], timeStamp: event.timeStamp })
}

let isWaiting = false
/** What was waited for has the focus; scans made meanwhile precede the kept keys. */
let isHandedOver = false

function begin(): void {
  isWaiting = true
  isHandedOver = false
  loadingKeys.begin()
  addEventListener('pointerdown', release, { capture: true, once: true })
  for (const type of directText) addEventListener(type, queueDirectText, { capture: true })
  poll()
}

/** Keeps keys for a page that is opening until it has the focus. A click releases them earlier. */
export function keepKeys(tabKey: string): void {
  if (page?.tabKey !== tabKey) {
    dropPage()
    // The previous focus request is obsolete.
    endWait()
  }
  page = { tabKey, sinceMs: performance.now() }
  beginWait(() => openSink(document.body))
  if (!isBesidePage(document.activeElement) || sink?.focused) focusPage()
  begin()
}

/** Drops the keys kept for the page, unless they lead to another one. */
function dropPage(): void {
  const isDropped = page !== undefined && waits.size === 0 && !loadingKeys.draining
  page = undefined
  if (isDropped) loadingKeys.fail()
}

function addWait(isOver: Wait): void {
  waits.set(isOver, shellState.paletteOpen)
  begin()
}

/** Keeps keys until something that is about to render has the focus. */
export function keepKeysUntil(hasKeyboardNow: () => boolean): void {
  const untilMs = performance.now() + DRAWN_MS
  addWait(() => hasKeyboardNow() || performance.now() > untilMs)
}

/**
 * Keeps keys while a lookup or request decides where they go: a typed code, a form, a search. They
 * are replayed after its result has been handled, into the window it opens if any.
 */
export async function keepKeysWhile<T>(work: Promise<T>): Promise<T> {
  const front = topPopup()
  let state: 'coming' | 'answered' | 'over' = 'coming'
  const isOver = (): boolean => state === 'over' || (topPopup() !== front && isWindowEntered())
  addWait(isOver)
  setTimeout(() => {
    // Results that arrive immediately need no sink.
    if (waits.get(isOver) !== shellState.paletteOpen || topPopup() !== front) return
    if (state === 'coming') holdKeyboard()
  })
  try {
    return await work
  } finally {
    state = 'answered'
    setTimeout(() => {
      state = 'over'
      poll()
    })
  }
}

function isWindowEntered(): boolean {
  const here = document.activeElement
  const front = here?.closest('[data-overlay]')
  return topPopup() === undefined || (front !== here && front !== null && here !== sink?.element)
}

/** Moves the focus to the sink until the wait is over. */
function holdKeyboard(): void {
  if (page || sink) return
  const here = document.activeElement
  // Inside the window, because leaving it would count as being in the page.
  const around = here?.closest('[data-overlay]') ?? document.body
  beginWait(() => openSink(around.isConnected ? around : document.body))
  giveKeyboard(
    () => here instanceof HTMLElement && here.focus({ preventScroll: true }),
    here ?? undefined,
  )
}

let choice = Promise.withResolvers<void>()

/** Keeps keys while the server resolves the palette's Enter. */
export function keepKeysForChoice(): void {
  endChoice()
  choice = Promise.withResolvers()
  void keepKeysWhile(choice.promise)
}

/** The choice is made; keys go to the focus unless a page opens. */
export function endChoice(): void {
  choice.resolve()
}

/** The window being loaded, and whether the last Escape cancelled one. */
let pendingWindow: AbortController | undefined
let isWindowGivenUp = false

/**
 * Opens a window whose code may have to be loaded: keys pressed meanwhile are for the window, or
 * for the page if it fails; Escape cancels it. Resolves when the window closes; throws what loading
 * throws.
 */
export function openWindow<T extends object>(
  code: Promise<T>,
  open: (code: T) => unknown,
): Promise<void> {
  const mine = new AbortController()
  pendingWindow = mine
  const isWanted = code.then(
    () => true,
    () => false,
  )
  const opened = async (): Promise<void> => {
    try {
      if (!(await isWanted)) return notify('error', t(notOpened))
      await new Promise<void>((resolve) => afterComposition(resolve))
    } finally {
      if (pendingWindow === mine) pendingWindow = undefined
    }
    if (!mine.signal.aborted) await open(await code)
  }
  return keepKeysWhile(opened())
}

const notOpened = label(
  '서버에 연결되지 않아 창을 열지 못했습니다. 연결된 뒤 다시 여세요.',
  'No connection to the server, so the window did not open. Open it again once you are connected.',
)

/** Waits until no syllable is being composed. */
export function afterComposition(then: () => void): void {
  if (sink?.composing) setTimeout(() => afterComposition(then), POLL_MS)
  else then()
}

function removeFinishedWaits(): void {
  for (const isOver of waits.keys()) if (isOver()) waits.delete(isOver)
}

function poll(): void {
  clearTimeout(pollTimer)
  removeFinishedWaits()
  const opening = page && pageProgress(page)
  if (opening === 'lost') dropPage()
  if (!isWaiting) return
  pollTimer = setTimeout(poll, POLL_MS)
  // Never replay half a scan or half a syllable.
  if (isBlocked() || scanTypeAhead.isComing() || sink?.composing) return
  if (opening === 'loading' || waits.size > 0) return loadingKeys.passOn()
  isHandedOver ||= deliverFocus()
  if (isHandedOver && !scanTypeAhead.isWaiting()) release()
}

/**
 * Progress of a page towards the focus; `lost` if it fails or another page is active. It is ready
 * when its first rows have loaded or failed, because the rows decide where the focus goes.
 */
function pageProgress({ tabKey, sinceMs }: NonNullable<typeof page>): 'loading' | 'ready' | 'lost' {
  const tab = activeTab()
  const panel = panelOf(tabKey)
  if (tab.key !== tabKey || shellState.notFound) return 'lost'
  if (panel?.querySelector('[data-page-failed]')) return 'lost'
  if (!shellState.paletteOpen && !topPopup()) {
    if (!tab.screen || !isBuilt(tab.screen.route)) return 'ready'
    const isRegistered = panel !== null && pageOf(tabKey) !== undefined
    if (isRegistered && isPageBusy(tabKey)) return 'loading'
    // A user who went to the menu meanwhile is not called back.
    if (isRegistered && !isBesidePage(document.activeElement)) return 'ready'
  }
  return performance.now() - sinceMs > GIVE_UP_MS ? 'lost' : 'loading'
}

/** Moves the focus to the page or back; false if it cannot take it yet. */
function deliverFocus(): boolean {
  const isHeld = sink?.focused
  sink?.finish()
  const giveBack = endWait()
  if (!page) {
    if (isHeld) giveBack()
    return true
  }
  if (!hasKeyboard(page.tabKey)) giveBack()
  if (!hasKeyboard(page.tabKey)) focusPage()
  if (hasKeyboard(page.tabKey) || !panelOf(page.tabKey)) return true
  beginWait(() => openSink(document.body))
  focusPage()
  return false
}

/** Whether the focus is in the page itself, not in its placeholder. */
function hasKeyboard(tabKey: string): boolean {
  const panel = panelOf(tabKey)
  const here = document.activeElement
  if (!panel || here === panel || !panel.contains(here)) return false
  return here?.closest('.title-bar') === null
}

function release(): void {
  loadingKeys.ready()
}

/** Ends all waits; the sink returns the focus it held. */
function endAllWaits(): void {
  clearTimeout(pollTimer)
  removeEventListener('pointerdown', release, { capture: true })
  isWaiting = false
  waits.clear()
  page = undefined
  const closing = sink
  const isHeld = closing?.focused
  closing?.finish()
  sink = undefined
  endWait()
  if (isHeld) recoverFocus()
  // The key press that ends the wait is still being dispatched through it.
  setTimeout(() => closing?.element.remove())
}
