import { useEffect, useRef, type JSX } from 'react'
import { label, type Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { CallError } from '#ui/remote/api.ts'

interface AlternativeLoginProps {
  readonly text: Label
  /** The user's usual login method: focused unless the form already contains input. */
  readonly isFirst?: boolean
  /** Resolves once the content after the login has loaded. */
  readonly act: () => Promise<void>
  /** Receives the error message, or an empty string when an attempt starts. */
  readonly onError: (error: string) => void
}

/**
 * Alternative login button next to the form. `type="button"`: Enter in the form does not trigger
 * it.
 */
export function AlternativeLogin({
  text,
  isFirst = false,
  act,
  onError,
}: AlternativeLoginProps): JSX.Element {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const { activeElement } = document
    const isTyped = activeElement instanceof HTMLInputElement && activeElement.value !== ''
    if (isFirst && !isTyped) button.current?.focus()
  }, [isFirst])
  async function enter(): Promise<void> {
    onError('')
    await act().catch((error: unknown) => onError(loginError(error)))
  }
  return (
    <button ref={button} type="button" className="button" onClick={() => void enter()}>
      {t(text)}
    </button>
  )
}

export function loginError(error: unknown): string {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : String(error)
  if (error.status !== 429) return error.message
  return t(
    label(
      '로그인 시도가 너무 많습니다. 잠시 뒤에 다시 시도하세요.',
      'Too many login attempts. Try again later.',
    ),
  )
}
