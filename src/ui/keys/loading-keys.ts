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
import { scans } from './scans-ahead.ts'
import { WaitingSink } from './waiting-sink.ts'

/** A screen whose code has not come by then never will. */
const GIVE_UP_MS = 30_000
/** How often waits are checked: well below what a hand notices. */
const LOOK_MS = 10
/** What is drawn in the next frame and has not come by then never will. */
const DRAWN_MS = 1000

/** Keys pressed while a screen loads, kept for it as on a terminal. */
export const loadingKeys = new TypeAhead({
  replay,
  takesText,
  takesEarly: () => !isHeldUp() && isBesidePage(document.activeElement) && !isToBeRead(),
  // A field selects what stands in it, a window is drawn: the next key finds that done.
  pause: () => new Promise((done) => setTimeout(() => setTimeout(done))),
  onReleased: (isCancelled) => {
    isWindowGivenUp = isCancelled && coming !== undefined
    if (isCancelled) coming?.abort()
    endWaiting()
  },
  onDropped: (count, reason) => notify('warn', t(droppedText(count, reason))),
})

/** Why keys that were pressed ahead reached nothing. */
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

/** Whether something that keys are kept for is there, or will not come. */
type Wait = () => boolean

/**
 * What is looked up, sent, loaded or drawn at this moment and says where the keys go, and whether
 * the command line was open when it began.
 */
const waits = new Map<Wait, boolean>()

/** The command line that opened over what is waited for takes its keys itself. */
function isHeldUp(): boolean {
  const inPalette = shellState.paletteOpen && isPaletteEntered()
  return [...waits.values()].some((began) => began || !inPalette)
}

export function isPaletteEntered(): boolean {
  return document.activeElement?.matches('[cmdk-input]') === true
}

/** The page that opens. What stands beside it takes its keys at once. */
let page: { readonly tabKey: string; readonly sinceMs: number } | undefined

let looking: ReturnType<typeof setTimeout> | undefined

/** Whether a scan has to wait: for what opens, and for the keys pressed before it. */
export function isOpening(): boolean {
  return loadingKeys.draining || (isWaiting && !isHandedOver)
}

/** Whether a place takes its keys at once though a page is loading: never before those kept for it. */
export function takesKeysAtOnce(target: EventTarget | null): boolean {
  // On a busy machine keys come before the next look.
  forgetOverWaits()
  if (isHeldUp() || loadingKeys.draining) return false
  return (loadingKeys.count === 0 || isToBeRead()) && isBesidePage(target)
}

/** A message over an opening page: keys pressed before it was there do not answer it. */
function isToBeRead(): boolean {
  return topPopup()?.kind === 'message'
}

/** Has the focus while keys are kept, so that Hangul can be composed for what is to come. */
let sink: WaitingSink | undefined

function openSink(parent: Element): void {
  sink ??= new WaitingSink({
    text: (text, end) => loadingKeys.takeText(text, end),
    escape: passEscape,
  })
  sink.open(parent)
}

/** Escape that gave up no window is for the page that loads, as to end its search. */
function passEscape(event: KeyboardEvent): void {
  if (isWindowGivenUp) return event.preventDefault()
  // Within a window it goes up to the window by itself.
  if (!(event.target instanceof Element) || event.target.parentElement !== document.body) return
  const panel = panelOf(activeTab().key)
  const wanted = placeOfKeyboard()
  const place = panel?.contains(wanted) ? wanted : panel?.querySelector('[data-zone]')
  const init = { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }
  if (place && !place.dispatchEvent(new KeyboardEvent('keydown', init))) event.preventDefault()
}

/** What brings text to the focus that no key press told of. */
const directText = ['beforeinput', 'compositionstart'] as const

/**
 * While kept keys are replayed the focus is where they go already. Text that comes to it by itself
 * comes after them: it is kept with them, or where it is being composed, which cannot be put off,
 * they wait for no pause of theirs.
 */
function keepOrder(event: Event): void {
  if (!loadingKeys.draining || isReplaying() || event.target === sink?.element) return
  if (!(event instanceof InputEvent)) return loadingKeys.hurry()
  if (event.inputType !== 'insertText' || event.isComposing || event.data === null) return
  event.preventDefault()
  loadingKeys.takeText({ text: event.data, keys: [], timeStamp: event.timeStamp })
}

let isWaiting = false
/** What was waited for has the keyboard; what was scanned meanwhile comes before the kept keys. */
let isHandedOver = false

function begin(): void {
  isWaiting = true
  isHandedOver = false
  loadingKeys.begin()
  addEventListener('pointerdown', release, { capture: true, once: true })
  for (const type of directText) addEventListener(type, keepOrder, { capture: true })
  look()
}

/**
 * Keeps the keys from now on, for a page that is to open in a tab, until it has the keyboard. A
 * click says where the keys go before that.
 */
export function keepKeys(tabKey: string): void {
  if (page?.tabKey !== tabKey) {
    leavePage()
    // What was to have the keyboard before belongs to something else.
    endWait()
  }
  page = { tabKey, sinceMs: performance.now() }
  beginWait(() => openSink(document.body))
  if (!isBesidePage(document.activeElement) || sink?.focused) focusPage()
  begin()
}

/** What is kept for the page is dropped, unless it leads to another: typed for the command line. */
function leavePage(): void {
  const isDropped = page !== undefined && waits.size === 0 && !loadingKeys.draining
  page = undefined
  if (isDropped) loadingKeys.fail()
}

function keepUntil(isOver: Wait): void {
  waits.set(isOver, shellState.paletteOpen)
  begin()
}

/** Keeps the keys until something that is drawn in a moment has the keyboard: they are for it. */
export function keepKeysUntil(hasKeyboardNow: () => boolean): void {
  const untilMs = performance.now() + DRAWN_MS
  keepUntil(() => hasKeyboardNow() || performance.now() > untilMs)
}

/**
 * Keeps the keys while something is looked up or sent that says where they go: a code that was
 * typed, a form, a search. What comes of it has gone on before they do; a window that it opens gets
 * them.
 */
export async function keepKeysWhile<T>(work: Promise<T>): Promise<T> {
  const front = topPopup()
  let state: 'coming' | 'answered' | 'over' = 'coming'
  const isOver = (): boolean => state === 'over' || (topPopup() !== front && isWindowEntered())
  keepUntil(isOver)
  setTimeout(() => {
    // No field is left for what is answered at once.
    if (waits.get(isOver) !== shellState.paletteOpen || topPopup() !== front) return
    if (state === 'coming') holdKeyboard()
  })
  try {
    return await work
  } finally {
    state = 'answered'
    setTimeout(() => {
      state = 'over'
      look()
    })
  }
}

function isWindowEntered(): boolean {
  const here = document.activeElement
  const front = here?.closest('[data-overlay]')
  return topPopup() === undefined || (front !== here && front !== null && here !== sink?.element)
}

/** Gives the keyboard to the sink until what is waited for has come. */
function holdKeyboard(): void {
  if (page || sink) return
  const here = document.activeElement
  // Within a window, as whoever leaves one counts as being in the page.
  const around = here?.closest('[data-overlay]') ?? document.body
  beginWait(() => openSink(around.isConnected ? around : document.body))
  giveKeyboard(
    () => here instanceof HTMLElement && here.focus({ preventScroll: true }),
    here ?? undefined,
  )
}

let choice = Promise.withResolvers<void>()

/** Keeps the keys while the command line waits for the server to say what its Enter chose. */
export function keepKeysForChoice(): void {
  endChoice()
  choice = Promise.withResolvers()
  void keepKeysWhile(choice.promise)
}

/** The choice is made: unless it opens a page that takes the keys, they go to where the focus is. */
export function endChoice(): void {
  choice.resolve()
}

/** The window whose code is on its way, and whether the last Escape gave one up. */
let coming: AbortController | undefined
let isWindowGivenUp = false

/**
 * Opens a window whose code may have to be loaded first: keys pressed meanwhile are for the window,
 * or for the page when none appears; Escape gives it up. Over when the window is closed; throws what
 * loading throws.
 */
export function openWindow<T extends object>(
  code: Promise<T>,
  open: (code: T) => unknown,
): Promise<void> {
  const mine = new AbortController()
  coming = mine
  const isWanted = code.then(
    () => true,
    () => false,
  )
  const opened = async (): Promise<void> => {
    try {
      if (!(await isWanted)) return notify('error', t(notOpened))
      await new Promise<void>((resolve) => whenComposed(resolve))
    } finally {
      if (coming === mine) coming = undefined
    }
    if (!mine.signal.aborted) await open(await code)
  }
  return keepKeysWhile(opened())
}

const notOpened = label(
  '서버에 연결되지 않아 창을 열지 못했습니다. 연결된 뒤 다시 여세요.',
  'No connection to the server, so the window did not open. Open it again once you are connected.',
)

/** Goes on once no syllable is in the middle of being composed for what is to open. */
export function whenComposed(then: () => void): void {
  if (sink?.composing) setTimeout(() => whenComposed(then), LOOK_MS)
  else then()
}

function forgetOverWaits(): void {
  for (const isOver of waits.keys()) if (isOver()) waits.delete(isOver)
}

/** The one place where it is decided whether the keys have anything to go to. */
function look(): void {
  clearTimeout(looking)
  forgetOverWaits()
  const opening = page && openingOf(page)
  if (opening === 'lost') leavePage()
  if (!isWaiting) return
  looking = setTimeout(look, LOOK_MS)
  // Never half a scan, and never half a syllable.
  if (isHeldUp() || scans.isComing() || sink?.composing) return
  if (opening === 'loading' || waits.size > 0) return loadingKeys.passOn()
  isHandedOver ||= handOver()
  if (isHandedOver && !scans.isWaiting()) release()
}

/**
 * How far a page is on its way to the keyboard: `lost` when it fails or another one came in front of
 * it. It is ready when its code is here and its first rows have come or failed to: where the focus
 * goes next depends on the rows, so a key pressed before would land here or there by chance.
 */
function openingOf({ tabKey, sinceMs }: NonNullable<typeof page>): 'loading' | 'ready' | 'lost' {
  const tab = activeTab()
  const panel = panelOf(tabKey)
  if (tab.key !== tabKey || shellState.notFound) return 'lost'
  if (panel?.querySelector('[data-page-failed]')) return 'lost'
  if (!shellState.paletteOpen && !topPopup()) {
    if (!tab.screen || !isBuilt(tab.screen.route)) return 'ready'
    const isRegistered = panel !== null && pageOf(tabKey) !== undefined
    if (isRegistered && isPageBusy(tabKey)) return 'loading'
    // Whoever went to the menu meanwhile is not called back.
    if (isRegistered && !isBesidePage(document.activeElement)) return 'ready'
  }
  return performance.now() - sinceMs > GIVE_UP_MS ? 'lost' : 'loading'
}

/** Gives the keyboard to where it was or to the page; false when that cannot take it yet. */
function handOver(): boolean {
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

/** Whether the focus is in the page of a tab, and not on what holds it until the page can. */
function hasKeyboard(tabKey: string): boolean {
  const panel = panelOf(tabKey)
  const here = document.activeElement
  if (!panel || here === panel || !panel.contains(here)) return false
  return here?.closest('.title-bar') === null
}

function release(): void {
  loadingKeys.ready()
}

/** Nothing is waited for any more; whoever had the keyboard through the sink has it again. */
function endWaiting(): void {
  clearTimeout(looking)
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
  // The key press that ends the waiting is still on its way through it.
  setTimeout(() => closing?.element.remove())
}
