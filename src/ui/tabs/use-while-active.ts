import { useEffect } from 'react'
import { subscribe } from 'valtio'
import { watchedTabs } from './tabs.ts'

/**
 * Runs `begin` when a tab becomes active and its cleanup when it no longer is. Does not re-render
 * the component.
 */
export function useWhileActive(key: string, begin: () => () => void): void {
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
