import { useState, type JSX } from 'react'
import { Link } from 'wouter'
import { emailError } from '#kernel/contact-text.ts'
import { label } from '#kernel/label.ts'
import { mailUserIds, sendPasswordReset, resetPassword } from '#ui/remote/account-calls.ts'
import { AccountForm, type AccountField } from '#ui/account/account-form.tsx'
import { passwordFields } from '#ui/account/password-fields.ts'
import { t } from '#ui/base/language.ts'
import { BackToLogin, DoneText, LoginFrame } from './login-frame.tsx'

const emailField: AccountField = {
  name: 'EMAIL',
  label: label('이메일', 'Email'),
  type: 'email',
  required: true,
  maxLength: 254,
  autoComplete: 'email',
  hint: label('등록한 이메일 주소', 'The address you registered with'),
  error: emailError,
}

const idField: AccountField = {
  name: 'USER_ID',
  label: label('아이디', 'User ID'),
  required: true,
  maxLength: 60,
  autoComplete: 'username',
}

const tokenField: AccountField = {
  name: 'TOKEN',
  label: label('초기화 코드', 'Reset code'),
  required: true,
  maxLength: 200,
  hint: label('메일로 받은 코드', 'Code from the email'),
}

export function FindIdPage(): JSX.Element {
  const [message, setMessage] = useState('')
  const links = (
    <>
      <BackToLogin />
      <Link href="/login/pw-init">{t(label('비밀번호 재설정', 'Reset password'))}</Link>
    </>
  )
  return (
    <LoginFrame size="login" title={t(label('아이디 찾기', 'Find user ID'))} links={links}>
      {message ? (
        <DoneText text={message} more={t(noMailText)} />
      ) : (
        <AccountForm
          fields={[emailField]}
          submitText={label('아이디 보내기', 'Send user ID')}
          onSubmit={async (values) => setMessage(await mailUserIds(values['EMAIL'] ?? ''))}
        />
      )}
    </LoginFrame>
  )
}

const noMailText = label(
  '몇 분이 지나도 메일이 없으면 스팸함을 확인하고, 그래도 없으면 관리자에게 문의하세요.',
  'If no email arrives within a few minutes, check your spam folder, then ask your administrator.',
)

/**
 * Reads the token after the `#` of the email's link and removes it from the address immediately.
 */
function takeToken(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
  if (token) history.replaceState(history.state, '', location.pathname)
  return token
}

type Step = 'ask' | 'token' | 'done'

export function PasswordInitPage(): JSX.Element {
  const [token] = useState(takeToken)
  const [step, setStep] = useState<Step>(token ? 'token' : 'ask')
  const [message, setMessage] = useState('')
  const other =
    step === 'ask' ? label('코드 입력', 'Enter a code') : label('다시 받기', 'Send again')
  const links = (
    <>
      <BackToLogin />
      {step !== 'done' && (
        <button
          type="button"
          className="login-step"
          onClick={() => setStep(step === 'ask' ? 'token' : 'ask')}
        >
          {t(other)}
        </button>
      )}
    </>
  )
  const title =
    step === 'ask'
      ? label('비밀번호 재설정', 'Reset password')
      : label('새 비밀번호', 'New password')
  return (
    <LoginFrame size="login" title={t(title)} links={links}>
      {step === 'ask' && (
        <MailRequestForm onSent={(text) => [setMessage(text), setStep('token')]} />
      )}
      {step === 'token' && (
        <>
          {message && (
            <p className="quiet" role="status">
              {message}
            </p>
          )}
          <NewPasswordForm
            token={token}
            onChanged={(text) => [setMessage(text), setStep('done')]}
          />
        </>
      )}
      {step === 'done' && <DoneText text={message} />}
    </LoginFrame>
  )
}

function MailRequestForm({ onSent }: { readonly onSent: (message: string) => void }): JSX.Element {
  return (
    <AccountForm
      fields={[idField]}
      submitText={label('재설정 메일 보내기', 'Send reset email')}
      onSubmit={async (values) => onSent(await sendPasswordReset(values['USER_ID'] ?? ''))}
    />
  )
}

interface NewPasswordProps {
  readonly token: string
  readonly onChanged: (message: string) => void
}

function NewPasswordForm({ token, onChanged }: NewPasswordProps): JSX.Element {
  return (
    <AccountForm
      fields={token ? passwordFields : [tokenField, ...passwordFields]}
      submitText={label('비밀번호 설정', 'Set the password')}
      onSubmit={async (values) => {
        onChanged(await resetPassword(token || (values['TOKEN'] ?? ''), values['PASSWORD'] ?? ''))
      }}
    />
  )
}
