import { documentStatus, indexSteps, type StatusOf } from '#kernel/status.ts'

export const shipmentStatus = {
  ...documentStatus,
  partlyAllocated: '15',
  allocated: '20',
  listed: '30',
  partlyPicked: '35',
  picked: '40',
  checked: '50',
  shipped: '60',
} as const

export type ShipmentStatus = StatusOf<typeof shipmentStatus>

/**
 * Statuses each step of a shipment can start from, including its lists and print-outs. If a screen
 * offers fewer statuses than the server accepts, both are here:
 * - `allocateByHand`: a fully allocated line can still be given other stock, but is not in the list
 *   of orders to allocate.
 * - `fillRest`: short lines after the release for picking. What is allocated or picked remains.
 * - `list` is for releasing orders, `printPickingList` is what the list screens offer.
 *   `reprintPickingList` also allows a lost list to be printed again until the check.
 * - `awaitPacking` is found at the packing station by its last digits, `pack` by its full number.
 */
export const shipmentStepFrom = indexSteps({
  [shipmentStatus.requested]: ['change', 'awaitStock', 'skipReports'],
  [shipmentStatus.open]: ['change', 'awaitStock', 'allocate', 'allocateByHand'],
  [shipmentStatus.partlyAllocated]: [
    'permitExpired',
    'allocate',
    'allocateByHand',
    'cancelAllocation',
    'printPickingList',
    'reprintPickingList',
    'reportShortage',
  ],
  [shipmentStatus.allocated]: [
    'permitExpired',
    'allocateByHand',
    'cancelAllocation',
    'list',
    'printPickingList',
    'reprintPickingList',
  ],
  [shipmentStatus.listed]: [
    'permitExpired',
    'fillRest',
    'cancelAllocation',
    'printPickingList',
    'reprintPickingList',
    'pick',
  ],
  [shipmentStatus.partlyPicked]: [
    'permitExpired',
    'fillRest',
    'printPickingList',
    'reprintPickingList',
    'pick',
    'cancelPick',
    'match',
    'unmatch',
  ],
  [shipmentStatus.picked]: [
    'permitExpired',
    'fillRest',
    'reprintPickingList',
    'cancelPick',
    'check',
    'cancelCheck',
    'awaitPacking',
    'pack',
    'match',
    'unmatch',
    'printBill',
  ],
  [shipmentStatus.checked]: [
    'permitExpired',
    'cancelCheck',
    'pack',
    'match',
    'unmatch',
    'ship',
    'printBill',
  ],
  [shipmentStatus.shipped]: ['match', 'cancelShipping', 'printBill', 'reportShortage'],
  [shipmentStatus.cancelled]: ['skipReports'],
} as const satisfies Readonly<Record<ShipmentStatus, readonly string[]>>)
