import { useState, type FormEvent, type JSX } from 'react'
import { t } from '#ui/base/language.ts'
import { formText } from '#ui/base/form-text.ts'
import { changePassword } from '#ui/remote/session.ts'
import { label } from '#kernel/label.ts'

interface PasswordFormProps {
  readonly onChanged: () => void
  /** Password the user has just logged in with, which the form then does not prompt for. */
  readonly current?: string
  readonly autoFocus?: boolean
}

const inputs = [
  { name: 'old', ko: '현재 비밀번호', en: 'Current password', fill: 'current-password' },
  { name: 'new', ko: '새 비밀번호', en: 'New password', fill: 'new-password' },
  { name: 'again', ko: '새 비밀번호 확인', en: 'Confirm new password', fill: 'new-password' },
] as const

export function PasswordForm({
  onChanged,
  current = '',
  autoFocus = false,
}: PasswordFormProps): JSX.Element {
  const shown = inputs.filter(({ name }) => name !== 'old' || current === '')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)

  async function submit(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form)
    const [old, next, again] = inputs.map(({ name }) =>
      name === 'old' && current !== '' ? current : formText(data, name),
    )
    if (!old || !next || next !== again) {
      setError(!old || !next ? t(texts.empty) : t(texts.differ))
      return
    }
    setBusy(true)
    try {
      await changePassword(old, next)
      form.reset()
      setError('')
      onChanged()
    } catch (error) {
      setError(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!busy) void submit(event.currentTarget)
  }
  return (
    <form className="login-form" onSubmit={onSubmit} noValidate aria-busy={busy}>
      {shown.map((input, index) => (
        <label key={input.name} className="login-field">
          <span>{t(input)}</span>
          <input
            className="input"
            name={input.name}
            type="password"
            autoComplete={input.fill}
            autoFocus={autoFocus && index === 0}
          />
        </label>
      ))}
      <p className="login-fault" role="alert">
        {error}
      </p>
      <button type="submit" className="button" data-main="" aria-disabled={busy}>
        {t(label('비밀번호 변경', 'Change the password'))} ↵
      </button>
    </form>
  )
}

const texts = {
  empty: label('비밀번호를 모두 입력하세요.', 'Enter all passwords.'),
  differ: label('새 비밀번호가 서로 다릅니다.', 'The new passwords do not match.'),
}
