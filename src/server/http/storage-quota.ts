import sql, { raw } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'

const kb = 1024

interface Quota {
  readonly table: string
  readonly column: string
  readonly name: Label
  readonly maxEntryBytes: number
  readonly maxEntries: number
  readonly maxTotalBytes: number
}

const settings: Quota = {
  table: 'user_setting',
  column: 'setting_value',
  name: label('설정', 'settings'),
  maxEntryBytes: 256 * kb,
  maxEntries: 2_000,
  maxTotalBytes: 4_096 * kb,
}
const views: Quota = {
  table: 'grid_view',
  column: 'content',
  name: label('보기', 'views'),
  maxEntryBytes: 256 * kb,
  maxEntries: 500,
  maxTotalBytes: 4_096 * kb,
}

/** Throws AppError 413 if a setting exceeds the user's quota, alone or with the other settings. */
export function assertSettingsQuota(
  tx: Transaction,
  userId: string,
  key: string,
  value: unknown,
): Promise<void> {
  return assertQuota(tx, settings, userId, value, key)
}

/** Throws AppError 413 if a saved grid view exceeds the user's quota. */
export function assertViewsQuota(tx: Transaction, userId: string, content: unknown): Promise<void> {
  return assertQuota(tx, views, userId, content, '')
}

async function assertQuota(
  tx: Transaction,
  { table, column, name, maxEntryBytes, maxEntries, maxTotalBytes }: Quota,
  userId: string,
  value: unknown,
  key: string,
): Promise<void> {
  const bytes = Buffer.byteLength(JSON.stringify(value))
  const size = (of: number) => (of >= 1024 * kb ? `${of / kb / kb} MB` : `${of / kb} KB`)
  if (bytes > maxEntryBytes) {
    const text = label(
      `${name.ko} 하나는 ${size(maxEntryBytes)}까지 보관할 수 있습니다.`,
      `Each of your ${name.en} can have up to ${size(maxEntryBytes)}.`,
    )
    throw new AppError(413, 'TOO_LARGE_TO_KEEP', text)
  }
  // Serializes the saves of one user: two concurrent ones could exceed the quota together.
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${userId}`}, 6))`)
  // The replaced entry does not count.
  const isOther = table === 'user_setting' ? sql`setting_key <> ${key}` : sql`true`
  const [stored] = await tx.query<{ count: number; bytes: number }>(sql`
    select count(*)::int count, coalesce(sum(octet_length(${raw(column)}::text)), 0)::bigint bytes
    from ${raw(table)} where user_id = ${userId} and ${isOther}`)
  if ((stored?.count ?? 0) < maxEntries && (stored?.bytes ?? 0) + bytes <= maxTotalBytes) return
  const text = label(
    `사용자당 ${name.ko} 보관 한도(${formatCount(maxEntries)}개, ${size(maxTotalBytes)})를 넘습니다. 사용하지 않는 항목을 삭제하세요.`,
    `Over the limit of ${name.en} per user (${formatCount(maxEntries)}, ${size(maxTotalBytes)}). Delete those you do not use.`,
  )
  throw new AppError(413, 'KEEP_QUOTA', text)
}
