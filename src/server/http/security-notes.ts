import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { menuByRoute } from '#areas/menu-map.ts'
import { userIdFault } from '#areas/system/rules/user-id.ts'
import { rateLimitKey } from '#server/auth/rate-limit-key.ts'
import type { Database } from '#server/db/database.ts'
import type { AppError } from '#server/base/app-error.ts'
import {
  insertEvents,
  type Origin,
  type SecurityEvent,
  type SecurityKind,
} from '#server/security/security-event.ts'

/** An event that is told after the answer; how many rows went out is known then. */
type Note = Omit<SecurityEvent, 'rows' | 'outcome'> & {
  readonly outcome?: SecurityEvent['outcome']
  readonly rows?: number | (() => number)
}

/** What is noted of one call, until it is over. */
interface Page {
  readonly notes: Note[]
  isOver: boolean
  readonly write: () => void
}

const pages = new WeakMap<FastifyRequest, Page>()
const callers = new WeakMap<FastifyRequest, string>()

/** A number for each call: in the answer, the log, and every security event of it. */
export function newTraceId(): string {
  return randomBytes(16).toString('hex')
}

/** Where a call came from. The screen is what the page says, where there is such a screen. */
export function originOf(request: FastifyRequest): Origin {
  const said = request.headers['x-screen']
  const menu = typeof said === 'string' && menuByRoute(said) ? said : ''
  const agent = request.headers['user-agent'] ?? ''
  const path = request.routeOptions.url ?? ''
  return { address: request.ip, agent, path, menu, traceId: request.id }
}

/** Notes an event that is written down once the answer has gone, or the caller before it. */
export function note(request: FastifyRequest, event: Note): void {
  const page = pages.get(request)
  page?.notes.push(event)
  if (page?.isOver) page.write()
}

/** Says whose call it is, as soon as that is known. */
export function noteCaller(request: FastifyRequest, userId: string): void {
  callers.set(request, userId)
}

/** Whose call it is, as far as that is known. */
export function callerId(request: FastifyRequest): string {
  return callers.get(request) ?? ''
}

/** The id of a refused login: people type passwords into the wrong field, and those are kept nowhere. */
export function typedId(userId: string): string {
  return userIdFault(userId) ? '?' : userId
}

const ofPath: Readonly<Record<string, SecurityKind>> = {
  '/api/login': 'LOGIN',
  '/api/changePassword': 'PASSWORD',
  '/api/auth/find/password': 'PASSWORD_ASK',
  '/api/auth/initPassword': 'PASSWORD_RESET',
  '/api/factor/prove': 'FACTOR',
  '/api/factor/confirm': 'FACTOR',
}

/** Refusals of what no page of ours sends: somebody tries to get around what it checks. */
const around: ReadonlySet<string> = new Set([
  'FOREIGN_ORIGIN',
  'BODY_INVALID',
  'BODY_COMPRESSED',
  'JSON_TOO_DEEP',
  // So many calls that a note of each would be a load of its own.
  'CALLS_THROTTLED',
])

/** What was noted in a minute, by place and code; so many places and no more. */
const once = { minute: 0, seen: new Set<string>() }
const placesMost = 1_000

/** Whether this place was not noted for it in the running minute: anybody could fill the log else. */
function isFirst(request: FastifyRequest, code: string): boolean {
  const minute = Math.floor(Date.now() / 60_000)
  if (once.minute !== minute) {
    once.minute = minute
    once.seen.clear()
  }
  const key = `${code} ${rateLimitKey(request.ip)}`
  if (once.seen.has(key) || once.seen.size >= placesMost) return false
  once.seen.add(key)
  return true
}

/**
 * Notes a refusal that concerns the security of the site: a call without the right to it, a door
 * that was tried too often, a password or link that was wrong, and once a minute for each place what
 * no page of ours sends. Strangers' other refusals are no events.
 */
export function noteRefusal(request: FastifyRequest, { status, code, lacks }: AppError): void {
  const userId = callerId(request)
  const kind = ofPath[request.routeOptions.url ?? '']
  const detail = lacks === undefined ? code : `${code} ${lacks}`
  const outcome = status === 429 ? 'THROTTLED' : 'REFUSED'
  if (around.has(code)) {
    if (isFirst(request, code)) note(request, { kind: 'CALL', outcome, userId, detail })
  } else if (status === 429) note(request, { kind: kind ?? 'CALL', outcome, userId, detail })
  else if (kind && (status === 401 || status === 403 || status === 422)) {
    note(request, { kind, outcome: 'REFUSED', userId, detail })
  } else if (status === 403 && userId !== '') {
    note(request, { kind: 'CALL', outcome: 'REFUSED', userId, detail })
  }
}

/**
 * Writes the notes of each call down after its answer, also where the caller broke the answer off:
 * what went out until then is out. What fails there fails no call.
 */
export function keepNotes(app: FastifyInstance, db: Database): void {
  const kept = new Set<Promise<unknown>>()
  const keep = (request: FastifyRequest, noted: readonly Note[], went: boolean): void => {
    const events = noted.map(({ rows, outcome = went ? 'OK' : 'FAILED', ...event }) => {
      const count = typeof rows === 'function' ? rows() : rows
      return { ...event, outcome, ...(count !== undefined && { rows: count }) }
    })
    const writing = db
      .execute(insertEvents(originOf(request), events))
      .catch((error: unknown) => request.log.error(error))
      .finally(() => kept.delete(writing))
    kept.add(writing)
  }
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-trace-id', request.id)
    let isSent = false
    const page: Page = {
      notes: [],
      isOver: false,
      write: () => {
        const noted = page.notes.splice(0)
        if (noted.length > 0) keep(request, noted, isSent && reply.statusCode < 400)
      },
    }
    pages.set(request, page)
    reply.raw.once('finish', () => {
      isSent = true
    })
    reply.raw.once('close', () => {
      page.isOver = true
      page.write()
    })
  })
  app.addHook('onClose', async () => {
    await Promise.all(kept)
  })
}
