import { inboundHandlers } from '#areas/inbound/server/index.ts'
import { inventoryHandlers } from '#areas/inventory/server/index.ts'
import { masterHandlers } from '#areas/master/server/index.ts'
import { masterLookups } from '#areas/master/server/lookups.ts'
import { outboundHandlers } from '#areas/outbound/server/index.ts'
import type { Handler } from './engine/handler.ts'
import type { Lookup } from './engine/lookup.ts'

/** Every handler of the server, area by area in the order of `areas/order.ts`. */
export const handlers: readonly Handler[] = [
  ...masterHandlers,
  ...inventoryHandlers,
  ...inboundHandlers,
  ...outboundHandlers,
]

export const lookups: readonly Lookup[] = masterLookups
