import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let on = false

/** Whether a macro is being recorded. */
export function recording(): boolean {
  return on
}

export function setRecording(next: boolean): void {
  on = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useRecording(): boolean {
  return useSyncExternalStore(subscribe, recording)
}
