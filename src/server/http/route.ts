import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodType } from 'zod'
import type { Database } from '#server/db/database.ts'
import { assertKnownCost, type CallCost } from './call-limits.ts'
import { assertDeclared } from '#server/base/assert-declared.ts'
import {
  toCaller,
  hasSessionCookie,
  rejectImpersonatedWrite,
  requireSession,
  type SignedContext,
  type UnsignedContext,
} from './context.ts'
import type { RouteAccess } from './declared-routes.ts'
import { admitLargeBody, reserveLargeBody, signedBodyLimit, type BodyHead } from './large-body.ts'
import { readBody } from './read-body.ts'
import {
  isReceived,
  replayBufferedBody,
  rejectIncompleteBody,
  bufferSmallBody,
} from './small-body.ts'

const kb = 1024

/** Default body limit of public routes, in bytes. Low because anyone can post to them. */
export const publicBodyLimit = 8 * kb
/** For routes that accept the rows of a sheet or an entire grid. */
export const rowsBodyLimit = 64 * 1024 * kb

/**
 * A route with its declared access. `public` needs no session, `signed-in` any session, and
 * `granted` routes check their operation before they access a row. There is no default. `bodyLimit`
 * overrides the default limit.
 */
export type Route<B = unknown> =
  | PublicRoute<B>
  | {
      readonly path: string
      readonly bodyLimit?: number
      readonly access: 'signed-in' | 'granted'
      /** Data the session can access: only its own, or that of its warehouse and owners. */
      readonly scope: 'self' | 'operation'
      /** Changes nothing and delivers no files, so it is available when viewing as another user. */
      readonly reads?: true
      /** Throws AppError 403 without the permission, before the body is read. */
      readonly mayCall?: (context: SignedContext) => Promise<void>
      /**
       * Throws AppError if the caller must not send a body above `maxSmallBody`, before the rest of
       * the body is read. Required for routes with more than the usual limit.
       */
      readonly maySendMore?: (context: SignedContext, head: BodyHead) => Promise<void> | void
      /** Rate limit per user. Without one, the server does not start. */
      readonly counts: CallCost
      /**
       * Drops characters that the database cannot store, in text that users paste. All other routes
       * reject such characters: dropping them from a search could find other rows than the caller
       * meant.
       */
      readonly dropsUnstorable?: true
      readonly body: ZodType<B>
      readonly answer: (body: B, context: SignedContext) => Promise<unknown>
    }

interface PublicRoute<B> {
  readonly path: string
  readonly access: 'public'
  readonly scope: 'none'
  readonly body: ZodType<B>
  readonly answer: (body: B, context: UnsignedContext) => Promise<unknown>
}

export function route<B>(declared: Route<B>): Route {
  return declared as Route
}

const toAccess = ({ access, scope }: Route): RouteAccess => ({ access, scope })

/** Registers POST routes. Throws if one does not declare its access. */
export function addRoutes(app: FastifyInstance, db: Database, routes: readonly Route[]): void {
  for (const declared of routes) {
    assertDeclared(declared.path, { access: declared.access, scope: declared.scope })
    if (declared.access === 'public') {
      const config = { ...toAccess(declared), dropsUnstorable: true }
      const options = { bodyLimit: publicBodyLimit, config }
      app.post(declared.path, options, async (request, reply) =>
        declared.answer(await readBody(declared.body, request.body), { db, request, reply }),
      )
      continue
    }
    const { bodyLimit = signedBodyLimit, maySendMore, mayCall, counts } = declared
    assertDeclared(declared.path, { counts: assertKnownCost(counts) })
    if (bodyLimit > signedBodyLimit) {
      const sent = { maySendMore: maySendMore && 'declared', counts: counts !== 'none' && counts }
      assertDeclared(declared.path, sent)
    }
    const readContext = async (
      request: FastifyRequest,
      reply: FastifyReply,
      cost: CallCost,
    ): Promise<SignedContext> => {
      const session = await requireSession(db, request)
      rejectImpersonatedWrite(session, declared.reads)
      if (cost !== 'none') await app.countCall(cost, session.userId, reply)
      const context = { db, session, caller: toCaller(session, request), request, reply }
      await mayCall?.(context)
      return context
    }
    /** Undefined for a request whose body was not received yet when its session was looked up. */
    const contexts = new WeakMap<FastifyRequest, SignedContext | undefined>()
    /** Runs before the body is read, so unauthenticated requests cost only a session lookup. */
    const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      if (hasSessionCookie(request)) bufferSmallBody(request)
      await app.waitForSlot(request, reply)
      const context = await readContext(request, reply, counts)
      contexts.set(request, isReceived(request) ? context : undefined)
      const { userId } = context.session
      admitLargeBody(request, async (head) => {
        await maySendMore?.(context, head)
        if (counts !== 'large') await app.countCall('large', userId, reply)
        reserveLargeBody(userId, reply)
      })
      rejectIncompleteBody(request)
    }
    const { dropsUnstorable = false } = declared
    const config = { ...toAccess(declared), counts, dropsUnstorable }
    const options = { bodyLimit, onRequest, preParsing: replayBufferedBody, config }
    app.post(declared.path, options, async (request, reply) => {
      if (!contexts.has(request)) throw new Error(`${declared.path}: no session was looked for`)
      const body = await readBody(declared.body, request.body)
      // Receiving a body can take minutes, in which the session can end or lose permissions.
      const context = contexts.get(request) ?? (await readContext(request, reply, 'none'))
      return declared.answer(body, context)
    })
  }
}
