import { useEffect, useState, type JSX } from 'react'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import {
  addPasskey,
  requestPasskey,
  beginFactor,
  confirmFactor,
  loginByPasskey,
  proveFactor,
  provePasskey,
  type FactorSecret,
  type PasskeyStep,
} from '#ui/remote/factor-calls.ts'
import { AccountForm, type AccountField } from './account-form.tsx'
import { AlternativeLogin } from './alternative-login.tsx'
import './factor-step.css'

const appCode: AccountField = {
  name: 'CODE',
  label: label('인증 코드', 'Code'),
  required: true,
  maxLength: 40,
  autoComplete: 'one-time-code',
  hint: label('인증 앱에 표시된 6자리 숫자', 'The 6 digits your app shows'),
}
const anyCode: AccountField = {
  ...appCode,
  hint: label('인증 앱의 6자리 숫자 또는 복구 코드', '6 digits of the app, or a recovery code'),
}
const recoveryCode: AccountField = {
  ...appCode,
  label: label('복구 코드', 'Recovery code'),
  hint: label('패스키를 사용할 수 없을 때 입력하세요.', 'Enter one if you cannot use the passkey.'),
}
/** Required before a user's login is made weaker or stronger. */
export const passwordField: AccountField = {
  name: 'PASSWORD',
  label: label('현재 비밀번호', 'Current password'),
  type: 'password',
  required: true,
  maxLength: 1000,
  autoComplete: 'current-password',
}

interface StepProps {
  readonly awaits: 'FACTOR' | 'ENROL'
  /** Resolves once the content after the login has loaded. */
  readonly onDone: () => Promise<void> | void
}

/** Second login step: enter a code, or set up an authenticator app. */
export function FactorStep({ awaits, onDone }: StepProps): JSX.Element {
  const [key, setKey] = useState<PasskeyStep | null>(null)
  const [error, setError] = useState('')
  const isNew = awaits === 'ENROL'
  useEffect(() => {
    // If the site or browser has no passkeys, only the code is requested.
    if (!isNew) void requestPasskey().then(setKey, () => undefined)
  }, [isNew])
  if (isNew) return <EnrolStep isRequired onDone={onDone} />
  return (
    <>
      <AccountForm
        fields={[key?.hasTotp === false ? recoveryCode : anyCode]}
        submitText={label('로그인', 'Log in')}
        onSubmit={async ({ CODE = '' }) => {
          await proveFactor(CODE)
          await onDone()
        }}
      />
      {key && (
        <>
          <AlternativeLogin
            text={label('패스키로 확인', 'Use a passkey')}
            isFirst={!key.hasTotp}
            act={async () => {
              await provePasskey(key.asked)
              await onDone()
            }}
            onError={setError}
          />
          <p className="login-fault" role="alert">
            {error}
          </p>
        </>
      )}
    </>
  )
}

export const enterByPasskey = loginByPasskey

interface EnrolProps {
  /** True if a role requires it right after login. Otherwise the password is requested. */
  readonly isRequired?: boolean
  readonly onDone: () => Promise<void> | void
}

const keyName: AccountField = {
  name: 'NAME',
  label: label('패스키 이름', 'Name of the passkey'),
  required: true,
  maxLength: 60,
  hint: label('예: 사무실 노트북', 'For example: office laptop'),
}

/** Registers a passkey, then shows recovery codes if the user had none yet. */
export function AddPasskey({ isRequired = false, onDone }: EnrolProps): JSX.Element {
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} onConfirmed={onDone} />
  return (
    <AccountForm
      fields={isRequired ? [keyName] : [keyName, passwordField]}
      submitText={label('패스키 등록', 'Add a passkey')}
      takesFocus={!isRequired}
      onSubmit={async ({ PASSWORD = '', NAME = '' }) => {
        const created = await addPasskey(PASSWORD, NAME)
        if (created.length > 0) setCodes(created)
        else await onDone()
      }}
    />
  )
}

export function EnrolStep({ isRequired = false, onDone }: EnrolProps): JSX.Element {
  const [secret, setSecret] = useState<FactorSecret>()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} onConfirmed={onDone} />
  if (!secret) {
    return (
      <>
        {isRequired && <p className="quiet">{t(factorRequiredText)}</p>}
        <AccountForm
          fields={isRequired ? [] : [passwordField]}
          submitText={label('인증 앱 등록', 'Set up an authenticator app')}
          onSubmit={async ({ PASSWORD = '' }) => setSecret(await beginFactor(PASSWORD))}
        />
        {isRequired && <AddPasskey isRequired onDone={onDone} />}
      </>
    )
  }
  return (
    <AccountForm
      fields={[appCode]}
      submitText={label('등록', 'Confirm')}
      onSubmit={async ({ CODE = '' }) => setCodes(await confirmFactor(CODE))}
    >
      <figure className="factor-secret">
        <img
          src={secret.picture}
          alt={t(label('인증 앱에 등록할 QR 코드', 'QR code for the app'))}
        />
        <figcaption>
          {t(scanQrText)}
          <code className="mono">{secret.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </figcaption>
      </figure>
    </AccountForm>
  )
}

const factorRequiredText = label(
  '이 역할은 2단계 인증이 필요합니다. 휴대전화의 인증 앱을 준비하세요.',
  'Your role needs two-step login. Have the authenticator app of your phone ready.',
)
const scanQrText = label(
  '인증 앱으로 QR 코드를 스캔하거나 아래 키를 입력하세요.',
  'Scan the QR code with your app, or enter this key.',
)
const recoveryCodesText = label(
  '휴대전화를 잃어버렸을 때 사용하는 복구 코드입니다. 지금만 표시되므로 적어 두세요. 각 코드는 한 번만 사용할 수 있습니다.',
  'Recovery codes for a lost phone. They are shown only now; write them down. Each works once.',
)

interface CodesProps {
  readonly codes: readonly string[]
  readonly onConfirmed: () => Promise<void> | void
}

function RecoveryCodes({ codes, onConfirmed }: CodesProps): JSX.Element {
  return (
    <div className="account-form">
      <p>{t(recoveryCodesText)}</p>
      <ul className="factor-codes">
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="button"
        data-main=""
        autoFocus
        data-autofocus=""
        onClick={() => void onConfirmed()}
      >
        {t(label('적어 두었습니다', 'I have written them down'))} ↵
      </button>
    </div>
  )
}
