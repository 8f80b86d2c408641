import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'

/** Files an operator puts into the data folder of any server of the site. */
const siteFiles = [
  'logo.png',
  'logo.svg',
  'privacy-policy-ko.txt',
  'privacy-policy-en.txt',
] as const
type SiteFile = (typeof siteFiles)[number]

const maxBytes = 2 * 1024 * 1024

/** Copies the files in the data folder into the database, where all servers find them. */
export async function importSiteFiles(db: Database, dataDir: string): Promise<void> {
  for (const name of siteFiles) await importSiteFile(db, dataDir, name)
}

/** If several servers have the file, the newest one wins. */
async function importSiteFile(db: Database, dataDir: string, name: SiteFile): Promise<void> {
  const path = join(dataDir, name)
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile() || found.size > maxBytes) return
  const changedAt = new Date(Math.floor(found.mtimeMs)).toISOString()
  const known = await db.query(sql`
    select from site_file where file_nm = ${name} and changed_at >= ${changedAt}::timestamptz`)
  if (known.length > 0) return
  await db.execute(sql`
    insert into site_file (file_nm, bytes, changed_at)
    values (${name}, ${await readFile(path)}, ${changedAt}::timestamptz)
    on conflict (file_nm) do update set bytes = excluded.bytes, changed_at = excluded.changed_at
    where site_file.changed_at < excluded.changed_at`)
}

/** Returns a site file; undefined if it does not exist or is empty. */
export async function readSiteFile(
  db: Database,
  dataDir: string,
  name: SiteFile,
): Promise<Buffer | undefined> {
  await importSiteFile(db, dataDir, name)
  const [row] = await db.query<{ bytes: Uint8Array }>(sql`
    select bytes from site_file where file_nm = ${name} and length(bytes) > 0`)
  return row && Buffer.from(row.bytes)
}

export async function readSiteLogo(
  db: Database,
  dataDir: string,
): Promise<{ bytes: Buffer; mediaType: string }> {
  const png = await readSiteFile(db, dataDir, 'logo.png')
  if (png) return { bytes: png, mediaType: 'image/png' }
  const svg = await readSiteFile(db, dataDir, 'logo.svg')
  const bytes = svg ?? (await readFile(join(import.meta.dirname, 'logo.svg')))
  return { bytes, mediaType: 'image/svg+xml' }
}
