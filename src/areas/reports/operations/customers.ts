import { label } from '#kernel/label.ts'
import { defineSummary } from '#kernel/summary.ts'
import { ownBalances } from '#areas/inventory/operations/stock.ts'
import { documentCounts } from './figures.ts'
import { receiptReport } from './receipts.ts'
import { shipmentReport } from './shipments.ts'

/** Columns an owner's staff can see of their stock. Excludes cells, pallets and user names. */
const stockOfOwner = {
  sums: ['QTY', 'ALLOC_QTY', 'PICK_QTY', 'AVAILABLE_QTY', 'CBM', 'KG'],
  measures: { LOT_COUNT: documentCounts.lots },
  offers: [
    'OWNER_CD',
    'STOCK_CD',
    'LOT_NO',
    'MARK',
    'PLOT',
    'MADE_DT',
    'RECEIVED_DT',
    'VALID_DT',
    'CONDITION_CD',
    'BONDED_CD',
    'CARGO_NO',
    'UNIT_CD',
    'EXPIRY_CD',
    'AGE_CD',
  ],
} as const

export const ownInventoryByStock = defineSummary(ownBalances, {
  ...stockOfOwner,
  name: 'reports/own-inventory-by-stock',
  title: label('고객 품목별 재고', 'Customer inventory by item'),
  by: ['OWNER_CD', 'STOCK_CD', 'CONDITION_CD'],
})

export const ownInventoryByLot = defineSummary(ownBalances, {
  ...stockOfOwner,
  name: 'reports/own-inventory-by-lot',
  title: label('고객 로트별 재고', 'Customer inventory by lot'),
  by: ['OWNER_CD', 'STOCK_CD', 'LOT_NO', 'RECEIVED_DT', 'VALID_DT', 'CONDITION_CD', 'BONDED_CD'],
})

/** Same figures as the staff reports under separate names, to be granted separately. */
export const ownReceipts = {
  ...receiptReport,
  name: 'reports/own-receipts',
  title: label('고객 입고현황', 'Customer receipts'),
}

export const ownShipments = {
  ...shipmentReport,
  name: 'reports/own-shipments',
  title: label('고객 출고현황', 'Customer shipments'),
}
