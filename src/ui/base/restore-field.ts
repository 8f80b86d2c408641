/** Event that lets a field with more state than its text supply its own restore function. */
export const SNAPSHOT = 'field-snapshot'

export interface SnapshotRequest {
  /** Restores the state at the time of the event and discards later input. */
  restore?: () => void
}

/**
 * Takes a snapshot of a text field and returns a function that restores its value and selection. It
 * also closes an open composition. Returns undefined for other elements.
 */
export function snapshotField(target: EventTarget | null): (() => void) | undefined {
  if (typeof HTMLInputElement !== 'function') return undefined
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  if (!isField) return undefined
  const question: SnapshotRequest = {}
  target.dispatchEvent(new CustomEvent<SnapshotRequest>(SNAPSHOT, { detail: question }))
  if (question.restore) return question.restore
  const { value, selectionStart, selectionEnd } = target
  return () => {
    if (target.value === value) return
    const isFocused = document.activeElement === target
    // Blurring is the only way to end a composition that a scan in Hangul mode started.
    if (isFocused) target.blur()
    writeValue(target, value)
    if (!isFocused) return
    target.focus({ preventScroll: true })
    if (selectionStart !== null) target.setSelectionRange(selectionStart, selectionEnd)
  }
}

/**
 * Uses the prototype's setter to bypass React's own. Otherwise a controlled field would miss the
 * change.
 */
function writeValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype: object = Object.getPrototypeOf(field)
  Reflect.set(prototype, 'value', value, field)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
