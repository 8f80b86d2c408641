import type { FastifyInstance } from 'fastify'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { rateLimitKey } from '#server/auth/rate-limit-key.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import { addRoutes, type Route } from './route.ts'

/** Calls per address in the window, over all of these routes. */
interface Throttle {
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
    part.addHook('onRequest', throttleOf(app, throttle))
    addRoutes(part, db, routes)
  })
}

export function throttleOf(app: FastifyInstance, { max, minutes }: Throttle) {
  return app.rateLimit({
    max,
    timeWindow: minutes * 60_000,
    keyGenerator: ({ ip }) => rateLimitKey(ip),
    errorResponseBuilder: () =>
      new AppError(
        429,
        'THROTTLED',
        label(
          `요청이 너무 많습니다. ${minutes}분 뒤에 다시 시도하세요.`,
          `Too many requests. Try again in ${formatCount(minutes, 'minute')}.`,
        ),
      ),
  })
}
