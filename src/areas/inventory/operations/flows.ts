import {
  code,
  date,
  integer,
  cubicMetres,
  measure,
  quantity,
  select,
  withOptions,
} from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import {
  dayCount,
  firstOfSpan,
  lastOfSpan,
  peakOfDay,
  ratio,
  sumColumns,
  type Measures,
} from '#kernel/summary.ts'
import { ownerNameRef, ownerRef, stockNameRef, stockRef } from '#areas/master/tables/references.ts'
import { stock } from '#areas/master/tables/stock.ts'
import { stockMovements } from './stock.ts'
import { stockCount } from './work-fields.ts'

const minQuantity = -999_999_999
const signedQuantity = (ko: string, en: string) =>
  quantity(label(ko, en), { min: minQuantity, max: -minQuantity, zeroAsEmpty: true })
const lineCount = (ko: string, en: string) =>
  integer(label(ko, en), {
    min: minQuantity,
    max: -minQuantity,
    footer: 'SUM',
    zeroAsEmpty: true,
    width: 80,
  })

/**
 * Movements with opening and closing stock. In every row, closing is opening + receipts − shipments
 * ± adjustments ± transfers. Reversals are negative amounts of their kind on their own date.
 */
export const flowFields = {
  OPEN_QTY: quantity(label('기초', 'Opening')),
  RECEIPT_QTY: signedQuantity('입고', 'Received'),
  SHIPMENT_QTY: signedQuantity('출고', 'Shipped'),
  ADJUST_QTY: signedQuantity('조정 ±', 'Adjusted ±'),
  TRANSFER_QTY: signedQuantity('변경 ±', 'Changed ±'),
  CLOSE_QTY: quantity(label('기말', 'Closing')),
  HELD_QTY: quantity(label('보류', 'Held'), { zeroAsEmpty: true }),
  CBM: cubicMetres(label('기말 CBM', 'Closing CBM')),
  KG: measure(label('기말 kg', 'Closing kg'), 3, { footer: 'SUM' }),
  RECEIPT_LINES: lineCount('입고 행', 'Receipt lines'),
  SHIPMENT_LINES: lineCount('출고 행', 'Shipment lines'),
} as const

const documentFields = {
  RECEIPTS: lineCount('입고전표', 'Receipts'),
  SHIPMENTS: lineCount('출고전표', 'Shipments'),
} as const

export const flowDay = date(label('일자', 'Date'), { maxSpan: { count: 12, unit: 'months' } })

const flowSearch = { STOCK_DT: flowDay, OWNER_CD: ownerRef }
const itemFields = { STOCK_CD: stockRef, STOCK_NM: stockNameRef } as const

const baseQuery = {
  with: [stockMovements],
  action: 'search',
  scope: 'warehouse-owner',
  unit: 'UNIT_CD',
} as const

export const itemFlows = defineQuery({
  ...baseQuery,
  name: 'inventory/item-flows',
  title: label('품목 일별 수불 행', 'Daily movements by item (detail)'),
  search: { ...flowSearch, ...itemFields, GROUP_CD: stock.fields.GROUP_CD },
  output: {
    STOCK_DT: flowDay,
    OWNER_CD: ownerRef,
    OWNER_NM: ownerNameRef,
    ...itemFields,
    GROUP_CD: stock.fields.GROUP_CD,
    UNIT_CD: stock.fields.UNIT_CD,
    ...flowFields,
    UNIT_CBM: measure(label('개당 CBM', 'CBM per piece'), 6, { minDecimals: 6 }),
  },
})

export const ownerFlows = defineQuery({
  ...baseQuery,
  name: 'inventory/owner-flows',
  title: label('화주 일별 수불 행', 'Daily movements by owner (detail)'),
  search: flowSearch,
  output: {
    STOCK_DT: flowDay,
    OWNER_CD: ownerRef,
    OWNER_NM: ownerNameRef,
    UNIT_CD: stock.fields.UNIT_CD,
    ...flowFields,
    ...documentFields,
    STOCK_COUNT: stockCount,
  },
})

const figure = quantity(label('수량', 'Quantity'), { min: minQuantity, zeroAsEmpty: true })

/**
 * One figure per item and date for side-by-side columns: receipts, shipments or closing stock.
 * Closing stock is the value on the last date of each column.
 */
function figureFlows(name: string, ko: string, en: string) {
  return defineQuery({
    ...baseQuery,
    name,
    title: label(ko, en),
    search: {
      ...flowSearch,
      ...itemFields,
      FIGURE_CD: select(label('수량 구분', 'Quantity type'), 'flow-figure'),
    },
    output: {
      STOCK_DT: flowDay,
      OWNER_CD: ownerRef,
      OWNER_NM: ownerNameRef,
      ...itemFields,
      UNIT_CD: stock.fields.UNIT_CD,
      /** Two digits: day of the month or month of the year. */
      COLUMN_NO: code(label('열', 'Column')),
      FIGURE_QTY: figure,
      /** Value that counts toward the row total. */
      TOTAL_QTY: withOptions(figure, { label: label('합계', 'Total') }),
    },
  })
}

/** Limited to one month, so each day of the month is unique. */
export const figureDays = figureFlows(
  'inventory/figure-days',
  '품목 일별 수량 행',
  'Daily quantities by item (detail)',
)

/** Limited to twelve calendar months. */
export const figureMonths = figureFlows(
  'inventory/figure-months',
  '품목 월별 수량 행',
  'Monthly quantities by item (detail)',
)

const flowDateColumn = 'STOCK_DT'
const { OPEN_QTY, CLOSE_QTY, HELD_QTY, CBM, KG } = flowFields
const movedColumns = ['RECEIPT_QTY', 'SHIPMENT_QTY', 'ADJUST_QTY', 'TRANSFER_QTY'] as const

export const flowMeasures = {
  OPEN_QTY: firstOfSpan(OPEN_QTY, 'OPEN_QTY', flowDateColumn),
  ...sumColumns(flowFields, movedColumns),
  CLOSE_QTY: lastOfSpan(CLOSE_QTY, 'CLOSE_QTY', flowDateColumn),
} as const satisfies Measures

export const lineMeasures = sumColumns(flowFields, ['RECEIPT_LINES', 'SHIPMENT_LINES'])
export const documentMeasures = sumColumns(documentFields, ['RECEIPTS', 'SHIPMENTS'])

export const closingMeasures = {
  CLOSE_QTY: lastOfSpan(CLOSE_QTY, 'CLOSE_QTY', flowDateColumn),
  HELD_QTY: lastOfSpan(HELD_QTY, 'HELD_QTY', flowDateColumn),
  CBM: lastOfSpan(CBM, 'CBM', flowDateColumn),
  KG: lastOfSpan(KG, 'KG', flowDateColumn),
} as const satisfies Measures

/** CBM values that are not summed, formatted like those that are. */
const roomField = (ko: string, en: string) => measure(label(ko, en), 6, { maxDecimals: 3 })

/** Volume over time, the basis of storage charges. */
export const roomMeasures = {
  CLOSE_QTY: lastOfSpan(CLOSE_QTY, 'CLOSE_QTY', flowDateColumn),
  CBM: lastOfSpan(CBM, 'CBM', flowDateColumn),
  CBM_DAYS: {
    kind: 'sum',
    field: cubicMetres(label('CBM·일', 'CBM days')),
    of: 'CBM',
  },
  DAY_COUNT: dayCount(integer(label('일수', 'Days')), flowDateColumn),
  CBM_AVERAGE: ratio(roomField('평균 CBM', 'Average CBM'), 'CBM_DAYS', 'DAY_COUNT', 1),
  CBM_PEAK: peakOfDay(roomField('최대 CBM', 'Peak CBM'), 'CBM', flowDateColumn),
} as const satisfies Measures
