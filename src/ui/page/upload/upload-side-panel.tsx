import { useRef, useSyncExternalStore, type JSX, type KeyboardEvent } from 'react'
import { label } from '#kernel/label.ts'
import { CommandButton } from '#ui/dispatch/command-button.tsx'
import { t } from '#ui/base/language.ts'
import { showRows } from './upload-handle.ts'
import { UploadFind } from './upload-find.tsx'
import type { UploadState } from './upload-state.ts'
import { UPLOAD_COLUMNS } from './upload-model.ts'
import type { UploadFilter } from './upload-rows.ts'
import type { UploadSession } from './upload-session.ts'

/** New numbers listed after a save; more are told by their count and the last one. */
const NUMBERS_SHOWN = 200

/** How many rows stand where, why some are held up, and what is wrong with the current one. */
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
  const { rows, orders, faulty } = session.rows.counts()
  const tone = faulty > 0 ? 'stop' : state.check === 'passed' ? 'accent' : undefined
  return (
    <section className="upload-card" data-tone={tone} aria-live="polite">
      <p className="upload-count">
        {rows.toLocaleString()}
        <span>{t(label('행', ' rows'))}</span>
        {orders !== undefined && (
          <>
            {' '}
            {orders.toLocaleString()}
            <span>{t(label('주문', ' orders'))}</span>
          </>
        )}
      </p>
      <p className={faulty > 0 ? 'tone-stop' : 'quiet'}>
        {faulty > 0
          ? t(label(`오류 ${faulty.toLocaleString()}행`, `${faulty.toLocaleString()} faulty rows`))
          : t(label('알려진 오류 없음', 'No known fault'))}
      </p>
      <p className={state.check === 'passed' ? 'tone-accent' : 'quiet'}>
        {checkText(state, faulty)}
      </p>
      {state.unread.length > 0 && (
        <p className="tone-warn">
          {t(
            label(
              `${state.unread[0]}행부터 ${state.unread.length.toLocaleString()}행은 A열이 빈 곳 뒤라 읽지 않았습니다`,
              `${state.unread.length} rows from row ${state.unread[0]} were not read: column A is empty before them`,
            ),
          )}
        </p>
      )}
    </section>
  )
}

function checkText(state: UploadState, faulty: number): string {
  if (state.progress) return t(state.progress.title)
  if (state.check === 'passed') {
    return faulty > 0
      ? t(
          label(
            '✓ 서버 확인 끝: 오류 행을 고치거나 빼면 저장됩니다',
            '✓ Checked by the server: mend or leave out the faulty rows to save',
          ),
        )
      : t(label('✓ 서버 확인 끝: 저장할 수 있습니다', '✓ Checked by the server: ready to save'))
  }
  return state.check === 'stale'
    ? t(label('고친 뒤 다시 확인 필요 — F8', 'Changed since the check — F8'))
    : t(label('서버 확인 전 — F8', 'Not checked by the server — F8'))
}

function SavedCard({ session, state }: CardProps): JSX.Element {
  const { made } = state
  const saved = made?.savedRows ?? 0
  return (
    <section className="upload-card" data-tone="accent" aria-live="polite">
      <p className="upload-count">
        {saved.toLocaleString()}
        <span>{t(label('행 저장됨', ' rows saved'))}</span>
      </p>
      {made?.numbers.map(({ column, label: name, values }) => (
        <div key={column} className="upload-made">
          <p>
            {t(name)} {values.length.toLocaleString()}
            {t(label('건', ''))}
          </p>
          <p className="mono upload-numbers" tabIndex={0}>
            {values.slice(0, NUMBERS_SHOWN).join('\n')}
          </p>
          {values.length > NUMBERS_SHOWN && (
            <p className="quiet">
              {t(
                label(
                  `외 ${(values.length - NUMBERS_SHOWN).toLocaleString()}건, 마지막 ${values.at(-1)}`,
                  `and ${values.length - NUMBERS_SHOWN} more up to ${values.at(-1)}`,
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
            title={label('가져오기 취소', 'Undo the import')}
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
  readonly key: string
  readonly filter: UploadFilter
  readonly text: string
  readonly rows: number
}

function entriesOf({ rows }: UploadSession): FilterEntry[] {
  const { faulty, leftOut } = rows.counts()
  const fixed: FilterEntry[] = [
    {
      key: 'all',
      filter: 'all',
      text: t(label('모든 행', 'All rows')),
      rows: rows.model.totalCount,
    },
    { key: 'faulty', filter: 'faulty', text: t(label('오류 행', 'Faulty rows')), rows: faulty },
    { key: 'left-out', filter: 'left-out', text: t(label('뺀 행', 'Left out')), rows: leftOut },
  ]
  const reasons = rows.reasons().map(({ reason, rows: count }): FilterEntry => ({
    key: `:${reason}`,
    filter: { reason },
    text: reason,
    rows: count,
  }))
  return [...fixed.filter((entry) => entry.key === 'all' || entry.rows > 0), ...reasons]
}

function keyOf(filter: UploadFilter): string {
  return typeof filter === 'string' ? filter : `:${filter.reason}`
}

/** Which rows the grid shows: arrows walk the reasons, Enter shows the rows of one. */
function FilterList({ session }: { session: UploadSession }): JSX.Element {
  const list = useRef<HTMLDivElement>(null)
  const entries = entriesOf(session)
  const chosen = keyOf(session.rows.filter)
  const current = entries.some(({ key }) => key === chosen) ? chosen : 'all'

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    buttons.at((at + step) % buttons.length)?.focus()
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
            <span className="mono">{rows.toLocaleString()}</span>
            <span>{text}</span>
          </button>
        ))}
      </div>
    </section>
  )
}

/** Everything that is wrong with the row under the cursor, each fault on its own line. */
function CurrentRow({ session }: { session: UploadSession }): JSX.Element | null {
  const { model, faults } = session.rows
  const row = model.current?.row
  if (row === undefined || row < 0) return null
  const found = faults.of(model.rowId(row))
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
