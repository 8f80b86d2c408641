import { useCallback, useEffect, useState, type JSX } from 'react'
import { howMany } from '#kernel/how-many.ts'
import { label } from '#kernel/label.ts'
import { AccountForm } from '#ui/account/account-form.tsx'
import { EnrolStep, passwordField } from '#ui/account/factor-step.tsx'
import { t, useLanguage } from '#ui/base/language.ts'
import { dropFactor, loadFactor, type FactorState } from '#ui/remote/factor-calls.ts'
import { openPopup } from '#ui/windows/popup-stack.ts'

/** Sets the user's own second step at the login up, or takes it away. */
export async function openFactor(): Promise<void> {
  const title = t(label('2단계 인증', 'Two-step login'))
  await openPopup(FactorPopup, { width: 600, height: 450, title })
}

/** On, off, and how many codes are left for a lost telephone. */
function FactorPopup(): JSX.Element {
  useLanguage()
  const [state, setState] = useState<FactorState>()
  const load = useCallback(() => void loadFactor().then(setState), [])
  useEffect(load, [load])
  if (!state) return <p className="popup-wait">…</p>
  if (!state.hasTotp) {
    return (
      <div className="login-over">
        <EnrolStep onDone={load} />
      </div>
    )
  }
  return (
    <div className="login-over">
      <p>
        {t({
          ko: `사용 중입니다. 남은 복구 코드 ${howMany(state.codesLeft)}개`,
          en: `On. ${howMany(state.codesLeft, 'recovery code')} left.`,
        })}
      </p>
      {!state.isRequired && (
        <AccountForm
          fields={[passwordField]}
          submitText={label('2단계 인증 해제', 'Turn two-step login off')}
          onSubmit={async ({ PASSWORD = '' }) => {
            await dropFactor(PASSWORD)
            load()
          }}
        />
      )}
    </div>
  )
}
