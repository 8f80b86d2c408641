import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodType } from 'zod'
import { timestampAt } from '#kernel/calendar.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label, type Language } from '#kernel/label.ts'
import type { Database } from '#server/db/database.ts'
import { rateLimitKey } from '#server/auth/rate-limit-key.ts'
import { AppError } from '#server/base/app-error.ts'
import type { Caller } from '#server/auth/caller.ts'
import { requestLanguage } from './context.ts'
import { assertDeclared } from '#server/base/assert-declared.ts'
import { readPartnerJson, type PartnerBody } from './read-partner-json.ts'
import { SharedLimit } from './shared-limit.ts'

const maxBody = 4 * 1024 * 1024
/**
 * Calls per minute: of one profile, with unknown tokens from one address, and for documentation
 * pages from one address.
 */
const maxCalls = 240
const maxUnauthenticated = 60
const maxReaders = 60
/**
 * Lookups per minute, from one address, of tokens not seen as valid before. A flood above this
 * limit costs the database nothing, while partners behind the same address still get through.
 */
const maxLookups = 600
/**
 * Stored messages of one profile in 24 hours, over all servers. Each counts as at least
 * `minCountedKb`, because its lines and documents are stored as well.
 */
const maxDailyMb = 256
const minCountedKb = 4

interface TokenHolder {
  readonly wcode: string
  readonly owner: string
  readonly code: string
}

interface PartnerCall<P> {
  readonly db: Database
  readonly profile: P
  readonly caller: Caller
  readonly raw: string
}

/** Documentation of a route, from which the API description is generated. */
export interface PartnerDocumentation {
  readonly title: Label
  readonly text: Label
  /** Explains the properties of the request and the response, by name. */
  readonly properties: Readonly<Record<string, Label>>
  /** Equivalent EDI documents (X12). */
  readonly edi: string
  /** Schema of `data`; undeclared fields are not returned. */
  readonly data: ZodType
  readonly refusals: readonly {
    readonly status: number
    readonly code: string
    readonly text: Label
  }[]
  /** Example bodies by name, each covered by a test. */
  readonly examples: Readonly<Record<string, object>>
  /** Examples of `data` by name, checked against the schema by a test. */
  readonly responses: Readonly<Record<string, object>>
}

export interface PartnerRoute<P, B = unknown> {
  readonly path: string
  readonly access: 'token'
  readonly scope: 'profile'
  /** As in `Route`, for messages with text that users paste. */
  readonly dropsUnstorable?: true
  /** Stores the body, so it counts towards the daily quota of the profile. */
  readonly stores?: true
  readonly body: ZodType<B>
  readonly words: PartnerDocumentation
  readonly answer: (body: B, call: PartnerCall<P>) => Promise<unknown>
}

/** Public documentation page. Contains no data of a site. */
export interface PartnerPage {
  readonly path: string
  readonly access: 'public'
  readonly scope: 'none'
  readonly type: string
  readonly text: (language: Language) => string
}

export interface PartnerInterface<P extends TokenHolder> {
  readonly findProfile: (db: Database, token: string) => Promise<P | undefined>
  readonly getUser: (profile: P) => string
  readonly routes: readonly PartnerRoute<P>[]
  readonly pages: readonly PartnerPage[]
}

/** Registers the partner routes. Throws if one does not declare its access. */
export async function addPartnerRoutes<P extends TokenHolder>(
  app: FastifyInstance,
  db: Database,
  door: PartnerInterface<P>,
): Promise<void> {
  await app.register(async (part) => {
    readPartnerJson(part)
    const admitted = new WeakMap<FastifyRequest, P>()
    const admit = authenticatePartner(part, db, door, admitted)
    addPages(part, door.pages)
    const countStored = dailyQuota(db)
    for (const declared of door.routes) {
      const { path, access, scope, body, answer, stores, dropsUnstorable = false } = declared
      assertDeclared(path, { access, scope })
      const config = { access, scope, dropsUnstorable }
      const options = { bodyLimit: maxBody, onRequest: admit, config }
      part.post(path, options, async (request, reply) => {
        if (!admitted.has(request)) throw new Error(`${path}: nobody was let in`)
        // Receiving a body can take minutes, in which the token can be revoked.
        const profile = await door.findProfile(db, readToken(request) ?? '')
        if (!profile) throw unknownTokenError(reply)
        const { raw = '', content } = (request.body ?? {}) as Partial<PartnerBody>
        const caller = partnerCaller(profile, door.getUser(profile), request)
        const given = readBody(body, content)
        if (stores) await countStored(profile, raw, reply)
        return answer(given, { db, profile, caller, raw })
      })
    }
  })
}

function addPages(part: FastifyInstance, pages: readonly PartnerPage[]): void {
  const readers = part.createRateLimit({
    timeWindow: 60_000,
    max: maxReaders,
    keyGenerator: ({ ip }) => `reader ${rateLimitKey(ip)}`,
  })
  for (const { path, access, scope, type, text } of pages) {
    assertDeclared(path, { access, scope })
    const options = { exposeHeadRoute: false, config: { access, scope } }
    part.get(path, options, async (request, reply) => {
      const limit = await readers(request)
      if (!limit.isAllowed && limit.isExceeded) throw tooManyError(reply, limit.ttlInSeconds)
      return reply.type(type).send(text(partnerLanguage(request)))
    })
  }
}

/** Authenticates by token before reading the body. */
function authenticatePartner<P extends TokenHolder>(
  part: FastifyInstance,
  db: Database,
  door: PartnerInterface<P>,
  admitted: WeakMap<FastifyRequest, P>,
) {
  const minute = { timeWindow: 60_000 }
  const limitUnauthenticated = part.createRateLimit({
    ...minute,
    max: maxUnauthenticated,
    keyGenerator: ({ ip }) => `stranger ${rateLimitKey(ip)}`,
  })
  const partners = part.createRateLimit({
    ...minute,
    max: maxCalls,
    keyGenerator: (request) => {
      const { wcode, owner, code } = admitted.get(request) ?? { wcode: '', owner: '', code: '' }
      return `partner ${wcode} ${owner} ${code}`
    },
  })
  const limitLookups = part.createRateLimit({
    ...minute,
    max: maxLookups,
    keyGenerator: ({ ip }) => `lookup ${rateLimitKey(ip)}`,
  })
  const known = new Set<string>()
  const findProfile = async (request: FastifyRequest, reply: FastifyReply, token: string) => {
    const hash = createHash('sha256').update(token).digest('base64url')
    if (!known.has(hash)) {
      const lookups = await limitLookups(request)
      if (!lookups.isAllowed && lookups.isExceeded) throw tooManyError(reply, lookups.ttlInSeconds)
    }
    const profile = await door.findProfile(db, token)
    if (profile) known.add(hash)
    else known.delete(hash)
    return profile
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = readToken(request)
    const profile = token === undefined ? undefined : await findProfile(request, reply, token)
    if (!profile) {
      const tried = await limitUnauthenticated(request)
      if (!tried.isAllowed && tried.isExceeded) throw tooManyError(reply, tried.ttlInSeconds)
      throw unknownTokenError(reply)
    }
    admitted.set(request, profile)
    const query = await partners(request)
    if (!query.isAllowed && query.isExceeded) throw tooManyError(reply, query.ttlInSeconds)
  }
}

function readToken({ headers }: FastifyRequest): string | undefined {
  return /^Bearer (\S{1,200})$/.exec(headers.authorization ?? '')?.[1]
}

function unknownTokenError(reply: FastifyReply): AppError {
  reply.header('www-authenticate', 'Bearer')
  const text = label('토큰이 없거나 맞지 않습니다.', 'The token is missing or invalid.')
  return new AppError(401, 'TOKEN_UNKNOWN', text)
}

/** Returns a function that counts a message. Throws AppError 429 above the daily quota. */
function dailyQuota(db: Database) {
  const stored = new SharedLimit(db)
  const window = { max: maxDailyMb * 1024, seconds: 24 * 60 * 60 }
  return async (profile: TokenHolder, raw: string, reply: FastifyReply): Promise<void> => {
    const amount = Math.max(minCountedKb, Math.ceil(Buffer.byteLength(raw) / 1024))
    const bucket = JSON.stringify(['partner', profile.wcode, profile.owner, profile.code])
    const wait = await stored.count(bucket, { ...window, amount })
    if (wait === undefined) return
    reply.header('retry-after', String(wait))
    const hours = Math.ceil(wait / 3600)
    const text = label(
      `하루에 받는 메시지 용량(${maxDailyMb}MB)을 넘었습니다. ${hours}시간 뒤에 다시 보내세요.`,
      `Over the daily limit of messages (${maxDailyMb} MB). Send again in ${formatCount(hours, 'hour')}.`,
    )
    throw new AppError(429, 'DAILY_QUOTA', text)
  }
}

function tooManyError(reply: FastifyReply, seconds: number): AppError {
  reply.header('retry-after', String(seconds))
  const text = label(
    `요청이 너무 많습니다. ${seconds}초 뒤에 다시 보내세요.`,
    `Too many requests. Send again in ${formatCount(seconds, 'second')}.`,
  )
  return new AppError(429, 'THROTTLED', text)
}

function partnerCaller(profile: TokenHolder, userId: string, request: FastifyRequest): Caller {
  return {
    userId,
    scope: { wcode: profile.wcode, owners: [profile.owner] },
    language: partnerLanguage(request),
    today: timestampAt(Date.now()).slice(0, 8),
  }
}

function partnerLanguage(request: FastifyRequest): Language {
  const isEnglish = /(?:^|,)\s*en/.test(request.headers['accept-language'] ?? '')
  return requestLanguage(request, isEnglish ? 'en' : 'ko')
}

/** Validates a body and reports all errors with their paths. */
function readBody<B>(schema: ZodType<B>, given: unknown): B {
  const parsed = schema.safeParse(given ?? {})
  if (parsed.success) return parsed.data
  const places = parsed.error.issues
    .slice(0, 20)
    .map(({ path, message }) => `${path.join('.') || '-'}: ${message}`)
    .join('; ')
  const text = label(`요청 형식이 맞지 않습니다. ${places}`, `The request is malformed. ${places}`)
  throw new AppError(400, 'BODY_INVALID', text)
}
