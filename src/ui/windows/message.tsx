import type { JSX, KeyboardEvent } from 'react'
import { label, type Label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { messageClosed, openPopup } from './popup-stack.ts'

export const messageKinds = {
  question: { title: label('확인', 'Question'), tone: 'tone-accent' },
  information: { title: label('알림', 'Information'), tone: 'tone-bonded' },
  warning: { title: label('주의', 'Warning'), tone: 'tone-warn' },
  error: { title: label('오류', 'Error'), tone: 'tone-stop' },
}

export interface Message {
  readonly kind: keyof typeof messageKinds
  readonly text: string
  readonly title?: string
}

interface Choice<T> {
  readonly answer: T
  readonly title: Label
  readonly mark: string
  /** `KeyboardEvent.key` that selects the choice anywhere in the message. */
  readonly key?: string
}

/** Titles of the buttons below a message. */
export const messageButtons = {
  confirm: label('확인', 'OK'),
  cancel: label('닫기', 'Close'),
  save: label('저장', 'Save'),
  discard: label('저장 안 함', 'Discard'),
  stay: label('계속 입력', 'Keep editing'),
}

const confirm: Choice<boolean> = { answer: true, title: messageButtons.confirm, mark: '↵' }
/** Not labelled "Cancel", because the question can be whether to cancel a record. */
const cancel: Choice<boolean> = {
  answer: false,
  title: messageButtons.cancel,
  mark: 'Esc',
}

/**
 * Shows a modal message. Returns true on Enter, false on Escape or the Close button of a question.
 */
export async function showMessage(message: Message): Promise<boolean> {
  const isQuestion = message.kind === 'question'
  // Enter, meant for the question on top, would close a message that opens over it.
  for (let open = messageClosed(); open && !isQuestion; open = messageClosed()) await open
  const choices = isQuestion ? [confirm, cancel] : [confirm]
  return (await openMessage(message, choices)) ?? false
}

const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Runs `work` and shows its error in a message. Returns undefined on failure. */
export async function showErrors<T>(
  work: () => Promise<T>,
  words: (error: unknown) => string = errorMessage,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    await showMessage({ kind: 'error', text: words(error) })
    return undefined
  }
}

type UnsavedChoice = 'save' | 'discard' | 'stay'

/**
 * Delete is safe, because neither scanners nor fast typists press it by accident, unlike Enter and
 * letters.
 */
const discard: Choice<UnsavedChoice> = {
  answer: 'discard',
  title: messageButtons.discard,
  mark: 'Delete',
  key: 'Delete',
}

const choicesWithSave: readonly Choice<UnsavedChoice>[] = [
  { answer: 'save', title: messageButtons.save, mark: '↵' },
  discard,
  { answer: 'stay', title: messageButtons.stay, mark: 'Esc' },
]
const choicesWithoutSave: readonly Choice<UnsavedChoice>[] = [
  { answer: 'stay', title: messageButtons.stay, mark: '↵' },
  discard,
]

/**
 * Prompts before leaving unsaved input. Enter saves it, or stays if there is no `save`. Only the
 * explicit choice discards it. Returns true if the input was saved or discarded.
 */
export async function confirmLeave(text: string, save?: () => Promise<boolean>): Promise<boolean> {
  const message: Message = { kind: 'question', text }
  const answer = (await openMessage(message, save ? choicesWithSave : choicesWithoutSave)) ?? 'stay'
  if (answer === 'save') return (await save?.()) === true
  return answer === 'discard'
}

function openMessage<T>(message: Message, choices: readonly Choice<T>[]): Promise<T | undefined> {
  const title = message.title ?? t(messageKinds[message.kind].title)
  const Body = (props: { close: (answer?: T) => void }): JSX.Element => (
    <MessageBody message={message} choices={choices} close={props.close} />
  )
  return openPopup<T>(Body, { width: 400, title }, 'message')
}

interface BodyProps<T> {
  readonly message: Message
  readonly choices: readonly Choice<T>[]
  readonly close: (answer?: T) => void
}

function MessageBody<T>({ message, choices, close }: BodyProps<T>): JSX.Element {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const isButton = event.target instanceof HTMLButtonElement
    const chosen =
      event.key === 'Enter' && !isButton
        ? choices[0]
        : choices.find(({ key }) => key !== undefined && key === event.key)
    if (!chosen) return
    event.preventDefault()
    close(chosen.answer)
  }
  return (
    <div className="message" onKeyDown={onKeyDown}>
      <p className="message-text">
        <span className={messageKinds[message.kind].tone} aria-hidden="true">
          {message.kind === 'question' ? '?' : '!'}
        </span>
        <span>{message.text}</span>
      </p>
      <div className="popup-buttons">
        {choices.map(({ answer, title, mark, key }, index) => (
          <button
            key={mark}
            type="button"
            className="button"
            {...(index === 0 && { 'data-main': '', 'data-autofocus': '' })}
            {...(key !== undefined && { 'aria-keyshortcuts': key })}
            onClick={() => close(answer)}
          >
            {t(title)} {mark}
          </button>
        ))}
      </div>
    </div>
  )
}
