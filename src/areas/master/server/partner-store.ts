import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { josa } from '#kernel/josa.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import { messageStatus } from '../rules/message-status.ts'
import type { PartnerKindCode, Profile } from './partner-kind.ts'

export interface Incoming {
  readonly kind: PartnerKindCode
  readonly channel: 'REST' | 'FILE' | 'HAND'
  /** The partner's number. If null, one is generated. */
  readonly number: string | null
  /** The unmodified request body. */
  readonly raw: string
  /** Hash of the content, independent of formatting. */
  readonly hash: string
  readonly lines: readonly Readonly<Record<string, string>>[]
  readonly remark?: string | null
}

export interface LineError {
  readonly line: number
  readonly column: string
  readonly text: Label
}

/** Hash that ignores the order of keys. */
export function contentHash(content: unknown): string {
  const sorted = JSON.stringify(content, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(sorted).digest('hex')
}

function numberReusedError(number: string): AppError {
  const text = label(
    `메시지번호 ${number}${josa(number, '은/는')} 이미 다른 내용으로 받았습니다. 새 번호로 보내세요.`,
    `Message ${number} was already received with different content. Send it under a new number.`,
  )
  return new AppError(409, 'MESSAGE_NO_REUSED', text)
}

/**
 * Stores a message once. A concurrent delivery of the same number waits, then returns the same id
 * with `isNew` false. Throws if the number was used with other content.
 */
export async function stageMessage(
  tx: Transaction,
  profile: Profile,
  message: Incoming,
  userId: string,
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const { wcode, owner, code } = profile
  const [next] = await tx.query<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence('partner_message', 'message_id')) id`)
  const id = next?.id ?? 0
  const number = message.number ?? `${message.channel}-${id}`
  const inserted = await tx.execute(sql`
    insert into partner_message (message_id, wcode, owner_cd, profile_cd, direction_cd, kind_cd,
      message_no, channel_cd, state_cd, raw_body, body_hash, remark, created_by, updated_by)
    overriding system value values (${id}, ${wcode}, ${owner}, ${code}, 'IN', ${message.kind},
      ${number}, ${message.channel}, ${messageStatus.waiting}, ${message.raw}, ${message.hash},
      ${message.remark ?? null}, ${userId}, ${userId})
    on conflict on constraint partner_message_number do nothing`)
  if (inserted === 0) return { id: await findRepeated(tx, profile, message, userId), isNew: false }
  await addLines(tx, id, message.lines, userId)
  const count = message.lines.length
  await recordAttempt(
    tx,
    [id],
    'RECEIVED',
    label(`${formatCount(count)}행`, `${formatCount(count, 'line')}`),
    userId,
  )
  return { id, isNew: true }
}

async function findRepeated(
  tx: Transaction,
  { wcode, owner, code }: Profile,
  { kind, number, hash }: Incoming,
  userId: string,
): Promise<number> {
  const [existing] = await tx.query<{ message_id: number; body_hash: string }>(sql`
    select message_id, body_hash from partner_message
    where wcode = ${wcode} and owner_cd = ${owner} and profile_cd = ${code}
      and direction_cd = 'IN' and kind_cd = ${kind} and message_no = ${number}
    for update`)
  if (existing?.body_hash !== hash) throw numberReusedError(String(number))
  const text = label('같은 내용을 다시 받았습니다.', 'Same content received again.')
  await recordRepeatableAttempt(tx, [existing.message_id], 'REPEATED', text, userId)
  return existing.message_id
}

export async function addLines(
  tx: Transaction,
  id: number,
  lines: readonly Readonly<Record<string, string>>[],
  userId: string,
): Promise<void> {
  await tx.execute(sql`
    insert into partner_message_line (message_id, line_no, fields, created_by, updated_by)
    select ${id}, coalesce((select max(line_no) from partner_message_line
        where message_id = ${id}), 0) + e.n, e.fields, ${userId}, ${userId}
    from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality e(fields, n)`)
}

export async function recordAttempt(
  tx: Transaction,
  ids: readonly number[],
  attempt: string,
  detail: Label,
  userId: string,
): Promise<void> {
  await tx.execute(sql`
    insert into partner_attempt (message_id, attempt_no, attempt_cd, detail, done_by)
    select id, coalesce((select max(attempt_no) from partner_attempt
        where message_id = id), 0) + 1, ${attempt}, ${JSON.stringify(detail)}::jsonb, ${userId}
    from unnest(${[...ids]}::bigint[]) id`)
}

/**
 * Records an attempt unless the last one was the same. Partners repeat calls as often as they like,
 * and attempts are never deleted.
 */
export async function recordRepeatableAttempt(
  tx: Transaction,
  ids: readonly number[],
  attempt: 'COLLECTED' | 'REPEATED',
  detail: Label,
  userId: string,
): Promise<void> {
  const rows = await tx.query<{ id: number }>(sql`
    select id from unnest(${[...ids]}::bigint[]) id
    where (select attempt_cd from partner_attempt where message_id = id
      order by attempt_no desc limit 1) <> ${attempt}`)
  const changed = rows.map(({ id }) => id)
  if (changed.length > 0) await recordAttempt(tx, changed, attempt, detail, userId)
}
