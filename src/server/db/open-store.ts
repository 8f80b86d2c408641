import { setTimeout as pause } from 'node:timers/promises'
import {
  DatabaseError,
  StoreFullError,
  StoreOpenError,
  StoreRestartingError,
  type Database,
} from './database.ts'
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
    if (error instanceof StoreFullError) throw diskFullError(error)
    throw lacksPrivileges(error) ? privilegesError(error) : error
  }
  return db
}

/** SQLSTATE of a missing privilege, and of a search path without a schema to create tables in. */
const lacksPrivileges = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && ['42501', '3F000'].includes(error.code)

function privilegesError(error: DatabaseError): StoreOpenError {
  return new StoreOpenError(
    label(
      `데이터베이스 역할의 권한이 부족해 시작하지 않았습니다(${error.message}). 데이터베이스의 CONNECT, TEMPORARY 권한과 search_path 첫 스키마의 USAGE, CREATE 권한을 부여하십시오. 테이블은 모두 이 역할이 소유해야 합니다.`,
      `Not started: the role of the database lacks privileges (${error.message}). Grant it CONNECT and TEMPORARY on the database, and USAGE and CREATE on the first schema of its search_path. It must own all tables.`,
    ),
    error,
  )
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
