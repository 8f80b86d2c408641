import { useEffect, useRef, type RefObject } from 'react'

type Field = HTMLInputElement | HTMLTextAreaElement

/** Returns a form field or text area. Search inputs and grid editors do not count. */
function findField(target: EventTarget | null): Field | undefined {
  if (target instanceof HTMLTextAreaElement) {
    return target.closest('.grid-root') === null ? target : undefined
  }
  if (!(target instanceof HTMLInputElement) || target.type === 'password') return undefined
  return target.closest('form') === null ? undefined : target
}

/**
 * Whether the fields inside contain unsaved input. Compares each field with its text before the
 * first key, so reverted input does not count.
 */
export function useUnsavedInput(root: RefObject<HTMLElement | null>): () => boolean {
  const before = useRef(new Map<Field, string>())
  useEffect(() => {
    const element = root.current
    const note = ({ target }: Event): void => {
      const field = findField(target)
      if (field && !before.current.has(field)) before.current.set(field, field.value)
    }
    element?.addEventListener('beforeinput', note, true)
    return () => element?.removeEventListener('beforeinput', note, true)
  }, [root])
  return () =>
    [...before.current].some(([field, text]) => field.isConnected && field.value !== text)
}
