import { useCallback, useEffect, useState, type JSX } from 'react'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { AccountForm } from '#ui/account/account-form.tsx'
import { AddPasskey, EnrolStep, passwordField } from '#ui/account/factor-step.tsx'
import { t, useLanguage } from '#ui/base/language.ts'
import { dropFactor, dropPasskey, loadFactor, type FactorState } from '#ui/remote/factor-calls.ts'
import { openPopup } from '#ui/windows/popup-stack.ts'

export async function openFactor(): Promise<void> {
  const title = t(label('2단계 인증', 'Two-step login'))
  await openPopup(FactorPopup, { width: 600, height: 450, title })
}

/** Pending action: setting up an app or passkey, or removing one by id (empty for the app). */
type FactorAction = 'app' | 'passkey' | { readonly id: string; readonly name: string }

function FactorPopup(): JSX.Element {
  useLanguage()
  const [state, setState] = useState<FactorState>()
  const [doing, setPendingAction] = useState<FactorAction>()
  const load = useCallback(() => void loadFactor().then(setState), [])
  useEffect(load, [load])
  const finishAction = (): void => {
    setPendingAction(undefined)
    load()
  }
  if (!state) return <p className="popup-wait">…</p>
  return (
    <div className="login-over">
      {doing === 'app' && <EnrolStep onDone={finishAction} />}
      {doing === 'passkey' && <AddPasskey onDone={finishAction} />}
      {typeof doing === 'object' && (
        <AccountForm
          fields={[passwordField]}
          submitText={label(`${doing.name} 삭제`, `Remove ${doing.name}`)}
          onSubmit={async ({ PASSWORD = '' }) => {
            await (doing.id ? dropPasskey(PASSWORD, doing.id) : dropFactor(PASSWORD))
            finishAction()
          }}
        />
      )}
      {!doing && <Factors state={state} onDo={setPendingAction} />}
    </div>
  )
}

interface FactorsProps {
  readonly state: FactorState
  readonly onDo: (doing: FactorAction) => void
}

function Factors({ state, onDo }: FactorsProps): JSX.Element {
  const { hasTotp, passkeys, codesLeft, isRequired } = state
  const app = { id: '', name: t(label('인증 앱', 'Authenticator app')) }
  const factors = hasTotp ? [app, ...passkeys] : passkeys
  const canRemove = factors.length > 1 || !isRequired
  const action = (text: string, doing: FactorAction, isFirst = false): JSX.Element => (
    <button
      type="button"
      className="button"
      autoFocus={isFirst}
      data-autofocus={isFirst ? '' : undefined}
      onClick={() => onDo(doing)}
    >
      {text}
    </button>
  )
  return (
    <>
      <p>
        {t(
          factors.length === 0
            ? label('사용하지 않습니다.', 'Off.')
            : label(
                `사용 중입니다. 남은 복구 코드 ${formatCount(codesLeft)}개`,
                `On. ${formatCount(codesLeft, 'recovery code')} left.`,
              ),
        )}
      </p>
      <ul className="factor-list">
        {factors.map((factor) => (
          <li key={factor.id}>
            <span>{factor.name}</span>
            {canRemove && action(`${factor.name} ${t(label('삭제', 'Delete'))}…`, factor)}
          </li>
        ))}
      </ul>
      <p className="factor-list">
        {action(t(label('패스키 등록', 'Add a passkey')) + '…', 'passkey', true)}
        {!hasTotp && action(t(label('인증 앱 등록', 'Set up an authenticator app')) + '…', 'app')}
      </p>
    </>
  )
}
