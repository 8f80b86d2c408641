import { z } from 'zod'
import { label } from '#kernel/label.ts'
import { changePassword, login, readCredentials } from '#server/auth/login.ts'
import { closeSession, findSession, type Session } from '#server/auth/session.ts'
import type { Queryable } from '#server/db/database.ts'
import sql from 'sql-template-tag'
import { AppError } from '#server/base/app-error.ts'
import { endSessionsWhere } from '#server/security/end-sessions.ts'
import { insertEvents } from '#server/security/security-event.ts'
import { requestLanguage, sessionCookie, requireSession, type UnsignedContext } from './context.ts'
import { route } from './route.ts'
import { recordCaller, requestOrigin, typedId } from './security-log.ts'

const passwordChanged = label('비밀번호를 변경했습니다.', 'Password changed.')

const emptyBody = z.looseObject({})

/** Login, logout and session info (spec §7). */
export const authRoutes = [
  route({
    path: '/api/login',
    access: 'public',
    scope: 'none',
    body: z.object({
      p: z.string().max(2000),
      c: z.string().max(1000).default(''),
      lang: z.enum(['ko', 'en']).default('ko'),
    }),
    answer: async (body, context) => {
      const credentials = readCredentials(body.p, body.c)
      const origin = requestOrigin(context.request)
      recordCaller(context.request, typedId(credentials.userId))
      const token = await login(context.db, credentials, origin, body.lang)
      const session = await replaceSession(context, token)
      const data = await describeSession(context.db, session, credentials.wcode)
      const { wcode } = credentials
      if (wcode === '' || session.warehouses.includes(wcode)) return { data }
      const text = label(
        `${wcode} 창고의 권한이 없어 ${data.wcode} 창고로 시작합니다.`,
        `No permission for warehouse ${wcode}; starting in ${data.wcode}.`,
      )
      return { data, message: text[body.lang] }
    },
  }),
  route({
    path: '/api/logout',
    // Reads the session itself because a user without any warehouse must still be able to log out.
    access: 'public',
    scope: 'none',
    body: emptyBody,
    answer: async (_, { db, request, reply }) => {
      const session = await requireSession(db, request)
      const { tokenHash } = session
      const userId = session.seenBy ?? session.userId
      await db.transaction(async (tx) => {
        await tx.execute(sql`delete from see_as where actor_id = ${userId}`)
        tx.later(insertEvents(requestOrigin(request), [{ kind: 'LOGOUT', outcome: 'OK', userId }]))
        await closeSession(tx, tokenHash)
      })
      reply.clearCookie(sessionCookie(request), { path: '/', secure: request.isHttps })
      return {}
    },
  }),
  route({
    path: '/api/session',
    counts: 'none',
    reads: true,
    access: 'signed-in',
    scope: 'self',
    body: emptyBody,
    answer: async (_, { db, session, caller }) => ({
      data: await describeSession(db, session, caller.scope.wcode),
    }),
  }),
  route({
    path: '/api/seeAs/end',
    counts: 'none',
    reads: true,
    access: 'signed-in',
    scope: 'self',
    body: emptyBody,
    answer: async (_, { db, session, request }) => {
      const { seenBy, userId: subject } = session
      if (seenBy === null) return {}
      await db.transaction(async (tx) => {
        await tx.execute(sql`delete from see_as where actor_id = ${seenBy}`)
        const event = {
          kind: 'SEE_AS',
          outcome: 'OK',
          userId: seenBy,
          subject,
          detail: 'END',
        } as const
        tx.later(insertEvents(requestOrigin(request), [event]))
      })
      return {}
    },
  }),
  route({
    path: '/api/auth/authorized',
    counts: 'none',
    reads: true,
    access: 'signed-in',
    scope: 'self',
    body: emptyBody,
    answer: async () => ({ data: true }),
  }),
  route({
    path: '/api/changePassword',
    counts: 'save',
    access: 'signed-in',
    scope: 'self',
    body: z.object({ OLD_PWD: z.string().max(1000), NEW_PWD: z.string().max(1000) }),
    answer: async (body, { db, session, request }) => {
      const passwords = { oldPassword: body.OLD_PWD, newPassword: body.NEW_PWD }
      await changePassword(db, session, passwords, requestOrigin(request))
      return { message: passwordChanged[requestLanguage(request, session.language)] }
    },
  }),
]

/**
 * Replaces the browser's session with a newly opened one. Throws AppError 403 if the user has no
 * warehouse.
 */
export async function replaceSession(context: UnsignedContext, token: string): Promise<Session> {
  await closeBrowserSession(context)
  const session = await findSession(context.db, token)
  if (!session) throw new Error('a session just opened is not there')
  if (session.warehouses.length === 0) {
    await endSessionsWhere(context.db, sql`token_hash = ${session.tokenHash}`, {
      by: session.userId,
      origin: requestOrigin(context.request),
      why: 'NO_WAREHOUSE',
    })
    const text = label(
      '배정된 창고가 없습니다. 관리자에게 문의하세요.',
      'No warehouse is assigned to you. Ask your administrator.',
    )
    throw new AppError(403, 'NO_WAREHOUSE', text)
  }
  setCookie(context, token)
  return session
}

async function closeBrowserSession({ db, request }: UnsignedContext): Promise<void> {
  const token = request.cookies[sessionCookie(request)]
  const presented = token ? await findSession(db, token) : undefined
  if (!presented) return
  await endSessionsWhere(db, sql`token_hash = ${presented.tokenHash}`, {
    by: presented.userId,
    origin: requestOrigin(request),
    why: 'REPLACED',
  })
}

/** `lax` lets links in emails open a screen. Writes also check the origin. */
export function setCookie({ request, reply }: UnsignedContext, token: string): void {
  reply.setCookie(sessionCookie(request), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.isHttps,
  })
}

export async function describeSession(db: Queryable, session: Session, wanted: string) {
  const wcode = session.warehouses.includes(wanted) ? wanted : session.warehouses[0]
  const [place] = await db.query<{ warehouse_nm: string; location_nm: string }>(sql`
    select warehouse_nm, location_nm from warehouse where wcode = ${wcode}`)
  return {
    userId: session.userId,
    userNm: session.userName,
    wcode,
    locName: place?.location_nm ?? '',
    corpLocNm: place?.warehouse_nm ?? '',
    lang: session.language,
    ownerCd: session.owners?.length === 1 ? (session.owners[0] ?? null) : null,
    forPartner: session.forPartner,
    mustChangePassword: session.mustChangePassword,
    awaits: session.awaits,
    seenBy: session.seenBy,
    sso: session.bySso,
  }
}
