import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import { isLoopback } from '#server/base/network-exposure.ts'
import type { Database } from '#server/db/database.ts'
import type { Metrics } from './metrics.ts'
import type { SiteSettings } from './site-settings.ts'
import { openRoute } from './declared-routes.ts'
import { findThrottle } from './throttled-routes.ts'

/** Collectors send a few requests a minute. */
const callsPerMinute = 60

type Access = Pick<SiteSettings, 'metricsToken' | 'publicUrl' | 'trustProxy'>

/**
 * Registers `GET /metrics` for the bearer of `METRICS_TOKEN`. Without a token, only programs on
 * this machine can read it. On a site with a proxy, no program can, because proxied calls also come
 * from this machine.
 */
export function addMetricsRoute(
  app: FastifyInstance,
  db: Database,
  metrics: Metrics,
  access: Access,
): void {
  const onRequest = findThrottle(app, db, { max: callsPerMinute, minutes: 1 })
  // Public for the route check: access is limited by the token or the network, and the response
  // contains no data of owners or users.
  const options = { exposeHeadRoute: false, onRequest, config: openRoute }
  app.get('/metrics', options, async (request, reply) => {
    if (!isAllowed(request, access)) {
      const text = label('이 주소는 사용할 수 없습니다.', 'This address is not available.')
      throw new AppError(404, 'METRICS_CLOSED', text)
    }
    reply.header('cache-control', 'no-store').type(metrics.contentType)
    return metrics.text()
  })
}

function isAllowed(request: FastifyRequest, access: Access): boolean {
  const { metricsToken, publicUrl, trustProxy } = access
  if (metricsToken !== undefined) {
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ')
    return /^bearer$/i.test(scheme ?? '') && timingSafeEqual(digest(token), digest(metricsToken))
  }
  if (publicUrl !== undefined || trustProxy !== undefined) return false
  // Reject other host names that resolve to this machine: pages of other sites could read the
  // response (DNS rebinding).
  const host = URL.parse(`http://${request.host}`)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const isForwarded = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers
  const address = request.socket.remoteAddress?.replace('::ffff:', '') ?? ''
  return !isForwarded && isLoopback(address) && isLoopback(host)
}

/** Makes texts equally long, which `timingSafeEqual` requires. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
