import { masterOperations } from '#kernel/master-operations.ts'
import { owner } from '../tables/owner.ts'
import { shipTo, supplier } from '../tables/partner.ts'
import { cell, zone } from '../tables/place.ts'
import { ownerNameRef } from '../tables/references.ts'
import { stock } from '../tables/stock.ts'

const withOwnerName = { OWNER_NM: ownerNameRef }

export const owners = masterOperations('master', 'owner', owner, 'Owner')
export const suppliers = masterOperations('master', 'supplier', supplier, 'Supplier', withOwnerName)
export const shipTos = masterOperations('master', 'ship-to', shipTo, 'ShipTo', withOwnerName)
export const zones = masterOperations('master', 'zone', zone, 'Zone')
export const cells = masterOperations('master', 'cell', cell, 'Cell')
export const stocks = masterOperations('master', 'stock', stock, 'StockBasic', withOwnerName)
