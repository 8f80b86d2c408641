import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { useSyncExternalStore, type JSX } from 'react'
import { LoginForm } from '#ui/account/login-form.tsx'
import { scanRouter } from '#ui/scanner/scanner.ts'
import { currentSession, leaveIfImpersonating } from '#ui/remote/session.ts'
import { t } from '#ui/base/language.ts'
import { openPopup, type PopupProps } from '#ui/windows/popup-stack.ts'

let pendingLogin: Promise<boolean> | undefined

/**
 * Logs in over the page after the session has expired. The page and its edits stay, and all
 * rejected calls wait for the same login. `reason` replaces the default message.
 *
 * Returns false if no user was logged in or the user cancelled. Cancelling leaves the page unless
 * `canCancel` is set, which means that the session is still valid for other calls.
 */
export function loginOverPage(reason?: string, canCancel = false): Promise<boolean> {
  if (!currentSession().user) return Promise.resolve(false)
  if (leaveIfImpersonating()) return new Promise(() => undefined)
  pendingLogin ??= showLogin(reason, canCancel).finally(() => {
    pendingLogin = undefined
  })
  return pendingLogin
}

async function showLogin(reason = t(sessionEnded), canCancel = false): Promise<boolean> {
  const title = t(label('다시 로그인', 'Log in again'))
  const Content = (props: PopupProps<boolean>): JSX.Element => (
    <LoginAgain reason={reason} {...props} />
  )
  const isIn = (await openPopup(Content, { width: 600, height: 450, title })) ?? false
  // Reject waiting scans. Otherwise each of them would prompt for the login again.
  if (!isIn && !canCancel) {
    scanRouter.rejectWaiting(scansCancelledText)
    leaveForLogin()
  }
  return isIn
}

/**
 * Hides all work if the user does not log in (spec §6, §8). The login page returns to the same
 * address. Waiting scans are rejected first to prevent them from being sent later.
 */
function leaveForLogin(): void {
  const { queue } = scanRouter
  let isLeaving = false
  const leave = (): void => {
    // A second navigation would abort the first.
    if (isLeaving || queue.getState().waiting > 0) return
    isLeaving = true
    stop()
    location.assign(`/login?to=${encodeURIComponent(location.pathname + location.search)}`)
  }
  const stop = queue.subscribe(leave)
  // Let the rejected call finish first.
  setTimeout(leave)
}

const scansCancelledText = label(
  '로그인하지 않아 스캔이 취소되었습니다. 로그인한 뒤 다시 스캔하세요.',
  'The scan was discarded because you did not log in. Log in and scan again.',
)

const sessionEnded = label('로그인 시간이 만료되었습니다.', 'Your session has ended.')

interface LoginAgainProps extends PopupProps<boolean> {
  readonly reason: string
}

function LoginAgain({ reason, close }: LoginAgainProps): JSX.Element {
  const userId = currentSession().user?.userId ?? ''
  function continueWith(password: string): void {
    // A password manager types as fast as a scanner. Discard the input instead of looking it up as
    // a code.
    scanRouter.removeWaiting(password)
    close(true)
  }
  return (
    <div className="login-over">
      <p className="quiet">
        {reason}{' '}
        {t(
          label(
            '입력 중인 내용은 유지됩니다. 로그인하면 이어서 작업할 수 있습니다.',
            'Your edits are kept. Log in to continue.',
          ),
        )}
      </p>
      <WaitingScans />
      <LoginForm userId={userId} onLogin={continueWith} />
    </div>
  )
}

function WaitingScans(): JSX.Element {
  const { waiting } = useSyncExternalStore(scanRouter.queue.subscribe, scanRouter.queue.getState)
  return (
    <p className="tone-warn" role="status">
      {waiting > 0 &&
        t(
          label(
            `스캔 ${formatCount(waiting)}건이 대기 중입니다. 로그인하면 차례대로 입력됩니다.`,
            `${formatCount(waiting, 'scan')} waiting. Log in and they are entered in order.`,
          ),
        )}
    </p>
  )
}
