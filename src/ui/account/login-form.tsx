import { useEffect, useState, type FormEvent, type JSX, type ReactNode } from 'react'
import { label, type Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { formText } from '#ui/base/form-text.ts'
import { bufferKeysDuringLogin } from '#ui/keys/dispatch/keyboard.ts'
import { loadCode } from '#ui/base/chunk-reload.ts'
import { login } from '#ui/remote/session.ts'
import { loginError, AlternativeLogin } from './alternative-login.tsx'

const USER_ID_KEY = 'wms.user-id'

interface LoginFormProps {
  /** Set when this user's session is renewed. No other user can take it over. */
  readonly userId?: string | undefined
  /** The step still required after a company login (SSO). */
  readonly awaits?: 'FACTOR' | 'ENROL' | undefined
  /** Initial error message, from a login attempt on another page. */
  readonly initialError?: Label | undefined
  readonly beside?: ReactNode
  /** Resolves once the content after the login has loaded. */
  readonly onLogin: (password: string) => Promise<void> | void
}

interface PendingFactor {
  readonly awaits: 'FACTOR' | 'ENROL'
  readonly password: string
  readonly FactorStep: Awaited<ReturnType<typeof factorStep>>['FactorStep']
}

const factorStep = () => import('./factor-step.tsx')

export function LoginForm(props: LoginFormProps): JSX.Element {
  const { awaits, onLogin } = props
  const [waiting, setWaiting] = useState<PendingFactor>()
  useEffect(() => {
    if (!awaits) return
    void loadCode(factorStep).then((code) => setWaiting({ awaits, password: '', ...code }))
  }, [awaits])
  if (!waiting) return <CredentialForm {...props} onWaiting={setWaiting} />
  const { password, FactorStep } = waiting
  return <FactorStep awaits={waiting.awaits} onDone={() => onLogin(password)} />
}

interface CredentialProps extends LoginFormProps {
  readonly onWaiting: (waiting: PendingFactor) => void
}

function CredentialForm(props: CredentialProps): JSX.Element {
  const { userId, initialError, beside, onLogin, onWaiting } = props
  const remembered = localStorage.getItem(USER_ID_KEY) ?? ''
  const [error, setError] = useState('')
  /** Error from another login method, unrelated to the fields of this form. */
  const [otherError, setOtherError] = useState(initialError ? t(initialError) : '')
  const [busy, setBusy] = useState(false)

  async function submit(form: HTMLFormElement): Promise<void> {
    setOtherError('')
    const data = new FormData(form)
    const id = userId ?? formText(data, 'id').trim()
    const password = formText(data, 'password')
    const empty = id === '' ? 'id' : password === '' ? 'password' : undefined
    if (empty) {
      setError(t(requiredTexts[empty]))
      form.querySelector<HTMLInputElement>(`[name=${empty}]`)?.focus()
      return
    }
    setBusy(true)
    setError('')
    try {
      const session = await login(id, password)
      if (data.has('remember')) localStorage.setItem(USER_ID_KEY, id)
      else if (!userId) localStorage.removeItem(USER_ID_KEY)
      if (session.awaits)
        onWaiting({ awaits: session.awaits, password, ...(await loadCode(factorStep)) })
      else await onLogin(password)
    } catch (error) {
      setError(loginError(error))
      const box = form.querySelector<HTMLInputElement>('[name=password]')
      box?.focus()
      box?.select()
    } finally {
      setBusy(false)
    }
  }
  function showOtherError(text: string): void {
    setError('')
    setOtherError(text)
  }
  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!busy) void bufferKeysDuringLogin(submit(event.currentTarget))
  }
  const known = userId ?? remembered
  return (
    <form className="login-form" onSubmit={onSubmit} noValidate aria-busy={busy}>
      <CredentialInputs known={known} fixed={userId !== undefined} isRejected={error !== ''} />
      {!userId && (
        <label className="login-remember">
          <input type="checkbox" name="remember" defaultChecked={remembered !== ''} />
          {t(label('아이디 저장', 'Remember my user ID'))}
        </label>
      )}
      <p className="login-fault" id="login-fault" role="alert">
        {error || otherError}
      </p>
      <button type="submit" className="button" data-main="" aria-disabled={busy}>
        {busy ? t(label('확인 중…', 'Checking…')) : t(label('로그인', 'Log in'))} ↵
      </button>
      <AlternativeLogins
        userId={userId}
        beside={beside}
        onError={showOtherError}
        onLogin={onLogin}
      />
    </form>
  )
}

type AlternativeLoginsProps = Pick<LoginFormProps, 'userId' | 'beside' | 'onLogin'> & {
  readonly onError: (error: string) => void
}

function AlternativeLogins({
  userId,
  beside,
  onError,
  onLogin,
}: AlternativeLoginsProps): JSX.Element {
  async function enter(): Promise<void> {
    const { enterByPasskey } = await loadCode(factorStep)
    await enterByPasskey(userId)
    await onLogin('')
  }
  const text = label('패스키로 로그인', 'Log in with a passkey')
  return (
    <div className="login-others">
      {'PublicKeyCredential' in window && (
        <AlternativeLogin
          text={text}
          act={() => bufferKeysDuringLogin(enter())}
          onError={onError}
        />
      )}
      {beside}
    </div>
  )
}

const requiredTexts = {
  id: label('아이디를 입력하세요.', 'Enter your user ID.'),
  password: label('비밀번호를 입력하세요.', 'Enter your password.'),
}

interface InputsProps {
  readonly known: string
  readonly fixed: boolean
  readonly isRejected: boolean
}

function CredentialInputs({ known, fixed, isRejected }: InputsProps): JSX.Element {
  return (
    <>
      <label className="login-field">
        <span>{t(label('아이디', 'User ID'))}</span>
        <input
          className="input"
          name="id"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={known}
          readOnly={fixed}
          aria-describedby="login-fault"
          autoFocus={known === ''}
        />
      </label>
      <label className="login-field">
        <span>{t(label('비밀번호', 'Password'))}</span>
        <input
          className="input"
          name="password"
          type="password"
          autoComplete="current-password"
          aria-describedby="login-fault"
          aria-invalid={isRejected}
          autoFocus={known !== ''}
          data-autofocus={known === '' ? undefined : ''}
        />
      </label>
    </>
  )
}
