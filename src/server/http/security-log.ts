import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { menuByRoute } from '#areas/menu-map.ts'
import { userIdError } from '#areas/system/rules/user-id.ts'
import { readTraceparent } from '#server/base/call-trace.ts'
import { rateLimitKey } from '#server/auth/rate-limit-key.ts'
import type { Database } from '#server/db/database.ts'
import type { WireRow } from '#kernel/field.ts'
import { AppError } from '#server/base/app-error.ts'
import { guardedOperations } from '#server/security/guarded-operations.ts'
import {
  insertEvents,
  type Origin,
  type SecurityEvent,
  type SecurityKind,
} from '#server/security/security-event.ts'
import { countBySubject, findRefusedRows } from './save-subjects.ts'

/** Event that is written after the response, when the number of sent rows is known. */
type LoggedEvent = Omit<SecurityEvent, 'rows' | 'outcome'> & {
  readonly outcome?: SecurityEvent['outcome']
  readonly rows?: number | (() => number)
}

interface Page {
  /** Stored, because a request has no address once its connection is closed. */
  readonly address: string
  readonly notes: LoggedEvent[]
  isOver: boolean
  readonly write: () => void
}

const pages = new WeakMap<FastifyRequest, Page>()
const callers = new WeakMap<FastifyRequest, string>()

/** Trace ID of a request: the one of its `traceparent` header, otherwise a random one. */
export function traceIdFor({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return readTraceparent(headers['traceparent'])?.traceId ?? randomBytes(16).toString('hex')
}

function clientAddress(request: FastifyRequest): string {
  return pages.get(request)?.address ?? request.ip
}

/** Origin of a call. The screen is sent by the page and used only if it exists. */
export function requestOrigin(request: FastifyRequest): Origin {
  const given = request.headers['x-screen']
  const menu = typeof given === 'string' && menuByRoute(given) ? given : ''
  const agent = request.headers['user-agent'] ?? ''
  const path = request.routeOptions.url ?? ''
  return { address: clientAddress(request), agent, path, menu, traceId: request.id }
}

/** Records an event, which is written once the response was sent or the caller disconnected. */
export function logEvent(request: FastifyRequest, event: LoggedEvent): void {
  const page = pages.get(request)
  page?.notes.push(event)
  if (page?.isOver) page.write()
}

export function recordCaller(request: FastifyRequest, userId: string): void {
  callers.set(request, userId)
}

export function callerId(request: FastifyRequest): string {
  return callers.get(request) ?? ''
}

/**
 * User ID of a failed login, masked if invalid: users type passwords into the wrong field, and
 * those must not be stored.
 */
export function typedId(userId: string): string {
  return userIdError(userId) ? '?' : userId
}

const kindByPath: Readonly<Record<string, SecurityKind>> = {
  '/api/login': 'LOGIN',
  '/api/changePassword': 'PASSWORD',
  '/api/auth/find/password': 'PASSWORD_ASK',
  '/api/auth/initPassword': 'PASSWORD_RESET',
  '/api/login/passkey': 'LOGIN',
  '/api/factor/begin': 'FACTOR',
  '/api/factor/prove': 'FACTOR',
  '/api/factor/confirm': 'FACTOR',
  '/api/factor/drop': 'FACTOR',
  '/api/factor/passkey/begin': 'FACTOR',
  '/api/factor/passkey/add': 'FACTOR',
  '/api/factor/passkey/drop': 'FACTOR',
  '/api/factor/passkey/prove': 'FACTOR',
}

const refusalStatuses: ReadonlySet<number> = new Set([401, 403, 409, 422])

/** Errors that our pages never cause. They indicate an attempt to bypass the checks of the page. */
const accessCodes: ReadonlySet<string> = new Set([
  'FOREIGN_ORIGIN',
  'BODY_INVALID',
  'BODY_COMPRESSED',
  'JSON_TOO_DEEP',
  // Included because they are too frequent to record each one.
  'CALLS_THROTTLED',
  'TOKEN_UNKNOWN',
])

/** Errors that hide from the caller whether a record exists that their scope excludes. */
const hiddenCodes: ReadonlySet<string> = new Set(['OWNER_UNKNOWN'])

const loggedThisMinute = { minute: 0, seen: new Set<string>() }
const maxPlaces = 1_000

/**
 * Returns whether this address caused this error for the first time this minute. Prevents callers
 * from flooding the log.
 */
export function isFirstThisMinute(request: FastifyRequest, code: string): boolean {
  const minute = Math.floor(Date.now() / 60_000)
  if (loggedThisMinute.minute !== minute) {
    loggedThisMinute.minute = minute
    loggedThisMinute.seen.clear()
  }
  const key = `${code} ${rateLimitKey(clientAddress(request))}`
  if (loggedThisMinute.seen.has(key) || loggedThisMinute.seen.size >= maxPlaces) return false
  loggedThisMinute.seen.add(key)
  return true
}

/**
 * Records an error relevant to security: missing permission, throttling, or a wrong password or
 * link. Errors our pages never cause are recorded once a minute per address. Other errors of
 * anonymous callers are ignored.
 */
export function logRefusal(
  request: FastifyRequest,
  { status, code, missingGrant }: AppError,
): void {
  const userId = callerId(request)
  const kind = kindByPath[request.routeOptions.url ?? '']
  const detail = missingGrant === undefined ? code : `${code} ${missingGrant}`
  const outcome = status === 429 ? 'THROTTLED' : 'REFUSED'
  if (accessCodes.has(code)) {
    if (isFirstThisMinute(request, code))
      logEvent(request, { kind: 'CALL', outcome, userId, detail })
  } else if (status === 429) logEvent(request, { kind: kind ?? 'CALL', outcome, userId, detail })
  else if (kind && refusalStatuses.has(status)) {
    // Strangers can send wrong passkeys without limit, unlike passwords.
    const isCounted = code !== 'PASSKEY_WRONG' || userId !== '' || isFirstThisMinute(request, code)
    if (isCounted) logEvent(request, { kind, outcome: 'REFUSED', userId, detail })
  } else if ((status === 403 || hiddenCodes.has(code)) && userId !== '') {
    logEvent(request, { kind: 'CALL', outcome: 'REFUSED', userId, detail })
  }
}

/**
 * Records the outcome of a change of permissions, persons, keys or partners, with an event for each
 * subject. For other saves, records only rejected attempts to exceed the caller's reach.
 */
export function logGuarded(
  request: FastifyRequest,
  save: {
    readonly operation: string
    readonly userId: string
    readonly isDryRun: boolean
    readonly rows: readonly WireRow[]
  },
  error?: unknown,
): void {
  const { operation, userId, isDryRun, rows } = save
  const isGuarded = guardedOperations.has(operation)
  const event = { kind: 'RIGHTS', userId, operation } as const
  if (error === undefined) {
    // The system area records successful changes in their own transaction.
    if (!isGuarded || isDryRun || operation.startsWith('system/')) return
    for (const counted of countBySubject(rows))
      logEvent(request, { ...event, ...counted, outcome: 'OK' })
  } else if (error instanceof AppError && (error.status === 409 || error.status === 422)) {
    // Dry runs check typed values many times a minute. Of their errors, record only attempts to
    // exceed permissions.
    const attempts = error.rows.filter(({ isDenied }) => isDenied)
    const isAttempt = attempts.length > 0
    if (!isGuarded && !isAttempt) return
    if (isDryRun && !(isAttempt && isFirstThisMinute(request, `${operation} ${userId}`))) return
    const columns = [...new Set(error.rows.map(({ column }) => column ?? ''))].join(' ')
    const detail = [error.code, columns, isDryRun ? 'DRY_RUN' : ''].filter(Boolean).join(' ')
    const refused = findRefusedRows(rows, isGuarded ? [...attempts, ...error.rows] : attempts)
    for (const counted of countBySubject(refused))
      logEvent(request, { ...event, ...counted, outcome: 'REFUSED', detail })
  }
}

/**
 * Writes the events of each call after its response. A call that the client aborts is included,
 * because data sent before has left the site. A failure to write does not fail the call.
 */
export function writeSecurityLog(app: FastifyInstance, db: Database): void {
  const pendingWrites = new Set<Promise<unknown>>()
  const writeEvents = (
    request: FastifyRequest,
    noted: readonly LoggedEvent[],
    hasSucceeded: boolean,
  ): void => {
    const events = noted.map(({ rows, outcome = hasSucceeded ? 'OK' : 'FAILED', ...event }) => {
      const count = typeof rows === 'function' ? rows() : rows
      return { ...event, outcome, ...(count !== undefined && { rows: count }) }
    })
    const writing = db
      .execute(insertEvents(requestOrigin(request), events))
      .catch((error: unknown) => request.log.error(error))
      .finally(() => pendingWrites.delete(writing))
    pendingWrites.add(writing)
  }
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-trace-id', request.id)
    let isSent = false
    const page: Page = {
      address: request.ip,
      notes: [],
      isOver: false,
      write: () => {
        const noted = page.notes.splice(0)
        if (noted.length > 0) writeEvents(request, noted, isSent && reply.statusCode < 400)
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
    await Promise.all(pendingWrites)
  })
}
