import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { messageStatus } from '../rules/message-status.ts'
import type { MessageOutcome } from './partner-convert.ts'
import type { PartnerKind } from './partner-kind.ts'
import { recordAttempt } from './partner-store.ts'

interface LockedMessage extends Record<string, unknown> {
  message_id: number
  owner_cd: string
  state_cd: string
}

const unknown = label('메시지를 찾을 수 없습니다.', 'Message not found.')

/** Locks messages by id. Rejects those whose status does not allow the step. */
export async function lockMessages(
  call: SaveCall,
  kind: PartnerKind,
  ids: readonly { readonly row: number; readonly id: string }[],
  states: readonly string[],
  refusal: Label,
): Promise<Map<string, LockedMessage>> {
  const { wcode, owners } = call.scope
  const wanted = ids.map(({ id }) => id).filter((id) => /^\d{1,15}$/.test(id))
  const found = await call.tx.query<LockedMessage>(sql`
    select message_id, owner_cd, state_cd from partner_message
    where message_id = any(${wanted}::bigint[]) and wcode = ${wcode} and kind_cd = ${kind.code}
      and (${owners === null} or owner_cd = any(${[...(owners ?? [])]}::text[]))
    order by message_id for update`)
  const known = new Map(found.map((row) => [String(row.message_id), row]))
  const errors = ids.flatMap(({ row, id }): RowError[] => {
    const state = known.get(id)?.state_cd
    if (state !== undefined && states.includes(state)) return []
    return [{ row, text: state === undefined ? unknown : refusal, column: 'STATE_CD' }]
  })
  if (errors.length > 0) throw conflictingRows(errors)
  return known
}

export function describeOutcomes(fates: readonly MessageOutcome[]): Label {
  const done = fates.filter(({ state }) => state === messageStatus.converted)
  const refused = fates.filter(({ state }) => state === messageStatus.refused)
  const documents = done.flatMap((fate) => fate.documents)
  const listedDocuments = documents.slice(0, 3).join(', ') + (documents.length > 3 ? ' …' : '')
  const created = listedDocuments === '' ? '' : ` (${listedDocuments})`
  const wrong = refused.reduce((sum, { errors }) => sum + errors.length, 0)
  const ko = [
    ...(done.length > 0 ? [`${formatCount(done.length)}건을 변환했습니다${created}.`] : []),
    ...(refused.length > 0
      ? [`${formatCount(refused.length)}건은 오류 ${formatCount(wrong)}개로 변환하지 못했습니다.`]
      : []),
  ]
  const en = [
    ...(done.length > 0 ? [`${formatCount(done.length)} converted${created}.`] : []),
    ...(refused.length > 0
      ? [`${formatCount(refused.length)} not converted: ${formatCount(wrong, 'error')}.`]
      : []),
  ]
  return label(ko.join(' ') || '저장했습니다.', en.join(' ') || 'Saved.')
}

export async function discardMessages(call: SaveCall, id: number, reason: string): Promise<void> {
  await call.tx.execute(sql`
    update partner_message set state_cd = ${quoteCodes(messageStatus.discarded)}, remark = coalesce(nullif(${reason}, ''), remark),
      version = version + 1, updated_by = ${call.userId}, updated_at = now()
    where message_id = ${id}`)
  await recordAttempt(call.tx, [id], 'CANCELLED', label(reason, reason), call.userId)
}
