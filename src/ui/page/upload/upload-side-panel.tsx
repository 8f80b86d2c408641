import {
  type JSX,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { CommandButton } from '#ui/keys/dispatch/command-button.tsx'
import { commandKeyLabel } from '#ui/keys/dispatch/keyboard.ts'
import type { SheetChanges } from './upload-calls.ts'
import { sheetNotes } from './sheet-notes.ts'
import { showRows } from './upload-handle.ts'
import { UPLOAD_COLUMNS } from './upload-model.ts'
import type { UploadFilter } from './upload-rows.ts'
import type { UploadSession } from './upload-session.ts'
import type { UploadState } from './upload-state.ts'

/** Maximum new numbers listed after a save. Longer lists show the count and the last number. */
const MAX_NUMBERS = 200

export function UploadSidePanel({ session }: { session: UploadSession }): JSX.Element {
  const { job, rows } = session
  useSyncExternalStore(
    (listener) => rows.model.subscribe(listener),
    () => rows.model.version,
  )
  const state = useSyncExternalStore(job.listeners.add, () => job.state)
  return (
    <aside className="upload-side">
      {state.stage === 'saved' ? (
        <SavedCard session={session} state={state} />
      ) : (
        <CountCard session={session} state={state} />
      )}
      <UploadFind session={session} />
      <FilterList session={session} />
      <CurrentRow session={session} />
    </aside>
  )
}

interface CardProps {
  readonly session: UploadSession
  readonly state: UploadState
}

function CountCard({ session, state }: CardProps): JSX.Element {
  const { rows, orders, invalid } = session.rows.counts()
  const tone = invalid > 0 ? 'stop' : state.check === 'passed' ? 'accent' : undefined
  return (
    <section className="upload-card" data-tone={tone} aria-live="polite">
      <p className="upload-count">
        {formatCount(rows)}
        <span>{t(label('행', ' rows'))}</span>
        {orders !== undefined && (
          <>
            {' '}
            {formatCount(orders)}
            <span>{t(label('주문', ' orders'))}</span>
          </>
        )}
      </p>
      <p className={invalid > 0 ? 'tone-stop' : 'quiet'}>
        {invalid > 0
          ? t(label(`오류 ${formatCount(invalid)}행`, `${formatCount(invalid, 'row')} with errors`))
          : t(label('오류 없음', 'No errors found'))}
      </p>
      <p className={state.check === 'passed' ? 'tone-accent' : 'quiet'}>
        {checkText(state, invalid)}
      </p>
      {state.check === 'passed' && state.changes && (
        <p className="quiet">{changesText(state.changes)}</p>
      )}
      {state.sheet &&
        sheetNotes(state.sheet, state.firstRow).map((note) => (
          <p key={note.en} className="tone-warn">
            {t(note)}
          </p>
        ))}
      {state.unread.length > 0 && (
        <p className="tone-warn">
          {t(
            label(
              `A열의 빈 칸 아래에 있는 ${formatCount(state.unread.length)}행은 읽지 않았습니다(${state.unread[0]}행부터).`,
              `${formatCount(state.unread.length, 'row')} below an empty cell in column A not read (from row ${state.unread[0]}).`,
            ),
          )}
        </p>
      )}
    </section>
  )
}

function changesText({ created, updated, withdrawn, same }: SheetChanges): string {
  const counts = [
    label(`신규 ${formatCount(created)}`, `${formatCount(created)} new`),
    label(`수정 ${formatCount(updated)}`, `${formatCount(updated)} changed`),
    ...(withdrawn
      ? [label(`폐지 ${formatCount(withdrawn)}`, `${formatCount(withdrawn)} withdrawn`)]
      : []),
    label(`변경 없음 ${formatCount(same)}`, `${formatCount(same)} unchanged`),
  ]
  return counts.map((count) => t(count)).join(' · ')
}

function checkText(state: UploadState, invalid: number): string {
  if (state.progress) return t(state.progress.title)
  if (state.check === 'passed') {
    return invalid > 0
      ? t(
          label(
            '✓ 서버 검증 완료: 오류 행을 수정하거나 제외하면 저장할 수 있습니다.',
            '✓ Checked: correct or exclude rows with errors, then save.',
          ),
        )
      : t(label('✓ 서버 검증 완료: 저장할 수 있습니다.', '✓ Checked: ready to save.'))
  }
  return state.check === 'stale'
    ? t(label('수정됨: 다시 검증하세요 — F8', 'Edited: check again — F8'))
    : t(label('서버 확인 전 — F8', 'Not checked by the server — F8'))
}

function SavedCard({ session, state }: CardProps): JSX.Element {
  const { made } = state
  const saved = made?.savedRows ?? 0
  return (
    <section className="upload-card" data-tone="accent" aria-live="polite">
      <p className="upload-count">
        {formatCount(saved)}
        <span>{t(label('행 저장됨', ' rows saved'))}</span>
      </p>
      {made?.numbers.map(({ column, label: name, values }) => (
        <div key={column} className="upload-made">
          <p>
            {t(name)} {t(label(`${formatCount(values.length)}건`, formatCount(values.length)))}
          </p>
          <p className="mono upload-numbers" tabIndex={0}>
            {values.slice(0, MAX_NUMBERS).join('\n')}
          </p>
          {values.length > MAX_NUMBERS && (
            <p className="quiet">
              {t(
                label(
                  `외 ${formatCount(values.length - MAX_NUMBERS)}건, 마지막 ${values.at(-1)}`,
                  `and ${formatCount(values.length - MAX_NUMBERS)} more up to ${values.at(-1)}`,
                ),
              )}
            </p>
          )}
        </div>
      ))}
      <div className="upload-saved-acts">
        <CommandButton command="upload.next-file" />
        {state.importNo !== undefined && (
          <CommandButton
            command="page.undo-import"
            title={label('가져오기 되돌리기', 'Undo the import')}
            keysOf="grid.undo"
          />
        )}
        {session.isWithinPage && (
          <CommandButton
            command="page.close-import"
            title={label('화면으로', 'Back to the screen')}
          />
        )}
      </div>
    </section>
  )
}

interface FilterEntry {
  readonly filter: UploadFilter
  readonly text: string
  readonly rows: number
}

function filterEntries({ rows }: UploadSession): FilterEntry[] {
  const { invalid, leftOut } = rows.counts()
  const fixed: FilterEntry[] = [
    { filter: 'all', text: t(label('모든 행', 'All rows')), rows: rows.model.totalCount },
    { filter: 'faulty', text: t(label('오류 행', 'Rows with errors')), rows: invalid },
    { filter: 'left-out', text: t(label('제외한 행', 'Excluded')), rows: leftOut },
  ]
  const reasons = rows.reasons().map(({ reason, rows: count }): FilterEntry => {
    return { filter: { reason }, text: reason, rows: count }
  })
  return [...fixed.filter((entry) => entry.filter === 'all' || entry.rows > 0), ...reasons]
}

function filterKey(filter: UploadFilter): string {
  return typeof filter === 'string' ? filter : `:${filter.reason}`
}

function FilterList({ session }: { session: UploadSession }): JSX.Element {
  const list = useRef<HTMLDivElement>(null)
  const entries = filterEntries(session).map((filterEntry) => ({
    ...filterEntry,
    key: filterKey(filterEntry.filter),
  }))
  const chosen = filterKey(session.rows.filter)
  const current = entries.some(({ key }) => key === chosen) ? chosen : 'all'

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const index = buttons.findIndex((button) => button === document.activeElement)
    buttons.at((index + step) % buttons.length)?.focus()
  }
  return (
    <section className="upload-filters frame" data-zone="lines">
      <h2 className="frame-title">{t(label('보기', 'Show'))}</h2>
      <div ref={list} onKeyDown={onKeyDown}>
        {entries.map(({ key, filter, text, rows }) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === current}
            data-reason={key.startsWith(':') || undefined}
            tabIndex={key === current ? 0 : -1}
            onClick={() => showRows(session, filter)}
          >
            <span className="mono">{formatCount(rows)}</span>
            <span>{text}</span>
          </button>
        ))}
      </div>
    </section>
  )
}

function CurrentRow({ session }: { session: UploadSession }): JSX.Element | null {
  const { model, errors } = session.rows
  const row = model.current?.row
  if (row === undefined || row < 0) return null
  const found = errors.of(model.rowId(row))
  if (found.length === 0) return null
  const sheetRow = model.value(row, UPLOAD_COLUMNS.sheetRow)
  return (
    <section className="upload-current frame">
      <h2 className="frame-title">{t(label(`${sheetRow}행`, `Row ${sheetRow}`))}</h2>
      <ul>
        {found.map(({ column, message }) => (
          <li key={`${column} ${message}`} className="tone-stop">
            {message}
          </li>
        ))}
      </ul>
    </section>
  )
}

function UploadFind({ session }: { session: UploadSession }): JSX.Element {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isMissed, setMissed] = useState(false)
  useEffect(() => {
    session.connect({ find: () => input.current?.select() })
  }, [session])

  async function go(step: 1 | -1): Promise<void> {
    const { model } = session.rows
    const found = await model.find(text, model.current, step)
    setMissed(found === null && text !== '')
    if (found) session.parts.grid?.goTo(found.row, found.column)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') session.parts.grid?.focus()
    else if (event.key === 'Enter') void go(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <label className="upload-find">
      <span className="quiet">
        {t(label('찾기', 'Find'))} {commandKeyLabel('grid.find')}
      </span>
      <input
        ref={input}
        className="input"
        value={text}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isMissed}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <span className="tone-warn" role="status">
        {isMissed ? t(label('없음', 'Not found')) : ''}
      </span>
    </label>
  )
}
