import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { lockKeys } from '#server/db/lock-keys.ts'
import { AppError } from '#server/base/app-error.ts'

const windowMinutes = 10
const maxGuesses = 5
/** Maximum failed attempts per address over all user IDs, and per user ID over all addresses. */
const maxTotalGuesses = 30
/**
 * Higher maximum for an address where the user logged in recently, and for codes after the
 * password, because attempts by others must not lock the user out.
 */
const maxKnownAddressGuesses = 100
const knownAddressDays = 30

export interface LoginAttempt {
  readonly userId: string
  readonly place: string
}

/** Throttling key for guessed codes. They count per user, regardless of address and session. */
export function factorOrigin(userId: string): string {
  return `factor ${userId}`
}

/** Clears failed passwords of a user whose password was reset. Guesses at codes still count. */
export async function clearPasswordFailures(db: Queryable, userId: string): Promise<void> {
  await db.execute(sql`
    delete from login_failure where user_id = ${userId} and address <> ${factorOrigin(userId)}`)
}

export function sessionOrigin(tokenHash: string): string {
  return `session ${tokenHash.slice(0, 16)}`
}

/**
 * Checks a password. Records a failure first and removes it on success, which also limits parallel
 * attempts. An attempt does not count if `isRight` throws, for example because the server is busy.
 */
export async function verifyThrottled(
  db: Database,
  { userId, place }: LoginAttempt,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const recent = sql`failed_at > now() - make_interval(mins => ${windowMinutes}::int)`
  const isHome = sql`(${place} like 'session %' or ${place} like 'factor %' or exists (select from login_place
    where user_id = ${userId} and address = ${place}))`
  const maxUserGuesses = sql`(case when ${isHome} then ${maxKnownAddressGuesses}::int
    else ${maxTotalGuesses}::int end)`
  const [made] = await db.transaction(async (tx) => {
    await lockKeys(tx, `login of ${userId}`, `login from ${place}`)
    return tx.query<{ no: number }>(sql`
    insert into login_failure (user_id, address) select ${userId}, ${place}
    where (select count(*) from login_failure
        where user_id = ${userId} and address = ${place} and ${recent}) < ${maxGuesses}::int
      and (select count(*) from login_failure where user_id = ${userId} and ${recent}) < ${maxUserGuesses}
      and (select count(*) from login_failure where address = ${place} and ${recent}) < ${maxUserGuesses}
    returning failure_no as no`)
  })
  if (!made) throw tooManyLoginsError()
  const isCorrect = await isRight().catch(async (error: unknown) => {
    await db.execute(sql`delete from login_failure where failure_no = ${made.no}::bigint`)
    throw error
  })
  if (isCorrect) {
    await db.execute(sql`
      delete from login_failure where user_id = ${userId} and address = ${place}`)
  }
  return isCorrect
}

export async function recordLogin(db: Queryable, { userId, place }: LoginAttempt): Promise<void> {
  await db.execute(sql`
    insert into login_place (user_id, address) values (${userId}, ${place})
    on conflict (user_id, address) do update set seen_at = now()`)
}

export async function purgeLoginAttempts(db: Queryable): Promise<number> {
  const places = await db.execute(sql`
    delete from login_place where seen_at < now() - make_interval(days => ${knownAddressDays}::int)`)
  const failures = await db.execute(sql`
    delete from login_failure where failed_at < now() - interval '1 day'`)
  return places + failures
}

function tooManyLoginsError(): AppError {
  return new AppError(
    429,
    'LOGIN_THROTTLED',
    label(
      `로그인에 여러 번 실패했습니다. ${windowMinutes}분 뒤에 다시 시도하세요.`,
      `Too many failed logins. Try again in ${formatCount(windowMinutes, 'minute')}.`,
    ),
  )
}
