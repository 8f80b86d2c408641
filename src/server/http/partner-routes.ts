import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z, type ZodType } from 'zod'
import { momentAt } from '#kernel/calendar.ts'
import { label, type Language } from '#kernel/label.ts'
import type { PartnerKind, Profile } from '#server/partner/partner-kind.ts'
import { profileOfToken } from '#server/partner/partner-profile.ts'
import { partnerUser, readFate, receiveDelivery } from '#server/partner/partner-receive.ts'
import { acknowledgeResults, makeResults, readResults } from '#server/partner/partner-results.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/engine/app-error.ts'
import type { Caller } from '#server/engine/handler.ts'
import { languageOf } from './context.ts'
import { mustDeclare } from './must-declare.ts'
import { readPartnerJson, type PartnerBody } from './read-partner-json.ts'

const bodyMost = 4 * 1024 * 1024
const linesMost = 5000
/** Calls in a minute of one profile, and tries with a token nobody has from one address. */
const callsMost = 240
const strangersMost = 60

interface Partner {
  readonly db: Database
  readonly profile: Profile
  readonly caller: Caller
  readonly raw: string
}

/** A route for partners: a token opens it, and the token's profile says what is in reach. */
interface PartnerRoute<B = unknown> {
  readonly path: string
  readonly access: 'token'
  readonly scope: 'profile'
  readonly body: ZodType<B>
  readonly answer: (body: B, partner: Partner) => Promise<unknown>
}

function partnerRoute<B>(declared: Omit<PartnerRoute<B>, 'access' | 'scope'>): PartnerRoute {
  return { ...declared, access: 'token', scope: 'profile' } as PartnerRoute
}

/** A number that a double does not hold exactly has lost digits already. */
const exactNumber = z
  .number()
  .refine((value) => Math.abs(value) < 1e15, 'a number this long must be sent as text')
const value = z.union([z.string().max(2000), exactNumber, z.null()])
const line = z.record(z.string().max(100), value)
const kindCode = z.enum(['RECEIPT', 'SHIPMENT', 'STOCK'])
const messageNo = z.string().trim().min(1).max(60)
const cursor = z.int().min(0)

function kindOf(kinds: readonly PartnerKind[], code: string, profile: Profile): PartnerKind {
  const kind = kinds.find((each) => each.code === code)
  if (kind && profile.kinds.has(kind.code)) return kind
  const text = label('이 종류의 메시지를 받지 않습니다.', 'Such messages are not taken.')
  throw new AppError(403, 'KIND_DENIED', text)
}

/** Every door for partners. */
function partnerRoutes(kinds: readonly PartnerKind[]): readonly PartnerRoute[] {
  return [
    partnerRoute({
      path: '/api/partner/messages',
      body: z.object({
        KIND: kindCode,
        MESSAGE_NO: messageNo,
        LINES: z.array(line).min(1).max(linesMost),
      }),
      answer: async ({ KIND, MESSAGE_NO, LINES }, { db, profile, caller, raw }) => {
        const delivery = { number: MESSAGE_NO, raw, lines: LINES }
        await receiveDelivery(db, kindOf(kinds, KIND, profile), profile, caller, delivery)
        const asked = { kind: KIND, number: MESSAGE_NO }
        return { data: await readFate(db, profile, asked, caller.language) }
      },
    }),
    partnerRoute({
      path: '/api/partner/message',
      body: z.object({ KIND: kindCode, MESSAGE_NO: messageNo }),
      answer: async ({ KIND, MESSAGE_NO }, { db, profile, caller }) => {
        const asked = { kind: KIND, number: MESSAGE_NO }
        const fate = await readFate(db, profile, asked, caller.language)
        if (fate) return { data: fate }
        const text = label('그런 번호의 메시지가 없습니다.', 'There is no such message.')
        throw new AppError(404, 'MESSAGE_UNKNOWN', text)
      },
    }),
    partnerRoute({
      path: '/api/partner/results',
      body: z.object({
        AFTER: cursor.default(0),
        MAX: z.int().min(1).max(500).default(100),
        KINDS: z.array(kindCode).min(1).max(3).default(['RECEIPT', 'SHIPMENT', 'STOCK']),
      }),
      answer: async ({ AFTER, MAX, KINDS }, { db, profile, caller }) => {
        const asked = { after: AFTER, most: MAX, kinds: KINDS }
        const found = await db.transaction(async (tx) => {
          await makeResults(tx, profile, kinds, caller.userId)
          return readResults(tx, profile, asked, caller.userId)
        })
        const results = found.map((row): unknown => JSON.parse(row.raw_body))
        return { data: { RESULTS: results, CURSOR: found.at(-1)?.result_no ?? AFTER } }
      },
    }),
    partnerRoute({
      path: '/api/partner/acknowledge',
      body: z.object({ RESULT_NOS: z.array(z.int().min(1)).min(1).max(500) }),
      answer: async ({ RESULT_NOS }, { db, profile, caller }) => {
        const { now, before } = await db.transaction((tx) =>
          acknowledgeResults(tx, profile, RESULT_NOS, caller.userId),
        )
        const known = new Set([...now, ...before])
        const unknown = RESULT_NOS.filter((number) => !known.has(number))
        return { data: { ACKNOWLEDGED: now, BEFORE: before, UNKNOWN: unknown } }
      },
    }),
    partnerRoute({
      path: '/api/partner/stock',
      body: z.object({
        AFTER: z.string().max(400).default(''),
        MAX: z.int().min(1).max(5000).default(1000),
      }),
      answer: async ({ AFTER, MAX }, { db, profile }) => {
        const current = kindOf(kinds, 'STOCK', profile).current
        const rows = (await current?.(db, profile, { after: AFTER, most: MAX })) ?? []
        return { data: { STOCK: rows, CURSOR: rows.at(-1)?.['CURSOR'] ?? AFTER } }
      },
    }),
  ]
}

/** Adds the doors for partners; refuses one that does not say who may use it. */
export async function addPartnerRoutes(
  app: FastifyInstance,
  db: Database,
  kinds: readonly PartnerKind[],
): Promise<void> {
  await app.register(async (part) => {
    readPartnerJson(part)
    const admit = doorman(part, db)
    for (const { path, access, scope, body, answer } of partnerRoutes(kinds)) {
      mustDeclare(path, { access, scope })
      part.post(path, { bodyLimit: bodyMost, onRequest: admit }, async (request) => {
        const profile = admitted.get(request)
        if (!profile) throw new Error(`${path}: nobody was let in`)
        const { raw = '', content } = (request.body ?? {}) as Partial<PartnerBody>
        const caller = callerOf(profile, request)
        return answer(readBody(body, content), { db, profile, caller, raw })
      })
    }
  })
}

const admitted = new WeakMap<FastifyRequest, Profile>()

/** Lets in who has a token, before a byte of the body is read. */
function doorman(part: FastifyInstance, db: Database) {
  const minute = { timeWindow: 60_000 }
  const strangers = part.createRateLimit({
    ...minute,
    max: strangersMost,
    keyGenerator: ({ ip }) => `stranger ${ip}`,
  })
  const partners = part.createRateLimit({
    ...minute,
    max: callsMost,
    keyGenerator: (request) => {
      const { wcode, owner, code } = admitted.get(request) ?? { wcode: '', owner: '', code: '' }
      return `partner ${wcode} ${owner} ${code}`
    },
  })
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '')?.[1]
    const profile = token === undefined ? undefined : await profileOfToken(db, token)
    if (!profile) {
      const tried = await strangers(request)
      if (!tried.isAllowed && tried.isExceeded) throw tooMany(reply, tried.ttlInSeconds)
      reply.header('www-authenticate', 'Bearer')
      const text = label('토큰이 없거나 맞지 않습니다.', 'There is no token, or it is not valid.')
      throw new AppError(401, 'TOKEN_UNKNOWN', text)
    }
    admitted.set(request, profile)
    const asked = await partners(request)
    if (!asked.isAllowed && asked.isExceeded) throw tooMany(reply, asked.ttlInSeconds)
  }
}

function tooMany(reply: FastifyReply, seconds: number): AppError {
  reply.header('retry-after', String(seconds))
  const text = label(
    `요청이 너무 많습니다. ${seconds}초 뒤에 다시 보내세요.`,
    `Too many requests. Send again in ${seconds} seconds.`,
  )
  return new AppError(429, 'THROTTLED', text)
}

function callerOf(profile: Profile, request: FastifyRequest): Caller {
  const english = /(?:^|,)\s*en/.test(request.headers['accept-language'] ?? '')
  const language: Language = languageOf(request, english ? 'en' : 'ko')
  return {
    userId: partnerUser(profile),
    scope: { wcode: profile.wcode, owners: [profile.owner] },
    language,
    today: momentAt(Date.now()).slice(0, 8),
  }
}

/** Everything that is malformed at once, with its place. */
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
