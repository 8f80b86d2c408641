import { masterOperations } from '#kernel/master-operations.ts'
import { owner } from '../tables/owner.ts'
import { shipTo, supplier } from '../tables/partner.ts'
import { cell, dockLine, hazardPair, pickFace, workMethod, zone } from '../tables/place.ts'
import { ownerNameRef, stockNameRef } from '../tables/references.ts'
import { stock } from '../tables/stock.ts'
import { stockAltcode, stockGroup, stockMoq, stockUnit } from '../tables/stock-facts.ts'

const withOwnerName = { OWNER_NM: ownerNameRef }

export const owners = masterOperations('master', 'owner', owner)
export const suppliers = masterOperations('master', 'supplier', supplier, withOwnerName)
export const shipTos = masterOperations('master', 'ship-to', shipTo, withOwnerName, {
  menus: ['AddShipToPopup', 'AddShipToSamplePopup'],
})
export const zones = masterOperations('master', 'zone', zone)
export const cells = masterOperations('master', 'cell', cell)
export const stocks = masterOperations('master', 'stock', stock, withOwnerName, {
  menus: ['AddStockSamplePopup'],
})
export const methods = masterOperations('master', 'method', workMethod)
export const hazardPairs = masterOperations('master', 'hazard-pair', hazardPair)
export const pickFaces = masterOperations('master', 'pick-face', pickFace, {
  STOCK_NM: stockNameRef,
})
export const dockLines = masterOperations('master', 'line', dockLine)

const withItemName = { STOCK_NM: stockNameRef }

export const stockGroups = masterOperations('master', 'stock-group', stockGroup)
export const stockUnits = masterOperations('master', 'stock-unit', stockUnit, withItemName)
export const stockAltcodes = masterOperations('master', 'stock-altcode', stockAltcode, withItemName)
export const stockMoqs = masterOperations('master', 'stock-moq', stockMoq, withItemName)
