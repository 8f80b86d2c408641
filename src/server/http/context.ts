import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { timestampAt } from '#kernel/calendar.ts'
import { label, type Language } from '#kernel/label.ts'
import { findSession, type Session } from '#server/auth/session.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import type { Caller } from '#server/auth/caller.ts'
import { recordCaller, requestOrigin } from './security-log.ts'

export interface SignedContext {
  readonly db: Database
  readonly session: Session
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export interface UnsignedContext {
  readonly db: Database
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the client uses https, directly or up to the proxy. */
    isHttps: boolean
  }
}

/**
 * With https, the `__Host-` prefix makes browsers accept the cookie only from this host, never over
 * http.
 */
export function sessionCookie({ isHttps }: FastifyRequest): string {
  return isHttps ? '__Host-sid' : 'sid'
}

export function hasSessionCookie(request: FastifyRequest): boolean {
  return Boolean(request.cookies[sessionCookie(request)])
}

export async function requireSession(db: Database, request: FastifyRequest): Promise<Session> {
  const token = request.cookies[sessionCookie(request)]
  const session = token ? await findSession(db, token) : undefined
  if (!session) {
    throw new AppError(
      401,
      'SESSION_ENDED',
      label(
        '로그인이 필요합니다. 다시 로그인하면 이어서 작업할 수 있습니다.',
        'Login required. Log in again to continue.',
      ),
    )
  }
  // The page sends its user ID. After a login as another user in another tab, the session no longer
  // belongs to the user who made the edits on this page.
  const owner = request.headers['x-user']
  if (owner !== undefined && owner !== encodeURIComponent(session.userId)) {
    throw new AppError(
      401,
      'SESSION_OF_ANOTHER',
      label(
        `다른 탭에서 ${session.userId} 아이디로 로그인했습니다. 이 화면의 사용자로 다시 로그인하세요.`,
        `Another tab is logged in as ${session.userId}. Log in again as the user of this page.`,
      ),
    )
  }
  recordCaller(request, session.seenBy ?? session.userId)
  rejectPendingLogin(session, request.routeOptions.url ?? '')
  return session
}

const pathsBeforeFactor = new Set([
  '/api/logout',
  '/api/factor/begin',
  '/api/factor/confirm',
  '/api/factor/prove',
  '/api/factor/passkey/begin',
  '/api/factor/passkey/add',
  '/api/factor/passkey/ask',
  '/api/factor/passkey/prove',
])

const pathsBeforePasswordChange = new Set([
  '/api/session',
  '/api/logout',
  '/api/changePassword',
  '/api/languageMap',
  '/api/menuMap',
  '/api/setting/load',
  ...pathsBeforeFactor,
])

/**
 * Throws AppError 403 if an administrator viewing as another user calls a route that does not only
 * read.
 */
export function rejectImpersonatedWrite({ seenBy }: Session, reads: boolean | undefined): void {
  if (seenBy === null || reads) return
  const text = label(
    '다른 사용자의 화면을 보는 중입니다. 읽기만 할 수 있습니다.',
    'You are viewing as another user (read-only).',
  )
  throw new AppError(403, 'READ_ONLY', text)
}

/**
 * Rejects a session with pending login steps, on every route and method. Throws AppError 401 or
 * 403.
 */
function rejectPendingLogin({ awaits, mustChangePassword }: Session, path: string): void {
  if (awaits !== null && !pathsBeforeFactor.has(path)) {
    const text = label('2단계 인증을 먼저 마치세요.', 'Finish the two-step login first.')
    throw new AppError(401, 'FACTOR_NEEDED', text)
  }
  if (awaits === null && mustChangePassword && !pathsBeforePasswordChange.has(path)) {
    const text = label('먼저 비밀번호를 변경하세요.', 'Change the password first.')
    throw new AppError(403, 'PASSWORD_CHANGE', text)
  }
}

/**
 * Session and permissions at this moment, for a route that receives its body itself. Throws
 * AppError 401 or 403 if they have changed since the request began.
 */
export async function currentContext({
  db,
  request,
  reply,
}: SignedContext): Promise<SignedContext> {
  const session = await requireSession(db, request)
  rejectImpersonatedWrite(session, false)
  return { db, session, caller: toCaller(session, request), request, reply }
}

/** Language of the page, or the session's if the page does not send one. */
export function requestLanguage(request: FastifyRequest, otherwise: Language): Language {
  const given = request.headers['x-lang']
  return given === 'ko' || given === 'en' ? given : otherwise
}

/**
 * Builds the caller from session and warehouse header. Throws AppError 403 if the warehouse is not
 * assigned.
 */
export function toCaller(session: Session, request: FastifyRequest): Caller {
  const wanted = request.headers['wcode']
  const wcode = typeof wanted === 'string' && wanted ? wanted : session.warehouses[0]
  if (!wcode || !session.warehouses.includes(wcode)) {
    throw new AppError(
      403,
      'WAREHOUSE_DENIED',
      label(
        '이 창고의 권한이 없습니다. 관리자에게 문의하세요.',
        'You do not have permission for this warehouse. Ask your administrator.',
      ),
    )
  }
  return {
    userId: session.userId,
    scope: { wcode, owners: session.owners },
    language: requestLanguage(request, session.language),
    today: timestampAt(Date.now()).slice(0, 8),
    origin: requestOrigin(request),
  }
}
