import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { Database } from '#server/db/database.ts'

const key = 4711

/** Makes inserts into these tables wait while `meet` runs. */
export async function holdInserts(db: Database, tables: readonly string[]): Promise<void> {
  const triggers = tables.map(
    (table) => `create trigger hold before insert on ${table}
      for each row execute function hold_insert();`,
  )
  await db.script(`
    create function hold_insert() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${key}); return new; end $$;
    ${triggers.join('\n')}`)
}

/**
 * Runs work that inserts into held tables. All of it is in progress before the first row is stored,
 * because each insert waits in the held table or for a lock of another. Needs PostgreSQL, because
 * the embedded store runs one transaction at a time.
 */
export async function runConcurrently<T>(
  db: Database,
  work: readonly (() => Promise<T>)[],
): Promise<readonly T[]> {
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const barrier = db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${key})`)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const results = work.map((run) => run())
  const countWaiting = async () => {
    const waiting = await db.query(sql`
      select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
    return waiting.length
  }
  try {
    await expect.poll(countWaiting).toBe(work.length)
  } finally {
    release.resolve()
    await barrier
  }
  return Promise.all(results)
}
