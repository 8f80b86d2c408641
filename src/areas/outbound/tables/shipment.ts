import {
  code,
  date,
  dateTime,
  flag,
  integer,
  money,
  progress,
  quantity,
  select,
  text,
} from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineDocument } from '#kernel/document.ts'
import { defineTable } from '#kernel/table.ts'
import {
  cellRef,
  changeFields,
  lotNo,
  mark,
  orderKind,
  ownerNameRef,
  ownerRef,
  remark,
  shipToNameRef,
  shipToRef,
  stockNameRef,
  stockRef,
  validDate,
  zoneRef,
} from '#areas/master/tables/references.ts'

const shipmentNo = code(label('출고번호', 'Shipment no.'), { width: 140 })

/** Quantities by order step, shared by header, line and reports. */
const steps = {
  ORDER_QTY: quantity(label('지시', 'Ordered'), { required: true, min: 0.001 }),
  ALLOC_QTY: quantity(label('할당', 'Allocated'), { zeroAsEmpty: true }),
  SHORT_QTY: quantity(label('부족', 'Short'), { zeroAsEmpty: true }),
  PICK_QTY: quantity(label('피킹', 'Picked'), { zeroAsEmpty: true }),
  CHECK_QTY: quantity(label('검수', 'Checked'), { zeroAsEmpty: true }),
  SHIP_QTY: quantity(label('출하', 'Shipped'), { zeroAsEmpty: true }),
}

export const shipment = defineTable({
  name: 'shipment',
  title: label('출고', 'Shipment'),
  key: ['SHIPMENT_NO'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    SHIPMENT_NO: shipmentNo,
    WCODE: code(label('창고', 'Warehouse'), { width: 70 }),
    OWNER_CD: ownerRef,
    OWNER_NM: ownerNameRef,
    SHIP_TO_CD: shipToRef,
    SHIP_TO_NM: shipToNameRef,
    SHIPMENT_DT: date(label('출고일', 'Ship date'), { required: true }),
    OWNER_ORDER_NO: code(label('화주 오더번호', 'Owner order no.'), { width: 110 }),
    ORDER_KIND_CD: orderKind,
    STATE_CD: select(label('상태', 'Status'), 'shipment-state', { width: 90 }),
    PARTIAL_YN: flag(label('부분출고 허용', 'Partial allowed'), { default: 'Y', width: 70 }),
    SHORT_CD: select(label('부족처리', 'Short shipments'), 'short-handling', { width: 80 }),
    PARENT_NO: code(label('원출고', 'Original shipment'), { width: 140 }),
    ALLOC_YN: flag(label('할당 대상', 'To allocate'), { width: 70 }),
    LINE_COUNT: integer(label('행수', 'Lines'), { footer: 'SUM' }),
    ...steps,
    PROGRESS: progress(label('진행', 'Progress')),
    SAMPLE_YN: flag(label('샘플', 'Sample'), { width: 60 }),
    SHIPPED_AT: dateTime(label('출하일시', 'Shipped at')),
    REMARK: remark,
    ...changeFields,
  },
})

export const shipmentLine = defineTable({
  name: 'shipment_line',
  title: label('출고 행', 'Shipment line'),
  key: ['SHIPMENT_NO', 'LINE_NO'],
  fields: {
    SHIPMENT_NO: shipmentNo,
    LINE_NO: integer(label('행', 'Line'), { width: 50 }),
    OWNER_CD: ownerRef,
    STOCK_CD: stockRef,
    STOCK_NM: stockNameRef,
    ...steps,
    BACKORDER_QTY: quantity(label('이월', 'Backordered'), { zeroAsEmpty: true }),
    REASON: text(label('부족사유', 'Shortage reason'), { width: 240 }),
    PROGRESS: progress(label('진행', 'Progress')),
    LOT_NO: lotNo,
    MARK: mark,
    UNIT_PRICE: money(label('단가', 'Unit price')),
    REMARK: remark,
    ...changeFields,
  },
})

export const shipmentDocument = defineDocument({
  header: shipment,
  lines: shipmentLine,
  number: 'SHIPMENT_NO',
  headerColumns: [
    'OWNER_CD',
    'SHIP_TO_CD',
    'SHIPMENT_DT',
    'OWNER_ORDER_NO',
    'ORDER_KIND_CD',
    'PARTIAL_YN',
    'SHORT_CD',
    'REMARK',
  ],
  lineColumns: ['STOCK_CD', 'ORDER_QTY', 'LOT_NO', 'MARK', 'UNIT_PRICE', 'REMARK'],
})

/** Allocates part of a stock balance to a shipment line. */
export const allocation = defineTable({
  name: 'allocation',
  title: label('할당', 'Allocation'),
  key: ['ALLOC_ID'],
  fields: {
    ALLOC_ID: integer(label('할당번호', 'Allocation no.'), { width: 90 }),
    SHIPMENT_NO: shipmentNo,
    LINE_NO: integer(label('행', 'Line'), { width: 50 }),
    STOCK_CD: stockRef,
    STOCK_NM: stockNameRef,
    ZONE_CD: zoneRef,
    CELL_CD: cellRef,
    LOT_NO: lotNo,
    VALID_DT: validDate,
    ALLOC_QTY: quantity(label('피킹대상', 'To pick')),
    PICK_QTY: quantity(label('피킹', 'Picked'), { zeroAsEmpty: true }),
    PICKED_QTY: quantity(label('피킹수량', 'Pick qty')),
    REASON: text(label('부족사유', 'Shortage reason'), { width: 160 }),
    SHORTAGE_CD: select(label('부족구분', 'Shortage kind'), 'shortage-kind', { width: 100 }),
  },
})
