import { date } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { defineSummary, minimum, maximum, type GroupedBy, type Measures } from '#kernel/summary.ts'
import {
  cancelledShipments,
  shipmentWork,
  shippings,
} from '#areas/outbound/operations/report-rows.ts'
import { distinctCount, documentCounts, percent } from './figures.ts'

const lines = { LINE_COUNT: distinctCount('행수', 'Lines', 'LINE_ID') }

const defineReport = (
  name: string,
  title: Label,
  by: GroupedBy<typeof shipmentWork>,
  leads: Measures = {},
  measures: Measures = {},
) =>
  defineSummary(shipmentWork, {
    name: `reports/${name}`,
    title,
    by,
    leads,
    sums: ['ORDER_QTY', 'SHIP_QTY', 'SHORT_QTY', 'CBM', 'KG'],
    measures: {
      ...lines,
      BOX_COUNT: distinctCount('박스수', 'Boxes', 'BOX_ID'),
      FILL_RATE: percent('출하율 %', 'Fill rate %', 'SHIP_QTY', 'ORDER_QTY'),
      ...measures,
    },
    offers: [
      'OWNER_CD',
      'SHIP_TO_CD',
      'STOCK_CD',
      'SHIPMENT_NO',
      'SHIPMENT_DT',
      'OWNER_ORDER_NO',
      'STATE_CD',
      'SAMPLE_YN',
      'UNIT_CD',
    ],
  })

const shipmentCount = { SHIPMENT_COUNT: documentCounts.plannedShipments }
const postedShipments = { SHIPMENT_COUNT: documentCounts.shipments }

export const shipmentReport = defineReport('shipments', label('출고현황', 'Shipments report'), [
  'SHIPMENT_DT',
  'SHIPMENT_NO',
  'STATE_CD',
  'OWNER_CD',
  'SHIP_TO_CD',
  'OWNER_ORDER_NO',
])

export const shipmentsByStock = defineReport(
  'shipments-by-stock',
  label('품목별 출고현황', 'Shipments by item'),
  ['OWNER_CD', 'STOCK_CD'],
  shipmentCount,
)

export const shipmentsByShipTo = defineReport(
  'shipments-by-ship-to',
  label('배송처별 출고현황', 'Shipments by ship-to'),
  ['OWNER_CD', 'SHIP_TO_CD'],
  { ...shipmentCount, STOCK_COUNT: documentCounts.items },
)

export const shipmentSummary = defineReport(
  'shipment-summary',
  label('출고 요약', 'Shipment summary'),
  [{ column: 'SHIPMENT_DT', period: 'day' }, 'OWNER_CD'],
  { ...shipmentCount, STOCK_COUNT: documentCounts.items },
)

/**
 * Dates without shipments are zero rows. A shipment counts once, and as full only if all of it
 * shipped.
 */
export const shipmentPlanActual = defineReport(
  'shipment-plan-actual',
  label('출고지시 대비 실적', 'Shipments, planned and actual'),
  [{ column: 'SHIPMENT_DT', period: 'day' }],
  shipmentCount,
  {
    FULL_COUNT: distinctCount('완전출하', 'In full', 'FULL_ID'),
    ON_TIME_COUNT: distinctCount('기한 내 출하', 'On time', 'ON_TIME_ID'),
    OTIF_COUNT: distinctCount('기한 내 완전출하', 'On time in full', 'OTIF_ID'),
    OTIF_RATE: percent('OTIF %', 'OTIF %', 'OTIF_COUNT', 'SHIPMENT_COUNT'),
  },
)

/** Shipped quantities by lot. Ordered and short quantities have no lot. */
export const shipmentsByLot = defineSummary(shippings, {
  name: 'reports/shipments-by-lot',
  title: label('로트별 출고현황', 'Shipments by lot'),
  by: ['OWNER_CD', 'STOCK_CD', 'LOT_NO', 'VALID_DT'],
  sums: ['SHIP_QTY', 'CBM', 'KG'],
  measures: {
    ...postedShipments,
    SHIP_TO_COUNT: distinctCount('배송처수', 'Ship-tos', 'SHIP_TO_CD'),
    FIRST_DT: minimum(date(label('최초 출하일', 'First ship date')), 'BUSINESS_DT'),
    LAST_DT: maximum(date(label('최종출하일', 'Last ship date')), 'BUSINESS_DT'),
  },
  offers: [
    'SHIP_TO_CD',
    'SHIPMENT_NO',
    'BUSINESS_DT',
    'SHIPMENT_DT',
    'MARK',
    'PLOT',
    'MADE_DT',
    'SAMPLE_YN',
  ],
})

export const shipmentCancels = defineSummary(cancelledShipments, {
  name: 'reports/shipment-cancels',
  title: label('출고취소 현황', 'Cancelled shipments'),
  by: ['CANCEL_DT', 'CANCEL_CD', 'SHIPMENT_NO', 'OWNER_CD', 'STOCK_CD', 'REASON', 'USER_ID'],
  sums: ['CANCEL_QTY'],
  measures: { ...lines, ...postedShipments },
  offers: ['SHIP_TO_CD'],
})
