import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/database.ts'
import type { Drain } from '#server/http/drain.ts'

/**
 * Time for load balancers to notice that the server is stopping. An embedded store has only one
 * server.
 */
const drainSeconds = { embedded: 0, server: 5 } as const
/** Time limit for pending responses and the rest of the shutdown. */
const closeMs = 40_000

interface RunningServer {
  readonly app: FastifyInstance
  readonly db: Database
  readonly drain: Drain
  readonly beforeClose: () => void
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Returns the signal handler that drains and stops the server with exit code 0. `SIGINT` and a
 * second signal skip the wait for load balancers.
 */
export function stopOnSignals(running: RunningServer): (signal: NodeJS.Signals) => void {
  return (signal) => {
    const { drain, db, env } = running
    const isSecond = drain.isDraining
    if (isSecond || signal === 'SIGINT') drain.endPause()
    if (isSecond) return
    const given = Number(env['DRAIN_SECONDS'] || drainSeconds[db.kind])
    void stop(running, given >= 0 ? given * 1000 : 0)
  }
}

async function stop(
  { app, db, drain, beforeClose }: RunningServer,
  drainMs: number,
): Promise<void> {
  try {
    await drain.start(drainMs)
    beforeClose()
    // Never kill the embedded store while it writes its last checkpoint.
    if (db.kind === 'server') setTimeout(() => process.exit(0), closeMs).unref()
    await app.close()
    await db.close()
  } catch (error) {
    app.log.error(error, 'the server did not close cleanly')
  }
  process.exit(0)
}
