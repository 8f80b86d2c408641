import type { JSX } from 'react'
import { LoginForm } from '../app/login-form.tsx'
import { currentSession } from '../app/session.ts'
import { t } from '../language.ts'
import { openPopup, type PopupProps } from './popup-stack.ts'

let asking: Promise<boolean> | undefined

/**
 * Logs in over the page when a session has run out: the page and its edits stay, and every refused
 * call waits for the one login. `reason` is said where it is not the time that ended it. Answers
 * false when nobody was logged in, or the user gave up.
 */
export function loginOverPage(reason?: string): Promise<boolean> {
  if (!currentSession().user) return Promise.resolve(false)
  asking ??= ask(reason).finally(() => {
    asking = undefined
  })
  return asking
}

async function ask(reason = t(timeIsUp)): Promise<boolean> {
  const title = t({ ko: '다시 로그인', en: 'Log in again' })
  const Content = (props: PopupProps<boolean>): JSX.Element => (
    <LoginAgain reason={reason} {...props} />
  )
  return (await openPopup(Content, { width: 600, height: 450, title })) ?? false
}

const timeIsUp = { ko: '로그인 시간이 지났습니다.', en: 'Your session has ended.' }

interface LoginAgainProps extends PopupProps<boolean> {
  readonly reason: string
}

function LoginAgain({ reason, close }: LoginAgainProps): JSX.Element {
  const userId = currentSession().user?.userId ?? ''
  return (
    <div className="login-over">
      <p className="quiet">
        {reason}{' '}
        {t({
          ko: '편집 중인 내용은 그대로 있습니다. 로그인하면 하던 일을 이어서 처리합니다.',
          en: 'Your edits are all still here; log in and the work goes on.',
        })}
      </p>
      <LoginForm userId={userId} onLogin={() => close(true)} />
    </div>
  )
}
