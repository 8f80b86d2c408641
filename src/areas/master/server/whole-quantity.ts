import sql, { raw } from 'sql-template-tag'
import { columnName } from '#kernel/table.ts'
import type { RowRule } from '#server/engine/table-save.ts'
import { wholeUnitsOnly } from '../rules/units.ts'

/** Rejects a fraction for an item counted in pieces, in rows with `OWNER_CD` and `STOCK_CD`. */
export function wholeQuantity(column: string): RowRule {
  return {
    column,
    where: sql`${raw(`r.${columnName(column)}`)} % 1 <> 0
      and is_whole_item(r.owner_cd, r.stock_cd)`,
    text: wholeUnitsOnly,
  }
}

/** Like `wholeQuantity`, for rows of the item master: their unit can change in the same save. */
export const wholeBox: RowRule = {
  column: 'BOX_QTY',
  where: sql`r.box_qty % 1 <> 0 and is_whole_unit(r.unit_cd)`,
  text: wholeUnitsOnly,
}
