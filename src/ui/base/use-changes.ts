import { useEffect, useReducer } from 'react'
import type { Listeners } from './listeners.ts'

export function useChanges(listeners: Listeners | undefined): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => listeners?.add(redraw), [listeners])
}
