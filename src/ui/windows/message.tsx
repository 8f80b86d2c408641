import type { JSX, KeyboardEvent } from 'react'
import type { Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { pushPopup } from './popup-stack.ts'

type MessageKind = 'question' | 'information' | 'warning' | 'error'

export interface Message {
  readonly kind: MessageKind
  readonly text: string
  readonly title?: string
}

const titles: Readonly<Record<MessageKind, Label>> = {
  question: { ko: '확인', en: 'Question' },
  information: { ko: '알림', en: 'Information' },
  warning: { ko: '주의', en: 'Warning' },
  error: { ko: '오류', en: 'Error' },
}

const tones: Readonly<Record<MessageKind, string>> = {
  question: 'tone-accent',
  information: 'tone-bonded',
  warning: 'tone-warn',
  error: 'tone-stop',
}

/**
 * Says something that has to be read. Enter confirms, Escape gives up. Answers true when confirmed;
 * only a question can be answered with false by its button.
 */
export async function showMessage(message: Message): Promise<boolean> {
  const title = message.title ?? t(titles[message.kind])
  const Body = (props: { close: (answer?: boolean) => void }): JSX.Element => (
    <MessageBody message={message} close={props.close} />
  )
  return (await pushPopup<boolean>('message', Body, { width: 400, title })) ?? false
}

interface BodyProps {
  readonly message: Message
  readonly close: (answer?: boolean) => void
}

function MessageBody({ message, close }: BodyProps): JSX.Element {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (event.target instanceof HTMLButtonElement) return
    event.preventDefault()
    close(true)
  }
  return (
    <div className="message" onKeyDown={onKeyDown}>
      <p className="message-text">
        <span className={tones[message.kind]} aria-hidden="true">
          {message.kind === 'question' ? '?' : '!'}
        </span>
        <span>{message.text}</span>
      </p>
      <div className="popup-buttons">
        <button
          type="button"
          className="button"
          data-main=""
          data-autofocus=""
          onClick={() => close(true)}
        >
          {t({ ko: '확인', en: 'OK' })} ↵
        </button>
        {message.kind === 'question' && (
          <button type="button" className="button" onClick={() => close(false)}>
            {t({ ko: '취소', en: 'Cancel' })} Esc
          </button>
        )}
      </div>
    </div>
  )
}
