import type { Database } from './database.ts'
import { lockMigrations } from './migrate.ts'

/**
 * Runs `work` while no other starting process migrates or creates first data. A separate
 * transaction holds the lock, because `work` runs several transactions. The embedded store needs no
 * lock: it has only one process.
 */
export async function withStartLock<T>(db: Database, work: () => Promise<T>): Promise<T> {
  if (db.kind === 'embedded') return work()
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const { promise: released, resolve: end } = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await lockMigrations(tx)
    lock()
    await released
  })
  await Promise.race([locked, holding])
  try {
    return await work()
  } finally {
    end()
    // Losing the lock's connection must not hide the outcome of `work`.
    await holding.catch(() => undefined)
  }
}
