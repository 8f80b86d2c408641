import { useEffect, useState, type FormEvent, type JSX } from 'react'
import type { Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { CallError } from '#ui/remote/api.ts'
import { formText } from '#ui/base/form-text.ts'
import { keepKeysOfLogin } from '#ui/dispatch/keyboard.ts'
import { loadCode } from '#ui/base/chunk-reload.ts'
import { login } from '#ui/remote/session.ts'

const REMEMBERED = 'wms.user-id'

interface LoginFormProps {
  /** Set when the session of this user is renewed: nobody else can take it over. */
  readonly userId?: string
  /** The step that a login of the company still needs here. */
  readonly awaits?: 'FACTOR' | 'ENROL' | undefined
  /** What is said in front, of a login that was tried elsewhere. */
  readonly said?: Label | undefined
  /** Over once what comes after the login is there. */
  readonly onLogin: (password: string) => Promise<void> | void
}

/** A password that was right, and the step that is asked for besides. */
interface Waiting {
  readonly awaits: 'FACTOR' | 'ENROL'
  readonly password: string
  readonly FactorStep: Awaited<ReturnType<typeof factorStep>>['FactorStep']
}

const factorStep = () => import('./factor-step.tsx')

/** Id, password and remember-me. A refusal is shown and keeps what was typed. */
export function LoginForm({ userId, awaits, said, onLogin }: LoginFormProps): JSX.Element {
  const remembered = localStorage.getItem(REMEMBERED) ?? ''
  const [fault, setFault] = useState(said ? t(said) : '')
  const [busy, setBusy] = useState(false)
  const [waiting, setWaiting] = useState<Waiting>()
  useEffect(() => {
    if (!awaits) return
    void loadCode(factorStep).then((code) => setWaiting({ awaits, password: '', ...code }))
  }, [awaits])

  async function submit(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form)
    const id = userId ?? formText(data, 'id').trim()
    const password = formText(data, 'password')
    const empty = id === '' ? 'id' : password === '' ? 'password' : undefined
    if (empty) {
      setFault(t(emptyTexts[empty]))
      form.querySelector<HTMLInputElement>(`[name=${empty}]`)?.focus()
      return
    }
    setBusy(true)
    setFault('')
    try {
      const session = await login(id, password)
      if (data.has('remember')) localStorage.setItem(REMEMBERED, id)
      else if (!userId) localStorage.removeItem(REMEMBERED)
      if (session.awaits)
        setWaiting({ awaits: session.awaits, password, ...(await loadCode(factorStep)) })
      else await onLogin(password)
    } catch (error) {
      setFault(faultText(error))
      const box = form.querySelector<HTMLInputElement>('[name=password]')
      box?.focus()
      box?.select()
    } finally {
      setBusy(false)
    }
  }
  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!busy) void keepKeysOfLogin(submit(event.currentTarget))
  }
  if (waiting) {
    const { password, FactorStep } = waiting
    return <FactorStep awaits={waiting.awaits} onDone={() => onLogin(password)} />
  }
  const known = userId ?? remembered
  return (
    <form className="login-form" onSubmit={onSubmit} noValidate aria-busy={busy}>
      <CredentialInputs known={known} fixed={userId !== undefined} refused={fault !== ''} />
      {!userId && (
        <label className="login-remember">
          <input type="checkbox" name="remember" defaultChecked={remembered !== ''} />
          {t({ ko: '아이디 저장', en: 'Remember me' })}
        </label>
      )}
      <p className="login-fault" id="login-fault" role="alert">
        {fault}
      </p>
      <button type="submit" className="button" data-main="" aria-disabled={busy}>
        {busy ? t({ ko: '확인 중…', en: 'Checking…' }) : t({ ko: '로그인', en: 'Log in' })} ↵
      </button>
      <PasskeyButton userId={userId} onFault={setFault} onLogin={onLogin} />
    </form>
  )
}

interface PasskeyProps {
  readonly userId: string | undefined
  readonly onFault: (fault: string) => void
  readonly onLogin: LoginFormProps['onLogin']
}

/** Logs in by a passkey instead: no id and no password. Nothing where the browser knows none. */
function PasskeyButton({ userId, onFault, onLogin }: PasskeyProps): JSX.Element | null {
  if (!('PublicKeyCredential' in window)) return null
  async function enter(): Promise<void> {
    onFault('')
    try {
      const { enterByPasskey } = await loadCode(factorStep)
      await enterByPasskey(userId)
      await onLogin('')
    } catch (error) {
      onFault(faultText(error))
    }
  }
  return (
    <button type="button" className="button" onClick={() => void keepKeysOfLogin(enter())}>
      {t({ ko: '패스키로 로그인', en: 'Log in with a passkey' })}
    </button>
  )
}

const emptyTexts = {
  id: { ko: '아이디를 입력하세요.', en: 'Enter your user ID.' },
  password: { ko: '비밀번호를 입력하세요.', en: 'Enter your password.' },
}

function faultText(error: unknown): string {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : String(error)
  if (error.status !== 429) return error.message
  return t({
    ko: '로그인 시도가 너무 많습니다. 잠시 뒤에 다시 시도하세요.',
    en: 'Too many login attempts. Try again later.',
  })
}

interface InputsProps {
  readonly known: string
  readonly fixed: boolean
  readonly refused: boolean
}

function CredentialInputs({ known, fixed, refused }: InputsProps): JSX.Element {
  return (
    <>
      <label className="login-field">
        <span>{t({ ko: '아이디', en: 'User ID' })}</span>
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
        <span>{t({ ko: '비밀번호', en: 'Password' })}</span>
        <input
          className="input"
          name="password"
          type="password"
          autoComplete="current-password"
          aria-describedby="login-fault"
          aria-invalid={refused}
          autoFocus={known !== ''}
          data-autofocus={known === '' ? undefined : ''}
        />
      </label>
    </>
  )
}
