import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'
import { writeBytes } from './stored-bytes.ts'

/**
 * Copies stored files from the data folder, where earlier versions kept them, into the database.
 * Each server copies the files that it has and does not change its folder.
 */
export async function importDiskFiles(db: Database, dataDir: string): Promise<void> {
  const missing = await db.query<{ serial: string; sha256: string }>(sql`
    select file_sn serial, sha256 from stored_file f
    where not exists (select from stored_chunk c where c.file_sn = f.file_sn)`)
  for (const { serial, sha256 } of missing) {
    const path = join(dataDir, 'files', serial.slice(0, 2), serial)
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) continue
    await db.transaction(async (tx) => {
      // Servers that start at the same time can have the same folder.
      const [file] = await tx.query<{ missing: boolean }>(sql`
        select not exists (select from stored_chunk c where c.file_sn = f.file_sn) missing
        from stored_file f where file_sn = ${serial} for update`)
      if (!file?.missing) return
      const written = await writeBytes(tx, serial, createReadStream(path))
      if (written.sha256 !== sha256) throw new Error(`${path} is not what was uploaded`)
    })
  }
}
