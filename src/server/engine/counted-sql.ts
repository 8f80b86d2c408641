import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Fields } from '#kernel/field.ts'
import { getVoidCodes } from '#kernel/operation.ts'
import { columnName } from '#kernel/table.ts'

/** SQL condition for the rows that count towards sums. Undefined if all rows do. */
export function countedSql(output: Fields, row: 'v' | 'r'): Sql | undefined {
  const conditions = getVoidCodes(output).map(([name, codes]) => {
    const column = raw(`${row}.${columnName(name)}`)
    return sql`coalesce(${column}, '') <> all(${[...codes]}::text[])`
  })
  return conditions.length > 0 ? join(conditions, ' and ') : undefined
}
