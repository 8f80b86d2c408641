import { useSyncExternalStore } from 'react'
import { Listeners } from '#ui/base/listeners.ts'
import { entriesSince, logPosition, type LogEntry } from './command-log.ts'

const listeners = new Listeners()
let startPosition: number | undefined

export function isRecording(): boolean {
  return startPosition !== undefined
}

export function beginRecording(): void {
  startPosition = logPosition()
  listeners.call()
}

export function endRecording(): readonly LogEntry[] {
  const entries = startPosition === undefined ? [] : entriesSince(startPosition)
  startPosition = undefined
  listeners.call()
  return entries
}

export function useRecording(): boolean {
  return useSyncExternalStore(listeners.add, isRecording)
}
