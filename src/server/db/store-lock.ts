import { josa } from '#kernel/josa.ts'
import { label } from '#kernel/label.ts'
import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreInUseError, StoreOpenError } from './database-error.ts'
import { isProvablyGone, type ProcessIdentity, thisProcess } from './process-identity.ts'

export type StoreLock = { release(): void }

/** statfs(2) magic numbers of file systems with unreliable locks and syncs. */
const networkFileSystems = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
])

function rejectNetworkDisk(dataDir: string): void {
  const type = networkFileSystems.get(fs.statfsSync(dataDir).type >>> 0)
  if (type === undefined) return
  throw new StoreOpenError(
    label(
      `${dataDir}${josa(dataDir, '은/는')} 네트워크 디스크(${type})에 있습니다. 내장 데이터베이스는 로컬 디스크에만 둘 수 있습니다. DATA_DIR을 로컬 폴더로 변경하거나 DATABASE_URL로 PostgreSQL을 지정하십시오.`,
      `${dataDir} is on a network disk (${type}). The embedded database needs a local disk: set DATA_DIR to a local folder, or set DATABASE_URL to a PostgreSQL server.`,
    ),
  )
}

function isIdentity(value: unknown): value is ProcessIdentity {
  return (
    typeof value === 'object' && value !== null && 'pid' in value && typeof value.pid === 'number'
  )
}

/** Reads the holder from `.lock`; undefined if missing or incomplete. */
function readHolder(file: string): ProcessIdentity | undefined {
  try {
    const value: unknown = JSON.parse(fs.readFileSync(file, 'utf8'))
    return isIdentity(value) ? value : undefined
  } catch {
    return undefined
  }
}

function storeInUseError(
  dataDir: string,
  lockFile: string,
  holder: ProcessIdentity | undefined,
): Error {
  const holderKo = holder ? `프로세스 ${holder.pid}(${holder.hostname})` : '다른 프로세스'
  const holderEn = holder ? `process ${holder.pid} on ${holder.hostname}` : 'another process'
  return new StoreInUseError(
    label(
      `데이터 폴더 ${dataDir}${josa(dataDir, '은/는')} ${holderKo}${josa(holderKo, '이/가')} 사용 중입니다. 내장 데이터베이스는 한 번에 한 프로세스만 열 수 있습니다. 그 프로세스를 끝내고 다시 시작하십시오. 다른 컴퓨터의 프로세스이고 끝난 것이 확실하면 ${lockFile} 파일을 지우십시오.`,
      `The data folder ${dataDir} is in use by ${holderEn}. The embedded database serves one process at a time: end that process and start again. If it ran on another machine and is certainly gone, delete ${lockFile}.`,
    ),
  )
}

/**
 * Acquires a lock that the kernel releases when the process ends for any reason, but not while it
 * is stopped or stalled. Uses an exclusive SQLite transaction that never writes.
 */
function holdKernelLock(file: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    const sqliteBusy = 5
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) {
      return undefined
    }
    throw error
  }
}

function writeHolder(file: string): void {
  const draft = `${file}.${process.pid}`
  fs.writeFileSync(draft, `${JSON.stringify(thisProcess())}\n`, { flush: true })
  fs.renameSync(draft, file)
}

/**
 * Locks the data folder until `release` or the end of the process. Requires the kernel lock, and
 * proof that the last recorded holder has ended. The second check covers a deleted lock file and
 * folders shared by two machines.
 * @throws StoreOpenError naming the holder.
 */
export function lockStore(dataDir: string): StoreLock {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  rejectNetworkDisk(dataDir)
  const lockFile = path.join(dataDir, '.lock')
  const kernelLock = holdKernelLock(path.join(dataDir, '.lock-kernel'))
  const holder = readHolder(lockFile)
  if (!kernelLock) throw storeInUseError(dataDir, lockFile, holder)
  if (holder && !isProvablyGone(holder)) {
    kernelLock.close()
    throw storeInUseError(dataDir, lockFile, holder)
  }
  writeHolder(lockFile)
  return {
    release() {
      if (!kernelLock.isOpen) return
      fs.rmSync(lockFile, { force: true })
      kernelLock.close()
    },
  }
}
