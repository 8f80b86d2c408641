import sql, { join, raw, type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { columnName } from '#kernel/table.ts'
import { invalidRows } from '#server/base/app-error.ts'
import {
  handleEdits,
  handleProcedure,
  handleQuery,
  type Handler,
  type SaveCall,
  type SaveResult,
} from '#server/engine/handler.ts'
import { messageStatus, messageStepFrom } from '../rules/message-status.ts'
import { tryMessage, type MessageOutcome } from './partner-convert.ts'
import { parseProfileMaps, readUploadedLines } from './partner-read.ts'
import type { PartnerKind } from './partner-kind.ts'
import { findProfile } from './partner-profile.ts'
import { endResults, makeResults } from './partner-results.ts'
import { saveMessages } from './partner-save.ts'
import { contentHash, stageMessage } from './partner-store.ts'
import { discardMessages, lockMessages, describeOutcomes } from './partner-work.ts'

export function partnerHandlers(kind: PartnerKind): readonly Handler[] {
  const { operations } = kind
  return [
    handleQuery(operations.messages, 'v.message_id desc', () => messageRows(kind)),
    handleQuery(operations.lines, 'v.message_id, v.line_no', ({ language }) =>
      lineRows(kind, language),
    ),
    handleQuery(
      operations.attempts,
      'v.message_id, v.attempt_no',
      ({ language }) => sql`
        select a.message_id, a.attempt_no, a.attempt_cd, a.done_by, a.done_at, m.wcode, m.owner_cd,
          case when a.attempt_cd in ('RECEIVED', 'MADE') then m.raw_body
            else a.detail->>${language} end detail
        from partner_attempt a join partner_message m using (message_id)
        where m.kind_cd = ${kind.code}`,
    ),
    handleEdits(operations.save, (call) => saveMessages(call, kind)),
    handleProcedure(operations.convert, (call) => convertMessages(call, kind)),
    handleProcedure(operations.cancel, (call) => discardSelected(call, kind)),
    handleProcedure(operations.upload, (call) => uploadMessages(call, kind)),
    handleProcedure(operations.make, (call) => createResults(call, kind)),
    handleProcedure(operations.hand, (call) => markHandedOver(call, kind)),
  ]
}

function messageRows({ code }: PartnerKind): Sql {
  return sql`
    select m.message_id, m.wcode, m.owner_cd, o.owner_nm, m.profile_cd, m.direction_cd, m.kind_cd,
      m.message_no, m.channel_cd, m.state_cd, m.result_cd, m.result_no, m.remark,
      m.version, m.created_by, m.created_at, m.updated_by, m.updated_at, l.line_count,
      l.error_count, (select count(*) from partner_attempt a where a.message_id = m.message_id)
        attempt_count, coalesce(m.doc_no, l.doc_nos) doc_no
    from partner_message m join owner o using (owner_cd)
    cross join lateral (
      select count(*) line_count, count(*) filter (where x.errors <> '[]') error_count,
        string_agg(distinct x.doc_no, ', ') doc_nos
      from partner_message_line x where x.message_id = m.message_id) l
    where m.kind_cd = ${code}`
}

function lineRows({ code, operations }: PartnerKind, language: 'ko' | 'en'): Sql {
  const own = new Set(['MESSAGE_ID', 'LINE_NO', 'OWNER_CD', 'STATE_CD', 'ERROR', 'DOC_NO'])
  const change = new Set(['UPDATED_BY', 'UPDATED_AT'])
  const names = Object.keys(operations.lines.output).filter(
    (name) => !own.has(name) && !change.has(name),
  )
  const fields = names.map((name) => sql`l.fields->>${name} ${raw(columnName(name))}`)
  return sql`
    select l.message_id, l.line_no, l.doc_no, l.version, l.updated_by, l.updated_at, m.wcode,
      m.owner_cd, m.state_cd, (select string_agg(e->>${language}, ' ')
        from jsonb_array_elements(l.errors) e) error, ${join(fields, ', ')}
    from partner_message_line l join partner_message m using (message_id)
    where m.kind_cd = ${code}`
}

function messageIds(call: SaveCall) {
  return call.rows.map(({ no, values }) => ({ row: no, id: String(values['MESSAGE_ID'] ?? '') }))
}

const alreadyConverted = label(
  '이미 변환했거나 폐기한 메시지입니다.',
  'The message is already converted or discarded.',
)

async function convertMessages(call: SaveCall, kind: PartnerKind): Promise<SaveResult> {
  const known = await lockMessages(
    call,
    kind,
    messageIds(call),
    messageStepFrom.convert,
    alreadyConverted,
  )
  const outcomes: MessageOutcome[] = []
  for (const { message_id: id, owner_cd: owner } of known.values()) {
    outcomes.push(await tryMessage(call, kind, { id, owner }, true))
  }
  return { rows: call.rows.map((row) => ({ ROW: row.no })), message: describeOutcomes(outcomes) }
}

async function discardSelected(call: SaveCall, kind: PartnerKind): Promise<SaveResult> {
  const known = await lockMessages(
    call,
    kind,
    messageIds(call),
    messageStepFrom.discard,
    alreadyConverted,
  )
  for (const { values } of call.rows) {
    const id = known.get(String(values['MESSAGE_ID']))?.message_id
    if (id !== undefined) await discardMessages(call, id, String(values['REASON'] ?? ''))
  }
  const n = call.rows.length
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label(`${formatCount(n)}건을 폐기했습니다.`, `${formatCount(n)} discarded.`),
  }
}

/** Uploads a sheet as one message. Errors must be corrected before it is processed. */
async function uploadMessages(call: SaveCall, kind: PartnerKind): Promise<SaveResult> {
  const first = call.rows[0]?.values ?? {}
  rejectOtherMessages(call)
  const { OWNER_CD, PROFILE_CD, MESSAGE_NO } = first
  const profile = await findProfile(call.tx, call.scope, String(OWNER_CD), String(PROFILE_CD))
  if (!profile?.kinds.has(kind.code)) throw profileError(call)
  const lines = readUploadedLines(kind, parseProfileMaps(profile), call.rows)
  const raw = JSON.stringify({
    FILE_NM: call.fileName ?? null,
    LINES: call.rows.map(({ values }) => values),
  })
  const number = MESSAGE_NO === null || MESSAGE_NO === undefined ? null : String(MESSAGE_NO)
  const message = { kind: kind.code, channel: 'FILE', number, raw, lines } as const
  const remark = call.fileName ?? null
  const staged = await stageMessage(
    call.tx,
    profile,
    { ...message, remark, hash: contentHash(lines) },
    call.userId,
  )
  if (!staged.isNew) throw usedNumberError(call)
  const fate = await tryMessage(call, kind, { id: staged.id, owner: profile.owner }, true)
  const callRow = (line: number) => call.rows[line - 1]?.no ?? call.rows[0]?.no ?? 1
  if (fate.errors.length > 0) {
    throw invalidRows(
      fate.errors.map(({ line, column, text }) => ({ row: callRow(line), column, text })),
    )
  }
  const numberColumn = kind.number
  const created = numberColumn === null ? [] : await lineDocuments(call, staged.id)
  const rows = call.rows.map((row, index): { ROW: number } & WireRow => ({
    ROW: row.no,
    ...(numberColumn !== null && { [numberColumn]: created[index] ?? null }),
  }))
  return { rows, message: describeOutcomes([fate]) }
}

/**
 * All lines of a sheet are one message, so lines of another owner would become those of the first.
 */
function rejectOtherMessages({ rows }: SaveCall): void {
  const text = label(
    '한 파일의 모든 행은 화주, 프로필, 메시지번호가 같아야 합니다.',
    'All lines of a file must have the same owner, profile and message number.',
  )
  const errors = rows.flatMap(({ no, values }) => {
    const column = ['OWNER_CD', 'PROFILE_CD', 'MESSAGE_NO'].find(
      (name) => (values[name] ?? null) !== null && values[name] !== rows[0]?.values[name],
    )
    return column === undefined ? [] : [{ row: no, column, text }]
  })
  if (errors.length > 0) throw invalidRows(errors)
}

async function lineDocuments({ tx }: SaveCall, id: number): Promise<(string | null)[]> {
  const rows = await tx.query<{ doc_no: string | null }>(sql`
    select doc_no from partner_message_line where message_id = ${id} order by line_no`)
  return rows.map((row) => row.doc_no)
}

function profileError(call: SaveCall): Error {
  const text = label(
    '등록되지 않은 프로필이거나 이 종류의 메시지를 받지 않습니다.',
    'Profile not found, or it does not accept this kind of message.',
  )
  return invalidRows(call.rows.map(({ no }) => ({ row: no, column: 'PROFILE_CD', text })))
}

function usedNumberError(call: SaveCall): Error {
  const text = label('이미 받은 메시지번호입니다.', 'This message number was already received.')
  return invalidRows(call.rows.map(({ no }) => ({ row: no, column: 'MESSAGE_NO', text })))
}

async function createResults(call: SaveCall, kind: PartnerKind): Promise<SaveResult> {
  let created = 0
  for (const { no, values } of call.rows) {
    const [owner, code] = [String(values['OWNER_CD']), String(values['PROFILE_CD'])]
    const profile = await findProfile(call.tx, call.scope, owner, code)
    if (!profile) {
      const text = label('프로필을 찾을 수 없습니다.', 'Profile not found.')
      throw invalidRows([{ row: no, column: 'PROFILE_CD', text }])
    }
    created += await makeResults(call.tx, profile, [kind], call.userId)
  }
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label(
      `결과 ${formatCount(created)}건을 작성했습니다.`,
      `${formatCount(created, 'result')} created.`,
    ),
  }
}

const resultNotReady = label(
  '송신을 기다리는 결과가 아닙니다.',
  'This result is not waiting to be sent.',
)

async function markHandedOver(call: SaveCall, kind: PartnerKind): Promise<SaveResult> {
  const known = await lockMessages(
    call,
    kind,
    messageIds(call),
    messageStepFrom.handOver,
    resultNotReady,
  )
  await endResults(call.tx, [...known.values()], 'HANDED', call.userId)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no, STATE_CD: messageStatus.acknowledged })),
    message: label(
      `${formatCount(known.size)}건을 파일로 전달했습니다.`,
      `${formatCount(known.size, 'result')} sent as files.`,
    ),
  }
}
