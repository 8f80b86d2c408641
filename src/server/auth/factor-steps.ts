import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import { label } from '#kernel/label.ts'
import { endSessionsWhere } from '#server/security/end-sessions.ts'
import type { Origin } from '#server/security/security-event.ts'
import { alreadySetUpError, hasFactor, type PendingFactorStep } from './second-factor.ts'
import type { Session } from './session.ts'

/** Actions on second factors. `setUp` is the start or the end of adding an app or a passkey. */
export type FactorStep = 'setUp' | 'prove' | 'drop'

/** Stage of a session: open, or waiting for its second factor or for its first setup. */
export type FactorStage = 'OPEN' | PendingFactorStep

const permitted: Readonly<Record<FactorStage, readonly FactorStep[]>> = {
  // Adding or removing a factor requires the password again.
  OPEN: ['setUp', 'drop'],
  // The password was just entered.
  ENROL: ['setUp'],
  // A password alone must not replace a factor.
  FACTOR: ['prove'],
}

/**
 * Returns the current stage of a session, or undefined if it has ended. A session that waits for
 * the first setup must prove the factor once the user has set one up in another session.
 */
async function factorStage(
  db: Queryable,
  { userId, tokenHash }: Pick<Session, 'userId' | 'tokenHash'>,
): Promise<FactorStage | undefined> {
  const [row] = await db.query<{ awaits_cd: PendingFactorStep | null }>(sql`
    select awaits_cd from session where token_hash = ${tokenHash}`)
  if (!row) return undefined
  if (row.awaits_cd === 'ENROL' && (await hasFactor(db, userId))) return 'FACTOR'
  return row.awaits_cd ?? 'OPEN'
}

/**
 * Returns the stage of a session. Throws AppError if the stage does not permit the step. Locks the
 * user, which serializes the steps of one user within transactions.
 */
export async function assertFactorStep(
  db: Queryable,
  session: Pick<Session, 'userId' | 'tokenHash'>,
  step: FactorStep,
): Promise<FactorStage> {
  await db.query(sql`select from app_user where user_id = ${session.userId} for update`)
  const stage = await factorStage(db, session)
  if (stage !== undefined && permitted[stage].includes(step)) return stage
  if (stage === 'FACTOR') throw alreadySetUpError()
  throw new AppError(
    stage === undefined ? 401 : 409,
    stage === undefined ? 'SESSION_ENDED' : 'FACTOR_STEP',
    label(
      '지금은 할 수 없는 인증 단계입니다. 다시 로그인하세요.',
      'This step is not possible now. Log in again.',
    ),
  )
}

/** Ends the other sessions of a user whose factors changed. */
export async function endOtherSessions(
  tx: Transaction,
  { userId, tokenHash }: Pick<Session, 'userId' | 'tokenHash'>,
  origin: Origin,
): Promise<void> {
  const others = sql`user_id = ${userId} and token_hash <> ${tokenHash}`
  await endSessionsWhere(tx, others, { by: userId, origin, why: 'FACTOR' })
}
