import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { momentAt } from '#kernel/calendar.ts'
import { label, type Language } from '#kernel/label.ts'
import { findSession, type Session } from '#server/auth/session.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import type { Caller } from '#server/auth/caller.ts'
import { noteCaller, originOf } from './security-notes.ts'

/** What every route is handed: the store and, for signed-in routes, who calls. */
export interface Signed {
  readonly db: Database
  readonly session: Session
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export interface Unsigned {
  readonly db: Database
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's connection is https, here or as far as the proxy in front. */
    isHttps: boolean
  }
}

/** Over https a name that the browser takes from this very host alone, never from http. */
export function sessionCookie({ isHttps }: FastifyRequest): string {
  return isHttps ? '__Host-sid' : 'sid'
}

export function hasSessionCookie(request: FastifyRequest): boolean {
  return Boolean(request.cookies[sessionCookie(request)])
}

/** The session of a request, or the refusal that sends the page to log in again. */
export async function signedIn(db: Database, request: FastifyRequest): Promise<Session> {
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
  // The page says whose it is: after a login as somebody else in another tab, the cookie's session
  // is not the one its edits belong to.
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
  noteCaller(request, session.seenBy ?? session.userId)
  refuseUnready(session, request.routeOptions.url ?? '')
  return session
}

/** What a session opens before its second factor came: the factor, and the way out. */
const beforeFactor = new Set([
  '/api/logout',
  '/api/factor/begin',
  '/api/factor/confirm',
  '/api/factor/prove',
  '/api/factor/passkey/begin',
  '/api/factor/passkey/add',
  '/api/factor/passkey/ask',
  '/api/factor/passkey/prove',
])

/** What a first password opens: itself, and the way out. */
const beforeChange = new Set([
  '/api/session',
  '/api/logout',
  '/api/changePassword',
  '/api/languageMap',
  '/api/menuMap',
  '/api/setting/load',
  ...beforeFactor,
])

/** Throws AppError where somebody who only looks on would do something. */
export function refuseOnlooker({ seenBy }: Session, reads: boolean | undefined): void {
  if (seenBy === null || reads) return
  const text = label(
    '다른 사용자의 화면을 보는 중입니다. 읽기만 할 수 있습니다.',
    'You are looking on as another user, read only.',
  )
  throw new AppError(403, 'READ_ONLY', text)
}

/** Every route of a session passes here, whatever its method. Throws AppError. */
function refuseUnready({ awaits, mustChangePassword }: Session, path: string): void {
  if (awaits !== null && !beforeFactor.has(path)) {
    const text = label('2단계 인증을 먼저 마치세요.', 'Finish the two-step login first.')
    throw new AppError(401, 'FACTOR_NEEDED', text)
  }
  if (awaits === null && mustChangePassword && !beforeChange.has(path)) {
    const text = label('먼저 비밀번호를 변경하세요.', 'Change the password first.')
    throw new AppError(403, 'PASSWORD_CHANGE', text)
  }
}

/** The language the page is read in; a page that does not say reads the session's. */
export function languageOf(request: FastifyRequest, otherwise: Language): Language {
  const said = request.headers['x-lang']
  return said === 'ko' || said === 'en' ? said : otherwise
}

/** The caller's rights for this call: the warehouse of the header, if the user is bound to it. */
export function callerOf(session: Session, request: FastifyRequest): Caller {
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
    language: languageOf(request, session.language),
    today: momentAt(Date.now()).slice(0, 8),
    origin: originOf(request),
  }
}
