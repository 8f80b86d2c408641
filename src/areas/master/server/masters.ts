import type { Handler } from '#server/engine/handler.ts'
import { cells, owners, shipTos, stocks, suppliers, zones } from '../operations/masters.ts'
import { owner } from '../tables/owner.ts'
import { shipTo, supplier } from '../tables/partner.ts'
import { cell, zone } from '../tables/place.ts'
import { stock } from '../tables/stock.ts'
import { masterHandlers, toOwner } from './master-handlers.ts'

const ofOwner = { references: [toOwner] }

export const masterTableHandlers: readonly Handler[] = [
  ...masterHandlers(owner, owners),
  ...masterHandlers(supplier, suppliers, ofOwner),
  ...masterHandlers(shipTo, shipTos, ofOwner),
  ...masterHandlers(stock, stocks, ofOwner),
  ...masterHandlers(zone, zones),
  ...masterHandlers(cell, cells, {
    references: [{ columns: ['WCODE', 'ZONE_CD'], table: 'zone' }],
  }),
]
