import { focusableElements } from '#ui/tabs/focus.ts'
import { synthesizeKey } from './synthetic-key.ts'
import type { BufferedKey, Replay } from './type-ahead.ts'

let replaying = false

export function isReplaying(): boolean {
  return replaying
}

export function replay(item: Replay): void {
  replaying = true
  try {
    pressOrInsert(item)
  } finally {
    replaying = false
  }
}

function pressOrInsert(item: Replay): void {
  const target = document.activeElement ?? document.body
  if (item.kind === 'text') return void document.execCommand('insertText', false, item.text)
  const event = synthesizeKey(item.key.init)
  if (target.dispatchEvent(event) && !performDefault(event)) moveCaret(event)
}

/**
 * Presses a key that an input method consumed while the target had the focus. Returns whether the
 * page used it. Leaves the caret to the input method or the browser, which may still pass the key
 * on.
 */
export function pressComposedKey({ init }: BufferedKey, target: EventTarget | null): boolean {
  if (typeof document === 'undefined' || target !== document.activeElement) return true
  const event = synthesizeKey(init)
  return !target?.dispatchEvent(event) || performDefault(event)
}

/**
 * Whether an element accepts text. The grid's sink is read-only in command mode and receives keys
 * instead.
 */
export function acceptsText(target = document.activeElement): boolean {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isField && !['checkbox', 'radio'].includes(target.type) && !target.readOnly
}

/**
 * Performs the default action, which browsers skip for synthesized keys. Returns false if there is
 * none.
 */
function performDefault(event: KeyboardEvent): boolean {
  const here = document.activeElement
  if (event.ctrlKey || event.altKey || event.metaKey) return false
  if (event.key === 'Tab') {
    const places = focusableElements(document)
    const step = event.shiftKey ? -1 : 1
    const next = places.at((places.findIndex((place) => place === here) + step) % places.length)
    next?.focus()
    if (next instanceof HTMLInputElement) next.select()
  } else if (event.key === 'Backspace') document.execCommand('delete')
  else if (event.key === 'Delete') document.execCommand('forwardDelete')
  else if (event.key === 'Enter' && here instanceof HTMLButtonElement) here.click()
  else if (event.key === 'Enter' && here instanceof HTMLInputElement) here.form?.requestSubmit()
  else return false
  return true
}

const caretMoves: Readonly<Record<string, readonly [direction: string, by: string]>> = {
  ArrowLeft: ['backward', 'character'],
  ArrowRight: ['forward', 'character'],
  Home: ['backward', 'lineboundary'],
  End: ['forward', 'lineboundary'],
}

function moveCaret({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): void {
  if (ctrlKey || altKey || metaKey || !acceptsText()) return
  const [direction, by] = caretMoves[key] ?? []
  if (direction === undefined) return
  getSelection()?.modify(shiftKey ? 'extend' : 'move', direction, by)
}
