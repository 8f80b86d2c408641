import { lazy, memo, Suspense, useEffect, type JSX } from 'react'
import { useSnapshot } from 'valtio'
import { useRemountCounts } from '#ui/remote/drafts.ts'
import { focusPage, isOutsidePages, findPanel } from '#ui/tabs/focus.ts'
import { useKeys } from '#ui/keys/dispatch/keyboard.ts'
import { loadCode } from '#ui/base/chunk-reload.ts'
import { network } from '#ui/base/network.ts'
import { findPage, subscribePages } from '#ui/tabs/page-registry.ts'
import { prefetchWhenIdle } from '#ui/base/prefetch.ts'
import { useSession } from '#ui/remote/session.ts'
import { shellState } from '#ui/base/shell-state.ts'
import { discardArguments, useTabs, type Tab } from '#ui/tabs/tabs.ts'
import { t } from '#ui/base/language.ts'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { loadLazyCode } from '#ui/command-line/lazy-code.ts'
import { isBuilt, screenSteps } from '#ui/remote/screens.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { HomePage } from './home-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { NotGrantedPage } from './not-granted-page.tsx'
import { loadPageRenderer, usePageCode } from './page-code.ts'
import { RestoredStrip } from './restored-strip.tsx'
import { TitleBar } from './title-bar.tsx'
import { label } from '#kernel/label.ts'

const NotBuiltPage = lazy(async () => ({
  default: await loadCode(async () => (await import('./lazy-pages.ts')).NotBuiltPage),
}))

/** All open pages, stacked. Hidden ones keep their scroll position, selection and edits. */
export function Panels(): JSX.Element {
  const { tabs, active, shown } = useTabs()
  const { notFound, notGranted } = useSnapshot(shellState)
  const { wcode } = useSession()
  const redrawn = useRemountCounts()
  useFocusOnChange(active, notFound)
  useEffect(() => {
    prefetchWhenIdle(loadPageRenderer, loadLazyCode, ...screenSteps())
  }, [])
  return (
    <div className="panels">
      {tabs
        .filter((tab) => shown.includes(tab.key))
        .map((tab) => (
          <Panel
            key={`${wcode} ${tab.key} ${redrawn[tab.key] ?? 0}`}
            tab={tab}
            active={tab.key === active && !notFound}
          />
        ))}
      {notFound && (
        <div className="panel" data-active="" data-fallback-focus="" tabIndex={-1}>
          {notGranted === '' ? <NotFoundPage /> : <NotGrantedPage route={notGranted} />}
        </div>
      )}
    </div>
  )
}

/** Focuses a page when it becomes active or finishes loading. */
function useFocusOnChange(active: string, isNotFound: boolean): void {
  useEffect(() => {
    const isElsewhere = isOutsidePages(document.activeElement)
    if (!topPopup() && !shellState.paletteOpen && !isElsewhere) focusPage()
  }, [active, isNotFound])
  useEffect(
    () =>
      subscribePages(() => {
        if (!findPage(active)) return
        const isWaiting = (): boolean => document.activeElement === findPanel(active)
        if (isWaiting()) requestAnimationFrame(() => isWaiting() && focusPage())
      }),
    [active],
  )
}

interface PanelProps {
  readonly tab: Tab
  readonly active: boolean
}

const Panel = memo(function Panel({ tab, active }: PanelProps): JSX.Element {
  useKeys()
  return (
    <div
      id={`panel-${tab.key}`}
      className="panel"
      role="tabpanel"
      aria-label={t(tab.title)}
      data-panel={tab.key}
      data-zone={tab.screen && isBuilt(tab.screen.route) ? undefined : 'page'}
      data-active={active ? '' : undefined}
      inert={!active}
      tabIndex={-1}
    >
      <ErrorBoundary>
        <PanelContent tab={tab} active={active} />
      </ErrorBoundary>
    </div>
  )
})

function PanelContent({ tab, active }: PanelProps): JSX.Element {
  const { screen } = tab
  if (!screen) return <HomePage />
  return (
    <>
      <TitleBar screen={screen} />
      <RestoredStrip tabKey={tab.key} />
      {isBuilt(screen.route) ? (
        <BuiltPage route={screen.route} tab={tab} active={active} />
      ) : (
        <Suspense>
          <NotBuiltPage screen={screen} />
        </Suspense>
      )}
    </>
  )
}

function BuiltPage({ route, tab, active }: PanelProps & { readonly route: string }): JSX.Element {
  const code = usePageCode(route)
  if (!code) return <PageLoading />
  return (
    <>
      <code.ScreenPage
        screen={code.screen}
        tabKey={tab.key}
        active={active}
        {...(tab.args ? { args: tab.args } : {})}
      />
      <DiscardArguments tab={tab} />
    </>
  )
}

function PageLoading(): JSX.Element {
  const { codeWaiting } = useSnapshot(network)
  return (
    <p className="page-wait" role="status">
      {t(codeWaiting > 0 ? waitingForServer : loadingScreenText)}
    </p>
  )
}

/** Rendered after the page, because its effect must run after the page has read its arguments. */
function DiscardArguments({ tab }: { readonly tab: Tab }): null {
  useEffect(() => discardArguments(tab.key), [tab])
  return null
}

const waitingForServer = label(
  '서버에 연결되지 않았습니다. 연결되면 자동으로 열립니다.',
  'No connection to the server. The screen opens automatically when connected.',
)
const loadingScreenText = label('화면을 불러오는 중…', 'Loading the screen…')
