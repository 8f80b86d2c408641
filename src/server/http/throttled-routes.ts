import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { rateLimitKey } from '#server/auth/rate-limit-key.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import { addRoutes, type Route } from './route.ts'
import { SharedLimit } from './shared-limit.ts'

/** Calls per address in the window, over all of these routes. */
interface Throttle {
  /**
   * Name under which all servers count the calls together. Without a name, each server counts
   * separately.
   */
  readonly shared?: string
  readonly max: number
  readonly minutes: number
}

export async function addThrottledRoutes(
  app: FastifyInstance,
  db: Database,
  routes: readonly Route[],
  throttle: Throttle,
): Promise<void> {
  await app.register(async (part) => {
    part.addHook('onRequest', findThrottle(app, db, throttle))
    addRoutes(part, db, routes)
  })
}

export function findThrottle(app: FastifyInstance, db: Database, throttle: Throttle) {
  const { max, minutes, shared } = throttle
  if (shared === undefined) {
    return app.rateLimit({
      max,
      timeWindow: minutes * 60_000,
      keyGenerator: ({ ip }) => rateLimitKey(ip),
      errorResponseBuilder: () => throttledError(minutes),
    })
  }
  const limit = new SharedLimit(db)
  return async ({ ip }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const window = { max, seconds: minutes * 60 }
    const wait = await limit.count(`${shared} ${rateLimitKey(ip)}`, window)
    if (wait === undefined) return
    reply.header('retry-after', String(wait))
    throw throttledError(minutes)
  }
}

function throttledError(minutes: number): AppError {
  return new AppError(
    429,
    'THROTTLED',
    label(
      `요청이 너무 많습니다. ${minutes}분 뒤에 다시 시도하세요.`,
      `Too many requests. Try again in ${formatCount(minutes, 'minute')}.`,
    ),
  )
}
