import { text, type WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { showMessage } from '#ui/windows/message.tsx'
import { dismissNotes, notify } from '#ui/windows/notify.tsx'
import { call } from './api.ts'
import { missingRight, recordMissingRight } from './missing-right.ts'
import { saveProcedure, SaveKeys } from './save-call.ts'

/** Starts read-only impersonation of another user. Throws CallError. */
export async function startImpersonation(userId: string): Promise<void> {
  const rows = [{ USER_ID: userId }]
  await saveProcedure({ name: 'system/see-as' }, rows, new SaveKeys(), { quiet: true })
  location.assign('/')
}

/** Stops impersonation. Throws CallError. */
export async function endImpersonation(): Promise<void> {
  await call('/api/seeAs/end', {})
  location.assign('/')
}

interface OwnRequest {
  readonly MENU_NM: string
  readonly ACTION_NM: string
  readonly STATE_CD: 'REQUESTED' | 'APPROVED' | 'REJECTED'
  readonly STATE_NM: string
  readonly REASON: string | null
  readonly DECIDED_BY: string | null
}

/** One-line summary: `존관리 › 저장: 반려 (admin). 담당 업무 아님`. */
function summarizeRequest(request: OwnRequest): string {
  const by = request.DECIDED_BY ? ` (${request.DECIDED_BY})` : ''
  const reason = request.REASON ? `. ${request.REASON}` : ''
  return `${request.MENU_NM} › ${request.ACTION_NM}: ${request.STATE_NM}${by}${reason}`
}

export async function notifyOfDecisions(): Promise<void> {
  const responses = call<{ data: OwnRequest[] }>(
    '/api/grantRequest/answers',
    {},
    { isBackground: true },
  )
  const { data } = await responses.catch(() => ({ data: [] }))
  const request = t(label('권한 요청', 'Permission request'))
  for (const row of data) {
    notify(row.STATE_CD === 'REJECTED' ? 'warn' : 'info', `${request} · ${summarizeRequest(row)}`)
  }
}

const fields = { REMARK: text(label('요청사유', 'Reason'), { maxLength: 500 }) }

export async function requestForm() {
  const missing = missingRight()
  if (!missing) return undefined
  const { name } = await call<{ name: string }>('/api/missingGrant', missing, { quiet: true })
  const send = async ({ REMARK }: WireRow): Promise<void> => {
    const body = { ...missing, REMARK: REMARK ?? '' }
    const { message } = await call<{ message: string }>('/api/grantRequest/ask', body)
    dismissNotes()
    notify('success', message)
    recordMissingRight(undefined)
  }
  const title = t(label(`권한 요청: ${name}`, `Request permission: ${name}`))
  return { title, fields, initial: {}, send }
}

export async function showOwnRequests(): Promise<void> {
  const { data } = await call<{ data: OwnRequest[] }>('/api/grantRequest/mine', {})
  const none = t(label('요청한 권한이 없습니다.', 'You have not requested any permission.'))
  const title = t(label('내 권한 요청', 'My permission requests'))
  await showMessage({
    kind: 'information',
    title,
    text: data.map(summarizeRequest).join('\n') || none,
  })
}
