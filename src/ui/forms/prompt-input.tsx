import './forms.css'
import { useRef, useState, type FormEvent, type JSX } from 'react'
import type { Field, Fields, Value, WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Column } from '#kernel/screen.ts'
import { Drafts, DraftsContext } from './drafts.ts'
import { LabelledField } from './labelled-field.tsx'
import { CallError } from '#ui/remote/api.ts'
import { bufferKeysWhile } from '#ui/keys/loading-keys.ts'
import { message } from '#ui/base/language.ts'
import { PopupButtons } from '#ui/windows/popup-buttons.tsx'
import { openPopup, type PopupProps } from '#ui/windows/popup-stack.ts'
import { refusalText } from './refusal-text.ts'
import { valueHelpProps } from './value-help.tsx'

/** Loaded together with the prompt, to keep these texts out of the first page. */
export { finalQuestion, rejectedText, unavailableText } from './procedure-texts.ts'

export interface InputRequest {
  readonly title: string
  /** Text shown above the fields, such as a remark by another user. */
  readonly about?: string | undefined
  readonly fields: Fields
  readonly initial: WireRow
  /** Fields that accept search syntax: operators, ranges, patterns. */
  readonly searched?: ReadonlySet<string>
  /** Shown as a strip below the rows, which remain visible. For a few fields only. */
  readonly isStrip?: boolean
  /** Submits the values. If it fails, the form remains open and shows the error. */
  readonly send?: (row: WireRow) => Promise<void>
}

export function promptInput(question: InputRequest): Promise<WireRow | undefined> {
  const Body = (props: PopupProps<WireRow>): JSX.Element => (
    <InputForm {...question} close={props.close} />
  )
  const { about = '', fields, searched } = question
  const long = Object.entries(fields).filter(([name, field]) =>
    isLong(name, field, searched),
  ).length
  const isWide = long > 0 || about !== ''
  const heights = Object.keys(fields).length * 34 + long * 46 + Math.ceil(about.length / 30) * 20
  return openPopup(Body, {
    width: isWide ? 560 : 420,
    height: Math.min(120 + heights, 600),
    title: question.title,
  })
}

/** Fields this long or longer hold sentences and get a multi-line text box. */
const SENTENCES = 201
const LINES = 3

function isLong(name: string, field: Field, searched?: ReadonlySet<string>): boolean {
  const isText = field.kind === 'text' && !searched?.has(name)
  return isText && field.listOf === undefined && field.maxLength >= SENTENCES
}

function toColumn(name: string, field: Field): Column {
  return { ...field, name, editable: true, frozen: false, hidden: false }
}

interface FormProps extends PopupProps<WireRow>, Omit<InputRequest, 'title'> {}

export function InputForm({ about, isStrip, ...props }: FormProps): JSX.Element {
  const { fields, initial, searched, send, close } = props
  const columns = Object.entries(fields).map(([name, field]) => toColumn(name, field))
  const form = useRef<HTMLFormElement>(null)
  const [drafts] = useState(() => new Drafts())
  const [values, setValues] = useState(() => initialValues(columns, initial))
  // Enter commits the draft and submits before the next render.
  const latest = useRef(values)
  const [errors, setFaults] = useState<FieldErrors>({})
  const [refusal, setRefusal] = useState('')
  const isSending = useRef(false)

  function commit(name: string, value: Value, fills: WireRow = {}): void {
    latest.current = { ...latest.current, ...fills, [name]: value }
    setValues(latest.current)
  }
  function mark(found: FieldErrors): void {
    setFaults(found)
    const [first] = Object.keys(found)
    if (first) form.current?.querySelector<HTMLElement>(`[id="ask-${first}"]`)?.focus()
  }
  async function submit(): Promise<void> {
    if (!(await drafts.commit())) return
    const empty = columns.filter(
      (column) => column.required && isEmpty(latest.current[column.name]),
    )
    mark(Object.fromEntries(empty.map((column) => [column.name, requiredText(column)])))
    if (empty.length === 0 && !isSending.current) await sendInput()
  }
  async function sendInput(): Promise<void> {
    isSending.current = true
    try {
      await send?.(latest.current)
      close(latest.current)
    } catch (error) {
      const found = findErrors(error, columns)
      if (found) mark(found)
      setRefusal(found ? '' : refusalText(error))
    } finally {
      isSending.current = false
    }
  }
  const enter = (): void => void bufferKeysWhile(submit())
  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    enter()
  }
  return (
    <DraftsContext value={drafts}>
      <form ref={form} {...layoutClasses(columns.length, isStrip)} onSubmit={onSubmit}>
        {about && <p className="ask-about">{about}</p>}
        {columns.map((column, index) => (
          <LabelledField
            key={column.name}
            {...fieldProps(column, values, searched)}
            autoFocus={index === 0}
            invalid={errors[column.name]}
            onCommit={(value, fills) => commit(column.name, value, fills)}
            onEnter={enter}
          />
        ))}
        <ServerError text={refusal} />
        <PopupButtons
          buttons={[
            { title: label('확인', 'OK'), keyName: '↵', isMain: true },
            { title: label('닫기', 'Close'), keyName: 'Esc', run: () => close() },
          ]}
        />
      </form>
    </DraftsContext>
  )
}

function fieldProps(column: Column, context: WireRow, searched?: ReadonlySet<string>) {
  return {
    id: `ask-${column.name}`,
    field: column,
    value: context[column.name] ?? null,
    searching: searched?.has(column.name) === true,
    lines: isLong(column.name, column, searched) ? LINES : undefined,
    context,
    ...valueHelpProps(column, context),
  }
}

function layoutClasses(fields: number, isStrip = false) {
  const strip = isStrip && fields <= 4 ? { 'data-strip': '' } : {}
  return { className: 'ask-form', 'data-zone': 'form', noValidate: true, ...strip }
}

type FieldErrors = Readonly<Record<string, Label>>

/** Errors by field. Undefined if any error concerns something other than a field of the form. */
function findErrors(error: unknown, columns: readonly Column[]): FieldErrors | undefined {
  const rows = error instanceof CallError ? error.rows : []
  const named = rows.flatMap(({ COLUMN, POERROR }) =>
    columns.some(({ name }) => name === COLUMN) ? [[COLUMN, label(POERROR, POERROR)]] : [],
  )
  return rows.length > 0 && named.length === rows.length ? Object.fromEntries(named) : undefined
}

function ServerError({ text }: { readonly text: string }): JSX.Element | null {
  if (text === '') return null
  return (
    <p className="tone-stop" role="alert">
      {text}
    </p>
  )
}

function initialValues(columns: readonly Column[], initial: WireRow): WireRow {
  const defaults = columns.map((column) => [column.name, column.default ?? null] as const)
  return { ...Object.fromEntries(defaults), ...initial }
}

/** Zero counts as filled (spec §5). */
function isEmpty(value: Value | undefined): boolean {
  return value === undefined || value === null || value === ''
}

function requiredText(column: Column): { ko: string; en: string } {
  return label(message('MSG000012', column.label.ko), message('MSG000012', column.label.en))
}
