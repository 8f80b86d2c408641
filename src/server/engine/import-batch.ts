import sql from 'sql-template-tag'
import type { Transaction } from '#server/db/database.ts'
import type { ImportEntry, StoredEntry, SaveCall } from './handler.ts'

/**
 * Marks records without an owner in the owner list of an import, which hides the import from
 * owner-restricted users.
 */
const siteOwner = ''

export async function storeBatch(
  call: SaveCall,
  batch: { operation: string; fileName: string; entries: readonly ImportEntry[] },
): Promise<number> {
  const { operation, fileName, entries } = batch
  const created = entries.filter(({ change }) => change === 'I').length
  const owners = new Set(
    entries.flatMap((entry) => entry.owners.map((owner) => owner ?? siteOwner)),
  )
  const [made] = await call.tx.query<{ import_no: number }>(sql`
    insert into import_batch (wcode, operation, file_nm, row_count, created_count, updated_count,
      owner_cds, created_by)
    values (${call.scope.wcode}, ${operation}, ${fileName}, ${call.rows.length}, ${created},
      ${entries.length - created}, ${[...owners].toSorted()}::text[], ${call.userId})
    returning import_no`)
  const number = made?.import_no ?? 0
  const rows = entries.map(({ change, key, title, before, mark }, index) => {
    return { entry_no: index + 1, change, key, title, before, mark }
  })
  await call.tx.execute(sql`
    insert into import_entry (import_no, entry_no, change_cd, row_key, row_title, row_before, row_mark)
    select ${number}, r.entry_no, r.change, r.key, r.title, r.before::jsonb, r.mark
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(entry_no integer, change text,
      key jsonb, title text, before text, mark text)`)
  return number
}

export async function readEntries(tx: Transaction, importNo: number): Promise<StoredEntry[]> {
  const rows = await tx.query<{
    entry_no: number
    change_cd: 'I' | 'U'
    row_key: Record<string, unknown>
    row_title: string
    row_before: string | null
    row_mark: string
  }>(sql`
    select entry_no, change_cd, row_key, row_title, row_before::text row_before, row_mark
    from import_entry where import_no = ${importNo} order by entry_no`)
  return rows.map((row) => ({
    no: row.entry_no,
    change: row.change_cd,
    key: row.row_key,
    title: row.row_title,
    before: row.row_before,
    mark: row.row_mark,
  }))
}
