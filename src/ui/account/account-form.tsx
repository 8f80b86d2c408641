import { useState, type FormEvent, type JSX, type ReactNode } from 'react'
import { lengthError } from '#kernel/byte-length.ts'
import { requiredMessage } from '#kernel/required.ts'
import { isFilled } from '#kernel/is-filled.ts'
import { label, type Label } from '#kernel/label.ts'
import { message, t } from '#ui/base/language.ts'
import { formText } from '#ui/base/form-text.ts'

export type AccountValues = Readonly<Record<string, string>>

export interface AccountField {
  readonly name: string
  readonly label: Label
  readonly type?: 'text' | 'email' | 'tel' | 'password' | 'checkbox' | 'note'
  readonly required?: boolean
  readonly maxLength?: number
  readonly autoComplete?: string
  readonly hint?: Label
  readonly error?: (value: string, values: AccountValues) => Label | undefined
}

interface AccountFormProps {
  readonly fields: readonly AccountField[]
  readonly submitText: Label
  /** Throws an error with the message to show. */
  readonly onSubmit: (values: AccountValues) => Promise<void>
  readonly children?: ReactNode
  /** False for a form below another one, which has the focus. */
  readonly takesFocus?: boolean
}

function readFormValues(form: HTMLFormElement, fields: readonly AccountField[]): AccountValues {
  const data = new FormData(form)
  return Object.fromEntries(
    fields.map(({ name, type }) => {
      const text = formText(data, name)
      return [name, type === 'password' ? text : text.trim()]
    }),
  )
}

function findError(field: AccountField, values: AccountValues): Label | undefined {
  const value = values[field.name] ?? ''
  if (!isFilled(value)) return field.required ? requiredMessage(field.label) : undefined
  // The inputs have no limit, because browsers silently truncate pasted text.
  const { maxLength = Infinity } = field
  return value.length > maxLength ? lengthError({ maxLength }) : field.error?.(value, values)
}

type FieldErrors = Readonly<Record<string, Label>>

function findErrors(fields: readonly AccountField[], values: AccountValues): FieldErrors {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const error = findError(field, values)
      return error ? [[field.name, error] as const] : []
    }),
  )
}

/**
 * Form for login, registration and similar pages. Shows all validation errors below their fields
 * and focuses the first invalid one. A server error is shown above the button; the input is
 * preserved.
 */
export function AccountForm(props: AccountFormProps): JSX.Element {
  const { fields, submitText, onSubmit, children, takesFocus = true } = props
  const [errors, setErrors] = useState<FieldErrors>({})
  const [refusal, setRefusal] = useState('')
  const [busy, setBusy] = useState(false)

  async function submit(form: HTMLFormElement): Promise<void> {
    const values = readFormValues(form, fields)
    const found = findErrors(fields, values)
    setErrors(found)
    setRefusal('')
    const first = fields.find(({ name }) => found[name])
    if (first) {
      form.querySelector<HTMLElement>(`[name="${first.name}"]`)?.focus()
      return
    }
    setBusy(true)
    try {
      await onSubmit(values)
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  function onInput(event: FormEvent<HTMLFormElement>): void {
    // Fields with an error are revalidated on every keystroke to clear the error as soon as it is
    // fixed.
    if (Object.keys(errors).length === 0) return
    const now = findErrors(fields, readFormValues(event.currentTarget, fields))
    setErrors(Object.fromEntries(Object.entries(now).filter(([name]) => errors[name])))
  }
  function onSubmitEvent(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!busy) void submit(event.currentTarget)
  }
  return (
    <form
      className="account-form"
      noValidate
      aria-busy={busy}
      onSubmit={onSubmitEvent}
      onInput={onInput}
    >
      <div className="account-fields" data-scroll="" tabIndex={-1}>
        {fields.map((field, index) => (
          <AccountLine
            key={field.name}
            field={field}
            error={errors[field.name]}
            first={takesFocus && index === 0}
          />
        ))}
        {children}
      </div>
      <p className="login-fault" role="alert">
        {refusal}
      </p>
      <button
        type="submit"
        className="button"
        data-main=""
        aria-disabled={busy}
        autoFocus={takesFocus && fields.length === 0}
      >
        {busy ? t(label('보내는 중…', 'Sending…')) : t(submitText)} ↵
      </button>
    </form>
  )
}

interface LineProps {
  readonly field: AccountField
  readonly error: Label | undefined
  readonly first: boolean
}

function AccountLine({ field, error, first }: LineProps): JSX.Element {
  const { name, type = 'text', required = false } = field
  const hintId = `${name}-told`
  const shared = {
    id: `account-${name}`,
    name,
    'aria-required': required,
    'aria-invalid': error !== undefined,
    'aria-describedby': hintId,
    autoFocus: first,
  }
  return (
    <div className="account-line" data-type={type}>
      <label htmlFor={`account-${name}`}>
        {t(field.label)}
        {required && (
          <span className="account-star" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {type === 'checkbox' && <input {...shared} type="checkbox" value="Y" />}
      {type === 'note' && <textarea {...shared} className="input" rows={2} />}
      {type !== 'checkbox' && type !== 'note' && (
        <input
          {...shared}
          className="input"
          type={type}
          autoComplete={field.autoComplete ?? 'off'}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <p id={hintId} className={error ? 'account-told tone-stop' : 'account-told quiet'}>
        {error ? errorText(error) : field.hint && t(field.hint)}
      </p>
    </div>
  )
}

function errorText(error: Label & { code?: string; args?: readonly Label[] }): string {
  return error.code ? message(error.code, ...(error.args ?? []).map(t)) : t(error)
}
