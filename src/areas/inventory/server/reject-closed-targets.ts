import sql, { type Sql } from 'sql-template-tag'
import { invalidRows } from '#server/base/app-error.ts'
import { toRowErrors } from '#server/engine/table-save.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { closedCell } from '../rules/closed-cell.ts'
import { openCell } from './open-cell.ts'

/**
 * Rejects rows whose target cell is unknown or closed, before balances are created for it. `given`
 * has `to_cell_cd`.
 */
export async function rejectClosedTargets(call: SaveCall, given: Sql): Promise<void> {
  const closed = await call.tx.query<{ no: number }>(sql`
    select r.no from ${given}
    left join cell c on c.wcode = ${call.scope.wcode} and c.cell_cd = r.to_cell_cd
    left join zone z on z.wcode = c.wcode and z.zone_cd = c.zone_cd
    where not ${openCell}`)
  const errors = toRowErrors(closed, call.rows, 'TO_CELL_CD', (values) =>
    closedCell(values['TO_CELL_CD']),
  )
  if (errors.length) throw invalidRows(errors)
}
