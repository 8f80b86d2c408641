import { useSyncExternalStore, type JSX } from 'react'
import { Listeners } from '#ui/base/listeners.ts'
import { t } from '#ui/base/language.ts'
import { label } from '#kernel/label.ts'

export type NoteKind = 'success' | 'warn' | 'error' | 'info'

interface Note {
  readonly id: number
  readonly kind: NoteKind
  readonly text: string
  /** Response to a rejected key, dismissed once another key works. */
  readonly answersKey: boolean
}

const SUCCESS_MS = 1000

let notes: readonly Note[] = []
let nextId = 1
const listeners = new Listeners()

function change(next: readonly Note[]): void {
  notes = next
  listeners.call()
}

function remove(id: number): void {
  change(notes.filter((note) => note.id !== id))
}

/** Shows a note at the bottom right. Success notes disappear after a second. */
export function notify(kind: NoteKind, text: string, { answersKey = false } = {}): void {
  const id = nextId++
  const others = notes.filter((note) => note.kind !== kind || note.text !== text)
  change([...others, { id, kind, text, answersKey }].slice(-5))
  if (kind === 'success') setTimeout(() => remove(id), SUCCESS_MS)
}

export function notifyError(error: unknown, kind: NoteKind = 'error'): void {
  notify(kind, error instanceof Error ? error.message : String(error))
}

/** Dismisses all notes, as Escape on a page does first. Returns false if there were none. */
export function dismissNotes(): boolean {
  const hadSome = notes.length > 0
  change([])
  return hadSome
}

export function dismissErrors(): void {
  change(notes.filter(({ kind }) => kind !== 'error'))
}

export function dismissResponses(): void {
  const left = notes.filter(({ answersKey }) => !answersKey)
  if (left.length < notes.length) change(left)
}

const marks: Readonly<Record<NoteKind, string>> = { success: '✓', warn: '!', error: '✕', info: 'i' }

export function NoteArea(): JSX.Element {
  const shown = useSyncExternalStore(listeners.add, () => notes)
  return (
    <div className="notes" role="status" aria-live="polite">
      {shown.map((note) => (
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
