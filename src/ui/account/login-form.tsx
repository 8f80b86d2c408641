import { useState, type FormEvent, type JSX } from 'react'
import { t } from '#ui/base/language.ts'
import { CallError } from '#ui/remote/api.ts'
import { formText } from '#ui/base/form-text.ts'
import { keepKeysOfLogin } from '#ui/dispatch/keyboard.ts'
import { loadCode } from '#ui/base/chunk-reload.ts'
import { login } from '#ui/remote/session.ts'
import type { Session } from '#ui/remote/wire.ts'

const REMEMBERED = 'wms.user-id'

interface LoginFormProps {
  /** Set when the session of this user is renewed: nobody else can take it over. */
  readonly userId?: string
  /** Over once what comes after the login is there. */
  readonly onLogin: (session: Session, password: string) => Promise<void> | void
}

/** A password that was right, and the step that is asked for besides. */
interface Waiting {
  readonly session: Session
  readonly password: string
  readonly FactorStep: Awaited<ReturnType<typeof factorStep>>['FactorStep']
}

const factorStep = () => import('./factor-step.tsx')

/** Id, password and remember-me. A refusal is shown and keeps what was typed. */
export function LoginForm({ userId, onLogin }: LoginFormProps): JSX.Element {
  const remembered = localStorage.getItem(REMEMBERED) ?? ''
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const [waiting, setWaiting] = useState<Waiting>()

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
      if (session.awaits) setWaiting({ session, password, ...(await loadCode(factorStep)) })
      else await onLogin(session, password)
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
    const { session, password, FactorStep } = waiting
    return <FactorStep session={session} onDone={() => onLogin(session, password)} />
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
    </form>
  )
}

const emptyTexts = {
  id: { ko: '아이디를 입력하세요.', en: 'Enter your user ID.' },
  password: { ko: '비밀번호를 입력하세요.', en: 'Enter your password.' },
}

function faultText(error: unknown): string {
  if (!(error instanceof CallError)) return String(error)
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
