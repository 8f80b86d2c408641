import { type JSX, useEffect, useRef, useState } from 'react'
import type { Value, WireRow } from '#kernel/field.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { emptyFields } from '#kernel/required.ts'
import type { Column } from '#kernel/screen.ts'
import { t } from '#ui/base/language.ts'
import { CommandButton } from '#ui/keys/dispatch/command-button.tsx'
import { type Drafts, DraftsContext } from '#ui/forms/drafts.ts'
import '#ui/forms/forms.css'
import { LabelledField } from '#ui/forms/labelled-field.tsx'
import { valueHelpProps } from '#ui/forms/value-help.tsx'
import { focusableElements, focusUnlessMoved } from '#ui/tabs/focus.ts'
import type { UploadSession } from './upload-session.ts'
import type { UploadProgress, UploadState } from './upload-state.ts'

const ACCEPTED = '.xlsx,.xlsm,.xls,.csv'

const requiredFieldText = label('필수 항목입니다.', 'Required')

interface IntakeProps {
  readonly session: UploadSession
  readonly state: UploadState
  readonly onFile: (file: File | undefined) => void
}

interface IntakeContext {
  readonly session: UploadSession
  readonly drafts: Drafts
  readonly input: HTMLInputElement | null
  readonly button: HTMLButtonElement | null
}

async function openChooser({ session, drafts, input, button }: IntakeContext): Promise<void> {
  if (!(await drafts.commit())) return
  const { header } = session.job.state
  const empty = missingFields(session, header)[0]
  if (empty) document.getElementById(fieldId(session, empty.name))?.focus()
  // Browsers open a file chooser only shortly after a key press. After a slow lookup the user has
  // to press the button again.
  else if (navigator.userActivation.isActive) input?.click()
  else button?.focus()
}

function missingFields(session: UploadSession, header: WireRow): Column[] {
  const required = session.headerColumns.filter((column) => column.required)
  return emptyFields(required, header)
}

export function UploadIntake({ session, state, onFile }: IntakeProps): JSX.Element {
  const form = useRef<HTMLFieldSetElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { drafts } = session
  const [asked, setAsked] = useState(false)
  const missing = missingFields(session, state.header)

  function chooseFile(): void {
    setAsked(true)
    void openChooser({ session, drafts, input: input.current, button: button.current })
  }
  useEffect(() => {
    session.connect({
      chooseFile,
      focusForm: () => {
        const first = form.current && focusableElements(form.current)[0]
        first?.focus()
        return Boolean(first)
      },
    })
  })
  useEffect(() => {
    const first = form.current && focusableElements(form.current)[0]
    if (first) focusUnlessMoved(() => first.focus(), first)
  }, [session])
  return (
    <DraftsContext value={drafts}>
      <fieldset ref={form} className="upload-intake" data-zone="search">
        <legend>{t(label('파일', 'File'))}</legend>
        <HeaderFields
          session={session}
          state={state}
          missing={asked ? new Set(missing.map(({ name }) => name)) : emptyOption}
          onEnter={chooseFile}
        />
        <CommandButton
          ref={button}
          command="page.import"
          title={label('파일 선택', 'Select a file')}
          isMain={state.stage === 'choose'}
        />
        <input
          ref={input}
          className="visually-hidden"
          type="file"
          accept={ACCEPTED}
          tabIndex={-1}
          aria-label={t(label('엑셀 파일', 'Spreadsheet'))}
          onChange={({ target }) => {
            onFile(target.files?.[0])
            // Reset the input to let the user choose the same file again after editing it.
            target.value = ''
          }}
        />
        <FileSummary state={state} />
        <UploadProgressLine progress={state.progress} />
      </fieldset>
      {state.problem !== undefined && (
        <p className="upload-problem" role="alert">
          <span aria-hidden="true">✕</span> {state.problem}
        </p>
      )}
    </DraftsContext>
  )
}

const emptyOption: ReadonlySet<string> = new Set()

function fieldId(session: UploadSession, name: string): string {
  return `upload-${session.screen.route}-${name}`
}

interface HeaderFieldsProps {
  readonly session: UploadSession
  readonly state: UploadState
  readonly missing: ReadonlySet<string>
  readonly onEnter: () => void
}

function HeaderFields({ session, state, missing, onEnter }: HeaderFieldsProps): JSX.Element {
  const change = (name: string, value: Value, fills: WireRow = {}): void => {
    void session.job.setHeader({ ...fills, [name]: value })
  }
  return (
    <>
      {session.headerColumns.map((column) => (
        <LabelledField
          key={column.name}
          id={fieldId(session, column.name)}
          field={column}
          value={state.header[column.name] ?? null}
          context={state.header}
          readOnly={!session.job.mayChangeHeader}
          invalid={missing.has(column.name) ? requiredFieldText : undefined}
          onCommit={(value, fills) => change(column.name, value, fills)}
          onEnter={onEnter}
          {...valueHelpProps(column, state.header)}
        />
      ))}
    </>
  )
}

function FileSummary({ state }: Pick<IntakeProps, 'state'>): JSX.Element {
  const { sheet, stage } = state
  if (!sheet) {
    return <CommandButton command="upload.empty-form" className="upload-link" />
  }
  return (
    <span className="upload-file">
      <span className="mono">{sheet.FILE_NM}</span>
      <span className="quiet">
        {sheet.sheetName} ·{' '}
        {t(
          label(`${formatCount(sheet.rows.length)}행`, `${formatCount(sheet.rows.length, 'row')}`),
        )}
      </span>
      {stage === 'rows' && (
        <CommandButton command="upload.change-columns" className="upload-link" />
      )}
    </span>
  )
}

interface ProgressLineProps {
  readonly progress: UploadProgress | undefined
}

function UploadProgressLine({ progress }: ProgressLineProps): JSX.Element | null {
  const seconds = useSecondsSince(progress?.startedAt)
  if (!progress) return null
  const { title, done, total } = progress
  const share = done === undefined || !total ? undefined : done / total
  return (
    <div className="upload-progress">
      <span aria-hidden="true">{t(title)}</span>
      <span className="visually-hidden" role="status">
        {spokenProgress(t(title), share)}
      </span>
      <progress max={1} {...(share === undefined ? {} : { value: share })} aria-label={t(title)} />
      <span className="mono">
        {progressText(done, total)}
        {seconds > 0 && t(label(`${seconds}초`, `${seconds} s`))}
      </span>
      <CommandButton command="upload.cancel" className="upload-cancel" />
    </div>
  )
}

/** Screen reader text, updated only at every 10 % of the progress. */
function spokenProgress(title: string, share: number | undefined): string {
  return share === undefined ? title : `${title} ${Math.floor(share * 10) * 10}%`
}

function progressText(done: number | undefined, total: number | undefined): string {
  if (total === undefined) return ''
  const rows = t(label(`${formatCount(total)}행 `, `${formatCount(total, 'row')} `))
  return done === undefined ? rows : `${formatCount(done)} / ${rows}`
}

function useSecondsSince(startedAt: number | undefined): number {
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (startedAt === undefined) return undefined
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [startedAt])
  return startedAt === undefined ? 0 : Math.max(0, Math.floor((now - startedAt) / 1000))
}
