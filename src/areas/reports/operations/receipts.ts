import { date, withOptions } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { defineSummary, minimum, maximum, type GroupedBy, type Measures } from '#kernel/summary.ts'
import {
  cancelledReceipts,
  receiptWork,
  receivings,
} from '#areas/inbound/operations/report-rows.ts'
import { distinctCount, documentCounts, percent } from './figures.ts'

const lines = distinctCount('행수', 'Lines', 'LINE_ID')

const defineReport = (
  name: string,
  title: Label,
  by: GroupedBy<typeof receiptWork>,
  leads: Measures = {},
  measures: Measures = {},
) =>
  defineSummary(receiptWork, {
    name: `reports/${name}`,
    title,
    by,
    leads,
    sums: ['ORDER_QTY', 'RECEIVE_QTY', 'REJECT_QTY', 'OPEN_QTY', 'CBM', 'KG'],
    measures: {
      LINE_COUNT: lines,
      RECEIVE_RATE: percent('입고율 %', 'Received %', 'RECEIVE_QTY', 'ORDER_QTY'),
      ...measures,
    },
    offers: [
      'OWNER_CD',
      'SUPPLIER_CD',
      'STOCK_CD',
      'RECEIPT_NO',
      'RECEIPT_DT',
      'OWNER_ORDER_NO',
      'STATE_CD',
      'SAMPLE_YN',
      'UNIT_CD',
    ],
  })

const receiptCount = { RECEIPT_COUNT: documentCounts.plannedReceipts }
const postedReceipts = { RECEIPT_COUNT: documentCounts.receipts }

export const receiptReport = defineReport('receipts', label('입고현황', 'Receipts'), [
  'RECEIPT_DT',
  'RECEIPT_NO',
  'STATE_CD',
  'OWNER_CD',
  'SUPPLIER_CD',
  'OWNER_ORDER_NO',
])

export const receiptsByStock = defineReport(
  'receipts-by-stock',
  label('품목별 입고현황', 'Receipts by item'),
  ['OWNER_CD', 'STOCK_CD'],
  receiptCount,
)

export const receiptsBySupplier = defineReport(
  'receipts-by-supplier',
  label('공급처별 입고현황', 'Receipts by supplier'),
  ['OWNER_CD', 'SUPPLIER_CD'],
  { ...receiptCount, STOCK_COUNT: documentCounts.items },
)

export const receiptSummary = defineReport(
  'receipt-summary',
  label('입고 요약', 'Receipt summary'),
  [{ column: 'RECEIPT_DT', period: 'day' }, 'OWNER_CD'],
  { ...receiptCount, STOCK_COUNT: documentCounts.items },
)

/** Receipts by resulting lot. Ordered and open quantities have no lot yet. */
export const receiptsByLot = defineSummary(receivings, {
  name: 'reports/receipts-by-lot',
  title: label('로트별 입고현황', 'Receipts by lot'),
  by: ['OWNER_CD', 'STOCK_CD', 'LOT_NO', 'VALID_DT'],
  sums: ['RECEIVE_QTY', 'CBM', 'KG'],
  measures: {
    ...postedReceipts,
    FIRST_DT: minimum(date(label('최초 입고일', 'First receipt date')), 'BUSINESS_DT'),
    LAST_DT: maximum(date(label('최종 입고일', 'Last receipt date')), 'BUSINESS_DT'),
  },
  offers: [
    'SUPPLIER_CD',
    'RECEIPT_NO',
    'BUSINESS_DT',
    'RECEIPT_DT',
    'MARK',
    'PLOT',
    'MADE_DT',
    'SAMPLE_YN',
  ],
})

/** Dates without receipts are zero rows, to make gaps visible. */
export const receiptPlanActual = defineSummary(receiptWork, {
  name: 'reports/receipt-plan-actual',
  title: label('입고예정 대비 실적', 'Receipts, planned and actual'),
  by: [{ column: 'RECEIPT_DT', period: 'day' }],
  leads: receiptCount,
  sums: ['ORDER_QTY', 'RECEIVE_QTY', 'ON_TIME_QTY', 'LATE_QTY', 'REJECT_QTY', 'OPEN_QTY'],
  measures: {
    ON_TIME_RATE: percent('기한 내 %', 'On time %', 'ON_TIME_QTY', 'ORDER_QTY'),
    RECEIVE_RATE: percent('입고율 %', 'Received %', 'RECEIVE_QTY', 'ORDER_QTY'),
    LATE_DAYS_MAX: maximum(
      withOptions(receiptWork.output.LATE_DAYS, {
        label: label('최대 지연일수', 'Max. days late'),
      }),
      'LATE_DAYS',
    ),
  },
  offers: ['OWNER_CD', 'SUPPLIER_CD', 'STOCK_CD', 'RECEIPT_NO', 'RECEIPT_DT', 'SAMPLE_YN'],
})

export const receiptCancels = defineSummary(cancelledReceipts, {
  name: 'reports/receipt-cancels',
  title: label('입고취소 현황', 'Cancelled receipts'),
  by: ['CANCEL_DT', 'CANCEL_CD', 'RECEIPT_NO', 'OWNER_CD', 'STOCK_CD', 'REASON', 'USER_ID'],
  sums: ['CANCEL_QTY'],
  measures: { LINE_COUNT: distinctCount('행수', 'Lines', 'LINE_ID'), ...postedReceipts },
  offers: ['SUPPLIER_CD'],
})
