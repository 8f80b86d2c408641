import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import sql from 'sql-template-tag'
import { DatabaseError, StoreOpenError } from './database-error.ts'
import type { Database, Queryable, Transaction } from './database.ts'
import { label } from '#kernel/label.ts'

export type Migration = { version: number; name: string; checksum: string; text: string }

export type MigrationResult = {
  applied: string[]
  version: number
}

type AppliedRow = { version: number; name: string; checksum: string }

export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

/** Any number works, as long as every process of this program uses the same. */
const migrationLock = 7_201_455_019

/** Git may check files out with different line endings. */
function checksum(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}

/**
 * Reads the files `NNNN_name.sql` of a folder in numeric order.
 * @throws Error if two files share a number or a file name is invalid.
 */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await fs.readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    names.map(async (name) => {
      const number = /^(\d{4})_[a-z0-9_-]+\.sql$/.exec(name)?.[1]
      if (!number) throw new Error(`${name}: migrations are named NNNN_name.sql`)
      const text = await fs.readFile(path.join(folder, name), 'utf8')
      return { version: Number(number), name, checksum: checksum(text), text }
    }),
  )
  for (const [index, migration] of migrations.entries()) {
    const before = migrations[index - 1]
    if (before?.version === migration.version) {
      throw new Error(`${before.name} and ${migration.name} carry the same number`)
    }
  }
  return migrations
}

function changedMigrationError(name: string): StoreOpenError {
  return new StoreOpenError(
    label(
      `이미 적용된 마이그레이션 ${name}의 내용이 변경되었습니다. 원래 파일로 되돌리고, 변경할 내용은 새 번호의 파일로 추가하십시오.`,
      `The migration ${name} was changed after it had been applied. Restore the file and put the change into a new one with the next number.`,
    ),
  )
}

function newerDataError(row: AppliedRow): StoreOpenError {
  return new StoreOpenError(
    label(
      `데이터가 이 프로그램보다 새 버전입니다(${row.name}). 최신 프로그램으로 실행하거나 이전 백업을 복원하십시오.`,
      `The data is newer than this program: it has ${row.name}, which the program does not know. Run the newer program, or restore an older backup.`,
    ),
  )
}

/**
 * Migrations still to apply.
 * @throws StoreOpenError if data and program do not match.
 */
async function pendingMigrations(tx: Transaction, migrations: Migration[]): Promise<Migration[]> {
  const rows = await tx.query<AppliedRow>(
    sql`select version, name, checksum from schema_migration order by version`,
  )
  const known = new Map(migrations.map((migration) => [migration.version, migration]))
  for (const row of rows) {
    const migration = known.get(row.version)
    if (!migration) throw newerDataError(row)
    if (migration.checksum !== row.checksum) throw changedMigrationError(row.name)
  }
  const applied = new Set(rows.map((row) => row.version))
  return migrations.filter((migration) => !applied.has(migration.version))
}

/** Serializes concurrently starting processes and lifts the statement limits. */
export async function lockMigrations(tx: Transaction): Promise<void> {
  await tx.script(
    'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0',
  )
  await tx.query(sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`)
}

async function prepare(tx: Transaction): Promise<void> {
  await lockMigrations(tx)
  await tx.script(`create table if not exists schema_migration (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz(3) not null default now()
  )`)
}

async function transactionNumber(tx: Transaction): Promise<unknown> {
  const rows = await tx.query(sql`select pg_current_xact_id()::text as id`)
  return rows[0]?.['id']
}

async function applyNext(tx: Transaction, migrations: Migration[]): Promise<string | undefined> {
  await lockMigrations(tx)
  const [next] = await pendingMigrations(tx, migrations)
  if (!next) return undefined
  const before = await transactionNumber(tx)
  await tx.script(`set local lock_timeout = ${lockMs}`)
  await tx.script(next.text)
  if ((await transactionNumber(tx)) !== before) {
    throw new Error(`${next.name} ends its transaction: migrations must not commit or roll back`)
  }
  await tx.execute(sql`insert into schema_migration (version, name, checksum)
    values (${next.version}, ${next.name}, ${next.checksum})`)
  return next.name
}

/**
 * Shorter than the lock timeout of users' statements: the saves of other servers queue behind a
 * waiting migration, for example while a report reads the table to be changed.
 */
const lockMs = 1_000
const maxLockTries = 300

async function applyNextPatiently(
  database: Database,
  migrations: Migration[],
): Promise<string | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction((tx) => applyNext(tx, migrations))
    } catch (error) {
      const isLocked = error instanceof DatabaseError && error.code === '55P03'
      if (!isLocked || tries >= maxLockTries) throw error
      // Let the queued saves run first.
      await pause(lockMs)
    }
  }
}

/**
 * Migrates the database to the latest version, with one transaction per file: a killed process
 * leaves only complete steps. Safe to run from several processes concurrently. `last` stops after
 * that migration number, for copied rows written at that version.
 * @throws StoreOpenError if an applied file was changed or the data is newer than the program.
 */
export async function migrate(
  database: Database,
  folder = migrationsFolder,
  last = Infinity,
): Promise<MigrationResult> {
  const known = await readMigrations(folder)
  const migrations = known.filter(({ version }) => version <= last)
  await database.transaction(prepare)
  const applied: string[] = []
  for (;;) {
    const name = await applyNextPatiently(database, migrations)
    if (name === undefined) return { applied, version: migrations.at(-1)?.version ?? 0 }
    applied.push(name)
  }
}

/**
 * Returns whether every migration of this program is applied. Newer ones do not count: during an
 * update the servers of the previous version continue.
 */
export async function isMigrated(db: Queryable): Promise<boolean> {
  known ??= readMigrations()
  const versions = (await known).map(({ version }) => version)
  const [row] = await db.query<{ applied: number }>(sql`
    select count(*)::int applied from schema_migration where version = any(${versions}::int[])`)
  return row?.applied === versions.length
}

let known: Promise<Migration[]> | undefined
