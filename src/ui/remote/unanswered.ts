import { currentSession } from './session.ts'

const STORED = 'wms.unanswered'
/** The server keeps keys for longer, but users no longer remember the action by then. */
const KEPT_MS = 24 * 3_600_000
const CHARACTERS_MAX = 200_000

/** An action without a response yet, with everything needed to repeat it under its key. */
export interface UnansweredAction {
  readonly user: string
  readonly wcode: string
  readonly title: string
  readonly body: string
  readonly key: string
  readonly sentAt: number
}

/** Keys sent by this page, whose responses it still awaits. */
const awaited = new Set<string>()

function readStored(): UnansweredAction[] {
  return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as UnansweredAction[]
}

function writeStored(actions: readonly UnansweredAction[]): void {
  const text = JSON.stringify(actions)
  if (text.length > CHARACTERS_MAX) return
  try {
    sessionStorage.setItem(STORED, text)
  } catch {
    // A full storage must not prevent the action.
  }
}

/** Stores an action until `forget`, because a reload loses its response. */
export function remember(action: Pick<UnansweredAction, 'title' | 'body' | 'key'>): void {
  const { user, wcode } = currentSession()
  awaited.add(action.key)
  const own = { ...action, user: user?.userId ?? '', wcode, sentAt: Date.now() }
  writeStored([...readStored().filter(({ key }) => key !== action.key), own])
}

export function forget(key: string): void {
  awaited.delete(key)
  writeStored(readStored().filter((each) => each.key !== key))
}

/** Actions of this user and warehouse that had no response when the page was closed. */
export function unansweredActions(): UnansweredAction[] {
  const { user, wcode } = currentSession()
  return readStored().filter(
    (each) =>
      !awaited.has(each.key) &&
      each.user === user?.userId &&
      each.wcode === wcode &&
      each.sentAt > Date.now() - KEPT_MS,
  )
}
