import sql, { raw, type Sql } from 'sql-template-tag'
import type { Label } from '#kernel/label.ts'
import { columnName, type Table } from '#kernel/table.ts'
import type { Queryable } from '#server/db/database.ts'
import { usedInText } from './explain-constraint.ts'

interface ForeignKey extends Record<string, unknown> {
  used_in: string
  own: string[]
  theirs: string[]
}

/**
 * Returns, by row number, why a record cannot be deleted: another table references it. Ignores
 * references with cascading delete.
 *
 * @param keys relation `r(no, …key)` of records of the table
 */
export async function findUsages(
  tx: Queryable,
  table: Table,
  keys: Sql,
): Promise<ReadonlyMap<number, Label>> {
  const references = await tx.query<ForeignKey>(sql`
    select c.conrelid::regclass::text used_in,
      array(select a.attname::text from unnest(c.confkey) with ordinality k(n, at)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.n order by k.at) own,
      array(select a.attname::text from unnest(c.conkey) with ordinality k(n, at)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n order by k.at) theirs
    from pg_constraint c where c.contype = 'f' and c.confrelid = ${table.name}::regclass
      and c.confdeltype in ('a', 'r')
    order by 1`)
  const key = table.key.map(columnName)
  const self = `${table.name} o on ${key.map((name) => `o.${name} = r.${name}`).join(' and ')}`
  const found = new Map<number, Label>()
  for (const { used_in: where, own, theirs } of references) {
    // A reference can target unique columns other than the primary key.
    const isByKey = own.every((name) => key.includes(name))
    const match = own.map((name, index) => `x.${theirs[index]} = ${isByKey ? 'r' : 'o'}.${name}`)
    const used = await tx.query<{ no: number }>(sql`
      select r.no from ${keys} ${raw(isByKey ? '' : `join ${self}`)}
      where exists (select from ${raw(where)} x where ${raw(match.join(' and '))})`)
    for (const { no } of used) if (!found.has(no)) found.set(no, usedInText(where))
  }
  return found
}
