import { lazy, type JSX } from 'react'
import { Link, useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { label, type Label } from '#kernel/label.ts'
import { whenKeyboardStarted } from '#ui/keys/dispatch/keyboard.ts'
import { LoginForm } from '#ui/account/login-form.tsx'
import { loadCode } from '#ui/base/chunk-reload.ts'
import { currentSession, startSession, useSession } from '#ui/remote/session.ts'
import { t } from '#ui/base/language.ts'
import { LoginFrame, useBrand } from './login-frame.tsx'

const PasswordForm = lazy(async () => ({
  default: await loadCode(async () => (await import('#ui/account/password-form.tsx')).PasswordForm),
}))

/**
 * Password of a user who must change it and should not type it again; empty for all others. In
 * memory only, and not in the component, which is mounted again for the change.
 */
let loginPassword = ''

/**
 * Path to open after the login. Only paths of this site are accepted, to prevent open redirects.
 */
function redirectTarget(search: string): string {
  const target = new URLSearchParams(search).get('to') ?? '/'
  return /^\/(?![/\\])/.test(target) && !target.startsWith('/login') ? target : '/'
}

export function LoginPage(): JSX.Element {
  const { user } = useSession()
  const request = useSearch()
  const target = redirectTarget(request)
  const search = new URLSearchParams(request)
  const step = search.get('step')
  const awaits = step === 'FACTOR' || step === 'ENROL' ? step : undefined
  async function enter(password = ''): Promise<void> {
    loginPassword = password
    await startSession()
    if (currentSession().user?.mustChangePassword !== true) loginPassword = ''
    navigate(target, { replace: true })
    if (currentSession().phase === 'in') await whenKeyboardStarted()
  }
  const links = <LoginLinks />
  if (user?.mustChangePassword === true) {
    const title = t(label('비밀번호 변경', 'Change password'))
    return (
      <LoginFrame size="login" title={title} links={links}>
        <p className="quiet">
          {t(
            label(
              '임시 비밀번호입니다. 새 비밀번호를 설정하면 시작할 수 있습니다.',
              'Temporary password. Set your own to continue.',
            ),
          )}
        </p>
        <PasswordForm autoFocus current={loginPassword} onChanged={() => void enter()} />
      </LoginFrame>
    )
  }
  const title = t(label('물류센터 업무 시스템', 'Warehouse back office'))
  return (
    <LoginFrame size="login" title={title} links={links}>
      <LoginForm
        onLogin={enter}
        awaits={awaits}
        initialError={ssoErrors[search.get('fault') ?? '']}
        beside={<CompanyLogin to={target} />}
      />
    </LoginFrame>
  )
}

function CompanyLogin({ to }: { readonly to: string }): JSX.Element | null {
  const name = useBrand()?.ssoName
  if (name === undefined || name === null) return null
  return (
    <a className="button" href={`/api/sso/start?to=${encodeURIComponent(to)}`}>
      {name || t(label('회사 계정으로 로그인', 'Log in with the company account'))}
    </a>
  )
}

const ssoErrors: Readonly<Record<string, Label>> = {
  SSO_AWAY: label(
    '회사 로그인 서버에 연결하지 못했습니다. 잠시 뒤 다시 시도하거나 비밀번호로 로그인하세요.',
    'The company login server could not be reached. Try again later or log in with your password.',
  ),
  SSO_FAILED: label(
    '회사 로그인을 마치지 못했습니다. 다시 시도하세요.',
    'The company login was not completed. Try again.',
  ),
  SSO_UNKNOWN: label(
    '회사 계정과 연결된 사용자가 없습니다. 관리자에게 문의하세요.',
    'No user here belongs to that company account. Ask your administrator.',
  ),
  SSO_NO_WAREHOUSE: label(
    '배정된 창고가 없습니다. 관리자에게 문의하세요.',
    'No warehouse is assigned to you. Ask your administrator.',
  ),
}

function LoginLinks(): JSX.Element {
  return (
    <>
      <Link href="/login/id-search">{t(label('아이디 찾기', 'Find user ID'))}</Link>
      <Link href="/login/pw-init">{t(label('비밀번호 재설정', 'Reset password'))}</Link>
      <Link href="/login/register">{t(label('사용 신청', 'Request access'))}</Link>
      <Link href="/login/privacy-policy">{t(label('개인정보처리방침', 'Privacy policy'))}</Link>
    </>
  )
}

/**
 * /login/popup: only the login, for a separate window. Closes itself if another window opened it,
 * otherwise opens the workspace.
 */
export function LoginPopupPage(): JSX.Element {
  async function enter(): Promise<void> {
    if (window.opener) {
      window.close()
      return
    }
    await startSession()
    navigate('/', { replace: true })
    if (currentSession().phase === 'in') await whenKeyboardStarted()
  }
  return (
    <LoginFrame size="login" title={t(label('다시 로그인', 'Log in again'))} links={<LoginLinks />}>
      <LoginForm onLogin={enter} />
    </LoginFrame>
  )
}
