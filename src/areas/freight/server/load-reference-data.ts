import sql, { raw } from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'
import { referenceLists, type ReferenceList } from './reference-lists.ts'

/**
 * Loads published lists that were never loaded, one statement per list. Skips loaded lists because
 * later editions are imported. Returns the loaded tables.
 */
export async function loadReferenceData(db: Database): Promise<readonly string[]> {
  const known = await db.query<{ list_cd: string }>(sql`select list_cd from code_edition`)
  const loaded = new Set(known.map(({ list_cd }) => list_cd))
  const missing = referenceLists.filter(({ table }) => !loaded.has(table))
  for (const list of missing) await loadList(db, list)
  return missing.map(({ table }) => table)
}

/** Inserts the edition first. If two processes start together, only one loads the list. */
async function loadList(db: Database, list: ReferenceList): Promise<void> {
  const { table, edition, columns } = list
  const rows = await list.rows()
  const names = Object.keys(columns)
  const values = names.map((name, index) => `nullif(r.v ->> ${index}, '')::${columns[name]}`)
  await db.transaction(async (tx) => {
    const claimed = await tx.execute(sql`
      insert into code_edition (list_cd, edition_cd, row_count)
      values (${table}, ${edition}, ${rows.length}) on conflict do nothing`)
    if (claimed === 0) return
    await tx.execute(sql`
      insert into ${raw(table)} (${raw(names.join(', '))}, edition_cd)
      select ${raw(values.join(', '))}, ${edition}
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r (v) on conflict do nothing`)
  })
}
