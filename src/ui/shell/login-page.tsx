import type { JSX } from 'react'
import { Link, useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { label } from '#kernel/label.ts'
import { keyboardStarted } from '#ui/dispatch/keyboard.ts'
import { LoginForm } from '#ui/account/login-form.tsx'
import { PasswordForm } from '#ui/account/password-form.tsx'
import { currentSession, startSession, useSession } from '#ui/remote/session.ts'
import { t } from '#ui/base/language.ts'
import { LoginFrame } from './login-frame.tsx'

/** Where to go after the login: the page that was asked for, only ever one of our own. */
function targetOf(search: string): string {
  const target = new URLSearchParams(search).get('to') ?? '/'
  return /^\/(?![/\\])/.test(target) && !target.startsWith('/login') ? target : '/'
}

/** /login */
export function LoginPage(): JSX.Element {
  const { user } = useSession()
  const target = targetOf(useSearch())
  async function enter(): Promise<void> {
    await startSession()
    navigate(target, { replace: true })
    if (currentSession().phase === 'in') await keyboardStarted()
  }
  const links = <LoginLinks />
  if (user?.mustChangePassword === true) {
    const title = t(label('비밀번호 변경', 'Change password'))
    return (
      <LoginFrame size="login" title={title} links={links}>
        <p className="quiet">
          {t({
            ko: '임시 비밀번호입니다. 새 비밀번호를 설정하면 시작할 수 있습니다.',
            en: 'Temporary password. Set your own to continue.',
          })}
        </p>
        <PasswordForm autoFocus onChanged={() => void enter()} />
      </LoginFrame>
    )
  }
  const title = t(label('물류센터 업무 시스템', 'Warehouse back office'))
  return (
    <LoginFrame size="login" title={title} links={links}>
      <LoginForm onLogin={enter} />
    </LoginFrame>
  )
}

function LoginLinks(): JSX.Element {
  return (
    <>
      <Link href="/login/id-search">{t(label('아이디 찾기', 'Find user ID'))}</Link>
      <Link href="/login/pw-init">{t(label('비밀번호 찾기', 'Find my password'))}</Link>
      <Link href="/login/register">{t(label('사용 신청', 'Request access'))}</Link>
      <Link href="/login/privacy-policy">{t(label('개인정보처리방침', 'Privacy policy'))}</Link>
    </>
  )
}

/**
 * /login/popup: the login alone, for a window of its own. It closes itself when another window
 * opened it, else the work goes on here.
 */
export function LoginPopupPage(): JSX.Element {
  async function enter(): Promise<void> {
    if (window.opener) {
      window.close()
      return
    }
    await startSession()
    navigate('/', { replace: true })
    if (currentSession().phase === 'in') await keyboardStarted()
  }
  return (
    <LoginFrame size="login" title={t(label('다시 로그인', 'Log in again'))} links={<LoginLinks />}>
      <LoginForm onLogin={enter} />
    </LoginFrame>
  )
}
