import {
  code,
  date,
  dateTime,
  flag,
  integer,
  progress,
  quantity,
  select,
  text,
} from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineDocument } from '#kernel/document.ts'
import { defineTable } from '#kernel/table.ts'
import {
  changeFields,
  ownerNameRef,
  ownerRef,
  remark,
  shipToNameRef,
  shipToRef,
  stockNameRef,
  stockRef,
  supplierNameRef,
  supplierRef,
} from '#areas/master/tables/references.ts'
import { branchNameRef, branchRef, partnerNameRef, partnerRef } from './scm-partner.ts'

const scmNo = code(label('오더번호', 'Order no.'), { width: 140 })

const progressOfOrder = {
  ACCEPT_QTY: quantity(label('접수', 'Accepted'), { zeroAsEmpty: true }),
  OPEN_QTY: quantity(label('미접수', 'Not accepted'), { zeroAsEmpty: true }),
  DONE_QTY: quantity(label('완료', 'Done'), { zeroAsEmpty: true }),
  LEFT_QTY: quantity(label('잔량', 'Remaining'), { zeroAsEmpty: true }),
}

/** An inbound or outbound order of an owner's branch or partner. */
export const scmOrder = defineTable({
  name: 'scm_order',
  title: label('공급망 오더', 'Supply chain order'),
  key: ['SCM_NO'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    SCM_NO: scmNo,
    WCODE: code(label('창고', 'Warehouse'), { width: 70 }),
    KIND_CD: select(label('입출고', 'Direction'), 'scm-kind', { width: 70 }),
    STATE_CD: select(label('상태', 'Status'), 'scm-state', { width: 80 }),
    ACTIVE_YN: flag(label('활성', 'Active'), { default: 'Y', width: 60 }),
    OWNER_CD: ownerRef,
    OWNER_NM: ownerNameRef,
    BRANCH_CD: branchRef,
    BRANCH_NM: branchNameRef,
    PARTNER_CD: partnerRef,
    PARTNER_NM: partnerNameRef,
    PARTNER_ORDER_NO: code(label('협력사전표', 'Partner order no.'), { width: 130 }),
    SUPPLIER_CD: supplierRef,
    SUPPLIER_NM: supplierNameRef,
    SHIP_TO_CD: shipToRef,
    SHIP_TO_NM: shipToNameRef,
    REQUEST_DT: date(label('요청일', 'Requested date'), { required: true }),
    PROMISED_DT: date(label('확약일', 'Confirmed date')),
    PRIORITY: integer(label('우선순위', 'Priority'), { default: 5, min: 1, max: 9, width: 60 }),
    SERIAL_YN: flag(label('시리얼 필수', 'Serials required'), { width: 80 }),
    LINE_COUNT: integer(label('행수', 'Lines'), { footer: 'SUM' }),
    ORDER_QTY: quantity(label('요청', 'Ordered')),
    ...progressOfOrder,
    PROGRESS: progress(label('진행', 'Progress')),
    DOC_NO: text(label('연결전표', 'Linked document'), { width: 140 }),
    REASON: text(label('반려사유', 'Rejection reason'), { width: 160 }),
    REMARK: remark,
    ...changeFields,
  },
})

export const scmOrderLine = defineTable({
  name: 'scm_order_line',
  title: label('공급망 오더 행', 'Supply chain order line'),
  key: ['SCM_NO', 'LINE_NO'],
  fields: {
    SCM_NO: scmNo,
    LINE_NO: integer(label('행', 'Line'), { width: 50 }),
    OWNER_CD: ownerRef,
    STOCK_CD: stockRef,
    STOCK_NM: stockNameRef,
    ORDER_QTY: quantity(label('요청', 'Ordered'), { required: true, min: 0.001 }),
    ...progressOfOrder,
    REJECT_QTY: quantity(label('반려', 'Rejected'), { zeroAsEmpty: true }),
    DOC_NO: text(label('연결전표', 'Linked document'), { width: 200 }),
    REMARK: remark,
    ...changeFields,
  },
})

/** Append-only log of an order's events. */
export const scmOrderLog = defineTable({
  name: 'scm_order_log',
  title: label('오더 이력', 'Order history'),
  key: ['LOG_NO'],
  fields: {
    LOG_NO: integer(label('순번', 'No.'), { width: 60 }),
    SCM_NO: scmNo,
    EVENT_CD: select(label('내용', 'Details'), 'scm-event', { width: 80 }),
    WAS: text(label('변경 전', 'Before'), { width: 100 }),
    NOW_IS: text(label('변경 후', 'After'), { width: 100 }),
    REASON: text(label('사유', 'Reason'), { width: 200 }),
    USER_ID: text(label('변경자', 'Changed by'), { width: 90 }),
    LOGGED_AT: dateTime(label('일시', 'Time')),
  },
})

const common = [
  'OWNER_CD',
  'BRANCH_CD',
  'PARTNER_CD',
  'PARTNER_ORDER_NO',
  'REQUEST_DT',
  'PRIORITY',
  'REMARK',
] as const
const lineColumns = ['STOCK_CD', 'ORDER_QTY', 'REMARK'] as const

export const scmReceiptDocument = defineDocument({
  header: scmOrder,
  lines: scmOrderLine,
  number: 'SCM_NO',
  headerColumns: [...common, 'SUPPLIER_CD'],
  lineColumns: [...lineColumns],
})

export const scmShipmentDocument = defineDocument({
  header: scmOrder,
  lines: scmOrderLine,
  number: 'SCM_NO',
  headerColumns: [...common, 'SHIP_TO_CD'],
  lineColumns: [...lineColumns],
})
