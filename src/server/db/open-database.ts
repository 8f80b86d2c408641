// Node 24 counts days with the polyfill: it has no Temporal.
import 'temporal-polyfill/global'
import type { Database } from './database.ts'
import type { StoreLimits } from './store-limits.ts'

export type OpenDatabaseOptions = {
  /** postgresql://… of a PostgreSQL 15 or later; wins over `dataDir`. */
  url?: string | undefined
  /** Folder of the embedded store. Without `url` and `dataDir` the store lives in memory. */
  dataDir?: string | undefined
  limits?: Partial<StoreLimits>
  /** Looked at for signs that several processes are meant to share the store. */
  env?: Record<string, string | undefined>
}

/** @throws StoreOpenError with what to do, in Korean and English. */
export async function openDatabase(options: OpenDatabaseOptions = {}): Promise<Database> {
  const { storeLimits } = await import('./store-limits.ts')
  const limits = storeLimits(options.limits)
  if (options.url) {
    const { openPostgresStore } = await import('./postgres-store.ts')
    return openPostgresStore({ url: options.url, limits })
  }
  const { openEmbeddedStore } = await import('./embedded-store.ts')
  if (!options.dataDir) return openEmbeddedStore({ limits })
  const { refuseSeveralProcesses } = await import('./single-process.ts')
  refuseSeveralProcesses(options.env ?? process.env)
  return openEmbeddedStore({ dataDir: options.dataDir, limits })
}
