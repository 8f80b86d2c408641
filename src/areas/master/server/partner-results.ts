import sql, { join, type Sql } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import type { Transaction } from '#server/db/database.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { messageStatus } from '../rules/message-status.ts'
import type { Profile, ReportedKind } from './partner-kind.ts'
import { recordAttempt, recordRepeatableAttempt } from './partner-store.ts'
import { addDelivery } from './webhook-store.ts'

/** Changes to documents that finished earlier are no longer reported. */
export const reportedDays = 90

/**
 * Locks the profile to number results sequentially. A client that reads from a number onwards then
 * misses none.
 */
async function lockProfile(tx: Transaction, { wcode, owner, code }: Profile): Promise<void> {
  await tx.query(sql`
    select from partner_profile where wcode = ${wcode} and owner_cd = ${owner}
      and profile_cd = ${code} for update`)
}

/**
 * Writes results for the documents created from this partner's messages: once when one finishes,
 * and again when it changes. Returns the number of results written.
 */
export async function makeResults(
  tx: Transaction,
  profile: Profile,
  kinds: readonly ReportedKind[],
  userId: string,
): Promise<number> {
  await lockProfile(tx, profile)
  let created = 0
  for (const kind of kinds) {
    if (kind.outcome) created += await makeKindResults(tx, profile, kind, kind.outcome, userId)
  }
  return created
}

export const isOfProfile = ({ wcode, owner, code }: Profile, kind: string): Sql => sql`
  m.wcode = ${wcode} and m.owner_cd = ${owner} and m.profile_cd = ${code} and m.kind_cd = ${kind}`

/** Selects `doc_no, owner_cd` of the documents created from a profile's messages of a kind. */
export const messageDocuments = (profile: Profile, kind: string): Sql => sql`
  select distinct l.doc_no, m.owner_cd from partner_message m join partner_message_line l using (message_id)
  where ${isOfProfile(profile, kind)} and m.direction_cd = 'IN'
    and m.state_cd = ${quoteCodes(messageStatus.converted)} and l.doc_no is not null
    and m.updated_at > now() - make_interval(days => ${reportedDays}::int)`

async function makeKindResults(
  tx: Transaction,
  profile: Profile,
  { code, source }: ReportedKind,
  outcome: Sql,
  userId: string,
): Promise<number> {
  const ofProfile = isOfProfile(profile, code)
  const documents = source?.(profile) ?? messageDocuments(profile, code)
  const changed = await tx.query<{
    doc_no: string
    result_cd: string
    hash: string
    lines: string
    facts: string
  }>(sql`
    with d as (${documents}),
    now_is as (select o.*, md5(o.result_cd || o.lines::text || o.facts::text) hash from (${outcome}) o),
    last_told as (
      select distinct on (m.doc_no) m.doc_no, m.result_cd, m.body_hash from partner_message m
      join d using (doc_no) where ${ofProfile} and m.direction_cd = 'OUT'
      order by m.doc_no, m.result_no desc)
    select n.doc_no, n.hash, n.lines::text lines, n.facts::text facts, case
      when n.result_cd = 'OPEN' then 'REOPENED'
      when n.result_cd = 'DONE' and t.result_cd <> 'STATE' then 'CHANGED'
      else n.result_cd end result_cd
    from now_is n left join last_told t using (doc_no)
    where t.body_hash is distinct from n.hash
      and (n.result_cd <> 'OPEN' or coalesce(t.result_cd, 'REOPENED') <> 'REOPENED')
    order by n.doc_no`)
  for (const row of changed) await addResult(tx, profile, { ...row, kind: code }, userId)
  return changed.length
}

interface Result {
  readonly kind: string
  readonly doc_no: string
  readonly result_cd: string
  readonly hash: string
  readonly lines: string
  readonly facts: string
}

async function addResult(
  tx: Transaction,
  { wcode, owner, code }: Profile,
  result: Result,
  userId: string,
): Promise<void> {
  const [made] = await tx.query<{ message_id: number }>(sql`
    with next as (update partner_profile set result_no = result_no + 1 where wcode = ${wcode}
      and owner_cd = ${owner} and profile_cd = ${code} returning result_no)
    insert into partner_message (wcode, owner_cd, profile_cd, direction_cd, kind_cd, message_no,
      channel_cd, state_cd, raw_body, body_hash, doc_no, result_cd, result_no, created_by, updated_by)
    select ${wcode}, ${owner}, ${code}, 'OUT', ${result.kind}, 'R' || result_no, 'REST', ${quoteCodes(messageStatus.ready)},
      (jsonb_build_object('RESULT_NO', result_no, 'KIND', ${result.kind}::text,
        'RESULT', ${result.result_cd}::text, 'DOC_NO', ${result.doc_no}::text,
        'LINES', ${result.lines}::jsonb) || ${result.facts}::jsonb)::text,
      ${result.hash}, ${result.doc_no}, ${result.result_cd}, result_no, ${userId}, ${userId}
    from next returning message_id`)
  const id = made?.message_id ?? 0
  await tx.execute(sql`
    insert into partner_message_line (message_id, line_no, fields, created_by, updated_by)
    select ${id}, e.n, (select jsonb_object_agg(key, value) from jsonb_each_text(e.line)
      where value is not null), ${userId}, ${userId}
    from jsonb_array_elements(${result.lines}::jsonb) with ordinality e(line, n)`)
  await addDelivery(tx, { wcode, owner, code }, { id, document: result.doc_no }, userId)
  const text = label(result.doc_no, result.doc_no)
  await recordAttempt(tx, [id], 'MADE', text, userId)
}

/** Writes the result of a message without a document: its lines with our values added. */
export async function makeResponse(call: SaveCall, id: number): Promise<void> {
  const { tx, userId } = call
  const [row] = await tx.query<{
    wcode: string
    owner_cd: string
    profile_cd: string
    kind_cd: string
    message_no: string
    lines: string
  }>(sql`
    select m.wcode, m.owner_cd, m.profile_cd, m.kind_cd, m.message_no,
      (select coalesce(jsonb_agg(l.fields order by l.line_no), '[]')::text
        from partner_message_line l where l.message_id = m.message_id) lines
    from partner_message m where m.message_id = ${id}`)
  if (!row) return
  const profile = { wcode: row.wcode, owner: row.owner_cd, code: row.profile_cd }
  const result = {
    kind: row.kind_cd,
    doc_no: row.message_no,
    result_cd: 'ANSWER',
    hash: `answer ${id}`,
  }
  await addResult(tx, profile as Profile, { ...result, lines: row.lines, facts: '{}' }, userId)
}

export interface ReadResult extends Record<string, unknown> {
  readonly message_id: number
  readonly result_no: number
  readonly state_cd: string
  readonly raw_body: string
}

export async function readResults(
  tx: Transaction,
  { wcode, owner, code }: Profile,
  requests: { readonly after: number; readonly most: number; readonly kinds: readonly string[] },
  userId: string,
): Promise<readonly ReadResult[]> {
  const rows = await tx.query<ReadResult>(sql`
    select message_id, result_no, state_cd, raw_body from partner_message
    where wcode = ${wcode} and owner_cd = ${owner} and profile_cd = ${code} and state_cd = ${quoteCodes(messageStatus.ready)}
      and result_no > ${requests.after} and kind_cd = any(${[...requests.kinds]}::text[])
    order by result_no limit ${requests.most}`)
  const ids = rows.map((row) => row.message_id)
  const seen = label('REST로 수신', 'Read by REST')
  await recordRepeatableAttempt(tx, ids, 'COLLECTED', seen, userId)
  return rows
}

/**
 * Acknowledges results by number. Returns the newly acknowledged numbers. Ignores unknown and
 * already acknowledged numbers.
 */
export async function acknowledgeResults(
  tx: Transaction,
  { wcode, owner, code }: Profile,
  numbers: readonly number[],
  userId: string,
): Promise<{ readonly now: readonly number[]; readonly before: readonly number[] }> {
  const found = await tx.query<{ message_id: number; result_no: number; state_cd: string }>(sql`
    select message_id, result_no, state_cd from partner_message
    where wcode = ${wcode} and owner_cd = ${owner} and profile_cd = ${code}
      and result_no = any(${[...numbers]}::bigint[]) order by result_no for update`)
  const waiting = found.filter((row) => row.state_cd === messageStatus.ready)
  await endResults(tx, waiting, 'ACKNOWLEDGED', userId)
  return {
    now: waiting.map((row) => row.result_no),
    before: found
      .filter((row) => row.state_cd === messageStatus.acknowledged)
      .map((row) => row.result_no),
  }
}

export async function endResults(
  tx: Transaction,
  results: readonly { readonly message_id: number }[],
  attempt: 'ACKNOWLEDGED' | 'HANDED',
  userId: string,
): Promise<void> {
  if (results.length === 0) return
  const ids = results.map((row) => row.message_id)
  await tx.execute(sql`
    update partner_message set state_cd = ${quoteCodes(messageStatus.acknowledged)}, version = version + 1, updated_by = ${userId},
      updated_at = now(), channel_cd = case when ${attempt} = 'HANDED' then 'FILE' else channel_cd end
    where message_id in (${join(ids)})`)
  const sentAsFile = label('파일로 전달', 'Sent as a file')
  const acknowledgedByRest = label('REST로 수신확인', 'Acknowledged by REST')
  await recordAttempt(
    tx,
    ids,
    attempt,
    attempt === 'HANDED' ? sentAsFile : acknowledgedByRest,
    userId,
  )
}
