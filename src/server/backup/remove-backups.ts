import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sql from 'sql-template-tag'
import { selectRetained, type BackupPlan } from '#areas/system/rules/backup-plan.ts'
import type { Database } from '#server/db/database.ts'

/** A draft unchanged for so long belongs to a process that ended. */
const draftAgeMs = 3_600_000
const isDraft = (name: string): boolean => /^wms-\d{14}\.jsonl\.gz\.part$/.test(name)

export function removeOldDrafts(folder: string): void {
  for (const name of fs.readdirSync(folder).filter(isDraft)) {
    const file = path.join(folder, name)
    const written = fs.lstatSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (written !== undefined && Date.now() - written > draftAgeMs) fs.rmSync(file, { force: true })
  }
}

interface BackupRow extends Record<string, unknown> {
  no: number
  file: string
  host: string
}

/**
 * Recorded backups of this server, newest first. A server can get another host name, as each new
 * container does: its files are then still in its folder.
 */
async function readOwn(
  db: Database,
  folder: string,
  state: 'DONE' | 'FAILED',
): Promise<readonly BackupRow[]> {
  const rows = await db.query<BackupRow>(sql`
    select run_no no, file_nm file, host_nm host from backup_run
    where state_cd = ${state} and removed_at is null and file_nm is not null
    order by run_no desc`)
  return rows.filter(
    ({ file, host }) => host === os.hostname() || fs.existsSync(path.join(folder, file)),
  )
}

async function remove(db: Database, folder: string, rows: readonly BackupRow[]): Promise<void> {
  for (const { no, file } of rows) {
    fs.rmSync(path.join(folder, file), { force: true })
    await db.execute(sql`update backup_run set removed_at = now() where run_no = ${no}`)
  }
}

/** Removes expired verified backups. Manual backups are not recorded and are never removed. */
export async function removeExpired(
  db: Database,
  folder: string,
  plan: BackupPlan,
  now: string,
): Promise<void> {
  const runs = await readOwn(db, folder, 'DONE')
  const fileTimestamp = (file: string) => /\d{14}/.exec(file)?.[0] ?? ''
  const retained = selectRetained(
    runs.map(({ file }) => fileTimestamp(file)),
    now,
    plan,
  )
  const expired = runs.filter(({ file }) => !retained.has(fileTimestamp(file)))
  await remove(db, folder, expired)
}

/**
 * Removes files of backups whose check failed or never ended, except the newest. They are retried
 * every 15 minutes, and would fill the disk.
 */
export async function removeUnverified(db: Database, folder: string): Promise<void> {
  const [, ...earlier] = await readOwn(db, folder, 'FAILED')
  await remove(db, folder, earlier)
}
