import type { Database } from './db/database.ts'
import { openDatabase } from './db/open-database.ts'
import { migrate } from './db/migrate.ts'
import { refuseSeveralProcesses } from './db/single-process.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The store that the environment names, migrated: `DATABASE_URL`, else `DATA_DIR`, else `./data`. */
export async function openStore(env: Environment): Promise<Database> {
  refuseSeveralProcesses(env)
  const url = env['DATABASE_URL']
  const db = await openDatabase(url ? { url } : { dataDir: env['DATA_DIR'] ?? 'data' })
  try {
    await migrate(db)
  } catch (error) {
    await db.close()
    throw error
  }
  return db
}
