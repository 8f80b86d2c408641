import { billingArea } from '#areas/billing/area.ts'
import { bondedArea } from '#areas/bonded/area.ts'
import { freightArea } from '#areas/freight/area.ts'
import { inboundArea } from '#areas/inbound/area.ts'
import { inventoryArea } from '#areas/inventory/area.ts'
import { masterArea } from '#areas/master/area.ts'
import { outboundArea } from '#areas/outbound/area.ts'
import { returnsArea } from '#areas/returns/area.ts'
import { reportsArea } from '#areas/reports/area.ts'
import { supplyChainArea } from '#areas/supply-chain/area.ts'
import { systemArea } from '#areas/system/area.ts'
import { tasksArea } from '#areas/tasks/area.ts'
import type { Area } from '#kernel/area.ts'

/**
 * All areas, lowest first. An area imports only from earlier ones. Freight is low because storage
 * charges use its price list and it does not depend on stock.
 */
export const areas: readonly Area[] = [
  systemArea,
  masterArea,
  freightArea,
  inventoryArea,
  inboundArea,
  outboundArea,
  returnsArea,
  tasksArea,
  bondedArea,
  billingArea,
  reportsArea,
  supplyChainArea,
]
