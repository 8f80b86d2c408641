import { useSyncExternalStore } from 'react'
import { Listeners } from '#ui/base/listeners.ts'
import { loggedSince, logPosition, type Logged } from './command-log.ts'

const listeners = new Listeners()
let since: number | undefined

export function recording(): boolean {
  return since !== undefined
}

export function beginRecording(): void {
  since = logPosition()
  listeners.call()
}

export function endRecording(): readonly Logged[] {
  const logged = since === undefined ? [] : loggedSince(since)
  since = undefined
  listeners.call()
  return logged
}

export function useRecording(): boolean {
  return useSyncExternalStore(listeners.add, recording)
}
