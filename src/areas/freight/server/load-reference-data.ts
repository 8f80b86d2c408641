import sql, { raw } from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'
import { referenceLists, type ReferenceList } from './reference-lists.ts'

/**
 * Fills the published lists that were never filled, each as one statement; a list that is there
 * costs nothing and is never touched, as later editions are imports. Returns the tables filled.
 */
export async function loadReferenceData(db: Database): Promise<readonly string[]> {
  const known = await db.query<{ list_cd: string }>(sql`select list_cd from code_edition`)
  const loaded = new Set(known.map(({ list_cd }) => list_cd))
  const missing = referenceLists.filter(({ table }) => !loaded.has(table))
  for (const list of missing) await loadList(db, list)
  return missing.map(({ table }) => table)
}

/** Two processes that start together fill a list once: the edition is written down with it. */
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
