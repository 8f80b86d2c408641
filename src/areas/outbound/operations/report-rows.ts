import {
  code,
  cubicMetres,
  date,
  dateTime,
  integer,
  measure,
  quantity,
  text,
  withOptions,
} from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { cancelFields, countedId } from '#areas/inventory/operations/report-fields.ts'
import { lotId } from '#areas/inventory/operations/work-fields.ts'
import { stockBalance } from '#areas/inventory/tables/stock-balance.ts'
import { cellRef, madeDate, plot, validDate, zoneRef } from '#areas/master/tables/references.ts'
import { stock } from '#areas/master/tables/stock.ts'
import { shipment, shipmentLine } from '../tables/shipment.ts'

const maxOneYear = { maxSpan: { count: 12, unit: 'months' } } as const
const sums = { footer: 'SUM' } as const
const kg = measure(label('kg', 'kg'), 3, sums)
const cbm = cubicMetres(label('CBM', 'CBM'))

const documentColumns = {
  ...pick(shipment, ['SHIPMENT_NO', 'OWNER_CD', 'OWNER_NM', 'SHIP_TO_CD', 'SHIP_TO_NM']),
  SHIPMENT_DT: withOptions(shipment.fields.SHIPMENT_DT, maxOneYear),
  ...pick(shipment, ['OWNER_ORDER_NO', 'SAMPLE_YN']),
  ...pick(shipmentLine, ['LINE_NO', 'STOCK_CD', 'STOCK_NM']),
}

/**
 * Lines of accepted shipments with their outcome, plus a row without quantities for each box of a
 * line. Such rows count a box once in any grouping. Contains neither cells nor staff, because
 * owners can query it too.
 */
export const shipmentWork = defineQuery({
  name: 'outbound/shipment-work',
  title: label('출고 실적 행', 'Shipment lines, ordered and shipped'),
  menus: ['ShipmentReport'],
  action: 'search',
  scope: 'warehouse-owner',
  unit: 'UNIT_CD',
  search: { ...documentColumns, STATE_CD: shipment.fields.STATE_CD },
  output: {
    ...documentColumns,
    STATE_CD: shipment.fields.STATE_CD,
    UNIT_CD: stock.fields.UNIT_CD,
    ...pick(shipmentLine, ['ORDER_QTY', 'SHIP_QTY', 'SHORT_QTY']),
    CBM: cbm,
    KG: kg,
    /** These are null for corrections, which count neither as documents nor as lines. */
    DOC_ID: countedId,
    LINE_ID: countedId,
    BOX_ID: countedId,
    /** Set to the shipment number if it shipped in full, on time, or both. */
    FULL_ID: countedId,
    ON_TIME_ID: countedId,
    OTIF_ID: countedId,
  },
})

const doneColumns = {
  ...documentColumns,
  BUSINESS_DT: date(label('출하일', 'Ship date'), maxOneYear),
  ...pick(shipmentLine, ['LOT_NO', 'MARK']),
  PLOT: plot,
  MADE_DT: madeDate,
  VALID_DT: validDate,
}

export const shippings = defineQuery({
  name: 'outbound/shippings',
  title: label('출하 수불 내역', 'Shipping movements'),
  menus: ['ShipmentReportByLot'],
  action: 'search',
  scope: 'warehouse-owner',
  unit: 'UNIT_CD',
  search: doneColumns,
  output: {
    ...doneColumns,
    LOT_ID: lotId,
    UNIT_CD: stock.fields.UNIT_CD,
    SHIP_QTY: quantity(label('출하', 'Shipped')),
    CBM: cbm,
    KG: kg,
  },
})

const cancelledColumns = {
  ...cancelFields,
  ...pick(shipment, ['SHIPMENT_NO', 'OWNER_CD', 'OWNER_NM', 'SHIP_TO_CD', 'SHIP_TO_NM']),
  ...pick(shipmentLine, ['LINE_NO', 'STOCK_CD', 'STOCK_NM']),
}

export const cancelledShipments = defineQuery({
  name: 'outbound/cancelled-shipments',
  title: label('출고취소 행', 'Cancelled shipments (detail)'),
  menus: ['ShipmentCancelReport'],
  action: 'search',
  scope: 'warehouse-owner',
  unit: 'UNIT_CD',
  search: cancelledColumns,
  output: { ...cancelledColumns, UNIT_CD: stock.fields.UNIT_CD, LINE_ID: countedId },
})

const wantedColumns = {
  ...pick(shipment, ['OWNER_CD', 'OWNER_NM']),
  ...pick(shipmentLine, ['STOCK_CD', 'STOCK_NM']),
  SAMPLE_YN: shipment.fields.SAMPLE_YN,
  DUE_DT: date(label('최초 출고일', 'First ship date')),
}

/**
 * Items that shipments wait for and their available stock. The shortage is computed per item,
 * because a surplus of one item does not cover another.
 */
export const shortages = defineQuery({
  name: 'outbound/shortages',
  title: label('재고부족 행', 'Inventory shortage (detail)'),
  menus: ['InventoryShortage'],
  action: 'search',
  scope: 'warehouse-owner',
  unit: 'UNIT_CD',
  search: wantedColumns,
  output: {
    ...wantedColumns,
    UNIT_CD: stock.fields.UNIT_CD,
    SHIPMENT_COUNT: integer(label('출고건수', 'Shipments'), { footer: 'SUM' }),
    OPEN_QTY: quantity(label('미할당 지시', 'Unallocated orders'), { width: 100 }),
    // A copy of the field: the field itself would link this query to the stock balance table.
    AVAILABLE_QTY: withOptions(stockBalance.fields.AVAILABLE_QTY, {}),
    SHORT_QTY: quantity(label('부족', 'Short'), { zeroAsEmpty: true }),
  },
})

const pickColumns = {
  USER_ID: text(label('피커', 'Picker'), { width: 90 }),
  PICK_DT: date(label('피킹일', 'Pick date'), maxOneYear),
  ZONE_CD: zoneRef,
  CELL_CD: cellRef,
  ...pick(shipment, ['SHIPMENT_NO', 'OWNER_CD', 'OWNER_NM']),
  ...pick(shipmentLine, ['STOCK_CD', 'STOCK_NM']),
  REASON: text(label('부족사유', 'Shortage reason'), { width: 160 }),
}

/**
 * Picks per allocation, excluding picks cancelled later. Working time runs from one confirmation to
 * the next on the same date. A gap above 15 minutes is a
 * break.
 */
export const picks = defineQuery({
  name: 'outbound/picks',
  title: label('피킹 실적 행', 'Picks (detail)'),
  action: 'search',
  scope: 'warehouse-owner',
  unit: 'UNIT_CD',
  search: pickColumns,
  output: {
    ...pickColumns,
    PICKED_AT: dateTime(label('피킹일시', 'Picked at')),
    UNIT_CD: stock.fields.UNIT_CD,
    PICK_QTY: quantity(label('피킹', 'Picked')),
    SHORT_QTY: quantity(label('부족', 'Short'), { zeroAsEmpty: true }),
    // Four decimals, because a pick takes seconds and reports sum them.
    WORK_HOURS: measure(label('작업시간', 'Hours worked'), 4, {
      ...sums,
      minDecimals: 2,
      maxDecimals: 2,
    }),
    LINE_ID: countedId,
  },
})

const checkColumns = {
  USER_ID: text(label('검수자', 'Checker'), { width: 90 }),
  CHECK_DT: date(label('검수일', 'Check date'), maxOneYear),
  ...pick(shipment, ['SHIPMENT_NO', 'OWNER_CD', 'OWNER_NM']),
  CODE: code(label('스캔코드', 'Scanned code'), { maxLength: 100 }),
  FAULT: text(label('오류 내용', 'Error'), { width: 220 }),
}

/**
 * All scans at the checking station, right and wrong. Neither a cancelled scan nor the scan that
 * cancels it is counted.
 */
export const checkScans = defineQuery({
  name: 'outbound/check-scans',
  title: label('출하검수 스캔 행', 'Shipping check scans (detail)'),
  action: 'search',
  scope: 'warehouse-owner',
  search: checkColumns,
  output: {
    ...checkColumns,
    CHECKED_AT: dateTime(label('검수일시', 'Checked at')),
    SCAN_ID: countedId,
    WRONG_ID: countedId,
  },
})
