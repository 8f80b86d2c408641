import { josa } from '#kernel/josa.ts'
import { label } from '#kernel/label.ts'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StoreOpenError } from './database-error.ts'
import { clusterFolder } from './embedded-protocol.ts'

function isVersionRecord(value: unknown): value is { engine: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'engine' in value &&
    typeof value.engine === 'string'
  )
}

export function engineVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const manifest = path.join(path.dirname(entry), '..', 'package.json')
  const { version }: { version: string } = JSON.parse(fs.readFileSync(manifest, 'utf8'))
  return version
}

/**
 * Returns the version series within which PGlite files are compatible, such as 0.5. A new series
 * requires dump and restore.
 */
function versionSeries(version: string): string {
  return version.split('.').slice(0, 2).join('.')
}

function versionFile(dataDir: string): string {
  return path.join(dataDir, 'store.json')
}

function readEngine(dataDir: string): string | undefined {
  try {
    const note: unknown = JSON.parse(fs.readFileSync(versionFile(dataDir), 'utf8'))
    return isVersionRecord(note) ? note.engine : undefined
  } catch {
    // The process was killed before it recorded its version. The engine itself then checks the
    // files.
    return undefined
  }
}

/** @throws StoreOpenError if the files were written by an incompatible version. */
export function checkStoreVersion(dataDir: string): void {
  const created = fs.existsSync(clusterFolder(dataDir)) ? readEngine(dataDir) : undefined
  const now = engineVersion()
  if (created === undefined || versionSeries(created) === versionSeries(now)) return
  throw new StoreOpenError(
    label(
      `데이터 폴더 ${dataDir}${josa(dataDir, '은/는')} 저장 엔진 ${created}${josa(created, '으로/로')} 만들어졌고 이 프로그램은 ${now}입니다. 이전 프로그램으로 백업한 뒤 새 폴더에 복원하십시오. 폴더는 그대로 두었습니다.`,
      `The data folder ${dataDir} was created by storage engine ${created}; this program uses ${now}. Back it up with the earlier program and restore it into a new folder. The folder was not changed.`,
    ),
  )
}

export function recordStoreVersion(dataDir: string): void {
  const now = engineVersion()
  if (readEngine(dataDir) === now) return
  const draft = `${versionFile(dataDir)}.${process.pid}`
  fs.writeFileSync(draft, `${JSON.stringify({ engine: now })}\n`, { flush: true })
  fs.renameSync(draft, versionFile(dataDir))
}
