import { setTimeout as pause } from 'node:timers/promises'
import { StoreFullError, StoreOpenError, StoreRestartingError, type Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { migrate } from './migrate.ts'
import type { StoreLimits } from './store-limits.ts'
import { readStoreLimits } from './store-settings.ts'
import { rejectSeveralProcesses } from './single-process.ts'
import { label } from '#kernel/label.ts'

type Environment = Readonly<Record<string, string | undefined>>

const retryMs = 1_000
const maxTries = 60

/**
 * Opens and migrates the configured store: `DATABASE_URL`, `DATA_DIR` or `./data`, in this order.
 * While no host of the database accepts writes, for example during a failover, calls `onWait` and
 * tries again for a minute.
 */
export async function openStore(
  env: Environment,
  limits?: Partial<StoreLimits>,
  onWait: () => void = () => undefined,
): Promise<Database> {
  rejectSeveralProcesses(env)
  for (let tries = 1; ; tries += 1) {
    try {
      return await openOnce(env, limits)
    } catch (error) {
      if (!(error instanceof StoreRestartingError)) throw error
      if (tries === maxTries) throw notWritableError(error)
      onWait()
      await pause(retryMs)
    }
  }
}

async function openOnce(env: Environment, limits?: Partial<StoreLimits>): Promise<Database> {
  const url = env['DATABASE_URL']
  const db = await openDatabase({
    ...(url
      ? { url, listenUrl: env['LISTEN_URL'], replicaUrl: env['REPLICA_URL'] }
      : { dataDir: env['DATA_DIR'] ?? 'data' }),
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

function notWritableError(error: StoreRestartingError): StoreOpenError {
  return new StoreOpenError(
    label(
      '데이터베이스가 시작 중이거나 읽기 전용이어서 시작하지 않았습니다. 주 서버를 확인한 뒤 다시 시작하십시오.',
      'Not started: the database is starting or accepts no writes. Check its primary server, and start again.',
    ),
    error,
  )
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
