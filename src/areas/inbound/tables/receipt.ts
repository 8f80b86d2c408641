import {
  code,
  date,
  flag,
  integer,
  progress,
  quantity,
  select,
  text,
  withOptions,
} from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineDocument } from '#kernel/document.ts'
import { defineTable } from '#kernel/table.ts'
import { serials } from '#areas/inventory/tables/serial.ts'
import {
  cellRef,
  changeFields,
  lotNo,
  madeDate,
  mark,
  orderKind,
  ownerNameRef,
  ownerRef,
  plot,
  remark,
  stockNameRef,
  stockRef,
  supplierNameRef,
  supplierRef,
  validDate,
} from '#areas/master/tables/references.ts'

const receiptNo = code(label('입고번호', 'Receipt no.'), { width: 140 })

export const receipt = defineTable({
  name: 'receipt',
  title: label('입고', 'Receipt'),
  key: ['RECEIPT_NO'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    RECEIPT_NO: receiptNo,
    WCODE: code(label('창고', 'Warehouse'), { width: 70 }),
    OWNER_CD: ownerRef,
    OWNER_NM: ownerNameRef,
    SUPPLIER_CD: supplierRef,
    SUPPLIER_NM: supplierNameRef,
    RECEIPT_DT: date(label('입고예정일', 'Expected date'), { required: true }),
    OWNER_ORDER_NO: code(label('화주 오더번호', 'Owner order no.'), { width: 130 }),
    ORDER_KIND_CD: orderKind,
    // Only set for returns.
    SHIPMENT_NO: code(label('원출고', 'Original shipment'), { width: 140 }),
    BLIND_YN: flag(label('원출고 없음', 'No original shipment'), { width: 90 }),
    STATE_CD: select(label('상태', 'Status'), 'receipt-state', { width: 80 }),
    LINE_COUNT: integer(label('행수', 'Lines'), { footer: 'SUM' }),
    ORDER_QTY: quantity(label('예정', 'Expected')),
    RECEIVE_QTY: quantity(label('입고', 'Received'), { zeroAsEmpty: true }),
    PROGRESS: progress(label('진행', 'Progress')),
    SAMPLE_YN: flag(label('샘플', 'Sample'), { width: 60 }),
    REMARK: remark,
    ...changeFields,
  },
})

/** Serials that the sender announced before the pieces are received. */
const announcedSerials = withOptions(serials, { label: label('예정 시리얼', 'Expected serials') })

export const receiptLine = defineTable({
  name: 'receipt_line',
  title: label('입고 행', 'Receipt line'),
  key: ['RECEIPT_NO', 'LINE_NO'],
  fields: {
    RECEIPT_NO: receiptNo,
    LINE_NO: integer(label('행', 'Line'), { width: 50 }),
    OWNER_CD: ownerRef,
    STOCK_CD: stockRef,
    STOCK_NM: stockNameRef,
    ORDER_QTY: quantity(label('예정', 'Expected'), { required: true, min: 0.001 }),
    RECEIVE_QTY: quantity(label('입고', 'Received'), { zeroAsEmpty: true }),
    REJECT_QTY: quantity(label('불합격', 'Rejected'), { zeroAsEmpty: true }),
    OPEN_QTY: quantity(label('잔량', 'Remaining'), { zeroAsEmpty: true }),
    LOT_NO: lotNo,
    // Only set for returns.
    SERIAL_NO: text(label('시리얼', 'Serial'), { width: 120, maxLength: 50, upperCase: true }),
    SERIALS: announcedSerials,
    MARK: mark,
    PLOT: plot,
    MADE_DT: madeDate,
    VALID_DT: validDate,
    CELL_CD: { ...cellRef, label: label('입고셀', 'Receiving cell') },
    REMARK: remark,
    ...changeFields,
  },
})

export const receiptDocument = defineDocument({
  header: receipt,
  lines: receiptLine,
  number: 'RECEIPT_NO',
  headerColumns: [
    'OWNER_CD',
    'SUPPLIER_CD',
    'RECEIPT_DT',
    'OWNER_ORDER_NO',
    'ORDER_KIND_CD',
    'SHIPMENT_NO',
    'BLIND_YN',
    'REMARK',
  ],
  lineColumns: [
    'STOCK_CD',
    'ORDER_QTY',
    'LOT_NO',
    'MARK',
    'PLOT',
    'MADE_DT',
    'VALID_DT',
    'CELL_CD',
    'SERIALS',
    'REMARK',
  ],
})
