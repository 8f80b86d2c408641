import { snapshotField } from '#ui/base/restore-field.ts'

/** The commit follows immediately after the key that ends the composition. */
const LATE_MS = 100

/**
 * Like `snapshotField`. On Windows the input method commits the last letter of a code after the
 * suffix. The letter lands in the restored field, so the field is restored again.
 */
export function snapshotForScan(target: EventTarget | null): (() => void) | undefined {
  const restore = snapshotField(target)
  const isPlain = target instanceof HTMLElement && target.dataset['keySink'] === undefined
  if (!restore || !isPlain) return restore
  return () => {
    restore()
    restoreAfterCommit(target, restore)
  }
}

function restoreAfterCommit(target: HTMLElement, restore: () => void): void {
  const ended = new AbortController()
  const options = { capture: true, signal: ended.signal }
  const onInput = (event: Event): void => {
    const isCommit = event instanceof InputEvent && /^[ㄱ-ㆎ가-힣]+$/.test(event.data ?? '')
    if (!event.isTrusted || event.target !== target || !isCommit) return
    // Listeners already know the restored value.
    event.stopPropagation()
    restore()
  }
  const onKeyDown = ({ code, isTrusted }: KeyboardEvent): void => {
    // Chrome repeats the Enter that ended a composition.
    if (isTrusted && code !== 'Enter') ended.abort()
  }
  window.addEventListener('input', onInput, options)
  window.addEventListener('keydown', onKeyDown, options)
  setTimeout(() => ended.abort(), LATE_MS)
}
