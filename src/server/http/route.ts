import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodType } from 'zod'
import type { Database } from '#server/db/database.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import type { Counted } from './call-limits.ts'
import { assertDeclared } from './assert-declared.ts'
import {
  callerOf,
  hasSessionCookie,
  rejectOnlooker,
  signedIn,
  type Signed,
  type Unsigned,
} from './context.ts'
import { bodyToRead, rejectLostBody, takeSmallBody } from './small-body.ts'

const kb = 1024

/** Default body limit of public routes, in bytes. Low because anyone can post to them. */
export const publicBodyLimit = 8 * kb
const signedBodyLimit = 1024 * kb
/** For routes that accept the rows of a sheet or an entire grid. */
export const rowsBodyLimit = 64 * 1024 * kb

/**
 * A route with its declared access. `public` needs no session, `signed-in` any session, and
 * `granted` routes check their operation before they access a row. There is no default. `bodyLimit`
 * overrides the limit of most routes.
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
      /** Rate-limited per user, for expensive routes and those that deliver much data. */
      readonly counts?: Counted
      readonly body: ZodType<B>
      readonly answer: (body: B, context: Signed) => Promise<unknown>
    }

interface PublicRoute<B> {
  readonly path: string
  readonly access: 'public'
  readonly scope: 'none'
  readonly body: ZodType<B>
  readonly answer: (body: B, context: Unsigned) => Promise<unknown>
}

export function route<B>(declared: Route<B>): Route {
  return declared as Route
}

/** Registers POST routes. Throws if one does not declare its access. */
export function addRoutes(app: FastifyInstance, db: Database, routes: readonly Route[]): void {
  for (const declared of routes) {
    assertDeclared(declared.path, { access: declared.access, scope: declared.scope })
    if (declared.access === 'public') {
      app.post(declared.path, { bodyLimit: publicBodyLimit }, async (request, reply) =>
        declared.answer(readBody(declared.body, request.body), { db, request, reply }),
      )
      continue
    }
    const callers = new WeakMap<FastifyRequest, Pick<Signed, 'session' | 'caller'>>()
    /** Runs before the body is read, so unauthenticated requests cost only a session lookup. */
    const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      if (hasSessionCookie(request)) takeSmallBody(request)
      const session = await signedIn(db, request)
      rejectOnlooker(session, declared.reads)
      if (declared.counts) app.countCall(declared.counts, session.userId, reply)
      callers.set(request, { session, caller: callerOf(session, request) })
      rejectLostBody(request)
    }
    const { bodyLimit = signedBodyLimit } = declared
    const options = { bodyLimit, onRequest, preParsing: bodyToRead }
    app.post(declared.path, options, async (request, reply) => {
      const known = callers.get(request)
      if (!known) throw new Error(`${declared.path}: no session was looked for`)
      const body = readBody(declared.body, request.body)
      return declared.answer(body, { db, ...known, request, reply })
    })
  }
}

function readBody<B>(schema: ZodType<B>, given: unknown): B {
  const parsed = schema.safeParse(given ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') ?? ''
  if (issue?.code === 'too_big' && issue.origin === 'array') {
    throw tooMany(where, countAt(given, issue.path), Number(issue.maximum))
  }
  throw new AppError(
    400,
    'BODY_INVALID',
    label(
      `요청 형식이 맞지 않습니다${where ? ` (${where})` : ''}.`,
      `The request is malformed (${where}).`,
    ),
  )
}

function tooMany(where: string, count: number, most: number): AppError {
  const text = label(
    `${formatCount(count)}건을 보냈습니다. 한 번에 ${formatCount(most)}건까지 보낼 수 있습니다(${where}). 나누어 보내세요.`,
    `${formatCount(count, 'row')} sent; one call takes up to ${formatCount(most)} (${where}). Send them in parts.`,
  )
  return new AppError(400, 'BODY_INVALID', text)
}

function countAt(given: unknown, path: readonly PropertyKey[]): number {
  let value = given
  for (const name of path) value = (value as Record<PropertyKey, unknown>)[name]
  return Array.isArray(value) ? value.length : 0
}
