import sql, { type Sql } from 'sql-template-tag'
import { label, type Language } from '#kernel/label.ts'
import { rejectWeakPassword } from '#server/auth/weak-password.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import { insertEvents, type Origin } from '#server/security/security-event.ts'
import { verifyThrottled, recordLogin, sessionOrigin } from './login-limits.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { findRequiredFactor } from './second-factor.ts'
import { rateLimitKey } from './rate-limit-key.ts'
import type { SsoPerson } from './sso-identity.ts'
import { closeOtherSessions, openSession, type Session } from './session.ts'

export interface Credentials {
  readonly userId: string
  readonly wcode: string
  readonly password: string
}

/**
 * Parses the login payload `userId|wcode|password`. Only the first two separators count because a
 * password may contain any character (design §4).
 */
export function readCredentials(p: string, c: string): Credentials {
  const [userId = '', wcode = '', ...rest] = p.split('|')
  // User IDs have at most 50 characters, so a truncated longer one still matches no user.
  const id = userId.trim().toLowerCase().slice(0, 60)
  const joined = rest.join('|')
  // The password can be in either parameter. If it is in both, they must match.
  const isOne = c === '' || joined === '' || c === joined
  return { userId: id, wcode: wcode.trim(), password: isOne ? c || joined : '' }
}

/**
 * Checks a login and opens a session. Throttled per user and address: guessing is slow, and
 * attempts from elsewhere cannot lock a user out.
 */
export async function login(
  db: Database,
  credentials: Credentials,
  origin: Origin,
  language: Language,
): Promise<string> {
  const { userId, password } = credentials
  const who = { userId, place: rateLimitKey(origin.address) }
  let hash: string | undefined
  const isRight = await verifyThrottled(db, who, async () => {
    const [user] = await db.query<{ password_hash: string }>(sql`
      select password_hash from app_user u where user_id = ${userId} and user_works(u)`)
    hash = user?.password_hash
    return verifyPassword(password, hash, who.place)
  })
  const proof = sql`u.password_hash = ${hash ?? null}::text`
  const token = isRight
    ? await db.transaction((tx) => logInUser(tx, userId, { origin, language, proof }))
    : undefined
  if (token !== undefined) return token
  throw new AppError(
    401,
    'LOGIN_FAILED',
    label('아이디 또는 비밀번호가 맞지 않습니다.', 'The user ID or password is wrong.'),
  )
}

interface LoginMethod {
  readonly origin: Origin
  readonly language: Language
  /** SQL condition on the user `u` that holds while the proof of identity is still valid. */
  readonly proof: Sql
  /** Login method for the security log, if it was not a password. */
  readonly method?: string
  /** Whether the proof already counts as two factors. */
  readonly isTwoFactor?: boolean
}

/**
 * Opens a session for an authenticated user and returns its token. Locks the user, because a change
 * of the password or the factors since the proof ends only sessions that it sees. Returns undefined
 * if the proof is no longer valid.
 */
export async function logInUser(
  tx: Transaction,
  userId: string,
  { origin, language, proof, method, isTwoFactor = false }: LoginMethod,
): Promise<string | undefined> {
  await tx.query(sql`select from app_user where user_id = ${userId} for share`)
  const [user] = await tx.query(sql`
    select from app_user u where user_id = ${userId} and user_works(u) and ${proof}`)
  if (!user) return undefined
  const awaits = isTwoFactor ? null : await findRequiredFactor(tx, userId, origin.address)
  // An address is trusted only after the second factor.
  if (awaits === null) await recordLogin(tx, { userId, place: rateLimitKey(origin.address) })
  await tx.execute(sql`delete from see_as where actor_id = ${userId}`)
  const how = method ?? awaits
  const detail = how === null ? {} : { detail: how }
  tx.later(insertEvents(origin, [{ kind: 'LOGIN', outcome: 'OK', userId, ...detail }]))
  return openSession(tx, userId, language, origin, awaits)
}

/**
 * Opens a session for a user whom the login provider identified. Returns undefined if the user has
 * been bound to another person since.
 */
export function logInBySso(
  db: Database,
  userId: string,
  { issuer, subject }: SsoPerson,
  origin: Origin,
): Promise<string | undefined> {
  const proof = sql`exists (select from sso_identity i where i.user_id = u.user_id
    and i.issuer = ${issuer} and i.subject = ${subject})`
  const how = { origin, language: 'ko', proof, method: 'SSO' } as const
  return db.transaction((tx) => logInUser(tx, userId, how))
}

/** Returns the hash of the password. Throws AppError 422 if it is not that of the logged-in user. */
export async function checkPassword(
  db: Database,
  session: Session,
  password: string,
): Promise<string> {
  const who = { userId: session.userId, place: sessionOrigin(session.tokenHash) }
  let hash: string | undefined
  const isRight = await verifyThrottled(db, who, async () => {
    const [user] = await db.query<{ password_hash: string }>(sql`
      select password_hash from app_user where user_id = ${session.userId}`)
    hash = user?.password_hash
    return verifyPassword(password, hash, session.userId)
  })
  if (!isRight || hash === undefined) throw wrongPasswordError()
  return hash
}

const wrongPasswordError = (): AppError =>
  new AppError(
    422,
    'PASSWORD_WRONG',
    label('현재 비밀번호가 맞지 않습니다.', 'The current password is wrong.'),
  )

/** Sets a new password after checking the old one. Closes the user's other sessions. */
export async function changePassword(
  db: Database,
  session: Session,
  { oldPassword, newPassword }: { readonly oldPassword: string; readonly newPassword: string },
  origin: Origin,
): Promise<void> {
  const oldHash = await checkPassword(db, session, oldPassword)
  if (newPassword === oldPassword) {
    throw new AppError(
      422,
      'PASSWORD_SAME',
      label(
        '새 비밀번호가 현재 비밀번호와 같습니다. 다른 비밀번호를 입력하세요.',
        'The new password is the same as the current one. Enter another one.',
      ),
    )
  }
  await rejectWeakPassword(db, newPassword, session)
  const hash = await hashPassword(newPassword, undefined, session.userId)
  await db.transaction(async (tx) => {
    // A password that replaced the old one in the meantime, for example a temporary one, remains.
    const changed = await tx.execute(sql`
      update app_user set password_hash = ${hash}, must_change_yn = 'N', version = version + 1
      where user_id = ${session.userId} and password_hash = ${oldHash}`)
    if (changed === 0) throw wrongPasswordError()
    tx.later(insertEvents(origin, [{ kind: 'PASSWORD', outcome: 'OK', userId: session.userId }]))
    await closeOtherSessions(tx, session.userId, session.tokenHash, { origin, why: 'PASSWORD' })
  })
}
