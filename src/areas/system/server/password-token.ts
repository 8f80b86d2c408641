import { createHash, randomBytes } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import { label, type Language } from '#kernel/label.ts'
import { hashPassword } from '#server/auth/password.ts'
import { clearPasswordFailures } from '#server/auth/login-limits.ts'
import { closeOtherSessions } from '#server/auth/session.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import { rejectWeakPassword } from '#server/auth/weak-password.ts'
import { rateLimitKey } from '#server/auth/rate-limit-key.ts'
import { insertEvents, type Origin } from '#server/security/security-event.ts'

const defaultMinutes = 10

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Creates a one-time token for a new password. Invalidates earlier tokens of the user. */
export async function makePasswordToken(
  tx: Queryable,
  userId: string,
  minutes = defaultMinutes,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.execute(sql`
    delete from password_token where user_id = ${userId} or expires_at < now()`)
  await tx.execute(sql`
    insert into password_token (token_hash, user_id, expires_at) values
      (${hashToken(token)}, ${userId}, now() + make_interval(mins => ${minutes}::int))`)
  return token
}

interface MailedToken {
  readonly token: string
  readonly email: string
  readonly language: Language
}

/**
 * Creates a token to mail to the address of a user for whom the condition on `u` holds. Locks the
 * user: a changed address or a deactivation invalidates only tokens that it sees.
 */
export function makeMailedToken(
  db: Database,
  userId: string,
  { condition, minutes }: { readonly condition: Sql; readonly minutes?: number },
): Promise<MailedToken | undefined> {
  return db.transaction(async (tx) => {
    const [user] = await tx.query<{ email: string; language: Language }>(sql`
      select email, lang_cd "language" from app_user u
      where user_id = ${userId} and email is not null and ${condition} for no key update`)
    return user && { ...user, token: await makePasswordToken(tx, userId, minutes) }
  })
}

function invalidTokenError(): AppError {
  const text = label(
    '만료되었거나 이미 사용한 링크입니다. 비밀번호 재설정을 다시 요청하세요.',
    'The link has expired or was used. Request a new one.',
  )
  return new AppError(422, 'TOKEN_INVALID', text)
}

/**
 * Sets a new password with a token from an email. Ends all sessions of the user and clears failed
 * passwords. The token stays valid if the password is rejected. `origin` is the client's address.
 */
export async function resetPassword(
  db: Database,
  token: string,
  newPassword: string,
  origin: Origin,
): Promise<void> {
  const tokenHash = hashToken(token)
  const [holder] = await db.query<{ user_id: string }>(sql`
    select t.user_id from password_token t join app_user u using (user_id)
    where t.token_hash = ${tokenHash} and t.expires_at > now() and u.use_yn = 'Y'`)
  if (!holder) throw invalidTokenError()
  const userId = holder.user_id
  await rejectWeakPassword(db, newPassword, { userId })
  const hash = await hashPassword(newPassword, undefined, rateLimitKey(origin.address))
  await db.transaction(async (tx) => {
    const used = await tx.execute(sql`
      delete from password_token where token_hash = ${tokenHash} and expires_at > now()`)
    if (used === 0) throw invalidTokenError()
    await tx.execute(sql`delete from password_token where user_id = ${userId}`)
    await tx.execute(sql`
      update app_user set password_hash = ${hash}, must_change_yn = 'N', mail_proven_yn = 'Y',
        version = version + 1, updated_by = ${userId}, updated_at = now()
      where user_id = ${userId}`)
    await clearPasswordFailures(tx, userId)
    tx.later(insertEvents(origin, [{ kind: 'PASSWORD_RESET', outcome: 'OK', userId }]))
    // No session has an empty hash, so this closes all sessions of the user.
    await closeOtherSessions(tx, userId, '', { origin, why: 'RESET' })
  })
}
