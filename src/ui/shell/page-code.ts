import { useLayoutEffect, useState, type ComponentType } from 'react'
import type { PaneScreen } from '#kernel/pane-screen.ts'
import { label } from '#kernel/label.ts'
import { loadCode } from '#ui/base/chunk-reload.ts'
import { t } from '#ui/base/language.ts'
import type { PageProps } from '#ui/page/tools/use-grid-page.ts'
import { loadedScreen, loadScreen } from '#ui/remote/screens.ts'

interface PageCode {
  readonly screen: PaneScreen
  readonly ScreenPage: ComponentType<PageProps<PaneScreen>>
}

let pageRenderer: Pick<PageCode, 'ScreenPage'> | undefined

/** Loads the code that renders screens. Rejects with the browser's error. */
export async function loadPageRenderer(): Promise<void> {
  pageRenderer ??= await import('#ui/screens/screen-page.tsx')
}

function pageCode(route: string): PageCode | undefined {
  const screen = loadedScreen(route)
  return screen && pageRenderer && { screen, ScreenPage: pageRenderer.ScreenPage }
}

/** Adds the browser's message, which is in English, because its file name helps administrators. */
function loadErrorText(error: unknown): string {
  const detail = error instanceof Error ? error.message : String(error)
  return t(
    label(
      `화면을 불러오지 못했습니다. F5로 새로 고치세요. (${detail})`,
      `The screen could not be loaded. Refresh with F5. (${detail})`,
    ),
  )
}

/** Code of a screen, or undefined while loading. Throws if it cannot be loaded. */
export function usePageCode(route: string): PageCode | undefined {
  const [failure, setFailure] = useState<Error>()
  const [, setLoaded] = useState(false)
  useLayoutEffect(() => {
    if (pageCode(route)) return undefined
    let isWanted = true
    loadCode(() => Promise.all([loadPageRenderer(), loadScreen(route)])).then(
      () => isWanted && setLoaded(true),
      (error: unknown) => {
        if (isWanted) setFailure(new Error(loadErrorText(error), { cause: error }))
      },
    )
    return () => {
      isWanted = false
    }
  }, [route])
  if (failure) throw failure
  return pageCode(route)
}
