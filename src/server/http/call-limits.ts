import type { FastifyInstance } from 'fastify'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'

/** `large`: bodies that are read in slices. */
export type Counted = 'question' | 'export' | 'save' | 'large'

/** Calls per user and minute, over all windows; 0 disables the limit. */
export type CallLimits = Readonly<Record<Counted, number>>

/**
 * Far above manual use. A clerk with 8,000 keystrokes an hour sends two or three queries a second.
 * A page that follows the changes of others sends one per save. Far below the needs of a program
 * that reads everything.
 */
export const usualLimits: CallLimits = {
  question: 3_000,
  export: 60,
  save: 3_000,
  large: 60,
}

const windowMs = 60_000

interface Counting {
  since: number
  calls: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call. Throws AppError 429 above the limit and sets `retry-after`. */
    countCall: (kind: Counted, userId: string, reply: FastifyReply) => void
  }
}

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
    throw new AppError(429, 'CALLS_THROTTLED', refusals[kind](seconds, formatCount(limits[kind])))
  })
}

const refusals = {
  question: (seconds: number, most: string) =>
    label(
      `조회가 너무 많습니다(1분에 ${most}회까지). ${seconds}초 뒤에 다시 조회하세요.`,
      `Too many searches (at most ${most} a minute). Search again in ${formatCount(seconds, 'second')}.`,
    ),
  export: (seconds: number, most: string) =>
    label(
      `내보내기가 너무 많습니다(1분에 ${most}회까지). ${seconds}초 뒤에 다시 시도하세요.`,
      `Too many exports (at most ${most} a minute). Try again in ${formatCount(seconds, 'second')}.`,
    ),
  save: (seconds: number, most: string) =>
    label(
      `저장이 너무 많습니다(1분에 ${most}회까지). ${seconds}초 뒤에 다시 저장하세요.`,
      `Too many saves (at most ${most} a minute). Save again in ${formatCount(seconds, 'second')}.`,
    ),
  large: (seconds: number, most: string) =>
    label(
      `큰 자료를 너무 많이 보냈습니다(1분에 ${most}회까지). ${seconds}초 뒤에 다시 보내세요.`,
      `Too many large requests (at most ${most} a minute). Send again in ${formatCount(seconds, 'second')}.`,
    ),
} as const
