import sql, { type Sql } from 'sql-template-tag'
import type { Label } from '#kernel/label.ts'
import { label } from '#kernel/label.ts'
import type { Queryable } from '#server/db/database.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { lockDocuments } from '#server/engine/lock-documents.ts'
import { bondedCargo } from '../tables/cargo.ts'

/**
 * Locks the cargos of a call in order of their numbers. Throws `gone` if a cargo has a different
 * status.
 */
export function lockCargos(
  call: SaveCall,
  states: readonly string[],
  gone: Label,
): Promise<string[]> {
  const findStateError = (state: string | undefined) =>
    state === undefined ? label('보세화물을 찾을 수 없습니다.', 'Bonded cargo not found.') : gone
  const kind = {
    header: bondedCargo,
    number: 'BOND_NO',
    refusal: findStateError,
    messageColumn: 'BOND_NO',
  }
  return lockDocuments(call, kind, states)
}

interface LockContext {
  readonly tx: Pick<Queryable, 'query'>
  readonly scope: SaveCall['scope']
}

/**
 * Locks the cargos whose numbers a query returns, in order of their numbers. The numbers are read
 * first because joining the query scans every cargo.
 */
export async function lockCargosByNumber({ tx, scope }: LockContext, numbers: Sql): Promise<void> {
  const { wcode, owners } = scope
  await tx.query(sql`
    select 1 from bonded_cargo where bond_no = any(array(${numbers})) and wcode = ${wcode}
      and (${owners === null} or owner_cd = any(${[...(owners ?? [])]}::text[]))
    order by bond_no for update`)
}
