import { useEffect, useState } from 'react'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { fetchAhead } from '#ui/base/prefetch.ts'
import { argumentReader, loadArgumentReader } from './argument-reader.ts'
import { codeLists } from '#ui/remote/code-lists.ts'
import { areScreensLoaded, loadedScreens, loadScreens } from '#ui/remote/screens.ts'
import { lateWords, loadLateWords } from './late-words.ts'

interface AllScreens {
  /** Those that are loaded. */
  readonly screens: readonly PaneScreen[]
  /** There are no others, or they cannot be had now. */
  readonly complete: boolean
}

function lookNow(): AllScreens {
  const screens = loadedScreens()
  const lists = argumentReader()?.argumentLists(screens)
  const areListsHere = lists?.every((name) => codeLists.get(name)) ?? false
  return { screens, complete: areScreensLoaded() && areListsHere && lateWords() !== undefined }
}

/** The screens, then the lists that their searches are written in. */
async function loadAll(): Promise<void> {
  await Promise.all([loadScreens(), loadArgumentReader(), loadLateWords()])
  await codeLists.load(argumentReader()?.argumentLists(loadedScreens()) ?? [])
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
    void fetchAhead(loadAll).then(take)
    return () => {
      open = false
    }
  }, [known])
  return known
}
