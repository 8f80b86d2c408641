import { useEffect, useState } from 'react'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { prefetchCode } from '#ui/base/prefetch.ts'
import { codeLists } from '#ui/remote/code-lists.ts'
import { areScreensLoaded, loadedScreens, loadScreens } from '#ui/remote/screens.ts'
import { lazyCode, loadLazyCode } from './lazy-code.ts'

interface AllScreens {
  readonly screens: readonly PaneScreen[]
  readonly complete: boolean
}

function readState(): AllScreens {
  const screens = loadedScreens()
  const { argumentLists, ...code } = lazyCode()
  const areListsLoaded = argumentLists?.(screens).every((name) => codeLists.get(name)) ?? false
  const areWordsLoaded =
    code.screenSynonyms &&
    code.replaceTradeWords &&
    code.describeWhere &&
    code.freeKeyLabel &&
    code.menuEntries
  return { screens, complete: areScreensLoaded() && areListsLoaded && Boolean(areWordsLoaded) }
}

async function loadAll(): Promise<void> {
  await Promise.all([loadScreens(), loadLazyCode()])
  await codeLists.load(lazyCode().argumentLists?.(loadedScreens()) ?? [])
}

export function useAllScreens(): AllScreens {
  const [known, setScreens] = useState(readState)
  useEffect(() => {
    if (known.complete) return undefined
    let isOpen = true
    const update = (): void => {
      if (isOpen) setScreens({ ...readState(), complete: true })
    }
    void prefetchCode(loadAll).then(update)
    return () => {
      isOpen = false
    }
  }, [known])
  return known
}
