import type { JSX } from 'react'
import { Route, Switch } from 'wouter'
import { useLanguage } from '../language.ts'
import { FindIdPage, PasswordInitPage } from './find-account-pages.tsx'
import { LoginPage, LoginPopupPage } from './login-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { LoadingOverlay } from './overlays.tsx'
import { PrivacyPolicyPage } from './privacy-policy-page.tsx'
import { RegisterPage } from './register-page.tsx'

/** Everything under /login: no menu, no tabs. */
export function LoginLayout(): JSX.Element {
  useLanguage()
  return (
    <main className="login-layout" data-fallback-focus="" tabIndex={-1}>
      <Switch>
        <Route path="/login" component={LoginPage} />
        <Route path="/login/id-search" component={FindIdPage} />
        <Route path="/login/pw-init" component={PasswordInitPage} />
        <Route path="/login/register" component={RegisterPage} />
        <Route path="/login/privacy-policy" component={PrivacyPolicyPage} />
        <Route path="/login/popup" component={LoginPopupPage} />
        <Route component={NotFoundPage} />
      </Switch>
      <LoadingOverlay />
    </main>
  )
}
