import type { JSX } from 'react'
import { Route, Switch, useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { LoginForm } from '../app/login-form.tsx'
import { PasswordForm } from '../app/password-form.tsx'
import { startSession, useSession } from '../app/session.ts'
import { currentLanguage, setLanguage, t, useLanguage } from '../language.ts'
import { LaterPage } from './later-page.tsx'
import { LoadingOverlay } from './overlays.tsx'

/** Everything under /login: no menu, no tabs. */
export function LoginLayout(): JSX.Element {
  useLanguage()
  return (
    <main className="login-layout" data-fallback-focus="" tabIndex={-1}>
      <Switch>
        <Route path="/login" component={LoginPage} />
        <Route component={LaterPage} />
      </Switch>
      <LoadingOverlay />
    </main>
  )
}

/** Where to go after the login: the page that was asked for, only ever one of our own. */
function targetOf(search: string): string {
  const target = new URLSearchParams(search).get('to') ?? '/'
  return /^\/(?!\/)/.test(target) && !target.startsWith('/login') ? target : '/'
}

function LoginPage(): JSX.Element {
  const { user } = useSession()
  const target = targetOf(useSearch())
  async function enter(): Promise<void> {
    await startSession()
    navigate(target, { replace: true })
  }
  const mustChange = user?.mustChangePassword === true
  return (
    <div className="login-box frame">
      <header className="login-brand">
        <span className="top-mark">
          WMS<span aria-hidden="true">▮</span>
        </span>
        <LanguageSwitch />
      </header>
      {mustChange ? (
        <>
          <h1>{t({ ko: '비밀번호를 바꿔 주세요', en: 'Change your password' })}</h1>
          <p className="quiet">
            {t({
              ko: '받은 비밀번호는 한 번만 쓸 수 있습니다. 새 비밀번호를 정하면 시작합니다.',
              en: 'The password you were given works once. Choose your own to begin.',
            })}
          </p>
          <PasswordForm autoFocus onChanged={() => void enter()} />
        </>
      ) : (
        <>
          <h1>{t({ ko: '물류센터 업무 시스템', en: 'Warehouse back office' })}</h1>
          <LoginForm onLogin={() => void enter()} />
          <LoginLinks />
        </>
      )}
    </div>
  )
}

function LoginLinks(): JSX.Element {
  return (
    <footer className="login-links">
      <a href="/login/id-search">{t({ ko: '아이디 찾기', en: 'Find my id' })}</a>
      <a href="/login/pw-init">{t({ ko: '비밀번호 찾기', en: 'Find my password' })}</a>
      <span className="quiet">
        {t({ ko: '문의: 소속 물류센터 운영팀 전화', en: 'Help: your site’s operations desk' })}
      </span>
    </footer>
  )
}

function LanguageSwitch(): JSX.Element {
  const other = currentLanguage() === 'ko' ? 'en' : 'ko'
  return (
    <button type="button" className="login-language" onClick={() => setLanguage(other)}>
      {other === 'en' ? 'English' : '한국어'}
    </button>
  )
}
