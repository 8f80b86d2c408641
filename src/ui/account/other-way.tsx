import { useEffect, useRef, type JSX } from 'react'
import { label, type Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { CallError } from '#ui/remote/api.ts'

interface OtherWayProps {
  readonly text: Label
  /** The way this user goes: it has the keyboard, unless something was typed before it came. */
  readonly isFirst?: boolean
  /** Over once what comes after the login is there. */
  readonly act: () => Promise<void>
  /** Told why it did not work; told nothing, by an empty text, when it begins. */
  readonly onFault: (fault: string) => void
}

/** A way to log in beside the form: Enter in the form is not its. */
export function OtherWay({ text, isFirst = false, act, onFault }: OtherWayProps): JSX.Element {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const { activeElement } = document
    const isTyped = activeElement instanceof HTMLInputElement && activeElement.value !== ''
    if (isFirst && !isTyped) button.current?.focus()
  }, [isFirst])
  async function enter(): Promise<void> {
    onFault('')
    await act().catch((error: unknown) => onFault(loginFault(error)))
  }
  return (
    <button ref={button} type="button" className="button" onClick={() => void enter()}>
      {t(text)}
    </button>
  )
}

/** Why a login was refused, as the user is told. */
export function loginFault(error: unknown): string {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : String(error)
  if (error.status !== 429) return error.message
  return t(
    label(
      '로그인 시도가 너무 많습니다. 잠시 뒤에 다시 시도하세요.',
      'Too many login attempts. Try again later.',
    ),
  )
}
