import sql, { join, raw, type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import type { WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { columnName } from '#kernel/table.ts'
import type { DbRow, Queryable } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import type { Caller } from '#server/auth/caller.ts'
import { scopeConditions } from './search-sql.ts'

export type PrintCall = Caller & { readonly db: Queryable; readonly rows: readonly WireRow[] }

export const notPrintable = (missing: number): Label =>
  label(
    `${formatCount(missing)}건은 이 문서를 인쇄할 상태가 아닙니다. 다시 조회하세요.`,
    `${formatCount(missing, 'document')} cannot be printed in the current status. Search again.`,
  )

/**
 * Returns the headers of the requested documents, in the requested order. `select` must return
 * `wcode, owner_cd, state_cd` and the number. Throws if any document is out of scope or not in one
 * of `states`.
 */
export async function readPrintHeads<H extends DbRow>(
  call: PrintCall,
  number: string,
  states: readonly string[],
  select: Sql,
): Promise<H[]> {
  const numbers = [...new Set(call.rows.map((row) => String(row[number])))]
  const column = raw(`v.${columnName(number)}`)
  const conditions = [
    ...scopeConditions('warehouse-owner', call.scope),
    sql`${column} = any(${numbers}::text[])`,
    sql`v.state_cd = any(${[...states]}::text[])`,
  ]
  const heads = await call.db.query<H>(sql`
    select * from (${select}) v where ${join(conditions, ' and ')}
    order by array_position(${numbers}::text[], ${column})`)
  if (heads.length === numbers.length) return heads
  const missing = numbers.length - heads.length
  throw new AppError(409, 'PRINT_STATE', notPrintable(missing))
}
