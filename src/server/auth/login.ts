import sql from 'sql-template-tag'
import { label, type Language } from '#kernel/label.ts'
import { refuseWeakPassword } from '#server/auth/weak-password.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/engine/app-error.ts'
import { hashPassword, isPassword } from './password.ts'
import { closeOtherSessions, openSession, type Session } from './session.ts'

/** After this many failures in the window, the same user from the same address waits. */
const failuresMax = 5
const windowMinutes = 10

export interface Credentials {
  readonly userId: string
  readonly wcode: string
  readonly password: string
}

/**
 * Reads the login payload `userId|wcode|password`: only the first two separators count, so that a
 * password may hold any character (design §4).
 */
export function readCredentials(p: string, c: string): Credentials {
  const [userId = '', wcode = '', ...rest] = p.split('|')
  // No id is longer than 50 characters; what is, names nobody and need not be kept in full.
  const id = userId.trim().toLowerCase().slice(0, 60)
  return { userId: id, wcode: wcode.trim(), password: c || rest.join('|') }
}

/**
 * Checks a login and opens a session. Throttled per user and address, so that guessing is slow
 * and nobody can lock another person out from elsewhere.
 */
export async function login(
  db: Database,
  credentials: Credentials,
  address: string,
  language: Language,
): Promise<string> {
  const { userId, password } = credentials
  // Counted as a failure before the slow hash, so that guesses sent at once do not slip through.
  const admitted = await db.execute(sql`
    insert into login_failure (user_id, address) select ${userId}, ${address}
    where (select count(*) from login_failure where user_id = ${userId} and address = ${address}
      and failed_at > now() - make_interval(mins => ${windowMinutes}::int)) < ${failuresMax}::int`)
  if (admitted === 0) {
    throw new AppError(
      429,
      'LOGIN_THROTTLED',
      label(
        `로그인에 ${failuresMax}번 실패했습니다. ${windowMinutes}분 뒤에 다시 시도하세요.`,
        `${failuresMax} failed logins. Try again in ${windowMinutes} minutes.`,
      ),
    )
  }
  const [user] = await db.query<{ password_hash: string }>(sql`
    select password_hash from app_user where user_id = ${userId} and use_yn = 'Y'`)
  if (!(await isPassword(password, user?.password_hash))) {
    throw new AppError(
      401,
      'LOGIN_FAILED',
      label('아이디 또는 비밀번호가 맞지 않습니다.', 'The id or the password is not right.'),
    )
  }
  await db.execute(sql`
    delete from login_failure where user_id = ${userId} and address = ${address}`)
  return openSession(db, userId, language)
}

/** Sets a new password after checking the old one; ends the user's other sessions. */
export async function changePassword(
  db: Database,
  session: Session,
  oldPassword: string,
  newPassword: string,
): Promise<void> {
  const [user] = await db.query<{ password_hash: string }>(sql`
    select password_hash from app_user where user_id = ${session.userId}`)
  if (!(await isPassword(oldPassword, user?.password_hash))) {
    throw new AppError(
      422,
      'PASSWORD_WRONG',
      label('현재 비밀번호가 맞지 않습니다.', 'The current password is not right.'),
    )
  }
  if (newPassword === oldPassword) {
    throw new AppError(
      422,
      'PASSWORD_SAME',
      label('새 비밀번호가 지금과 같습니다.', 'The new password is the same as the old one.'),
    )
  }
  refuseWeakPassword(newPassword, session.userId)
  const hash = await hashPassword(newPassword)
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      update app_user set password_hash = ${hash}, must_change_yn = 'N', version = version + 1
      where user_id = ${session.userId}`)
    await closeOtherSessions(tx, session.userId, session.tokenHash)
  })
}
