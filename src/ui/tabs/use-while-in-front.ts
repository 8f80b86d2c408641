import { useEffect } from 'react'
import { subscribe } from 'valtio'
import { watchedTabs } from './tabs.ts'

/**
 * Runs `begin` whenever a tab comes in front, and what that returns when it no longer is. Draws
 * nothing: a page that goes behind another need not be drawn for it.
 */
export function useWhileInFront(key: string, begin: () => () => void): void {
  useEffect(() => {
    let end: (() => void) | undefined
    const look = (): void => {
      const isInFront = watchedTabs.active === key
      if (isInFront === (end !== undefined)) return
      end?.()
      end = isInFront ? begin() : undefined
    }
    look()
    const unsubscribe = subscribe(watchedTabs, look)
    return () => {
      unsubscribe()
      end?.()
    }
  }, [key, begin])
}
