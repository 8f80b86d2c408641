import sql, { raw, type Sql } from 'sql-template-tag'
import { columnName, type Table } from '#kernel/table.ts'
import type { Queryable } from '#server/db/database.ts'

/** SQL: the key of a row of the relation `r`. */
const rowKey = ({ key }: Table): Sql =>
  raw(`jsonb_build_array(${key.map((name) => `r.${columnName(name)}`).join(', ')})`)

/** SQL: version of a new row, which continues after that of a deleted row with the same key. */
export const firstVersion = (table: Table): Sql => sql`coalesce((select gone.version + 1
  from removed_row gone where gone.table_nm = ${table.name} and gone.row_key = ${rowKey(table)}), 1)`

/**
 * Deletes the stored rows `t` that match rows of the relation `r`, and remembers their versions.
 * Returns the numbers of the deleted rows.
 */
export function deleteVersioned(
  db: Queryable,
  table: Table,
  rows: Sql,
  where: Sql,
): Promise<{ no: number }[]> {
  return db.query<{ no: number }>(sql`
    with gone as (delete from ${raw(table.name)} t using ${rows} where ${where}
        returning r.no, ${rowKey(table)} row_key, t.version),
      remembered as (insert into removed_row (table_nm, row_key, version)
        select ${table.name}, row_key, version from gone
        on conflict (table_nm, row_key) do update set version = excluded.version)
    select no from gone`)
}

/** Stored versions of the rows of the relation `r`, by row number. */
export async function readVersions(
  db: Queryable,
  table: Table,
  rows: Sql,
): Promise<ReadonlyMap<number, number>> {
  const same = table.key.map((key) => `t.${columnName(key)} = r.${columnName(key)}`)
  const stored = await db.query<{ no: number; version: number }>(sql`
    select r.no, t.version from ${rows}
    join ${raw(table.name)} t on ${raw(same.join(' and '))}`)
  return new Map(stored.map(({ no, version }) => [no, version]))
}
