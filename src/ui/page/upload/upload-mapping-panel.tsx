import { convertHangulToQwerty } from 'es-hangul'
import { useEffect, useMemo, useRef, useState, type JSX, type KeyboardEvent } from 'react'
import { formatCount } from '#kernel/format-count.ts'
import { columnIndex } from '#kernel/column-letters.ts'
import { label } from '#kernel/label.ts'
import type { Column } from '#kernel/screen.ts'
import { shownText, splitSheet, titleCells, type MappingError } from '#kernel/sheet-mapping.ts'
import { toHalfWidth } from '#kernel/tidy-text.ts'
import { CommandButton } from '#ui/keys/dispatch/command-button.tsx'
import { t } from '#ui/base/language.ts'
import { sheetNotes } from './sheet-notes.ts'
import type { Sheet } from './upload-calls.ts'
import { confirmDiscard } from './upload-handle.ts'
import type { UploadState } from './upload-state.ts'
import type { UploadSession } from './upload-session.ts'

const PREVIEW_ROWS = 3

interface PanelProps {
  readonly session: UploadSession
  readonly state: UploadState
  readonly sheet: Sheet
}

export function UploadMappingPanel({ session, state, sheet }: PanelProps): JSX.Element {
  const { job } = session
  const panel = useRef<HTMLElement>(null)
  const errors = new Map(job.mappingErrors().map((error) => [error.column, error]))
  const { rows, totalRows } = sheet
  const { firstRow } = state
  const titles = useMemo(() => titleCells(rows, firstRow), [rows, firstRow])
  const { body, unread } = useMemo(
    () => splitSheet(rows, firstRow, totalRows),
    [rows, firstRow, totalRows],
  )
  const preview = body.slice(0, PREVIEW_ROWS)
  const wrong = session.columns.findIndex((column) => isWrong(column, errors.get(column.name)))
  useEffect(() => {
    session.connect({ read: (beyondGap) => readSheet(session, panel.current, beyondGap) })
  }, [session])
  return (
    <section ref={panel} className="upload-mapping frame" data-zone="form">
      <h2 className="frame-title">{t(label('열 지정', 'Map columns'))}</h2>
      <div className="upload-mapping-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t(label('항목', 'Field'))}</th>
              <th scope="col">{t(label('열', 'Column'))}</th>
              <th scope="col">{t(label('시트 제목', 'Title in the sheet'))}</th>
              <th scope="col">{t(label('첫 값', 'First values'))}</th>
              <th scope="col">{t(label('확인', 'Check'))}</th>
            </tr>
          </thead>
          <tbody>
            {session.columns.map((column, index) => {
              const at = columnIndex(state.mapping[column.name] ?? '')
              return (
                <MappingRow
                  key={column.name}
                  column={column}
                  letters={state.mapping[column.name] ?? ''}
                  title={at === undefined ? '' : shownText(titles[at])}
                  values={at === undefined ? [] : preview.map(({ cells }) => shownText(cells[at]))}
                  given={state.header[column.name] != null}
                  error={errors.get(column.name)}
                  isFirst={index === Math.max(wrong, 0)}
                  onLetters={(letters) => job.setLetters(column.name, letters)}
                  onLeave={() => void readSheet(session, panel.current)}
                />
              )
            })}
          </tbody>
        </table>
      </div>
      <ReadLine session={session} state={state} rows={body.length} unread={unread.length} />
    </section>
  )
}

function isWrong(column: Column, error: MappingError | undefined): boolean {
  return error !== undefined && (error.code !== 'beyond-sheet' || column.required)
}

async function readSheet(
  session: UploadSession,
  panel: HTMLElement | null,
  beyondGap = false,
): Promise<void> {
  const wrong = panel?.querySelector<HTMLElement>('input[aria-invalid="true"]')
  if (wrong) {
    wrong.focus()
    return
  }
  if (!(await confirmDiscard(session))) return
  const reading = session.job.readRows({ beyondGap })
  session.parts.grid?.focus()
  await reading
}

interface RowProps {
  readonly column: Column
  readonly letters: string
  readonly title: string
  readonly values: readonly string[]
  readonly given: boolean
  readonly error: MappingError | undefined
  readonly isFirst: boolean
  readonly onLetters: (letters: string) => void
  readonly onLeave: () => void
}

function MappingRow(props: RowProps): JSX.Element {
  const { column, letters, error } = props
  return (
    <tr>
      <th scope="row">
        {t(column.label)}
        {column.required && (
          <span className="required-star" aria-hidden="true">
            *
          </span>
        )}
      </th>
      <td>
        <LetterInput
          letters={letters}
          name={t(column.label)}
          isWrong={isWrong(column, error)}
          autoFocus={props.isFirst}
          onLetters={props.onLetters}
          onLeave={props.onLeave}
        />
      </td>
      <td className="quiet">{props.title}</td>
      <td className="mono upload-preview">{props.values.filter(Boolean).join('  ·  ')}</td>
      <td>{mappingNote(props)}</td>
    </tr>
  )
}

function mappingNote({ error, column, letters, given }: RowProps): JSX.Element | null {
  if (error) {
    const tone = error.code === 'beyond-sheet' && !column.required ? 'tone-warn' : 'tone-stop'
    return <span className={tone}>{t(error.message)}</span>
  }
  if (letters !== '') return <span className="tone-accent">✓</span>
  if (given) return <span className="quiet">{t(label('위에서 입력함', 'Entered above'))}</span>
  return <span className="quiet">{t(label('읽지 않음', 'Not read'))}</span>
}

interface LetterInputProps {
  readonly letters: string
  readonly name: string
  readonly isWrong: boolean
  readonly autoFocus: boolean
  readonly onLetters: (letters: string) => void
  readonly onLeave: () => void
}

/** Column letters. Input in Hangul mode is converted to the Latin letters on the same keys. */
function LetterInput(props: LetterInputProps): JSX.Element {
  const [draft, setDraft] = useState<string>()
  const composing = useRef(false)

  function acceptLetters(text: string): void {
    setDraft(undefined)
    props.onLetters(convertHangulToQwerty(text).toUpperCase())
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    if (draft !== undefined) acceptLetters(draft)
    const inputs = [...(event.currentTarget.closest('table')?.querySelectorAll('input') ?? [])]
    const next = inputs[inputs.indexOf(event.currentTarget) + step]
    if (next) next.focus()
    else if (event.key === 'Enter') props.onLeave()
  }
  return (
    <input
      className="input upload-letters"
      value={draft ?? props.letters}
      autoComplete="off"
      spellCheck={false}
      autoFocus={props.autoFocus}
      aria-label={props.name}
      aria-invalid={props.isWrong}
      onFocus={({ target }) => target.select()}
      onCompositionStart={() => {
        composing.current = true
      }}
      onCompositionEnd={({ currentTarget }) => {
        composing.current = false
        acceptLetters(currentTarget.value)
      }}
      onChange={({ target }) => {
        if (composing.current) setDraft(target.value)
        else acceptLetters(target.value)
      }}
      onBlur={() => {
        if (draft !== undefined) acceptLetters(draft)
      }}
      onKeyDown={onKeyDown}
    />
  )
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1, Enter: 1 }

interface FirstRowProps {
  readonly firstRow: number
  readonly onRow: (firstRow: number) => void
}

/** Can be emptied to type another row. The previous row applies until then. */
function FirstRowInput({ firstRow, onRow }: FirstRowProps): JSX.Element {
  const [draft, setDraft] = useState<string>()
  function acceptRow(text: string): void {
    const digits = toHalfWidth(text).replaceAll(/\D/g, '')
    setDraft(digits)
    if (Number(digits) > 0) onRow(Number(digits))
  }
  return (
    <input
      className="input upload-first-row"
      inputMode="numeric"
      value={draft ?? firstRow}
      aria-invalid={draft !== undefined && !(Number(draft) > 0)}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => acceptRow(target.value)}
      onBlur={() => setDraft(undefined)}
    />
  )
}

interface ReadLineProps {
  readonly session: UploadSession
  readonly state: UploadState
  readonly rows: number
  readonly unread: number
}

function ReadLine({ session, state, rows, unread }: ReadLineProps): JSX.Element {
  return (
    <div className="upload-read-line">
      <label>
        {t(label('읽기 시작 행', 'First row'))}{' '}
        <FirstRowInput
          firstRow={state.firstRow}
          onRow={(firstRow) => session.job.setFirstRow(firstRow)}
        />
      </label>
      <span className="mono">
        {t(label(`${formatCount(rows)}행을 읽습니다`, `${formatCount(rows, 'row')}`))}
      </span>
      {state.sheet &&
        sheetNotes(state.sheet, state.firstRow).map((note) => (
          <span key={note.en} className="tone-warn">
            {t(note)}
          </span>
        ))}
      {unread > 0 && (
        <span className="tone-warn">
          {t(
            label(
              `A열이 빈 행 아래에 ${formatCount(unread)}행이 더 있습니다`,
              `${formatCount(unread, 'more row')} below the first empty cell in column A`,
            ),
          )}
        </span>
      )}
      <CommandButton
        command="page.search"
        title={label('읽고 확인', 'Read and check')}
        isMain
        disabled={rows === 0}
      />
      {unread > 0 && <CommandButton command="upload.read-to-end" />}
    </div>
  )
}
