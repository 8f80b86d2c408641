import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import type { Database } from '#server/db/database.ts'
import { SharedLimit } from './shared-limit.ts'

/** `large`: calls with a body that is parsed in pieces, and files to read or store. */
export type CountedKind = 'question' | 'export' | 'print' | 'save' | 'large'

/**
 * Limit of a route. `none` only for requests that read or write a few rows of the caller and that
 * the page sends on its own: exceeding a limit must not lock users out.
 */
export type CallCost = CountedKind | 'none'

const costs: readonly unknown[] = [
  'question',
  'export',
  'print',
  'save',
  'large',
  'none',
] satisfies CallCost[]

/** Cost of a route for `assertDeclared`; undefined for an unknown cost. */
export function assertKnownCost(counts: unknown): unknown {
  return costs.find((cost) => cost === counts)
}

/** Calls per user and minute, over all browser windows; 0 disables the limit. */
export type CallLimits = Readonly<Record<CountedKind, number>>

/**
 * Limits far above manual use: a clerk with 8,000 keystrokes an hour sends two or three queries a
 * second, and a page that follows the changes of others sends one per save. A program that reads
 * everything needs far more.
 */
export const defaultCallLimits: CallLimits = {
  question: 3_000,
  export: 60,
  print: 120,
  save: 3_000,
  large: 60,
}

const windowMs = 60_000
/**
 * Delay before a call above the limit is rejected. It slows the caller down, because a delayed call
 * still occupies one of the session's slots.
 */
const penaltyMs = 200

interface Counting {
  since: number
  calls: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call. Throws AppError 429 above the limit and sets `retry-after`. */
    countCall: (kind: CountedKind, userId: string, reply: FastifyReply) => Promise<void>
  }
}

/**
 * Exports are counted over all servers. Each server counts the other calls separately, because they
 * are too frequent for a database write each.
 */
export function countCalls(app: FastifyInstance, db: Database, limits: CallLimits): void {
  const exports = new SharedLimit(db)
  const counted = new Map<string, Counting>()
  app.decorate('countCall', async (kind, userId, reply) => {
    if (limits[kind] === 0) return
    const wait = kind === 'export' ? await countExport(userId) : countInProcess(kind, userId)
    if (wait === undefined) return
    await pause(penaltyMs)
    reply.header('retry-after', String(wait))
    throw new AppError(429, 'CALLS_THROTTLED', limitMessages[kind](wait, formatCount(limits[kind])))
  })
  const countExport = (userId: string) =>
    exports.count(`export ${userId}`, { max: limits.export, seconds: windowMs / 1000 })
  const countInProcess = (kind: CountedKind, userId: string): number | undefined => {
    // Unlike the time of day, this clock is never set back.
    const now = performance.now()
    const key = `${kind} ${userId}`
    const known = counted.get(key)
    const here = known && now - known.since < windowMs ? known : { since: now, calls: 0 }
    here.calls += 1
    counted.set(key, here)
    if (here.calls <= limits[kind]) return undefined
    return Math.ceil((here.since + windowMs - now) / 1_000)
  }
}

const limitMessages = {
  question: (seconds: number, limit: string) =>
    label(
      `조회가 너무 많습니다(1분에 ${limit}회까지). ${seconds}초 뒤에 다시 조회하세요.`,
      `Too many searches (at most ${limit} a minute). Search again in ${formatCount(seconds, 'second')}.`,
    ),
  export: (seconds: number, limit: string) =>
    label(
      `내보내기가 너무 많습니다(1분에 ${limit}회까지). ${seconds}초 뒤에 다시 시도하세요.`,
      `Too many exports (at most ${limit} a minute). Try again in ${formatCount(seconds, 'second')}.`,
    ),
  print: (seconds: number, limit: string) =>
    label(
      `인쇄가 너무 많습니다(1분에 ${limit}회까지). ${seconds}초 뒤에 다시 인쇄하세요.`,
      `Too many print-outs (at most ${limit} a minute). Print again in ${formatCount(seconds, 'second')}.`,
    ),
  save: (seconds: number, limit: string) =>
    label(
      `저장이 너무 많습니다(1분에 ${limit}회까지). ${seconds}초 뒤에 다시 저장하세요.`,
      `Too many saves (at most ${limit} a minute). Save again in ${formatCount(seconds, 'second')}.`,
    ),
  large: (seconds: number, limit: string) =>
    label(
      `큰 자료를 너무 많이 보냈습니다(1분에 ${limit}회까지). ${seconds}초 뒤에 다시 보내세요.`,
      `Too many large requests (at most ${limit} a minute). Send again in ${formatCount(seconds, 'second')}.`,
    ),
} as const
