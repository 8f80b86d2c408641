import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/database.ts'
import { isMigrated } from '#server/db/migrate.ts'
import { openRoute } from './declared-routes.ts'
import type { Drain } from './drain.ts'

const databaseMs = 2_000

type NotReadyReason = 'draining' | 'database' | 'migrations'

/**
 * Routes for load balancers and supervisors. `live`: the process responds. `ready`: it can also
 * serve requests. `health` is the older name of `ready`.
 */
export function addStatusRoutes(
  app: FastifyInstance,
  db: Database,
  drain: Drain,
  buildId: string,
): void {
  let probe: Promise<NotReadyReason | undefined> | undefined
  // Concurrent probes share one query. Otherwise, queries would accumulate in a database that
  // hangs.
  const shared = () => (probe ??= findProblem(db).finally(() => (probe = undefined)))
  const options = { config: openRoute }
  app.get('/api/live', options, async () => ({ ok: true, buildId }))
  for (const path of ['/api/ready', '/api/health']) {
    app.get(path, options, async (_, reply) => {
      const limit = new AbortController()
      const late = pause(databaseMs, 'database' as const, { signal: limit.signal })
      const why = drain.isDraining ? 'draining' : await Promise.race([shared(), late])
      limit.abort()
      await late.catch(() => undefined)
      return reply.code(why ? 503 : 200).send({ ok: !why, buildId, ...(why && { why }) })
    })
  }
}

async function findProblem(db: Database): Promise<NotReadyReason | undefined> {
  try {
    if (!(await db.health()).ok) return 'database'
    return (await isMigrated(db)) ? undefined : 'migrations'
  } catch {
    return 'database'
  }
}
