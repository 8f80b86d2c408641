import { code, date, dateTime, integer, quantity, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { defineSummary, distinct, minimum, maximum, rowCount, sumColumns } from '#kernel/summary.ts'
import { pick } from '#kernel/table.ts'
import { movementHour } from '#areas/inventory/operations/stock.ts'
import { stockMovement } from '#areas/inventory/tables/stock-movement.ts'
import { lotNo } from '#areas/master/tables/references.ts'
import { stock } from '#areas/master/tables/stock.ts'

const movedQuantity = (ko: string, en: string) => quantity(label(ko, en), { zeroAsEmpty: true })

export const lotTrace = defineQuery({
  name: 'reports/lot-trace',
  title: label('로트 추적', 'Lot trace'),
  action: 'search',
  scope: 'owner',
  unit: 'UNIT_CD',
  search: { ...pick(stockMovement, ['OWNER_CD', 'STOCK_CD', 'MOVEMENT_CD']), LOT_NO: lotNo },
  output: {
    RELATION_NM: text(label('관계', 'Relation'), { width: 90 }),
    ...pick(stockMovement, ['WCODE', 'OWNER_CD', 'STOCK_CD', 'STOCK_NM', 'LOT_NO', 'VALID_DT']),
    ...pick(stockMovement, ['POSTED_AT', 'MOVEMENT_CD', 'DOC_NO', 'DOC_LINE']),
    PARTNER_NM: text(label('공급처·배송처', 'Supplier or ship-to'), { width: 150 }),
    ...pick(stockMovement, ['FROM_PLACE_CD', 'FROM_CELL_CD', 'TO_PLACE_CD', 'TO_CELL_CD']),
    OTHER_STOCK_CD: code(label('상대 품목', 'Related item'), { width: 110 }),
    OTHER_LOT_NO: text(label('상대 로트', 'Related lot'), { width: 110 }),
    IN_QTY: movedQuantity('유입', 'Inflow'),
    OUT_QTY: movedQuantity('유출', 'Outflow'),
    REST_QTY: quantity(label('잔량', 'Remaining'), { min: -999_999_999 }),
    UNIT_CD: stock.fields.UNIT_CD,
    ...pick(stockMovement, ['REASON', 'USER_ID', 'MOVEMENT_NO', 'REVERSES_NO']),
  },
})

const workDay = date(label('일자', 'Date'), { maxSpan: { count: 12, unit: 'months' } })
const workerFields = {
  USER_ID: text(label('작업자', 'User'), { width: 100 }),
  USER_NM: text(label('이름', 'Name'), { width: 110 }),
}
const doneFields = {
  BUSINESS_DT: workDay,
  USER_ID: workerFields.USER_ID,
  WORK_CD: select(label('작업', 'Work'), 'work-kind', { width: 80 }),
  ...pick(stockMovement, ['OWNER_CD', 'STOCK_CD', 'DOC_NO']),
  HOUR_CD: movementHour,
}

export const workLines = defineQuery({
  name: 'reports/work-lines',
  title: label('작업 행', 'Work (detail)'),
  action: 'search',
  scope: 'warehouse-owner',
  unit: 'UNIT_CD',
  search: doneFields,
  output: {
    ...doneFields,
    USER_NM: workerFields.USER_NM,
    DONE_AT: dateTime(label('일시', 'Time')),
    QTY: quantity(label('수량', 'Quantity')),
    UNIT_CD: stock.fields.UNIT_CD,
    /** Hour including the date, to count the hours of several dates. */
    HOUR_NO: code(label('시간대', 'Hour')),
  },
})

export const workerReport = defineSummary(workLines, {
  name: 'reports/workers',
  title: label('작업자별 실적', 'Work by worker'),
  by: ['USER_ID', 'USER_NM', 'WORK_CD'],
  measures: {
    ROW_COUNT: rowCount(integer(label('작업 행', 'Lines'), { footer: 'SUM' })),
    ...sumColumns(workLines.output, ['QTY']),
    DOC_COUNT: distinct(integer(label('전표수', 'Documents')), 'DOC_NO'),
    HOUR_COUNT: distinct(integer(label('작업시간', 'Hours worked'), { width: 90 }), 'HOUR_NO'),
    FIRST_AT: minimum(dateTime(label('첫 작업', 'First work')), 'DONE_AT'),
    LAST_AT: maximum(dateTime(label('마지막 작업', 'Last work')), 'DONE_AT'),
  },
  offers: [
    'BUSINESS_DT',
    'USER_ID',
    'WORK_CD',
    'OWNER_CD',
    'STOCK_CD',
    'HOUR_CD',
    'HOUR_NO',
    'UNIT_CD',
  ],
})

export const workChart = defineSummary(workLines, {
  name: 'reports/work-chart',
  title: label('작업이력 차트', 'Work history, chart'),
  by: ['USER_ID', 'HOUR_CD'],
  measures: {
    LINE_COUNT: rowCount(integer(label('작업 행', 'Lines'), { footer: 'SUM' })),
    DOC_COUNT: distinct(integer(label('전표', 'Documents')), 'DOC_NO'),
    STOCK_COUNT: distinct(integer(label('품목수', 'Items')), 'OWNER_CD', 'STOCK_CD'),
    DAY_COUNT: distinct(integer(label('일수', 'Days')), 'BUSINESS_DT'),
  },
})
