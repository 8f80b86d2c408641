import { StoreFullError, StoreOpenError, type Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { migrate } from './migrate.ts'
import type { StoreLimits } from './store-limits.ts'
import { readStoreLimits } from './store-settings.ts'
import { rejectSeveralProcesses } from './single-process.ts'
import { label } from '#kernel/label.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Opens and migrates the configured store: `DATABASE_URL`, `DATA_DIR` or `./data`, in this order.
 */
export async function openStore(
  env: Environment,
  limits?: Partial<StoreLimits>,
): Promise<Database> {
  rejectSeveralProcesses(env)
  const url = env['DATABASE_URL']
  const db = await openDatabase({
    ...(url ? { url, listenUrl: env['LISTEN_URL'] } : { dataDir: env['DATA_DIR'] ?? 'data' }),
    limits: { ...readStoreLimits(env), ...limits },
  })
  try {
    await migrate(db)
  } catch (error) {
    await db.close()
    throw error instanceof StoreFullError ? diskFullError(error) : error
  }
  return db
}

function diskFullError(error: StoreFullError): StoreOpenError {
  return new StoreOpenError(
    label(
      `디스크 공간이 부족하여 시작하지 않았습니다${error.room}. 공간을 확보하거나 DATA_DIR을 여유 있는 디스크의 폴더로 지정한 뒤 다시 시작하십시오.`,
      `Not started: the disk is nearly full${error.room}. Free disk space, or set DATA_DIR to a folder on a disk with room, and start again.`,
    ),
    error,
  )
}
