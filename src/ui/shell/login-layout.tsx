import { lazy, Suspense, useEffect, useLayoutEffect, type ComponentType, type JSX } from 'react'
import { Route, Switch } from 'wouter'
import { loadCode } from '#ui/base/chunk-reload.ts'
import { focusPage } from '#ui/tabs/focus.ts'
import { useLanguage } from '#ui/base/language.ts'
import { dismissNotes, NoteArea } from '#ui/windows/notify.tsx'
import { LoginPage, LoginPopupPage } from './login-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { LoadingOverlay } from './overlays.tsx'

function lazyPage(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await loadCode(load) }))
}

const loadPages = () => import('./lazy-pages.ts')
const FindIdPage = lazyPage(async () => (await loadPages()).FindIdPage)
const PasswordInitPage = lazyPage(async () => (await loadPages()).PasswordInitPage)
const RegisterPage = lazyPage(async () => (await loadPages()).RegisterPage)
const PrivacyPolicyPage = lazyPage(async () => (await loadPages()).PrivacyPolicyPage)

/** Focuses a page loaded on demand, unless the user has focused something else. */
function FocusLoadedPage(): null {
  useLayoutEffect(() => {
    if (document.activeElement?.matches('body, .login-layout')) focusPage()
  }, [])
  return null
}

export function LoginLayout(): JSX.Element {
  useLanguage()
  // Messages about scans here do not apply to the workspace.
  useEffect(() => () => void dismissNotes(), [])
  return (
    <main className="login-layout" data-fallback-focus="" tabIndex={-1}>
      <Suspense>
        <Switch>
          <Route path="/login" component={LoginPage} />
          <Route path="/login/id-search" component={FindIdPage} />
          <Route path="/login/pw-init" component={PasswordInitPage} />
          <Route path="/login/register" component={RegisterPage} />
          <Route path="/login/privacy-policy" component={PrivacyPolicyPage} />
          <Route path="/login/popup" component={LoginPopupPage} />
          <Route>
            <NotFoundPage />
          </Route>
        </Switch>
        <FocusLoadedPage />
      </Suspense>
      <LoadingOverlay />
      <NoteArea />
    </main>
  )
}
