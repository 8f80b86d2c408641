import { useSyncExternalStore, type JSX } from 'react'
import { Listeners } from '#ui/base/listeners.ts'
import { t } from '#ui/base/language.ts'
import { activeTab, useTabs } from '#ui/tabs/tabs.ts'
import { topPopup, usePopups } from './popup-stack.ts'
import { label } from '#kernel/label.ts'

export type NoteKind = 'success' | 'warn' | 'error' | 'info'

interface Note {
  readonly id: number
  readonly kind: NoteKind
  readonly text: string
  /** Response to a key or command that did nothing, dismissed once another works. */
  readonly answersKey: boolean
  /** Page and window that an error concerns. It is shown only there. */
  readonly tab: string
  readonly popup: number | undefined
}

const SUCCESS_MS = 1000
/** Warnings and errors remain until they are closed (spec §4), other notes are replaced. */
const isPersistent = (kind: NoteKind): boolean => kind === 'warn' || kind === 'error'
const maxTransientNotes = 5

let notes: readonly Note[] = []
let nextId = 1
const listeners = new Listeners()

function setNotes(next: readonly Note[]): void {
  notes = next
  listeners.call()
}

function remove(id: number): void {
  setNotes(notes.filter((note) => note.id !== id))
}

/**
 * Shows a note at the bottom right. Success notes disappear after a second, and dismiss the errors
 * of their page.
 */
export function notify(kind: NoteKind, text: string, { answersKey = false } = {}): void {
  const id = nextId++
  const { key: tab } = activeTab()
  const isOver = (note: Note): boolean =>
    (note.kind === kind && note.text === text) ||
    (kind === 'success' && note.kind === 'error' && note.tab === tab)
  const others = notes.filter((note) => !isOver(note))
  const shown = [...others, { id, kind, text, answersKey, tab, popup: topPopup()?.id }]
  setNotes(
    shown.filter(
      (note, index) => isPersistent(note.kind) || index >= shown.length - maxTransientNotes,
    ),
  )
  if (kind === 'success') setTimeout(() => remove(id), SUCCESS_MS)
}

export function notifyError(error: unknown, kind: NoteKind = 'error'): void {
  notify(kind, error instanceof Error ? error.message : String(error))
}

function isShown({ kind, tab, popup }: Note, active = activeTab().key): boolean {
  const window = topPopup()?.id
  return kind !== 'error' || (tab === active && (window === undefined || window === popup))
}

/** Dismisses all notes shown, as Escape on a page does first. Returns false if there were none. */
export function dismissNotes(): boolean {
  const left = notes.filter((note) => !isShown(note))
  const hasChanged = left.length < notes.length
  setNotes(left)
  return hasChanged
}

export function dismissErrors(): void {
  const { key } = activeTab()
  setNotes(notes.filter(({ kind, tab }) => kind !== 'error' || tab !== key))
}

export function dismissResponses(): void {
  const left = notes.filter(({ answersKey }) => !answersKey)
  if (left.length < notes.length) setNotes(left)
}

const marks: Readonly<Record<NoteKind, string>> = { success: '✓', warn: '!', error: '✕', info: 'i' }

export function NoteArea(): JSX.Element {
  const all = useSyncExternalStore(listeners.add, () => notes)
  const { active } = useTabs()
  usePopups()
  return (
    <div className="notes" role="status" aria-live="polite">
      {all
        .filter((note) => isShown(note, active))
        .toReversed()
        .map((note) => (
          <div key={note.id} className="note" data-kind={note.kind}>
            <span className="note-mark" aria-hidden="true">
              {marks[note.kind]}
            </span>
            <span className="note-text">{note.text}</span>
            {note.kind !== 'success' && (
              <button type="button" tabIndex={-1} onClick={() => remove(note.id)}>
                <span className="key">Esc</span>
                <span className="visually-hidden">{t(label('닫기', 'Close'))}</span>
              </button>
            )}
          </div>
        ))}
    </div>
  )
}
