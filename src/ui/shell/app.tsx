import { useEffect, type JSX } from 'react'
import { useLocation } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { useLanguage } from '#ui/base/language.ts'
import { NoteArea } from '#ui/windows/notify.tsx'
import { DefaultLayout } from './default-layout.tsx'
import { ErrorBoundary, ErrorPage } from './error-boundary.tsx'
import { LoginLayout } from './login-layout.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { guardFocus } from '#ui/tabs/focus.ts'
import { startSession, useSession } from '#ui/remote/session.ts'

export function App(): JSX.Element {
  useLanguage()
  const [path] = useLocation()
  useEffect(guardFocus, [])
  return (
    <ErrorBoundary>
      {path.startsWith('/login') ? (
        <LoginLayout />
      ) : path === '/error/NoExistPage' ? (
        <main className="blank-layout" data-fallback-focus="" tabIndex={-1}>
          <NotFoundPage />
          <NoteArea />
        </main>
      ) : (
        <LoggedInApp />
      )}
    </ErrorBoundary>
  )
}

function LoggedInApp(): JSX.Element {
  const { phase, failure } = useSession()
  useEffect(() => {
    if (phase !== 'out') return
    const here = location.pathname + location.search
    navigate(here === '/' ? '/login' : `/login?to=${encodeURIComponent(here)}`, { replace: true })
  }, [phase])
  if (phase === 'in') return <DefaultLayout />
  return (
    <main className="blank-layout" data-fallback-focus="" tabIndex={-1}>
      {phase === 'failed' ? (
        <ErrorPage error={new Error(failure)} again={() => void startSession()} />
      ) : (
        <span className="top-mark">
          WMS<span aria-hidden="true">▮</span>
        </span>
      )}
      <NoteArea />
    </main>
  )
}
