import { useSyncExternalStore } from 'react'
import { Listeners } from '#ui/base/listeners.ts'
import { loggedSince, logPosition, type Logged } from './command-log.ts'

const listeners = new Listeners()
/** Where in the log the recording began; undefined while none is under way. */
let since: number | undefined

/** Whether a macro is being recorded. */
export function recording(): boolean {
  return since !== undefined
}

/** From now on what is carried out is part of a macro: the very next key, too. */
export function beginRecording(): void {
  since = logPosition()
  listeners.call()
}

/** Ends the recording; what was carried out meanwhile, oldest first. */
export function endRecording(): readonly Logged[] {
  const logged = since === undefined ? [] : loggedSince(since)
  since = undefined
  listeners.call()
  return logged
}

export function useRecording(): boolean {
  return useSyncExternalStore(listeners.add, recording)
}
