import { useEffect, useState } from 'react'
import type { Screen } from '#kernel/screen.ts'
import { fetchAhead } from '../app/prefetch.ts'
import { areScreensLoaded, loadedScreens, loadScreens } from '../screens.ts'

interface AllScreens {
  /** Those that are loaded. */
  readonly screens: readonly Screen[]
  /** There are no others, or they cannot be had now. */
  readonly complete: boolean
}

function lookNow(): AllScreens {
  return { screens: loadedScreens(), complete: areScreensLoaded() }
}

/** The screens with what they can be asked for and what they carry out; loads those not loaded. */
export function useAllScreens(): AllScreens {
  const [known, setKnown] = useState(lookNow)
  useEffect(() => {
    if (known.complete) return undefined
    let open = true
    const take = (): void => {
      if (open) setKnown({ ...lookNow(), complete: true })
    }
    void fetchAhead(loadScreens).then(take)
    return () => {
      open = false
    }
  }, [known])
  return known
}
