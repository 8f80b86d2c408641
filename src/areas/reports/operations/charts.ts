import { integer, measure } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineSummary, distinct, ratio } from '#kernel/summary.ts'
import { receiptWork } from '#areas/inbound/operations/report-rows.ts'
import { stockBalances } from '#areas/inventory/operations/stock.ts'
import { shipmentWork } from '#areas/outbound/operations/report-rows.ts'

const stockSums = ['QTY', 'ALLOC_QTY', 'PICK_QTY', 'AVAILABLE_QTY', 'CBM', 'KG'] as const

export const stockChart = defineSummary(stockBalances, {
  name: 'reports/stock-chart',
  title: label('품목별 재고 차트', 'Inventory by item, chart'),
  by: ['OWNER_CD', 'STOCK_CD', 'CONDITION_CD'],
  sums: stockSums,
})

export const lotChart = defineSummary(stockBalances, {
  name: 'reports/lot-chart',
  title: label('로트별 재고 차트', 'Inventory by lot, chart'),
  by: ['OWNER_CD', 'STOCK_CD', 'LOT_NO', 'VALID_DT', 'CONDITION_CD'],
  sums: stockSums,
})

const receiptFigures = {
  sums: ['ORDER_QTY', 'RECEIVE_QTY', 'REJECT_QTY', 'OPEN_QTY', 'LATE_QTY', 'CBM'],
  measures: {
    DOC_COUNT: distinct(integer(label('예정건', 'Expected receipts')), 'DOC_ID'),
    FILL_RATE: ratio(measure(label('달성 %', 'Achieved %'), 1), 'RECEIVE_QTY', 'ORDER_QTY'),
  },
} as const

export const receiptChart = defineSummary(receiptWork, {
  ...receiptFigures,
  name: 'reports/receipt-chart',
  title: label('입고현황 차트', 'Receipts, chart'),
  by: [{ column: 'RECEIPT_DT', period: 'day' }],
})

export const receiptStockChart = defineSummary(receiptWork, {
  ...receiptFigures,
  name: 'reports/receipt-stock-chart',
  title: label('품목별 입고현황 차트', 'Receipts by item, chart'),
  by: ['OWNER_CD', 'STOCK_CD'],
})

const shipmentFigures = {
  sums: ['ORDER_QTY', 'SHIP_QTY', 'SHORT_QTY', 'CBM'],
  measures: {
    DOC_COUNT: distinct(integer(label('오더', 'Orders')), 'DOC_ID'),
    FILL_RATE: ratio(measure(label('달성 %', 'Achieved %'), 1), 'SHIP_QTY', 'ORDER_QTY'),
  },
} as const

export const shipmentChart = defineSummary(shipmentWork, {
  ...shipmentFigures,
  name: 'reports/shipment-chart',
  title: label('출고현황 차트', 'Shipments, chart'),
  by: [{ column: 'SHIPMENT_DT', period: 'day' }],
})

export const shipmentStockChart = defineSummary(shipmentWork, {
  ...shipmentFigures,
  name: 'reports/shipment-stock-chart',
  title: label('품목별 출고현황 차트', 'Shipments by item, chart'),
  by: ['OWNER_CD', 'STOCK_CD'],
})
