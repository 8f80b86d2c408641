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
    const checkActive = (): void => {
      const isInFront = watchedTabs.active === key
      if (isInFront === (end !== undefined)) return
      end?.()
      end = isInFront ? begin() : undefined
    }
    checkActive()
    const unsubscribe = subscribe(watchedTabs, checkActive)
    return () => {
      unsubscribe()
      end?.()
    }
  }, [key, begin])
}
