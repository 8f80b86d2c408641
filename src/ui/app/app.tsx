import { useEffect, type JSX } from 'react'
import { useLocation } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { useLanguage } from '../language.ts'
import { NoteArea } from '../popups/notify.tsx'
import { DefaultLayout } from '../shell/default-layout.tsx'
import { ErrorBoundary, ErrorPage } from '../shell/error-boundary.tsx'
import { LoginLayout } from '../shell/login-layout.tsx'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import { guardFocus } from './focus.ts'
import { startSession, useSession } from './session.ts'

/** Chooses the layout: login, blank, or the workspace of a session. */
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
        <SignedIn />
      )}
    </ErrorBoundary>
  )
}

function SignedIn(): JSX.Element {
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
