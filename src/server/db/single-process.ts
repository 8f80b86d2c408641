import cluster from 'node:cluster'
import { StoreOpenError } from './database-error.ts'
import { label } from '#kernel/label.ts'

type Env = Record<string, string | undefined>

const serverVariables = [
  'PGHOST',
  'PGHOSTADDR',
  'PGPORT',
  'PGUSER',
  'PGPASSWORD',
  'PGDATABASE',
  'PGSERVICE',
]
const instanceCounts = ['WEB_CONCURRENCY']

/**
 * The embedded store supports only one process. Rejects settings that indicate several processes,
 * or that specify a PostgreSQL server incompletely: silently using the embedded store would split
 * the ledger in two.
 * @throws StoreOpenError
 */
export function rejectSeveralProcesses(env: Env): void {
  const foundVariables = serverVariables.filter((name) => env[name])
  if (foundVariables.length > 0) {
    const names = foundVariables.join(', ')
    throw new StoreOpenError(
      label(
        `${names} 설정이 있지만 DATABASE_URL이 없습니다. PostgreSQL을 사용하려면 DATABASE_URL=postgresql://… 을 설정하고, 내장 저장소를 사용하려면 ${names} 설정을 지우십시오.`,
        `${names} is set but DATABASE_URL is not. Set DATABASE_URL=postgresql://… to use that server, or unset ${names} to use the embedded store.`,
      ),
    )
  }
  const several = instanceCounts.find((name) => Number(env[name] ?? '1') > 1)
  const instance = env['NODE_APP_INSTANCE']
  const sign =
    several ??
    (instance && instance !== '0' ? 'NODE_APP_INSTANCE' : undefined) ??
    (cluster.isWorker ? 'node:cluster' : undefined)
  if (sign === undefined) return
  throw new StoreOpenError(
    label(
      `내장 저장소는 한 프로세스만 사용할 수 있는데 여러 프로세스가 설정되어 있습니다(${sign}). 한 프로세스로 실행하거나 DATABASE_URL로 PostgreSQL을 지정하십시오.`,
      `The embedded store serves one process, but several are configured (${sign}). Run one process, or set DATABASE_URL to a PostgreSQL server.`,
    ),
  )
}
