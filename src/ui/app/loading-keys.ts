import { TypeAhead, type Replay } from '../keyboard/type-ahead.ts'
import { t } from '../language.ts'
import { notify } from '../popups/notify.tsx'
import { focusableIn } from './focus.ts'

/** A screen that has not come by then never will. */
const GIVE_UP_MS = 5000

/** Presses what was typed ahead into the screen that is there now. */
function replay(item: Replay): void {
  const target = document.activeElement
  if (!(target instanceof HTMLElement)) return
  const takesText = target.matches('input:not([type=checkbox]):not([type=radio]), textarea')
  if (item.kind === 'text' && takesText) {
    document.execCommand('insertText', false, item.text)
    return
  }
  for (const { init } of item.kind === 'text' ? item.keys : [item.key]) {
    const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })
    const goesOn = (document.activeElement ?? target).dispatchEvent(event)
    if (goesOn) doByDefault(event)
  }
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
  else if (event.key === 'Enter' && here instanceof HTMLButtonElement) here.click()
}

/** Keys pressed while a screen loads, kept for it as on a terminal. */
export const loadingKeys = new TypeAhead({
  replay,
  onDropped: (count) =>
    notify(
      'warn',
      t({
        ko: `화면이 열리지 않아 미리 누른 키 ${count}개를 버렸습니다.`,
        en: `The screen did not open: ${count} key(s) pressed ahead were dropped.`,
      }),
    ),
})

let givingUp: ReturnType<typeof setTimeout> | undefined

/** Keeps the keys from now on, for a screen that begins to load. */
export function keepKeys(): void {
  clearTimeout(givingUp)
  loadingKeys.begin()
  givingUp = setTimeout(() => loadingKeys.fail(), GIVE_UP_MS)
}

/** Tells whether a scan is coming in at this moment. */
let isScanComing = (): boolean => false

/** Keys of a scan are kept like all others until it is seen to be one; then they are taken back. */
export function waitForScans(isComing: () => boolean): void {
  isScanComing = isComing
}

/** The screen has the keyboard: it gets what was kept, but never half a scan. */
export function releaseKeys(): void {
  clearTimeout(givingUp)
  if (!loadingKeys.holding) return
  if (isScanComing()) givingUp = setTimeout(releaseKeys, 20)
  else loadingKeys.ready()
}
