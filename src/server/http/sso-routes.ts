import type { FastifyInstance, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { logInBySso } from '#server/auth/login.ts'
import { SingleSignOn } from '#server/auth/single-sign-on.ts'
import type { Database } from '#server/db/database.ts'
import { insertEvents } from '#server/security/security-event.ts'
import type { SiteSettings } from './site-settings.ts'
import { replaceSession } from './auth-routes.ts'
import { requireSession } from './context.ts'
import { openRoute } from './declared-routes.ts'
import { ownPath } from './own-path.ts'
import { route } from './route.ts'
import { isFirstThisMinute, recordCaller, requestOrigin } from './security-log.ts'
import { addThrottledRoutes, findThrottle } from './throttled-routes.ts'

/** Enough for all users behind one address at the start of a shift. */
const throttle = { max: 120, minutes: 10 }
const loginQuery = z.object({ to: z.string().max(2000).default('/') })

const cookie = { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 600 } as const

/** Like the session cookie: other hosts cannot set a cookie with this prefix. */
function attemptCookie({ isHttps }: FastifyRequest): string {
  return isHttps ? '__Host-sso' : 'sso'
}

/**
 * Returns whether the request follows a link on another site. Such a link must not start or replace
 * a session: the user has to press the button.
 */
function isForeignLink({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'] ?? 'none'
  return site !== 'same-origin' && site !== 'none'
}

export async function addSsoRoutes(
  app: FastifyInstance,
  db: Database,
  { sso: settings }: Pick<SiteSettings, 'sso'>,
): Promise<void> {
  if (!settings) return
  const sso = new SingleSignOn(settings)
  const failed = (code: string) => `/login?fault=${code}`
  const onRequest = findThrottle(app, db, throttle)
  const throttledOptions = { exposeHeadRoute: false, onRequest, config: openRoute }
  app.get('/api/sso/start', throttledOptions, async (request, reply) => {
    const query = loginQuery.safeParse(request.query)
    const to = ownPath(query.data?.to ?? '/')
    if (isForeignLink(request)) return reply.redirect(`/login?to=${encodeURIComponent(to)}`)
    const begun = await sso.begin(to).catch((error: unknown) => {
      request.log.warn(error)
      return undefined
    })
    if (!begun) return reply.redirect(failed('SSO_AWAY'))
    reply.setCookie(attemptCookie(request), begun.attempt, { ...cookie, secure: request.isHttps })
    return reply.redirect(begun.url)
  })
  app.get('/api/sso/back', throttledOptions, async (request, reply) => {
    const name = attemptCookie(request)
    const sealedAttempt = request.cookies[name] ?? ''
    reply.clearCookie(name, { path: cookie.path, secure: request.isHttps })
    const origin = requestOrigin(request)
    const refuse = async (code: string, detail: string) => {
      const event = { kind: 'LOGIN', outcome: 'REFUSED', userId: '', detail } as const
      if (isFirstThisMinute(request, detail)) await db.execute(insertEvents(origin, [event]))
      return reply.redirect(failed(code))
    }
    const outcome = await sso
      .finish(db, request.url.split('?')[1] ?? '', sealedAttempt)
      .catch((error) => {
        request.log.warn(error)
        return undefined
      })
    if (!outcome) return refuse('SSO_FAILED', 'SSO')
    const { userId, person, ssoToken, to } = outcome
    if (userId === undefined) return refuse('SSO_UNKNOWN', 'SSO_UNKNOWN')
    recordCaller(request, userId)
    const token = await logInBySso(db, userId, person, origin)
    if (token === undefined) return refuse('SSO_UNKNOWN', 'SSO_UNKNOWN')
    const session = await replaceSession({ db, request, reply }, token).catch(() => undefined)
    if (!session) return reply.redirect(failed('SSO_NO_WAREHOUSE'))
    await db.execute(sql`
      update session set sso_token = ${ssoToken} where token_hash = ${session.tokenHash}`)
    const next = encodeURIComponent(to)
    const { awaits } = session
    return reply.redirect(awaits === null ? to : `/login?step=${awaits}&to=${next}`)
  })
  const logoutRoute = route({
    path: '/api/sso/away',
    access: 'public',
    scope: 'none',
    body: z.looseObject({}),
    /**
     * Returns the provider's logout URL. The page requests it before it closes the local session.
     */
    answer: async (_, { request }) => {
      const { tokenHash } = await requireSession(db, request)
      const [row] = await db.query<{ sso_token: string | null }>(sql`
        select sso_token from session where token_hash = ${tokenHash}`)
      const url = row?.sso_token
        ? await sso.endUrl(row.sso_token).catch(() => undefined)
        : undefined
      return { data: url ?? null }
    },
  })
  await addThrottledRoutes(app, db, [logoutRoute], { max: 120, minutes: 1 })
}
