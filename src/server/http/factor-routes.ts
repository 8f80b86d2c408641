import bwip from 'bwip-js/node'
import { z } from 'zod'
import { label } from '#kernel/label.ts'
import { checkPassword } from '#server/auth/login.ts'
import {
  isTotpPending,
  startTotp,
  confirmTotp,
  removeFactor,
  factorState,
  verifyFactor,
} from '#server/auth/second-factor.ts'
import { recordLogin } from '#server/auth/login-limits.ts'
import { rateLimitKey } from '#server/auth/rate-limit-key.ts'
import { assertFactorStep, endOtherSessions } from '#server/auth/factor-steps.ts'
import { findSession, replaceWaitingSession, type Session } from '#server/auth/session.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import { insertEvents } from '#server/security/security-event.ts'
import { describeSession, setCookie } from './auth-routes.ts'
import type { SignedContext } from './context.ts'
import { route } from './route.ts'
import { requestOrigin } from './security-log.ts'

const codeSchema = z.string().max(40)
const wrongCodeText = label(
  '인증 코드가 맞지 않습니다. 앱에 지금 보이는 6자리 숫자를 입력하세요.',
  'The code is wrong. Enter the 6 digits your app shows now.',
)

export const factorRoutes = [
  route({
    path: '/api/factor/state',
    counts: 'none',
    access: 'signed-in',
    scope: 'self',
    body: z.looseObject({}),
    answer: async (_, { db, session }) => ({ data: await factorState(db, session.userId) }),
  }),
  route({
    path: '/api/factor/begin',
    counts: 'save',
    access: 'signed-in',
    scope: 'self',
    body: z.object({ PASSWORD: z.string().max(1000).default('') }),
    answer: async ({ PASSWORD }, { db, session }) => {
      await assertMaySetUpFactor(db, session, PASSWORD)
      const { secret, uri } = await startTotp(db, session)
      const svg = bwip.toSVG({ bcid: 'qrcode', text: uri, scale: 3, backgroundcolor: 'FFFFFF' })
      return {
        data: {
          secret,
          picture: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
        },
      }
    },
  }),
  route({
    path: '/api/factor/confirm',
    counts: 'save',
    access: 'signed-in',
    scope: 'self',
    body: z.object({ CODE: codeSchema }),
    answer: async ({ CODE }, context) => {
      const { db, session } = context
      if (session.awaits === 'FACTOR') throw wrongCodeError()
      if (!(await isTotpPending(db, session)) || !/^\s*\d{3}\s?\d{3}\s*$/.test(CODE))
        throw wrongCodeError()
      if (!(await verifyFactor(db, session.userId, CODE, { isSetUp: false })))
        throw wrongCodeError()
      const opened = await db.transaction(async (tx) => {
        await assertFactorStep(tx, session, 'setUp')
        if (!(await isTotpPending(tx, session))) throw wrongCodeError()
        const codes = await confirmTotp(tx, session.userId)
        await endOtherSessions(tx, session, requestOrigin(context.request))
        return { codes, token: await completeFactorStep(tx, context, 'ON') }
      })
      return { data: { codes: opened.codes, ...(await respondWithSession(context, opened.token)) } }
    },
  }),
  route({
    path: '/api/factor/prove',
    counts: 'save',
    access: 'signed-in',
    scope: 'self',
    body: z.object({ CODE: codeSchema }),
    answer: async ({ CODE }, context) => {
      const { db, session } = context
      if (session.awaits !== 'FACTOR') throw wrongCodeError()
      if (!(await verifyFactor(db, session.userId, CODE, { isSetUp: true }))) throw wrongCodeError()
      const token = await db.transaction(async (tx) => {
        await assertFactorStep(tx, session, 'prove')
        return completeFactorStep(tx, context, 'PROVED')
      })
      return { data: await respondWithSession(context, token) }
    },
  }),
  route({
    path: '/api/factor/drop',
    counts: 'save',
    access: 'signed-in',
    scope: 'self',
    body: z.object({ PASSWORD: z.string().max(1000) }),
    answer: async ({ PASSWORD }, { db, session, request }) => {
      await checkPassword(db, session, PASSWORD)
      await db.transaction(async (tx) => {
        await assertFactorStep(tx, session, 'drop')
        await removeFactor(tx, session.userId, null)
        await endOtherSessions(tx, session, requestOrigin(request))
        tx.later(insertEvents(requestOrigin(request), [factorEvent(session.userId, 'OFF')]))
      })
      return { data: true }
    },
  }),
]

/**
 * Setting up a factor during login needs no password because it was just entered. If the user
 * already has a factor, they must prove it first: a password alone must not replace it. Throws
 * AppError.
 */
export async function assertMaySetUpFactor(
  db: Database,
  session: Session,
  password: string,
): Promise<void> {
  const stage = await assertFactorStep(db, session, 'setUp')
  if (stage === 'OPEN') await checkPassword(db, session, password)
}

export function factorEvent(userId: string, detail: string) {
  return { kind: 'FACTOR', outcome: 'OK', userId, detail } as const
}

export async function completeFactorStep(
  tx: Transaction,
  { session, request }: SignedContext,
  detail: string,
): Promise<string | undefined> {
  const { userId, awaits } = session
  const origin = requestOrigin(request)
  tx.later(insertEvents(origin, [factorEvent(userId, detail)]))
  if (awaits === null) return undefined
  await recordLogin(tx, { userId, place: rateLimitKey(origin.address) })
  return replaceWaitingSession(tx, session, origin)
}

export async function respondWithSession(
  context: SignedContext,
  token: string | undefined,
): Promise<object> {
  if (token === undefined) return {}
  const session = await findSession(context.db, token)
  if (!session) throw new Error('a session just opened is not there')
  setCookie(context, token)
  return describeSession(context.db, session, context.caller.scope.wcode)
}

function wrongCodeError(): AppError {
  return new AppError(422, 'FACTOR_WRONG', wrongCodeText)
}
