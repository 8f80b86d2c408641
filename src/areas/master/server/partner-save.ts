import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { invalidRows } from '#server/base/app-error.ts'
import type { SaveCall, SaveResult, SaveRow } from '#server/engine/handler.ts'
import { rejectStale } from '#server/engine/table-save.ts'
import { partnerMessageLine } from '../tables/partner-message.ts'
import { messageStepFrom } from '../rules/message-status.ts'
import { tryMessage, type MessageOutcome } from './partner-convert.ts'
import type { PartnerKind } from './partner-kind.ts'
import { findProfile } from './partner-profile.ts'
import { parseLine } from './partner-read.ts'
import { addLines, contentHash, recordAttempt, stageMessage } from './partner-store.ts'
import { discardMessages, lockMessages, describeOutcomes } from './partner-work.ts'

const messageClosed = label(
  '이미 변환했거나 폐기한 메시지는 수정할 수 없습니다.',
  'A converted or discarded message cannot be changed.',
)

/**
 * Saves new and corrected messages and tries to convert them. Errors are stored with the lines.
 * Deleting a message discards it.
 */
export async function saveMessages(call: SaveCall, kind: PartnerKind): Promise<SaveResult> {
  const headers = call.rows.filter(({ type }) => type === 'H')
  const lines = Map.groupBy(
    call.rows.filter(({ type }) => type === 'L'),
    ({ docRef }) => docRef,
  )
  const fresh = headers.filter(({ flag }) => flag === 'I')
  const isFresh = new Set(fresh.map(({ docRef }) => docRef))
  const existing = call.rows.filter(({ docRef }) => !isFresh.has(docRef))
  const named = existing.map(({ no, docRef }) => ({ row: no, id: docRef }))
  const known = await lockMessages(call, kind, named, messageStepFrom.change, messageClosed)
  const deletedRefs = new Set(
    headers.filter(({ flag }) => flag === 'D').map(({ docRef }) => docRef),
  )
  const fates: MessageOutcome[] = []
  const ids = new Map<string, number>()
  for (const row of fresh) {
    const written = await writeMessage(call, kind, row, lines.get(row.docRef) ?? [])
    ids.set(row.docRef, written.id)
    fates.push(await tryMessage(call, kind, written, true))
  }
  for (const [ref, { message_id: id, owner_cd: owner }] of known) {
    ids.set(ref, id)
    if (deletedRefs.has(ref)) {
      await discardMessages(call, id, '')
      continue
    }
    await updateLines(call, kind, id, lines.get(ref) ?? [])
    fates.push(await tryMessage(call, kind, { id, owner }, true))
  }
  return {
    rows: call.rows.map(({ no, docRef }) => ({ ROW: no, MESSAGE_ID: ids.get(docRef) ?? null })),
    message: describeOutcomes(fates),
  }
}

async function writeMessage(
  call: SaveCall,
  kind: PartnerKind,
  row: SaveRow,
  lines: readonly SaveRow[],
): Promise<{ readonly id: number; readonly owner: string }> {
  const { PROFILE_CD, OWNER_CD, MESSAGE_NO, REMARK } = row.values
  const owner = String(OWNER_CD)
  const refuse = (column: string, ko: string, en: string) =>
    invalidRows([{ row: row.no, column, text: label(ko, en) }])
  const profile = await findProfile(call.tx, call.scope, owner, String(PROFILE_CD))
  if (!profile?.kinds.has(kind.code)) {
    throw refuse(
      'PROFILE_CD',
      '이 화주에 없는 프로필이거나 이 종류의 메시지를 받지 않습니다.',
      'Profile not found, or it does not accept this kind of message.',
    )
  }
  const typed = lines.map(({ values }) => parseLine(kind, values))
  const { id, isNew } = await stageMessage(
    call.tx,
    profile,
    {
      kind: kind.code,
      channel: 'HAND',
      number: MESSAGE_NO === null || MESSAGE_NO === undefined ? null : String(MESSAGE_NO),
      raw: JSON.stringify({ LINES: typed }),
      hash: contentHash(typed),
      lines: typed,
      remark: REMARK === null || REMARK === undefined ? null : String(REMARK),
    },
    call.userId,
  )
  if (!isNew) {
    throw refuse(
      'MESSAGE_NO',
      '이미 받은 메시지번호입니다.',
      'This message number was already received.',
    )
  }
  return { id, owner }
}

async function updateLines(
  call: SaveCall,
  kind: PartnerKind,
  id: number,
  rows: readonly SaveRow[],
): Promise<void> {
  const { tx, userId } = call
  const at = rows.map((row): SaveRow => ({ ...row, values: { ...row.values, MESSAGE_ID: id } }))
  const changed = at.filter(({ flag }) => flag === 'U')
  const given = changed.map(({ no, version, values }) => {
    return { no, version, line_no: values['LINE_NO'], fields: parseLine(kind, values) }
  })
  const met = await tx.query<{ no: number }>(sql`
    update partner_message_line l set fields = r.fields, version = l.version + 1,
      updated_by = ${userId}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      r(no integer, version integer, line_no integer, fields jsonb)
    where l.message_id = ${id} and l.line_no = r.line_no and l.version = r.version returning r.no`)
  await rejectStale(call, partnerMessageLine, changed, met)
  const deletedRows = at.filter(({ flag }) => flag === 'D')
  const dropped = deletedRows.map(({ no, version, values }) => ({
    no,
    version,
    line_no: values['LINE_NO'],
  }))
  const deleted = await tx.query<{ no: number }>(sql`
    delete from partner_message_line l using jsonb_to_recordset(${JSON.stringify(dropped)}::jsonb)
      r(no integer, version integer, line_no integer)
    where l.message_id = ${id} and l.line_no = r.line_no and l.version = r.version returning r.no`)
  await rejectStale(call, partnerMessageLine, deletedRows, deleted)
  const fresh = at.filter(({ flag }) => flag === 'I')
  await addLines(
    tx,
    id,
    fresh.map(({ values }) => parseLine(kind, values)),
    userId,
  )
  if (rows.length > 0) await recordAttempt(tx, [id], 'CORRECTED', describeChanges(rows), userId)
}

function describeChanges(rows: readonly SaveRow[]) {
  const count = (flag: SaveRow['flag']) => rows.filter((row) => row.flag === flag).length
  const [added, changed, gone] = [count('I'), count('U'), count('D')]
  return label(
    `수정 ${formatCount(changed)}행, 추가 ${formatCount(added)}행, 삭제 ${formatCount(gone)}행`,
    `${formatCount(changed)} changed, ${formatCount(added)} added, ${formatCount(gone)} deleted`,
  )
}
