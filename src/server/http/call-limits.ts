import type { FastifyInstance } from 'fastify'
import { howMany } from '#kernel/how-many.ts'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'

/** What is counted of a user: questions to the store, and what leaves the house as a file. */
export type Counted = 'question' | 'export'

/** Calls of one user in a minute, in all windows together; 0 counts nothing. */
export type CallLimits = Readonly<Record<Counted, number>>

/**
 * Far above what hands do: a clerk with 8,000 keystrokes an hour asks two or three times a second,
 * and a page that follows others' work asks once for each of their saves. Far below what a program
 * needs that reads everything.
 */
export const usualLimits: CallLimits = { question: 3_000, export: 60 }

const windowMs = 60_000

interface Counting {
  since: number
  calls: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call of a user. Throws AppError 429 beyond the limit, and says when it is over. */
    countCall: (kind: Counted, userId: string, reply: FastifyReply) => void
  }
}

/** Counts calls of each user, from the first one on for a minute. */
export function countCalls(app: FastifyInstance, limits: CallLimits): void {
  const counted = new Map<string, Counting>()
  app.decorate('countCall', (kind, userId, reply) => {
    const now = Date.now()
    const key = `${kind} ${userId}`
    const known = counted.get(key)
    const here = known && now - known.since < windowMs ? known : { since: now, calls: 0 }
    here.calls += 1
    counted.set(key, here)
    if (limits[kind] === 0 || here.calls <= limits[kind]) return
    const seconds = Math.ceil((here.since + windowMs - now) / 1_000)
    reply.header('retry-after', String(seconds))
    throw refusals[kind](seconds, limits[kind])
  })
}

const refusals = {
  question: (seconds: number, most: number) =>
    new AppError(
      429,
      'CALLS_THROTTLED',
      label(
        `조회가 너무 많습니다(1분에 ${howMany(most)}회까지). ${seconds}초 뒤에 다시 조회하세요.`,
        `Too many searches (at most ${howMany(most)} a minute). Search again in ${howMany(seconds, 'second')}.`,
      ),
    ),
  export: (seconds: number, most: number) =>
    new AppError(
      429,
      'CALLS_THROTTLED',
      label(
        `내보내기가 너무 많습니다(1분에 ${howMany(most)}회까지). ${seconds}초 뒤에 다시 시도하세요.`,
        `Too many exports (at most ${howMany(most)} a minute). Try again in ${howMany(seconds, 'second')}.`,
      ),
    ),
} as const
