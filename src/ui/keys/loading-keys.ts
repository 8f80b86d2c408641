import { isReplaying, replay, acceptsText } from './replay-key.ts'
import { TypeAhead } from './type-ahead.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { shellState } from '#ui/base/shell-state.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import {
  holdFocus,
  releaseFocus,
  focusPage,
  focusWhenReady,
  isOutsidePages,
  findPanel,
  keyboardTarget,
  recoverFocus,
} from '#ui/tabs/focus.ts'
import { isPageBusy, findPage } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { isBuilt } from '#ui/remote/screens.ts'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { scanTypeAhead } from './scan-type-ahead.ts'
import { synthesizeKey } from './synthetic-key.ts'
import { PendingInput } from './pending-input.ts'

/** Timeout for loading the code of a screen. */
const TIMEOUT_MS = 30_000
const POLL_MS = 10
/** Timeout for something that should appear in the next frame. */
const FRAME_TIMEOUT_MS = 1000

/** Buffers keys pressed while a screen loads and replays them into it, like a terminal. */
export const loadingKeys = new TypeAhead({
  replay,
  takesText: acceptsText,
  takesEarly: () => !isBlocked() && isOutsidePages(document.activeElement) && !isMessageOpen(),
  // Lets fields select their text and windows render before the next key.
  pause: () => new Promise((done) => setTimeout(() => setTimeout(done))),
  onReleased: (isCancelled) => {
    isWindowCancelled = isCancelled && pendingWindow !== undefined
    if (isCancelled) pendingWindow?.abort()
    endAllWaits()
  },
  onDropped: (count, reason) => notify('warn', t(droppedKeysText(count, reason))),
})

function droppedKeysText(count: number, reason: 'error' | 'full' | 'cancelled'): Label {
  const dropped = `그동안 누른 키 ${formatCount(count)}개를 취소했습니다.`
  const pressed = `${formatCount(count, 'key press', 'key presses')} discarded.`
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

type WaitEnded = () => boolean

/**
 * Pending operations that decide where keys go, mapped to whether the palette was open when they
 * started.
 */
const pendingWaits = new Map<WaitEnded, boolean>()

/** A palette opened during a wait receives its own keys. */
function isBlocked(): boolean {
  const isInPalette = shellState.paletteOpen && isPaletteEntered()
  return [...pendingWaits.values()].some((hasBegun) => hasBegun || !isInPalette)
}

export function isPaletteEntered(): boolean {
  return document.activeElement?.matches('[cmdk-input]') === true
}

let bufferedPage: { readonly tabKey: string; readonly sinceMs: number } | undefined

let pollTimer: ReturnType<typeof setTimeout> | undefined

/** Whether a scan has to wait for an opening page or window and the keys pressed before it. */
export function isOpening(): boolean {
  return loadingKeys.draining || (isWaiting && !isHandedOver)
}

/**
 * Whether a target receives keys immediately while a page loads, but never ahead of buffered keys.
 */
export function receivesKeysNow(target: EventTarget | null): boolean {
  // On a busy machine keys arrive before the next poll.
  removeFinishedWaits()
  if (isBlocked() || loadingKeys.draining) return false
  return (loadingKeys.count === 0 || isMessageOpen()) && isOutsidePages(target)
}

function isMessageOpen(): boolean {
  return topPopup()?.kind === 'message'
}

/** Has the focus while keys are buffered, which allows Hangul to be composed. */
let pendingInput: PendingInput | undefined

function openPendingInput(parent: Element): void {
  pendingInput ??= new PendingInput({
    text: (text) => loadingKeys.takeText(text),
    escape: forwardEscape,
  })
  pendingInput.open(parent)
}

/**
 * Forwards an Escape that cancelled no window to the loading page, for example to stop its search.
 */
function forwardEscape(event: KeyboardEvent): void {
  if (isWindowCancelled) return event.preventDefault()
  if (!(event.target instanceof Element) || event.target.parentElement !== document.body) return
  const panel = findPanel(activeTab().key)
  const wanted = keyboardTarget()
  const place = panel?.contains(wanted) ? wanted : panel?.querySelector('[data-zone]')
  const escape = synthesizeKey({ key: 'Escape', code: 'Escape' })
  if (place && !place.dispatchEvent(escape)) event.preventDefault()
}

const directText = ['beforeinput', 'compositionstart'] as const

/**
 * During a replay the target already has the focus. Text inserted there directly is queued. A
 * composition cannot be delayed, so the remaining keys are replayed immediately.
 */
function queueDirectText(event: Event): void {
  if (!loadingKeys.draining || isReplaying() || event.target === pendingInput?.element) return
  if (!(event instanceof InputEvent)) return loadingKeys.replayWithoutPauses()
  if (event.inputType !== 'insertText' || event.isComposing || event.data === null) return
  event.preventDefault()
  loadingKeys.takeText({ text: event.data, keys: [], timeStamp: event.timeStamp })
}

let isWaiting = false
/** The awaited target has the focus. Scans made in the meantime precede the buffered keys. */
let isHandedOver = false

function startBuffering(): void {
  isWaiting = true
  isHandedOver = false
  loadingKeys.begin()
  addEventListener('pointerdown', releaseKeys, { capture: true, once: true })
  for (const type of directText) addEventListener(type, queueDirectText, { capture: true })
  poll()
}

/** Buffers keys for an opening page until it has the focus. A click releases them earlier. */
export function bufferKeysForPage(tabKey: string): void {
  if (bufferedPage?.tabKey !== tabKey) {
    dropPage()
    releaseFocus()
  }
  bufferedPage = { tabKey, sinceMs: performance.now() }
  holdFocus(() => openPendingInput(document.body))
  if (!isOutsidePages(document.activeElement) || pendingInput?.focused) focusPage()
  startBuffering()
}

function dropPage(): void {
  const isDropped = bufferedPage !== undefined && pendingWaits.size === 0 && !loadingKeys.draining
  bufferedPage = undefined
  if (isDropped) loadingKeys.dropAfterFailure()
}

function addWait(isOver: WaitEnded): void {
  pendingWaits.set(isOver, shellState.paletteOpen)
  startBuffering()
}

export function bufferKeysUntil(hasKeyboardNow: () => boolean): void {
  const untilMs = performance.now() + FRAME_TIMEOUT_MS
  addWait(() => hasKeyboardNow() || performance.now() > untilMs)
}

/**
 * Buffers keys while a lookup or request decides where they go, such as a typed code, a form or a
 * search. Replays them after its result has been handled, into the window it opens if any.
 */
export async function bufferKeysWhile<T>(work: Promise<T>): Promise<T> {
  const front = topPopup()
  let state: 'coming' | 'answered' | 'over' = 'coming'
  const isOver = (): boolean => state === 'over' || (topPopup() !== front && isWindowEntered())
  addWait(isOver)
  setTimeout(() => {
    if (pendingWaits.get(isOver) !== shellState.paletteOpen || topPopup() !== front) return
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
  return (
    topPopup() === undefined || (front !== here && front !== null && here !== pendingInput?.element)
  )
}

function holdKeyboard(): void {
  if (bufferedPage || pendingInput) return
  const here = document.activeElement
  // Place the sink inside the window, because focus outside it would count as being on the page.
  const around = here?.closest('[data-overlay]') ?? document.body
  holdFocus(() => openPendingInput(around.isConnected ? around : document.body))
  focusWhenReady(
    () => here instanceof HTMLElement && here.focus({ preventScroll: true }),
    here ?? undefined,
  )
}

let choiceEnd = Promise.withResolvers<void>()

export function bufferKeysForChoice(): void {
  endChoice()
  choiceEnd = Promise.withResolvers()
  void bufferKeysWhile(choiceEnd.promise)
}

export function endChoice(): void {
  choiceEnd.resolve()
}

let pendingWindow: AbortController | undefined
let isWindowCancelled = false

/**
 * Opens a window whose code may have to be loaded. Keys pressed while it loads go to the window, or
 * to the page if loading fails. Escape cancels it. Resolves when the window closes; rejects if
 * loading fails.
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
  const waitUntilOpened = async (): Promise<void> => {
    try {
      if (!(await isWanted)) return notify('error', t(windowNotOpenedText))
      await new Promise<void>((resolve) => afterComposition(resolve))
    } finally {
      if (pendingWindow === mine) pendingWindow = undefined
    }
    if (!mine.signal.aborted) await open(await code)
  }
  return bufferKeysWhile(waitUntilOpened())
}

export const windowNotOpenedText = label(
  '서버에 연결되지 않아 창을 열지 못했습니다. 연결된 뒤 다시 여세요.',
  'No connection to the server, so the window did not open. Open it again once you are connected.',
)

export function afterComposition(then: () => void): void {
  if (pendingInput?.composing) setTimeout(() => afterComposition(then), POLL_MS)
  else then()
}

function removeFinishedWaits(): void {
  for (const isOver of pendingWaits.keys()) if (isOver()) pendingWaits.delete(isOver)
}

function poll(): void {
  clearTimeout(pollTimer)
  removeFinishedWaits()
  const opening = bufferedPage && pageProgress(bufferedPage)
  if (opening === 'lost') dropPage()
  if (!isWaiting) return
  pollTimer = setTimeout(poll, POLL_MS)
  // Never replay half a scan or half a syllable.
  if (isBlocked() || scanTypeAhead.isComing() || pendingInput?.composing) return
  if (opening === 'loading' || pendingWaits.size > 0) return loadingKeys.replayEarlyKeys()
  isHandedOver ||= deliverFocus()
  if (isHandedOver && !scanTypeAhead.isWaiting()) releaseKeys()
}

/**
 * Progress of a page toward the focus; `lost` if it fails or another page is active. A page is
 * ready when its first rows have loaded or failed, because the rows decide where the focus goes.
 */
function pageProgress({
  tabKey,
  sinceMs,
}: NonNullable<typeof bufferedPage>): 'loading' | 'ready' | 'lost' {
  const tab = activeTab()
  const panel = findPanel(tabKey)
  if (tab.key !== tabKey || shellState.notFound) return 'lost'
  if (panel?.querySelector('[data-page-failed]')) return 'lost'
  if (!shellState.paletteOpen && !topPopup()) {
    if (!tab.screen || !isBuilt(tab.screen.route)) return 'ready'
    const isRegistered = panel !== null && findPage(tabKey) !== undefined
    if (isRegistered && isPageBusy(tabKey)) return 'loading'
    // Do not move the focus away from the menu if the user went there while loading.
    if (isRegistered && !isOutsidePages(document.activeElement)) return 'ready'
  }
  return performance.now() - sinceMs > TIMEOUT_MS ? 'lost' : 'loading'
}

function deliverFocus(): boolean {
  const isHeld = pendingInput?.focused
  pendingInput?.finish()
  const restoreFocus = releaseFocus()
  if (!bufferedPage) {
    if (isHeld) restoreFocus()
    return true
  }
  if (!hasKeyboard(bufferedPage.tabKey)) restoreFocus()
  if (!hasKeyboard(bufferedPage.tabKey)) focusPage()
  if (hasKeyboard(bufferedPage.tabKey) || !findPanel(bufferedPage.tabKey)) return true
  holdFocus(() => openPendingInput(document.body))
  focusPage()
  return false
}

function hasKeyboard(tabKey: string): boolean {
  const panel = findPanel(tabKey)
  const here = document.activeElement
  if (!panel || here === panel || !panel.contains(here)) return false
  return here?.closest('.title-bar') === null
}

function releaseKeys(): void {
  loadingKeys.replayAll()
}

function endAllWaits(): void {
  clearTimeout(pollTimer)
  removeEventListener('pointerdown', releaseKeys, { capture: true })
  isWaiting = false
  pendingWaits.clear()
  bufferedPage = undefined
  const closing = pendingInput
  const isHeld = closing?.focused
  closing?.finish()
  pendingInput = undefined
  releaseFocus()
  if (isHeld) recoverFocus()
  // The key press that ends the wait is still being dispatched through this element.
  setTimeout(() => closing?.element.remove())
}
