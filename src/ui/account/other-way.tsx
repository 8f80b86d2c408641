import type { JSX } from 'react'
import type { Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { CallError } from '#ui/remote/api.ts'

interface OtherWayProps {
  readonly text: Label
  /** Over once what comes after the login is there. */
  readonly act: () => Promise<void>
  /** Told why it did not work; told nothing, by an empty text, when it begins. */
  readonly onFault: (fault: string) => void
}

/** A way to log in beside the form: Enter in the form is not its. */
export function OtherWay({ text, act, onFault }: OtherWayProps): JSX.Element {
  async function enter(): Promise<void> {
    onFault('')
    await act().catch((error: unknown) => onFault(loginFault(error)))
  }
  return (
    <button type="button" className="button" onClick={() => void enter()}>
      {t(text)}
    </button>
  )
}

/** Why a login was refused, as the user is told. */
export function loginFault(error: unknown): string {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : String(error)
  if (error.status !== 429) return error.message
  return t({
    ko: '로그인 시도가 너무 많습니다. 잠시 뒤에 다시 시도하세요.',
    en: 'Too many login attempts. Try again later.',
  })
}
