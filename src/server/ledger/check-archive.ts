import sql from 'sql-template-tag'
import type { Queryable } from '#server/db/database.ts'
import { readArchive, type ArchivedFile, type ReadArchive } from './archive-file.ts'

interface SiteArchive extends Record<string, unknown> {
  month: string
  base_seal_no: number
  seal_no: number
  hash: string
  files: Record<string, ArchivedFile>
}

/** Seals that the site still has of an archived span: its anchors, or its own seals. */
async function readSiteSeals(db: Queryable): Promise<ReadonlyMap<number, string>> {
  const rows = await db.query<{ seal_no: number; hash: string }>(sql`
    select seal_no, encode(hash, 'hex') hash from ledger_anchor
    union all
    (select seal_no, encode(hash, 'hex') from ledger_seal where seal_no % 10000 = 0)
    union all
    select seal_no, encode(hash, 'hex') from ledger_head where seal_no > 0`)
  return new Map(rows.map(({ seal_no: no, hash }) => [no, hash]))
}

/**
 * Compares an archive file with the seals and the archived months of the site. Returns the
 * differences; empty if the file is the site's archive of its month.
 * @throws ArchiveError if the file is damaged or contradicts itself.
 */
export async function checkArchive(
  db: Queryable,
  file: string,
): Promise<{ read: ReadArchive; differences: string[] }> {
  const seals = await readSiteSeals(db)
  const read = await readArchive(file, new Set(seals.keys()))
  const [site] = await db.query<SiteArchive>(sql`
    select month, base_seal_no, seal_no, encode(hash, 'hex') hash, files from ledger_archive
    where month = ${read.month}`)
  const differences = [...read.seals]
    .filter(([no, hash]) => seals.get(no) !== hash)
    .map(([no]) => `seal ${no} is another one in the database`)
  if (!site) return { read, differences: [`month ${read.month} is not archived`, ...differences] }
  const recorded = site.files[read.table]
  if (recorded?.sha256 !== read.sha256 || recorded.rows !== read.rows) {
    differences.push('the database recorded another file of this table and month')
  }
  if (read.head && (read.head.sealNo !== site.seal_no || read.head.hash !== site.hash)) {
    differences.push(`the month ends with seal ${site.seal_no} in the database`)
  }
  return { read, differences }
}
