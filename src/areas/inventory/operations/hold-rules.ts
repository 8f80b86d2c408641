import { quantity, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { masterOperations } from '#kernel/master-operations.ts'
import { stockNameRef } from '#areas/master/tables/references.ts'
import { cellHoldRule, lotHoldRule, stockHoldRule, zoneHoldRule } from '../tables/hold-rule.ts'

/** Stock currently held by a rule. Rules for items and lots apply to all warehouses. */
const holds = { HELD_QTY: withOptions(quantity(label('보류재고', 'Held stock')), { width: 100 }) }
const named = { STOCK_NM: stockNameRef, ...holds }

/**
 * All users can read rules for places. The held quantities include only stock within the user's
 * scope.
 */
const ownBound = { bound: 'own' } as const

export const cellHoldRules = masterOperations(
  'inventory',
  'cell-hold-rules',
  cellHoldRule,
  holds,
  ownBound,
)
export const zoneHoldRules = masterOperations(
  'inventory',
  'zone-hold-rules',
  zoneHoldRule,
  holds,
  ownBound,
)
export const stockHoldRules = masterOperations(
  'inventory',
  'stock-hold-rules',
  stockHoldRule,
  named,
)
export const lotHoldRules = masterOperations('inventory', 'lot-hold-rules', lotHoldRule, named)
