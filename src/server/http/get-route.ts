import type { FastifyInstance } from 'fastify'
import type { ZodType } from 'zod'
import { label } from '#kernel/label.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import { assertDeclared } from '#server/base/assert-declared.ts'
import { assertKnownCost, type CallCost } from './call-limits.ts'
import { toCaller, rejectImpersonatedWrite, requireSession, type SignedContext } from './context.ts'

/**
 * A route opened by a link, a new window or a stream. It must not change data, because the browser
 * sends the cookie even for links on foreign sites.
 */
export interface GetRoute<Q = unknown> {
  readonly path: string
  readonly access: 'signed-in' | 'granted'
  readonly scope: 'self' | 'operation'
  /** Also available to an administrator viewing as another user, because it delivers no file. */
  readonly reads?: true
  /** As in `Route`. */
  readonly counts: CallCost
  /** A stream stays open, so it does not occupy one of the session's slots. */
  readonly isStream?: true
  readonly query: ZodType<Q>
  readonly answer: (query: Q, context: SignedContext) => Promise<unknown>
}

export function getRoute<Q>(declared: GetRoute<Q>): GetRoute {
  return declared as GetRoute
}

/** Registers GET routes. Throws if one does not declare its access. */
export function addGetRoutes(
  app: FastifyInstance,
  db: Database,
  routes: readonly GetRoute[],
): void {
  for (const declared of routes) {
    rejectUndeclared(declared)
    const { access, scope, counts } = declared
    // A HEAD request would do all the work of the GET, or open a stream without a reader.
    const options = { exposeHeadRoute: false, config: { access, scope, counts } }
    app.get(declared.path, options, async (request, reply) => {
      if (!declared.isStream) await app.waitForSlot(request, reply)
      const session = await requireSession(db, request)
      rejectImpersonatedWrite(session, declared.reads)
      if (counts !== 'none') await app.countCall(counts, session.userId, reply)
      const parsed = declared.query.safeParse(request.query)
      if (!parsed.success || containsNul(request.query)) {
        const text = label('주소가 맞지 않습니다.', 'The address is invalid.')
        throw new AppError(400, 'QUERY_INVALID', text)
      }
      setWarehouseHeader(request.headers, request.query)
      const caller = toCaller(session, request)
      return declared.answer(parsed.data, { db, session, caller, request, reply })
    })
  }
}

/**
 * PostgreSQL cannot store NUL. In request bodies, it is removed or rejected with other control
 * characters.
 */
function containsNul(query: unknown): boolean {
  return Object.values(query ?? {}).some((value) => String(value).includes('\0'))
}

function rejectUndeclared({ path = '', access, scope, counts }: Partial<GetRoute>): void {
  assertDeclared(path, { access, scope, counts: assertKnownCost(counts) })
}

/**
 * A URL opened by the browser has no custom headers, so the warehouse can be a parameter (`wcode`).
 * It is checked like the header.
 */
export function setWarehouseHeader(headers: Record<string, unknown>, given: unknown): void {
  if (headers['wcode'] || typeof given !== 'object' || given === null) return
  const wcode: unknown = 'wcode' in given ? given.wcode : undefined
  if (typeof wcode === 'string') headers['wcode'] = wcode
}
