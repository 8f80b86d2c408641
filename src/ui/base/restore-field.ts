/** Asks a field that keeps more than its text how it is put back. */
export const SNAPSHOT = 'field-snapshot'

/** What a field that hears the question answers it with. */
export interface SnapshotQuestion {
  /** Puts the field back as it is now, taking nothing of what was typed since over. */
  restore?: () => void
}

/**
 * Remembers what a text field holds, and gives a function that puts it back: value, selection, and
 * no composition left open. Undefined for anything that is not a text field.
 */
export function snapshotField(target: EventTarget | null): (() => void) | undefined {
  if (typeof HTMLInputElement !== 'function') return undefined
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  if (!isField) return undefined
  const question: SnapshotQuestion = {}
  target.dispatchEvent(new CustomEvent<SnapshotQuestion>(SNAPSHOT, { detail: question }))
  if (question.restore) return question.restore
  const { value, selectionStart, selectionEnd } = target
  return () => {
    if (target.value === value) return
    const focused = document.activeElement === target
    // Leaving the field is the only way to end a composition that a scan in Hangul mode began.
    if (focused) target.blur()
    writeValue(target, value)
    if (!focused) return
    target.focus({ preventScroll: true })
    if (selectionStart !== null) target.setSelectionRange(selectionStart, selectionEnd)
  }
}

/** Through the prototype's setter, past React's own, so that a controlled field hears of it. */
function writeValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype: object = Object.getPrototypeOf(field)
  Reflect.set(prototype, 'value', value, field)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
