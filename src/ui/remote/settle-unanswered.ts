import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'
import { t } from '#ui/base/language.ts'
import { showErrors, showMessage } from '#ui/windows/message.tsx'
import { notify } from '#ui/windows/notify.tsx'
import { postSave, setActionStore, type SaveResponse, type UnsettledSave } from './save-call.ts'
import { currentSession } from './session.ts'

/** Prefix of the storage keys for actions in flight. */
const STORED = 'wms.unanswered.'
/** The server keeps keys for longer, but a user no longer expects the action. */
const MAX_AGE_MS = 24 * 3_600_000
const secretFieldPattern = /PWD|PASSWORD|SECRET|TOKEN|KEY$/

interface UnansweredAction extends UnsettledSave {
  readonly user: string
  readonly wcode: string
  readonly title: string
  readonly sentAt: number
}

/**
 * Stores an action until `forgetAction`, because a reload loses its response. Secrets are not
 * stored.
 */
function rememberAction(
  { title, input = {}, previews }: Partial<Procedure>,
  { body, key }: UnsettledSave,
): void {
  if (!title || previews || Object.keys(input).some((name) => secretFieldPattern.test(name))) return
  const { user, wcode } = currentSession()
  const stored = { title: t(title), body, key, user: user?.userId, wcode, sentAt: Date.now() }
  try {
    sessionStorage.setItem(STORED + key, JSON.stringify(stored))
  } catch {
    // A full storage must not prevent the action.
  }
}

export function forgetAction(key: string): void {
  sessionStorage.removeItem(STORED + key)
}

setActionStore({ remember: rememberAction, forget: forgetAction })

/** Actions of this user and warehouse that were in flight when the page was closed. */
export function unansweredActions(): UnansweredAction[] {
  const { user, wcode } = currentSession()
  return Object.keys(sessionStorage)
    .filter((key) => key.startsWith(STORED))
    .map((key) => JSON.parse(sessionStorage.getItem(key) ?? '') as UnansweredAction)
    .filter(
      (action) =>
        action.user === user?.userId &&
        action.wcode === wcode &&
        action.sentAt < performance.timeOrigin &&
        action.sentAt > Date.now() - MAX_AGE_MS,
    )
}

interface SentBody {
  readonly PROCEDURE: string
  readonly ROWS: readonly WireRow[]
}

/** Sends an action again with its key. Throws CallError. */
export function repeatAction({ body, key }: UnsettledSave): Promise<SaveResponse> {
  const { PROCEDURE: name, ROWS: rows } = JSON.parse(body) as SentBody
  return postSave({ procedure: { name }, rows }, key)
}

const unansweredText = (title: string) =>
  label(
    `화면을 다시 여는 동안 "${title}" 작업의 응답을 받지 못했습니다. 결과를 확인할까요? 아직 처리되지 않았으면 지금 처리합니다.`,
    `The page was reloaded before "${title}" had a response. Check its outcome? If it has not run, it runs now.`,
  )

let isAsking = false

/** Prompts for each action whose response a reload lost, and sends it again with its key. */
export async function settleUnanswered(): Promise<void> {
  if (isAsking) return
  isAsking = true
  for (const action of unansweredActions()) {
    const { title, key } = action
    // oxlint-disable-next-line no-await-in-loop -- prompts are shown in turn
    if (await showMessage({ kind: 'question', text: t(unansweredText(title)) })) {
      // oxlint-disable-next-line no-await-in-loop
      const response = await showErrors(() => repeatAction(action))
      if (response) notify('success', `${title}: ${response.message}`)
    }
    forgetAction(key)
  }
  isAsking = false
}
