import { quantity, vary } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { masterOperations } from '#kernel/master-operations.ts'
import { stockNameRef } from '#areas/master/tables/references.ts'
import { cellHoldRule, lotHoldRule, stockHoldRule, zoneHoldRule } from '../tables/hold-rule.ts'

/** What a rule holds now; rules of items and lots hold in every warehouse. */
const holds = { HELD_QTY: vary(quantity(label('보류재고', 'Holds now')), { width: 100 }) }
const named = { STOCK_NM: stockNameRef, ...holds }

export const cellHoldRules = masterOperations('inventory', 'cell-hold-rules', cellHoldRule, holds)
export const zoneHoldRules = masterOperations('inventory', 'zone-hold-rules', zoneHoldRule, holds)
export const stockHoldRules = masterOperations(
  'inventory',
  'stock-hold-rules',
  stockHoldRule,
  named,
)
export const lotHoldRules = masterOperations('inventory', 'lot-hold-rules', lotHoldRule, named)
