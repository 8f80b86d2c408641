import { useEffect, useState } from 'react'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { fetchAhead } from '#ui/base/prefetch.ts'
import { codeLists } from '#ui/remote/code-lists.ts'
import { areScreensLoaded, loadedScreens, loadScreens } from '#ui/remote/screens.ts'
import { lateCode, loadLateCode } from './late-code.ts'

interface AllScreens {
  readonly screens: readonly PaneScreen[]
  readonly complete: boolean
}

function lookNow(): AllScreens {
  const screens = loadedScreens()
  const { argumentLists, namesElsewhere, screenSynonyms, inWordsOfTitles } = lateCode()
  const areListsHere = argumentLists?.(screens).every((name) => codeLists.get(name)) ?? false
  const areWordsHere = [namesElsewhere, screenSynonyms, inWordsOfTitles].every(Boolean)
  return { screens, complete: areScreensLoaded() && areListsHere && areWordsHere }
}

async function loadAll(): Promise<void> {
  await Promise.all([loadScreens(), loadLateCode()])
  await codeLists.load(lateCode().argumentLists?.(loadedScreens()) ?? [])
}

export function useAllScreens(): AllScreens {
  const [known, setKnown] = useState(lookNow)
  useEffect(() => {
    if (known.complete) return undefined
    let open = true
    const take = (): void => {
      if (open) setKnown({ ...lookNow(), complete: true })
    }
    void fetchAhead(loadAll).then(take)
    return () => {
      open = false
    }
  }, [known])
  return known
}
