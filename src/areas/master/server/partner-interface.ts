import { z } from 'zod'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import type { PartnerInterface, PartnerPage, PartnerRoute } from '#server/http/partner-routes.ts'
import type { PartnerKind, PartnerEventKind, Profile } from './partner-kind.ts'
import { buildOpenApi } from './partner-open-api.ts'
import { partnerPage } from './partner-page.ts'
import { findProfileByToken } from './partner-profile.ts'
import { partnerUser, readOutcome, receiveDelivery } from './partner-receive.ts'
import { acknowledgeResults, makeResults, readResults } from './partner-results.ts'
import { describePartnerInterface } from './partner-documentation.ts'

const maxLines = 5000

function partnerRoute<B>(
  declared: Omit<PartnerRoute<Profile, B>, 'access' | 'scope'>,
): PartnerRoute<Profile> {
  return { ...declared, access: 'token', scope: 'profile' } as PartnerRoute<Profile>
}

/** Rejects numbers that a double cannot represent exactly, because digits are already lost. */
const exactNumber = z
  .number()
  .refine((value) => Math.abs(value) < 1e15, 'a number this long must be sent as text')
const valueSchema = z.union([z.string().max(2000), exactNumber, z.null()])
const lineSchema = z.record(z.string().max(100), valueSchema)
const kindCode = z.enum(['RECEIPT', 'SHIPMENT', 'STOCK'])
const reportedKinds = ['RECEIPT', 'SHIPMENT', 'STOCK', 'ADJUST', 'ORDER'] as const
const reportedKind = z.enum(reportedKinds)
const messageNo = z.string().trim().min(1).max(60)
const cursor = z.int().min(0)

function findKind(kinds: readonly PartnerKind[], code: string, profile: Profile): PartnerKind {
  const kind = kinds.find((candidate) => candidate.code === code)
  if (kind && profile.kinds.has(kind.code)) return kind
  const text = label('이 종류의 메시지를 받지 않습니다.', 'Messages of this kind are not accepted.')
  throw new AppError(403, 'KIND_DENIED', text)
}

type PartnerTexts = ReturnType<typeof describePartnerInterface>

function messageRoutes(
  kinds: readonly PartnerKind[],
  words: PartnerTexts,
): readonly PartnerRoute<Profile>[] {
  return [
    partnerRoute({
      path: '/api/partner/messages',
      words: words.sent,
      dropsUnstorable: true,
      stores: true,
      body: z.strictObject({
        KIND: kindCode,
        MESSAGE_NO: messageNo,
        LINES: z.array(lineSchema).min(1).max(maxLines),
      }),
      answer: async ({ KIND, MESSAGE_NO, LINES }, { db, profile, caller, raw }) => {
        const delivery = { number: MESSAGE_NO, raw, lines: LINES }
        await receiveDelivery(db, findKind(kinds, KIND, profile), profile, caller, delivery)
        const request = { kind: KIND, number: MESSAGE_NO }
        return { data: await readOutcome(db, profile, request, caller.language) }
      },
    }),
    partnerRoute({
      path: '/api/partner/message',
      words: words.asked,
      body: z.strictObject({ KIND: kindCode, MESSAGE_NO: messageNo }),
      answer: async ({ KIND, MESSAGE_NO }, { db, profile, caller }) => {
        const request = { kind: KIND, number: MESSAGE_NO }
        const respondWithOutcome = await readOutcome(db, profile, request, caller.language)
        if (respondWithOutcome) return { data: respondWithOutcome }
        const text = label('해당 번호의 메시지가 없습니다.', 'Message not found.')
        throw new AppError(404, 'MESSAGE_UNKNOWN', text)
      },
    }),
  ]
}

function resultRoutes(
  kinds: readonly PartnerKind[],
  news: readonly PartnerEventKind[],
  words: PartnerTexts,
): readonly PartnerRoute<Profile>[] {
  return [
    partnerRoute({
      path: '/api/partner/results',
      words: words.results,
      body: z.strictObject({
        AFTER: cursor.default(0),
        MAX: z.int().min(1).max(500).default(100),
        KINDS: z
          .array(reportedKind)
          .min(1)
          .max(5)
          .default([...reportedKinds]),
      }),
      answer: async ({ AFTER, MAX, KINDS }, { db, profile, caller }) => {
        const request = { after: AFTER, most: MAX, kinds: KINDS }
        const found = await db.transaction(async (tx) => {
          await makeResults(tx, profile, [...kinds, ...news], caller.userId)
          return readResults(tx, profile, request, caller.userId)
        })
        const results = found.map((row): unknown => JSON.parse(row.raw_body))
        return { data: { RESULTS: results, CURSOR: found.at(-1)?.result_no ?? AFTER } }
      },
    }),
    partnerRoute({
      path: '/api/partner/acknowledge',
      words: words.acknowledged,
      body: z.strictObject({ RESULT_NOS: z.array(z.int().min(1)).min(1).max(500) }),
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
      words: words.stock,
      body: z.strictObject({
        AFTER: z.string().max(400).default(''),
        MAX: z.int().min(1).max(5000).default(1000),
      }),
      answer: async ({ AFTER, MAX }, { db, profile }) => {
        const current = findKind(kinds, 'STOCK', profile).current
        const rows = (await current?.(db, profile, { after: AFTER, limit: MAX })) ?? []
        return { data: { STOCK: rows, CURSOR: rows.at(-1)?.['CURSOR'] ?? AFTER } }
      },
    }),
  ]
}

function partnerPages(
  routes: readonly PartnerRoute<Profile>[],
  events: Parameters<typeof buildOpenApi>[1],
): readonly PartnerPage[] {
  return [
    {
      path: '/api/partner/openapi.json',
      access: 'public',
      scope: 'none',
      type: 'application/json; charset=utf-8',
      text: (language) => JSON.stringify(buildOpenApi(routes, events, language)),
    },
    {
      path: '/api/partner/docs',
      access: 'public',
      scope: 'none',
      type: 'text/html; charset=utf-8',
      text: (language) => partnerPage(buildOpenApi(routes, events, language), language),
    },
  ]
}

/**
 * Partner endpoints for messages of these kinds. Each call is authenticated by the token of a
 * profile.
 */
export function createPartnerInterface(
  kinds: readonly PartnerKind[],
  news: readonly PartnerEventKind[],
): PartnerInterface<Profile> {
  const words = describePartnerInterface(kinds, news)
  const routes = [...messageRoutes(kinds, words), ...resultRoutes(kinds, news, words)]
  return {
    findProfile: findProfileByToken,
    getUser: partnerUser,
    routes,
    pages: partnerPages(routes, { kinds, news }),
  }
}
