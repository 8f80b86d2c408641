import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Label } from '#kernel/label.ts'
import { columnName, type Table } from '#kernel/table.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from './handler.ts'

/** A kind of document that steps are taken on. */
export interface LockedKind {
  readonly header: Table
  /** Column that numbers the documents; rows of a call name theirs by it. */
  readonly number: string
  /** Why a row is refused, by the state its document is in; `undefined`: it is out of reach. */
  readonly refusal: (state: string | undefined) => Label
  /** Column the refusal is told at. */
  readonly told: string
  /** What else holds of a header `j` in reach, where it names no owner itself. */
  readonly reach?: Sql
}

/**
 * Locks the documents of a call in number order and answers their numbers; refuses, naming each
 * row, the ones that are not there, not in the caller's scope, or not in one of the states a step
 * may start from.
 */
export async function lockDocuments(
  call: SaveCall,
  kind: LockedKind,
  states: readonly string[],
): Promise<string[]> {
  const numbers = [...new Set(call.rows.map((row) => String(row.values[kind.number])))]
  const number = raw(columnName(kind.number))
  // A document that belongs to a warehouse alone may hold goods of any owner: `reach` looks at those.
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
    return [{ row: row.no, text: kind.refusal(state), column: kind.told }]
  })
  if (errors.length) throw conflictingRows(errors)
  return numbers
}
