import { useRef, useState, type FormEvent, type JSX } from 'react'
import { lengthError } from '#kernel/byte-length.ts'
import { emailError } from '#kernel/contact-text.ts'
import { label } from '#kernel/label.ts'
import type { WireRow } from '#kernel/field.ts'
import { call } from '#ui/remote/api.ts'
import { formText } from '#ui/base/form-text.ts'
import { commandKeyLabel } from '#ui/keys/dispatch/keyboard.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import { PopupButtons } from '#ui/windows/popup-buttons.tsx'
import type { PopupPageProps } from '#ui/windows/popup-page.ts'

const names = ['TO', 'SUBJECT', 'TEXT'] as const
type Name = (typeof names)[number]

const titles = {
  TO: label('받는 사람', 'To'),
  SUBJECT: label('제목', 'Subject'),
  TEXT: label('내용', 'Text'),
}

function splitAddresses(text: string): string[] {
  return text.split(/[,;\s]+/).filter((address) => address !== '')
}

function findError(mail: Readonly<Record<Name, string>>): { name: Name; text: string } | undefined {
  const addresses = splitAddresses(mail.TO)
  if (addresses.length === 0) return { name: 'TO', text: t(noAddress) }
  const wrong = addresses.find((address) => emailError(address) !== undefined)
  if (wrong !== undefined) return { name: 'TO', text: `${wrong}: ${t(notAnAddress)}` }
  if (mail.SUBJECT.trim() === '') return { name: 'SUBJECT', text: t(noSubject) }
  const name = limited.find((candidate) => mail[candidate].trim().length > maxLengths[candidate])
  return (
    name && { name, text: `${t(titles[name])}: ${t(lengthError({ maxLength: maxLengths[name] }))}` }
  )
}

/** Limits of the server. The inputs have none, because browsers silently truncate pasted text. */
const maxLengths = { SUBJECT: 200, TEXT: 20_000 }
const limited = ['SUBJECT', 'TEXT'] as const

const noAddress = label('받는 사람을 입력하세요.', 'Enter a recipient.')
const notAnAddress = label('이메일 주소가 아닙니다.', 'Not an email address.')
const noSubject = label('제목을 입력하세요.', 'Enter a subject.')

/** Composes an email. A job sends it and reports when it is sent. Resolves with TO and SUBJECT. */
export function SendEmailPopup({ input, close }: PopupPageProps): JSX.Element {
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<{ name: Name; text: string } | undefined>(undefined)
  const isSending = useRef(false)

  async function send(event?: FormEvent): Promise<void> {
    event?.preventDefault()
    if (!form.current || isSending.current) return
    const typed = new FormData(form.current)
    const [TO = '', SUBJECT = '', TEXT = ''] = names.map((name) => formText(typed, name))
    const wrong = findError({ TO, SUBJECT, TEXT })
    setError(wrong)
    if (wrong) return form.current.querySelector<HTMLElement>(`[name=${wrong.name}]`)?.focus()
    isSending.current = true
    try {
      const body = { TO: splitAddresses(TO), SUBJECT: SUBJECT.trim(), TEXT }
      const { message } = await call<{ message: string }>('/api/mail/send', body)
      notify('info', `${message} ${commandKeyLabel('app.jobs')}`)
      close({ TO, SUBJECT })
    } catch (error) {
      setError({ name: 'TO', text: error instanceof Error ? error.message : String(error) })
    } finally {
      isSending.current = false
    }
  }
  const common = (name: Name) => ({
    name,
    className: 'input',
    'aria-label': t(titles[name]),
    'aria-invalid': error?.name === name,
    defaultValue: initialText(input, name),
  })
  return (
    <form
      ref={form}
      className="mail-popup"
      noValidate
      onSubmit={(event) => void send(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        void send()
      }}
    >
      <label>
        <span>{t(titles.TO)}</span>
        <input {...common('TO')} data-autofocus="" autoComplete="email" spellCheck={false} />
      </label>
      <label>
        <span>{t(titles.SUBJECT)}</span>
        <input {...common('SUBJECT')} autoComplete="off" />
      </label>
      <textarea {...common('TEXT')} />
      <p className="tone-stop" role="alert">
        {error?.text}
      </p>
      <PopupButtons
        buttons={[
          { title: label('보내기', 'Send'), keyName: 'Ctrl+↵', isMain: true },
          { title: label('닫기', 'Close'), keyName: 'Esc', run: () => close() },
        ]}
      />
    </form>
  )
}

function initialText(input: WireRow, name: Name): string {
  return String(input[name] ?? '')
}
