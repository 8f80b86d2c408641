import { useEffect, useState, type JSX } from 'react'
import { label } from '#kernel/label.ts'
import { loadPolicy, type Policy } from '#ui/remote/account-calls.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { BackToLogin, LoginFrame } from './login-frame.tsx'
import { loadingText } from '#ui/base/loading-text.ts'

export function PrivacyPolicyPage(): JSX.Element {
  const language = useLanguage()
  const [policy, setPolicy] = useState<Policy | undefined>(undefined)
  const [error, setError] = useState('')
  useEffect(() => {
    let isWanted = true
    loadPolicy().then(
      (answer) => isWanted && setPolicy(answer),
      (error: unknown) => isWanted && setError((error as Error).message),
    )
    return () => {
      isWanted = false
    }
  }, [language])
  const title = policy?.TITLE ?? t(label('개인정보처리방침', 'Privacy policy'))
  return (
    <LoginFrame size="register" title={title} links={<BackToLogin />}>
      {error && (
        <p className="login-fault" role="alert">
          {error}
        </p>
      )}
      <div className="policy-text" tabIndex={0} role="region" aria-label={title} data-autofocus="">
        {policy?.TEXT ?? t(loadingText)}
      </div>
    </LoginFrame>
  )
}
