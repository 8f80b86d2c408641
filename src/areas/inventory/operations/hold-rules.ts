import { quantity, vary } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { masterOperations } from '#kernel/master-operations.ts'
import { stockNameRef } from '#areas/master/tables/references.ts'
import { cellHoldRule, lotHoldRule, stockHoldRule, zoneHoldRule } from '../tables/hold-rule.ts'

/** What a rule holds now; rules of items and lots hold in every warehouse. */
const holds = { HELD_QTY: vary(quantity(label('보류재고', 'Holds now')), { width: 100 }) }
const named = { STOCK_NM: stockNameRef, ...holds }

/** Rules of places are seen by everybody; what they hold, as far as the goods are one's own. */
const ofPlace = { bound: 'own' } as const

export const cellHoldRules = masterOperations(
  'inventory',
  'cell-hold-rules',
  cellHoldRule,
  holds,
  ofPlace,
)
export const zoneHoldRules = masterOperations(
  'inventory',
  'zone-hold-rules',
  zoneHoldRule,
  holds,
  ofPlace,
)
export const stockHoldRules = masterOperations(
  'inventory',
  'stock-hold-rules',
  stockHoldRule,
  named,
)
export const lotHoldRules = masterOperations('inventory', 'lot-hold-rules', lotHoldRule, named)
