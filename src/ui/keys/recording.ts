import { useSyncExternalStore } from 'react'
import { Listeners } from '#ui/base/listeners.ts'
import { entriesSince, logPosition, type LogEntry } from './command-log.ts'

const listeners = new Listeners()
let since: number | undefined

export function isRecording(): boolean {
  return since !== undefined
}

export function beginRecording(): void {
  since = logPosition()
  listeners.call()
}

export function endRecording(): readonly LogEntry[] {
  const entries = since === undefined ? [] : entriesSince(since)
  since = undefined
  listeners.call()
  return entries
}

export function useRecording(): boolean {
  return useSyncExternalStore(listeners.add, isRecording)
}
