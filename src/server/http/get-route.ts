import type { FastifyInstance } from 'fastify'
import type { ZodType } from 'zod'
import { label } from '#kernel/label.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import type { Counted } from './call-limits.ts'
import { callerOf, refuseOnlooker, signedIn, type Signed } from './context.ts'

/**
 * A route that a link, a new window or a stream opens. It only reads: the browser sends the cookie
 * along from any site that links here. Permission and scope are said in front as for every route.
 */
export interface GetRoute<Q = unknown> {
  readonly path: string
  readonly access: 'signed-in' | 'granted'
  readonly scope: 'self' | 'operation'
  /** Also for who looks on as its user: no file goes out by it. */
  readonly reads?: true
  /** Counted for each user, as of other routes. */
  readonly counts?: Counted
  readonly query: ZodType<Q>
  readonly answer: (query: Q, context: Signed) => Promise<unknown>
}

/** Keeps the query's type between `query` and `answer`. */
export function getRoute<Q>(declared: GetRoute<Q>): GetRoute {
  return declared as GetRoute
}

/** Adds GET routes; refuses one that does not say who may call it. */
export function addGetRoutes(
  app: FastifyInstance,
  db: Database,
  routes: readonly GetRoute[],
): void {
  for (const declared of routes) {
    refuseUndeclared(declared)
    // A HEAD request would do all the work of its GET, or open a stream that nobody reads.
    app.get(declared.path, { exposeHeadRoute: false }, async (request, reply) => {
      const session = await signedIn(db, request)
      refuseOnlooker(session, declared.reads)
      if (declared.counts) app.countCall(declared.counts, session.userId, reply)
      const parsed = declared.query.safeParse(request.query)
      if (!parsed.success || holdsNul(request.query)) {
        const text = label('주소가 맞지 않습니다.', 'The address is invalid.')
        throw new AppError(400, 'QUERY_INVALID', text)
      }
      takeWarehouse(request.headers, request.query)
      const caller = callerOf(session, request)
      return declared.answer(parsed.data, { db, session, caller, request, reply })
    })
  }
}

/** PostgreSQL keeps no NUL; a body loses it with the other characters nobody typed. */
function holdsNul(query: unknown): boolean {
  return Object.values(query ?? {}).some((value) => String(value).includes('\0'))
}

function refuseUndeclared({ path, access, scope }: Partial<GetRoute>): void {
  if (access && scope) return
  throw new Error(`${path} declares no permission or no scope; the server does not start`)
}

/**
 * What a browser opens by itself carries no header of ours, so it may name the warehouse among its
 * parameters (`wcode`); it is checked exactly as the header is.
 */
export function takeWarehouse(headers: Record<string, unknown>, given: unknown): void {
  if (headers['wcode'] || typeof given !== 'object' || given === null) return
  const wcode: unknown = 'wcode' in given ? given.wcode : undefined
  if (typeof wcode === 'string') headers['wcode'] = wcode
}
