import type { Dispatcher } from './dispatcher.ts'
import { onCommandMode } from './command-mode.ts'

type TextElement = HTMLInputElement | HTMLTextAreaElement

function isText(element: Element | null): element is TextElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}

/**
 * Prevents the input method from composing command keys. Browsers never compose into read-only
 * fields. The grid's sink is therefore read-only in command mode, and any text field is while a
 * sequence is pending. Returns an unsubscribe function.
 */
export function guardFromIme<Id extends string>(
  dispatcher: Dispatcher<Id>,
  isCommandMode: () => boolean,
): () => void {
  let held: TextElement | undefined
  const holdField = (): void => {
    const { pending } = dispatcher.getState()
    const here = document.activeElement
    if (pending === '' && held) {
      held.readOnly = false
      held = undefined
    } else if (pending !== '' && !held && isText(here) && !here.readOnly) {
      here.readOnly = true
      held = here
    }
    guardSink()
  }
  const guardSink = (): void => {
    const here = document.activeElement
    if (here === held || !isText(here) || here.dataset['keySink'] === undefined) return
    here.readOnly = isCommandMode()
  }
  // An edit that starts removes the mark from the sink, which must accept text immediately.
  const marks = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!(target instanceof HTMLTextAreaElement)) continue
      target.readOnly = target.dataset['keySink'] !== undefined && isCommandMode()
    }
  })
  const watching = new AbortController()
  marks.observe(document, {
    attributes: true,
    attributeFilter: ['data-key-sink'],
    subtree: true,
  })
  document.addEventListener('focusin', guardSink, { signal: watching.signal })
  const stops = [dispatcher.subscribe(holdField), onCommandMode(guardSink)]
  return () => {
    marks.disconnect()
    watching.abort()
    for (const stop of stops) stop()
  }
}
