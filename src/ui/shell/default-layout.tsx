import { useEffect, type JSX } from 'react'
import { useLocation, useSearch } from 'wouter'
import { initDrafts } from '#ui/remote/drafts.ts'
import { startEvents } from '#ui/remote/events.ts'
import { watchRights } from '#ui/remote/rights.ts'
import { watchSiteTexts } from '#ui/remote/site-texts.ts'
import { restoreFavourites } from '#ui/remote/favourites-draft.ts'
import { storeTabs, restoreTabs } from '#ui/remote/stored-tabs.ts'
import { startKeyboard, useKeys } from '#ui/keys/dispatch/keyboard.ts'
import { currentMenu, screenByAbbr } from '#ui/remote/menu.ts'
import { loadCode } from '#ui/base/chunk-reload.ts'
import { prefetchWhenIdle } from '#ui/base/prefetch.ts'
import { followAddress, openScreen } from '#ui/workspace/navigation.ts'
import { currentTabs } from '#ui/tabs/tabs.ts'
import { WhichKey } from '#ui/keys/tools/which-key.tsx'
import { Palette } from '#ui/command-line/palette.tsx'
import { NoteArea } from '#ui/windows/notify.tsx'
import { PopupHost } from '#ui/windows/popup-host.tsx'
import { usePopups } from '#ui/windows/popup-stack.ts'
import { Announcements } from './announcements.tsx'
import { LeftMenu } from './left-menu.tsx'
import { LegendBar } from './legend-bar.tsx'
import { LoadingOverlay, LazyImpersonationBanner, StaleMessage } from './overlays.tsx'
import { Panels } from './panels.tsx'
import { StatusLine } from './status-line.tsx'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'

function useAddress(): void {
  const [pathname] = useLocation()
  const search = useSearch()
  useEffect(() => {
    followAddress(pathname, search ? `?${search}` : '')
  }, [pathname, search])
}

async function watchBrowserBack(): Promise<void> {
  const code = await loadCode(() => import('#ui/workspace/keep-page-below-window.ts'))
  code.keepPageBelowWindow()
}

function useInitialScreen(): void {
  useEffect(() => {
    if (currentTabs().tabs.length > 1) return
    const first = currentMenu().favourites.find((item) => item.INIT_YN === 'Y')
    const screen = first && screenByAbbr(first.MENU_ABBR)
    if (screen && location.pathname === '/') openScreen(screen)
  }, [])
}

export function DefaultLayout(): JSX.Element {
  useEffect(restoreTabs, [])
  useAddress()
  useInitialScreen()
  useEffect(storeTabs, [])
  useEffect(restoreFavourites, [])
  useEffect(() => prefetchWhenIdle(watchBrowserBack), [])
  useEffect(startKeyboard, [])
  useEffect(initDrafts, [])
  useEffect(startEvents, [])
  useEffect(watchRights, [])
  useEffect(watchSiteTexts, [])
  useKeys()
  const isCovered = usePopups().length > 0
  return (
    <>
      <div className="workspace" inert={isCovered}>
        <TopBar />
        <LazyImpersonationBanner />
        <StaleMessage />
        <div className="workspace-body">
          <LeftMenu />
          <main className="workspace-content">
            <TabBar />
            <Panels />
          </main>
        </div>
        <footer>
          <StatusLine />
          <LegendBar />
        </footer>
      </div>
      <Palette />
      <WhichKey />
      <PopupHost />
      <NoteArea />
      <Announcements />
      <LoadingOverlay />
    </>
  )
}
