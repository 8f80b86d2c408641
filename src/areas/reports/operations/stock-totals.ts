import { integer } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { stockKeyNames } from '#areas/inventory/operations/proof.ts'

export const lotCount = integer(label('로트수', 'Lots'))

/** What every report of stock adds up, and what else its rows may be grouped by. */
export const stockTotals = {
  sums: ['QTY', 'ALLOC_QTY', 'PICK_QTY', 'AVAILABLE_QTY', 'HELD_QTY', 'CBM', 'KG'],
  offers: [...stockKeyNames, 'HOLD_REASON', 'UNIT_CD', 'SUPPLIER_CD', 'EXPIRY_CD', 'AGE_CD'],
} as const
