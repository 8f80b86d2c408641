import sql, { raw } from 'sql-template-tag'
import { howMany } from '#kernel/how-many.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#server/engine/app-error.ts'

const kb = 1024

/** What one user may keep beside files: of one thing, how many things, and all of them together. */
interface Keeping {
  readonly table: string
  /** Column of what is kept. */
  readonly column: string
  readonly name: Label
  readonly oneMax: number
  readonly countMax: number
  readonly allMax: number
}

const settings: Keeping = {
  table: 'user_setting',
  column: 'setting_value',
  name: label('설정', 'settings'),
  oneMax: 256 * kb,
  countMax: 2_000,
  allMax: 4_096 * kb,
}
const views: Keeping = {
  table: 'grid_view',
  column: 'content',
  name: label('보기', 'views'),
  oneMax: 256 * kb,
  countMax: 500,
  allMax: 4_096 * kb,
}

/** Refuses a setting that is larger than a user may keep, with the others he has. Throws AppError. */
export function refuseSettings(
  tx: Transaction,
  userId: string,
  key: string,
  value: unknown,
): Promise<void> {
  return refuse(tx, settings, userId, value, key)
}

/** The same of a saved view of a grid. */
export function refuseViews(tx: Transaction, userId: string, content: unknown): Promise<void> {
  return refuse(tx, views, userId, content, '')
}

async function refuse(
  tx: Transaction,
  { table, column, name, oneMax, countMax, allMax }: Keeping,
  userId: string,
  value: unknown,
  key: string,
): Promise<void> {
  const bytes = Buffer.byteLength(JSON.stringify(value))
  const size = (of: number) => (of >= 1024 * kb ? `${of / kb / kb} MB` : `${of / kb} KB`)
  if (bytes > oneMax) {
    const text = label(
      `${name.ko} 하나는 ${size(oneMax)}까지 보관할 수 있습니다.`,
      `Each of your ${name.en} can have up to ${size(oneMax)}.`,
    )
    throw new AppError(413, 'TOO_LARGE_TO_KEEP', text)
  }
  // Saves of one user take turns, so that two at once cannot pass the quota together.
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${userId}`}, 6))`)
  // What is about to be replaced takes no room.
  const isOther = table === 'user_setting' ? sql`setting_key <> ${key}` : sql`true`
  const [kept] = await tx.query<{ count: number; bytes: number }>(sql`
    select count(*)::int count, coalesce(sum(octet_length(${raw(column)}::text)), 0)::bigint bytes
    from ${raw(table)} where user_id = ${userId} and ${isOther}`)
  if ((kept?.count ?? 0) < countMax && (kept?.bytes ?? 0) + bytes <= allMax) return
  const text = label(
    `사용자당 ${name.ko} 보관 한도(${howMany(countMax)}개, ${size(allMax)})를 넘습니다. 사용하지 않는 항목을 삭제하세요.`,
    `Over the limit of ${name.en} per user (${howMany(countMax)}, ${size(allMax)}). Delete those you do not use.`,
  )
  throw new AppError(413, 'KEEP_QUOTA', text)
}
