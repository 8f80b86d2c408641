import { masterOperations } from '#kernel/master-operations.ts'
import { owner } from '../tables/owner.ts'
import { shipTo, supplier } from '../tables/partner.ts'
import { cell, dockLine, workMethod, zone } from '../tables/place.ts'
import { ownerNameRef, stockNameRef } from '../tables/references.ts'
import { stock } from '../tables/stock.ts'
import { stockAltcode, stockGroup, stockMoq, stockUnit } from '../tables/stock-facts.ts'

const withOwnerName = { OWNER_NM: ownerNameRef }

export const owners = masterOperations('master', 'owner', owner, 'Owner')
export const suppliers = masterOperations(
  'master',
  'supplier',
  supplier,
  ['Supplier', 'CSupplier'],
  withOwnerName,
)
export const shipTos = masterOperations(
  'master',
  'ship-to',
  shipTo,
  ['ShipTo', 'CShipTo', 'CShipToSample', 'AddShipToPopup', 'AddShipToSamplePopup'],
  withOwnerName,
)
export const zones = masterOperations('master', 'zone', zone, 'Zone')
export const cells = masterOperations('master', 'cell', cell, 'Cell')
export const stocks = masterOperations(
  'master',
  'stock',
  stock,
  ['StockBasic', 'AddStockSamplePopup'],
  withOwnerName,
)
export const methods = masterOperations('master', 'method', workMethod, 'Method')
export const dockLines = masterOperations('master', 'line', dockLine, 'Line')

const withItemName = { STOCK_NM: stockNameRef }

export const stockGroups = masterOperations('master', 'stock-group', stockGroup, 'StockGroup')
export const stockUnits = masterOperations(
  'master',
  'stock-unit',
  stockUnit,
  'UnitMethod',
  withItemName,
)
export const stockAltcodes = masterOperations(
  'master',
  'stock-altcode',
  stockAltcode,
  'StockAltcode',
  withItemName,
)
export const stockMoqs = masterOperations('master', 'stock-moq', stockMoq, 'StockMoq', withItemName)
