import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Label } from '#kernel/label.ts'
import { columnName, type Table } from '#kernel/table.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from './handler.ts'

export interface LockedKind {
  readonly header: Table
  /** Column with the document number, by which the rows of a call refer to documents. */
  readonly number: string
  /**
   * Error for a row by the state of its document. The state is undefined if the document was not
   * found or is out of scope.
   */
  readonly refusal: (state: string | undefined) => Label
  readonly messageColumn: string
  /** Additional condition on a header `j`, for documents without an owner column. */
  readonly reach?: Sql
}

/**
 * Locks the documents of a call in number order and returns their numbers. Throws AppError 409
 * naming every row whose document does not exist, is out of scope, or is not in one of `states`.
 */
export async function lockDocuments(
  call: SaveCall,
  kind: LockedKind,
  states: readonly string[],
): Promise<string[]> {
  const numbers = [...new Set(call.rows.map((row) => String(row.values[kind.number])))]
  const number = raw(columnName(kind.number))
  // A document without an owner column can contain stock of any owner, so `reach` restricts it
  // instead.
  const owners = kind.header.scope.owner ? call.scope.owners : null
  const mine = owners ? sql`and owner_cd = any(${[...owners]}::text[])` : empty
  const found = await call.tx.query<{ no: string; state_cd: string }>(sql`
    select ${number} no, state_cd from ${raw(kind.header.name)} j
    where ${number} = any(${numbers}::text[]) and wcode = ${call.scope.wcode} ${mine}
      and ${kind.reach ?? sql`true`}
    order by ${number} for update`)
  const current = new Map(found.map((row) => [row.no, row.state_cd]))
  const errors = call.rows.flatMap((row): RowError[] => {
    const state = current.get(String(row.values[kind.number]))
    if (state !== undefined && states.includes(state)) return []
    return [{ row: row.no, text: kind.refusal(state), column: kind.messageColumn }]
  })
  if (errors.length) throw conflictingRows(errors)
  return numbers
}
