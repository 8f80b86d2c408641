import { expect, test } from 'vitest'
import { shipmentStepFrom } from '#areas/outbound/rules/shipment-status.ts'

test('every shipment step is allowed from the expected statuses', () => {
  expect(shipmentStepFrom).toEqual({
    change: ['05', '10'],
    awaitStock: ['05', '10'],
    allocate: ['10', '15'],
    fillRest: ['30', '35', '40'],
    allocateByHand: ['10', '15', '20'],
    cancelAllocation: ['15', '20', '30'],
    printPickingList: ['15', '20', '30', '35'],
    reprintPickingList: ['15', '20', '30', '35', '40'],
    reportShortage: ['15', '60'],
    list: ['20'],
    permitExpired: ['15', '20', '30', '35', '40', '50'],
    pick: ['30', '35'],
    cancelPick: ['35', '40'],
    match: ['35', '40', '50', '60'],
    unmatch: ['35', '40', '50'],
    check: ['40'],
    cancelCheck: ['40', '50'],
    awaitPacking: ['40'],
    pack: ['40', '50'],
    printBill: ['40', '50', '60'],
    ship: ['50'],
    cancelShipping: ['60'],
    skipReports: ['05', '90'],
  })
})
