import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodType } from 'zod'
import type { Database } from '#server/db/database.ts'
import { howMany } from '#kernel/how-many.ts'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import type { Counted } from './call-limits.ts'
import { assertDeclared } from './assert-declared.ts'
import {
  callerOf,
  hasSessionCookie,
  refuseOnlooker,
  signedIn,
  type Signed,
  type Unsigned,
} from './context.ts'
import { bodyToRead, refuseLostBody, takeSmallBody } from './small-body.ts'

const kb = 1024

/** Bytes of a body where a route declares nothing: anybody may send to public ones. */
export const publicBodyLimit = 8 * kb
const signedBodyLimit = 1024 * kb
/** For routes that take the rows of a sheet or of a whole grid. */
export const rowsBodyLimit = 64 * 1024 * kb

/**
 * A route with its permission said in front: `public` needs no session, `signed-in` any session,
 * `granted` checks the operation it carries by itself before it touches a row. There is no default.
 * `bodyLimit` is declared only where the body may be larger than that of most routes.
 */
export type Route<B = unknown> =
  | PublicRoute<B>
  | {
      readonly path: string
      readonly bodyLimit?: number
      readonly access: 'signed-in' | 'granted'
      /** What the session may reach: its own rows only, or what its warehouse and owners hold. */
      readonly scope: 'self' | 'operation'
      /** Changes nothing and lets nothing out of the house: also for who looks on as its user. */
      readonly reads?: true
      /** Counted for each user, where many calls cost much or let much out. */
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

/** Keeps the body's type between `body` and `answer`. */
export function route<B>(declared: Route<B>): Route {
  return declared as Route
}

/** Adds POST routes; refuses one that does not say who may call it. */
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
    /** Before the body is read: strangers cost nothing but the look for their session. */
    const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      if (hasSessionCookie(request)) takeSmallBody(request)
      const session = await signedIn(db, request)
      refuseOnlooker(session, declared.reads)
      if (declared.counts) app.countCall(declared.counts, session.userId, reply)
      callers.set(request, { session, caller: callerOf(session, request) })
      refuseLostBody(request)
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
    `${howMany(count)}건을 보냈습니다. 한 번에 ${howMany(most)}건까지 보낼 수 있습니다(${where}). 나누어 보내세요.`,
    `${howMany(count, 'row')} sent; one call takes up to ${howMany(most)} (${where}). Send them in parts.`,
  )
  return new AppError(400, 'BODY_INVALID', text)
}

function countAt(given: unknown, path: readonly PropertyKey[]): number {
  let value = given
  for (const name of path) value = (value as Record<PropertyKey, unknown>)[name]
  return Array.isArray(value) ? value.length : 0
}
