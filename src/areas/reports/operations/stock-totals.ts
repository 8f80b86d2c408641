import { integer } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { stockKeyNames } from '#areas/inventory/operations/proof.ts'

export const lotCount = integer(label('로트수', 'Lots'))

export const stockTotals = {
  sums: ['QTY', 'ALLOC_QTY', 'PICK_QTY', 'AVAILABLE_QTY', 'HELD_QTY', 'CBM', 'KG'],
  offers: [...stockKeyNames, 'HOLD_REASON', 'UNIT_CD', 'SUPPLIER_CD', 'EXPIRY_CD', 'AGE_CD'],
} as const
