import { TypeAhead, type Replay } from './type-ahead.ts'
import type { Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import {
  beginWait,
  endWait,
  focusableIn,
  focusPage,
  giveKeyboard,
  isBesidePage,
  panelOf,
  placeOfKeyboard,
  recoverFocus,
} from '#ui/tabs/focus.ts'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { hasKeyboard, openingOf } from './page-opening.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { WaitingSink } from './waiting-sink.ts'

/** A screen whose code has not come by then never will. */
const GIVE_UP_MS = 30_000
/** How often it is looked whether the screen can take its keys: well below what a hand notices. */
const LOOK_MS = 10
/** What is drawn in the next frame and has not come by then never will. */
const DRAWN_MS = 1000

/** Presses what was typed ahead into the screen that is there now. */
function replay(item: Replay): void {
  const target = document.activeElement
  if (!(target instanceof HTMLElement)) return
  if (item.kind === 'text' && (takesText(target) || item.keys.length === 0)) {
    document.execCommand('insertText', false, item.text)
    return
  }
  for (const { init } of item.kind === 'text' ? item.keys : [item.key]) {
    const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })
    const goesOn = (document.activeElement ?? target).dispatchEvent(event)
    if (goesOn) doByDefault(event)
  }
}

/** A grid whose letters are commands keeps its sink read-only: there the keys are meant. */
function takesText(target: Element): boolean {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isField && !['checkbox', 'radio'].includes(target.type) && !target.readOnly
}

/** What the browser does itself with a real key that nobody took, and not with one made here. */
function doByDefault(event: KeyboardEvent): void {
  const here = document.activeElement
  if (event.ctrlKey || event.altKey || event.metaKey) return
  if (event.key === 'Tab') {
    const places = focusableIn(document)
    const step = event.shiftKey ? -1 : 1
    places.at((places.findIndex((place) => place === here) + step) % places.length)?.focus()
  } else if (event.key === 'Backspace') document.execCommand('delete')
  else if (event.key === 'Delete') document.execCommand('forwardDelete')
  else if (here && takesText(here) && event.key in caretMoves) moveCaret(event)
  else if (event.key === 'Enter' && here instanceof HTMLButtonElement) here.click()
  else if (event.key === 'Enter' && here instanceof HTMLInputElement) here.form?.requestSubmit()
}

const caretMoves: Readonly<Record<string, readonly [direction: string, by: string]>> = {
  ArrowLeft: ['backward', 'character'],
  ArrowRight: ['forward', 'character'],
  Home: ['backward', 'lineboundary'],
  End: ['forward', 'lineboundary'],
}

function moveCaret({ key, shiftKey }: KeyboardEvent): void {
  const [direction, by] = caretMoves[key] ?? []
  getSelection()?.modify(shiftKey ? 'extend' : 'move', direction, by)
}

/** Keys pressed while a screen loads, kept for it as on a terminal. */
export const loadingKeys = new TypeAhead({
  replay,
  // A field selects what stands in it, a window is drawn: the next key finds that done.
  pause: () => new Promise((done) => setTimeout(() => setTimeout(done))),
  onHolding: (holding) => {
    if (!holding) closeSink()
  },
  onDropped: (count, reason) => notify('warn', t(droppedText(count, reason))),
})

/** Why keys that were pressed ahead reached nothing. */
function droppedText(count: number, reason: 'error' | 'full' | 'cancelled'): Label {
  switch (reason) {
    case 'error':
      return {
        ko: `화면이 열리지 않아 미리 누른 키 ${count}개를 버렸습니다.`,
        en: `The screen did not open: ${count} key(s) pressed ahead were dropped.`,
      }
    case 'cancelled':
      return {
        ko: `그만두어 미리 누른 키 ${count}개를 버렸습니다.`,
        en: `Given up: ${count} key(s) pressed ahead were dropped.`,
      }
    case 'full':
      return {
        ko: '미리 누른 키가 너무 많아 그 뒤의 키를 버립니다.',
        en: 'Too many keys pressed ahead: the following are dropped.',
      }
  }
}

/** The tab the kept keys are for, and since when. */
let kept = { tabKey: '', sinceMs: 0 }
let looking: ReturnType<typeof setTimeout> | undefined

/** Has the focus while keys are kept, so that Hangul can be composed for a page yet to come. */
let sink: WaitingSink | undefined

function openSink(parent: Element): void {
  sink ??= new WaitingSink({
    text: (text, end) => loadingKeys.takeText(text, end),
    escape: passEscape,
  })
  sink.open(parent)
}

/** What was being composed is kept with the rest; who had the keyboard through it has it again. */
function closeSink(): void {
  const closing = sink
  if (!closing) return
  const held = closing.focused
  closing.finish()
  sink = undefined
  endWait()
  if (held) recoverFocus()
  // The key press that ends the waiting is still on its way through it.
  setTimeout(() => closing.element.remove())
}

/** Escape gives up the window that comes; else it is for the page that loads, as to end its search. */
function passEscape(event: KeyboardEvent): void {
  if (kept.tabKey === WINDOW && coming) {
    coming.abort()
    release()
    event.preventDefault()
    return
  }
  // Within a window it goes up to the window by itself.
  if (!(event.target instanceof Element) || event.target.parentElement !== document.body) return
  const panel = panelOf(kept.tabKey) ?? panelOf(activeTab().key)
  const wanted = placeOfKeyboard()
  const place = panel?.contains(wanted) ? wanted : panel?.querySelector('[data-zone]')
  const init = { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }
  if (place && !place.dispatchEvent(new KeyboardEvent('keydown', init))) event.preventDefault()
}

/**
 * Keeps the keys from now on, for a page that is to open in a tab, until it has the keyboard. A
 * click says where the keys go before that.
 */
export function keepKeys(tabKey: string): void {
  const isOther = kept.tabKey !== tabKey && kept.tabKey !== CHOICE && kept.tabKey !== WINDOW
  if (loadingKeys.waiting && isOther) loadingKeys.fail()
  // What was to have the keyboard before belongs to something else.
  if (kept.tabKey !== tabKey) endWait()
  kept = { tabKey, sinceMs: performance.now() }
  loadingKeys.begin()
  beginWait(() => openSink(document.body))
  if (!isBesidePage(document.activeElement) || sink?.focused) focusPage()
  addEventListener('pointerdown', release, { capture: true, once: true })
  look()
}

/** Stands for a tab while it is not known yet which one Enter in the command line opens. */
const CHOICE = ''

/** Stands for a tab while a window is on its way. */
const WINDOW = ' '

function keepKeysFor(what: string): void {
  clearTimeout(looking)
  kept = { tabKey: what, sinceMs: performance.now() }
  loadingKeys.begin()
}

/** Keeps the keys while the command line waits for the server to say what its Enter chose. */
export function keepKeysForChoice(): void {
  keepKeysFor(CHOICE)
  const here = document.activeElement
  // Within a window, as whoever leaves one counts as being in the page.
  const around = here?.closest('[data-overlay]') ?? document.body
  beginWait(() => openSink(around.isConnected ? around : document.body))
  giveKeyboard(() => here instanceof HTMLElement && here.focus(), here ?? undefined)
  addEventListener('pointerdown', release, { capture: true, once: true })
}

/** Whatever is looked up or sent at this moment and says where the keys go. */
let choosing = 0

/**
 * Keeps the keys while something is looked up or sent that says where they go: a code that was
 * typed, a form, a search. What comes of it has gone on before they do; a window that it opens gets
 * them. What is answered at once keeps nothing back.
 */
export async function keepKeysWhile<T>(work: Promise<T>): Promise<T> {
  const front = topPopup()
  const ended = new AbortController()
  let isAnswered = false
  choosing += 1
  const end = (): void => {
    if (ended.signal.aborted) return
    ended.abort()
    choosing -= 1
    if (choosing === 0) endChoice()
  }
  const watch = (): void => {
    if (topPopup() !== front) end()
    if (!ended.signal.aborted) setTimeout(watch, LOOK_MS)
  }
  setTimeout(() => {
    // A page or a window that opens keeps them already.
    if (!isAnswered && !loadingKeys.waiting) keepKeysForChoice()
    watch()
  })
  try {
    return await work
  } finally {
    isAnswered = true
    setTimeout(end)
  }
}

/**
 * Keeps the keys until something that is drawn in a moment has the keyboard: they are for it. A page
 * that was opening goes on doing so.
 */
export function keepKeysUntil(hasKeyboardNow: () => boolean): void {
  if (hasKeyboardNow()) return
  const { tabKey } = kept
  const wasOpening = loadingKeys.waiting && tabKey !== CHOICE && tabKey !== WINDOW
  const untilMs = performance.now() + DRAWN_MS
  keepKeysFor(WINDOW)
  const lookAgain = (): void => {
    if (!loadingKeys.waiting || kept.tabKey !== WINDOW) return
    if (!hasKeyboardNow() && performance.now() < untilMs) return void setTimeout(lookAgain)
    release()
    // What was kept may have opened something else by now.
    if (wasOpening && isKeptFor(WINDOW) && !pageIsThere(tabKey)) keepKeys(tabKey)
  }
  lookAgain()
}

function isKeptFor(what: string): boolean {
  return kept.tabKey === what
}

function pageIsThere(tabKey: string): boolean {
  const opening = openingOf(tabKey)
  return opening === 'ready' || opening === 'lost'
}

/**
 * Opens a window whose code may have to be loaded first: keys pressed meanwhile are for the window,
 * or for the page when none appears; Escape gives it up. Over when the window is closed; throws what
 * loading throws.
 */
export async function openWindow<T extends object>(
  code: Promise<T>,
  open: (code: T) => unknown,
): Promise<void> {
  const before = document.activeElement
  keepKeysFor(WINDOW)
  beginWait(() => openSink(document.body))
  // The window gives the keyboard back to where it was, not to what waited for it.
  giveKeyboard(() => before instanceof HTMLElement && before.focus(), before ?? undefined)
  try {
    const loaded = await wantedCode(code)
    if (!loaded) return
    const closed = open(loaded)
    releaseInWindow()
    await closed
  } finally {
    if (kept.tabKey === WINDOW) release()
  }
}

/** The window whose code is on its way. */
let coming: AbortController | undefined

/** The code of a window once it may open; undefined when Escape has given the window up. */
async function wantedCode<T extends object>(code: Promise<T>): Promise<T | undefined> {
  const mine = new AbortController()
  coming = mine
  try {
    const loaded = await code
    await new Promise<void>((resolve) => whenComposed(resolve))
    return mine.signal.aborted ? undefined : loaded
  } finally {
    if (coming === mine) coming = undefined
  }
}

/** What was kept goes into the window once it has the keyboard. */
function releaseInWindow(): void {
  if (!loadingKeys.waiting || kept.tabKey !== WINDOW) return
  const here = document.activeElement
  const front = here?.closest('[data-overlay]')
  if (front && front !== here && here !== sink?.element) release()
  else setTimeout(releaseInWindow, LOOK_MS)
}

/** Goes on once no syllable is in the middle of being composed for what is to open. */
export function whenComposed(then: () => void): void {
  if (sink?.composing) setTimeout(() => whenComposed(then), LOOK_MS)
  else then()
}

/** The choice is made: unless it opens a page that takes the keys, they go to where the focus is. */
export function endChoice(): void {
  if (!loadingKeys.waiting || kept.tabKey !== CHOICE) return
  const giveBack = endWait()
  if (sink?.focused) giveBack()
  release()
}

/** Whether a place takes its keys at once though a page is loading. */
export function takesKeysAtOnce(target: EventTarget | null): boolean {
  return kept.tabKey !== CHOICE && kept.tabKey !== WINDOW && isBesidePage(target)
}

/** Tells whether a scan is coming in at this moment. */
let isScanComing = (): boolean => false

/** Keys of a scan are kept like all others until it is seen to be one; then they are taken back. */
export function waitForScans(isComing: () => boolean): void {
  isScanComing = isComing
}

function look(): void {
  clearTimeout(looking)
  if (!loadingKeys.waiting) return
  const opening = openingOf(kept.tabKey)
  const isLate = opening === 'loading' && performance.now() - kept.sinceMs > GIVE_UP_MS
  if (opening === 'lost' || isLate) loadingKeys.fail()
  // The page gets what was kept, but never half a scan, and never half a syllable.
  else if (opening === 'ready' && !isScanComing() && !sink?.composing && handOver()) release()
  else looking = setTimeout(look, LOOK_MS)
}

/** Gives the keyboard to the page; false when it cannot take it yet. */
function handOver(): boolean {
  sink?.finish()
  const giveToPage = endWait()
  if (!hasKeyboard(kept.tabKey)) giveToPage()
  if (!hasKeyboard(kept.tabKey)) focusPage()
  if (hasKeyboard(kept.tabKey) || !panelOf(kept.tabKey)) return true
  beginWait(() => openSink(document.body))
  focusPage()
  return false
}

function release(): void {
  removeEventListener('pointerdown', release, { capture: true })
  if (loadingKeys.waiting) loadingKeys.ready()
}
