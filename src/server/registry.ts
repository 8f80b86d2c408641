import { receiptKind } from '#areas/inbound/server/receipt-kind.ts'
import { inboundHandlers } from '#areas/inbound/server/index.ts'
import { inboundRecords } from '#areas/inbound/server/record-search.ts'
import { stockKind } from '#areas/inventory/server/stock-kind.ts'
import { inventoryHandlers } from '#areas/inventory/server/index.ts'
import { inventoryRecords } from '#areas/inventory/server/record-search.ts'
import { masterHandlers } from '#areas/master/server/index.ts'
import { masterLookups } from '#areas/master/server/lookups.ts'
import { masterRecords } from '#areas/master/server/record-search.ts'
import { roleHandlers } from './roles/role-handlers.ts'
import { partnerDoor } from '#areas/master/server/partner-door.ts'
import type { PartnerKind } from '#areas/master/server/partner-kind.ts'
import { partnerProfileHandlers } from '#areas/master/server/partner-profile.ts'
import { shipmentKind } from '#areas/outbound/server/shipment-kind.ts'
import { outboundHandlers } from '#areas/outbound/server/index.ts'
import { outboundRecords } from '#areas/outbound/server/record-search.ts'
import { reportHandlers } from '#areas/reports/server/index.ts'
import { systemHandlers } from '#areas/system/server/index.ts'
import type { Handler } from './engine/handler.ts'
import type { Lookup } from './engine/lookup.ts'
import type { RecordSource } from './engine/record-source.ts'

/** Routes and mails of accounts, beside the operations of the area. */
export { accountJobs } from '#areas/system/server/account-jobs.ts'
export { accountRoutes, registrationRoutes } from '#areas/system/server/account-routes.ts'

/** Kinds of messages that partners write and read. */
const partnerKinds: readonly PartnerKind[] = [receiptKind, shipmentKind, stockKind]

/** What partners may call. */
export const partners = partnerDoor(partnerKinds)

const partnerFields = new Set(partnerKinds.flatMap(({ fields }) => Object.keys(fields)))

/** Handlers area by area in the order of `areas/order.ts`. */
const areaHandlers: readonly Handler[] = [
  ...systemHandlers,
  ...masterHandlers,
  ...partnerProfileHandlers(partnerFields),
  ...inventoryHandlers,
  ...inboundHandlers,
  ...outboundHandlers,
  ...reportHandlers,
]

const ofRoles = roleHandlers(areaHandlers)

/** Every handler of the server: those of the areas, and who may call them. */
export const handlers: readonly Handler[] = [...areaHandlers, ...ofRoles.handlers]

export const lookups: readonly Lookup[] = [...masterLookups, ...ofRoles.lookups]

/** What the command line finds by the beginning of a code or a name. */
export const recordSources: readonly RecordSource[] = [
  ...masterRecords,
  ...inventoryRecords,
  ...inboundRecords,
  ...outboundRecords,
]
