// Node 24 has no Temporal, so load the polyfill.
import 'temporal-polyfill/global'
import type { Database } from './database.ts'
import type { StoreLimits } from './store-limits.ts'

export type OpenDatabaseOptions = {
  /** postgresql://… of PostgreSQL 15 or later; takes precedence over `dataDir`. */
  url?: string | undefined
  /** Address of the listening connection. Required if `url` points to a transaction pooler. */
  listenUrl?: string | undefined
  /** Address of a standby of `url` that serves reads. */
  replicaUrl?: string | undefined
  /** Folder of the embedded store. Without `url` and `dataDir` the store is in memory. */
  dataDir?: string | undefined
  limits?: Partial<StoreLimits>
  env?: Record<string, string | undefined>
}

/** @throws StoreOpenError that explains the fix in Korean and English. */
export async function openDatabase(options: OpenDatabaseOptions = {}): Promise<Database> {
  const { storeLimits } = await import('./store-limits.ts')
  const limits = storeLimits(options.limits)
  if (options.url) {
    const { openPostgresStore } = await import('./postgres-store.ts')
    const { url, listenUrl, replicaUrl } = options
    return openPostgresStore({ url, listenUrl, replicaUrl, limits })
  }
  const { openEmbeddedStore } = await import('./embedded-store.ts')
  if (!options.dataDir) return openEmbeddedStore({ limits })
  const { rejectSeveralProcesses: refuseSeveralProcesses } = await import('./single-process.ts')
  refuseSeveralProcesses(options.env ?? process.env)
  return openEmbeddedStore({ dataDir: options.dataDir, limits })
}
