import { dateTime, integer, measure, quantity, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { ownerRef, stockNameRef, stockRef } from '#areas/master/tables/references.ts'
import { shipment } from '#areas/outbound/tables/shipment.ts'
import { scmOrder } from '../tables/scm-order.ts'
import { scmStatus } from '../rules/scm-status.ts'

const common = { action: 'search', scope: 'warehouse-owner' } as const
const item = withOptions(stockRef, { required: false })
const optionalOwner = withOptions(ownerRef, { required: false })

const ownerColumns = {
  ...pick(scmOrder, ['SCM_NO', 'PARTNER_ORDER_NO', 'BRANCH_CD', 'PARTNER_CD', 'OWNER_CD']),
  ...pick(shipment, ['SHIPMENT_NO', 'SHIP_TO_CD', 'SHIPMENT_DT']),
}
/** Leading columns of a summary, few enough for a narrow window. */
const leadingColumns = {
  ...pick(scmOrder, ['SCM_NO']),
  ...pick(shipment, ['SHIPMENT_NO', 'SHIP_TO_NM']),
}
const dateColumns = {
  ...pick(shipment, ['STATE_CD', 'SHIPMENT_DT']),
  ...pick(scmOrder, ['BRANCH_NM', 'PARTNER_NM']),
  ...ownerColumns,
}

/** Boxes of orders with their weight. Picked but unboxed pieces are a separate row. */
export const boxSummary = defineQuery({
  ...common,
  name: 'supply-chain/boxes',
  title: label('박스 집계 조회', 'Box summary'),
  search: { ...ownerColumns, OWNER_CD: optionalOwner, BOX_NO: text(label('박스', 'Box')) },
  output: {
    ...leadingColumns,
    BOX_NO: text(label('박스', 'Box'), { width: 110, footer: 'COUNT' }),
    ITEM_COUNT: integer(label('품목수', 'Items'), { footer: 'SUM' }),
    QTY: quantity(label('박스수량', 'Boxed qty')),
    WEIGHT_KG: measure(label('중량 kg', 'Weight kg'), 3, { footer: 'SUM' }),
    MISSING_QTY: quantity(label('미포장', 'Not packed'), { zeroAsEmpty: true }),
    ...dateColumns,
  },
})

export const serialSummary = defineQuery({
  ...common,
  name: 'supply-chain/serials',
  title: label('시리얼 집계 조회', 'Serial summary'),
  search: {
    ...ownerColumns,
    OWNER_CD: optionalOwner,
    STOCK_CD: item,
    SERIAL_NO: text(label('시리얼', 'Serial')),
  },
  output: {
    ...leadingColumns,
    STOCK_CD: stockRef,
    STOCK_NM: stockNameRef,
    SERIAL_NO: text(label('시리얼', 'Serial'), { width: 160, footer: 'COUNT' }),
    DOUBLE_COUNT: integer(label('중복', 'Duplicate'), { zeroAsEmpty: true, width: 60 }),
    GAP_COUNT: integer(label('앞 번호 누락', 'Missing preceding numbers'), {
      zeroAsEmpty: true,
      width: 100,
      footer: 'SUM',
    }),
    MISSING_QTY: quantity(label('시리얼 없음', 'No serial'), { zeroAsEmpty: true }),
    ...dateColumns,
    LINE_NO: integer(label('행', 'Line'), { width: 50 }),
    MATCHED_AT: dateTime(label('매칭일시', 'Match time')),
  },
})

/** Lines of orders with serials in a customer's layout: one row with all its serials. */
export const serialLines = defineQuery({
  ...common,
  name: 'supply-chain/serial-lines',
  title: label('시리얼 오더현황 조회', 'Orders with serials (detail)'),
  search: {
    ...pick(scmOrder, ['SCM_NO', 'PARTNER_ORDER_NO', 'BRANCH_CD', 'OWNER_CD']),
    ...pick(scmOrder, ['SHIP_TO_CD', 'REQUEST_DT', 'STATE_CD']),
    STOCK_CD: item,
  },
  output: {
    ...pick(scmOrder, ['REQUEST_DT', 'PARTNER_ORDER_NO', 'SHIP_TO_CD', 'SHIP_TO_NM']),
    STOCK_CD: stockRef,
    STOCK_NM: stockNameRef,
    ...pick(scmOrder, ['ORDER_QTY', 'DONE_QTY', 'LEFT_QTY']),
    SERIALS: text(label('시리얼', 'Serials'), { width: 360 }),
    ...pick(shipment, ['SHIPPED_AT']),
    ...pick(scmOrder, ['BRANCH_CD', 'BRANCH_NM', 'OWNER_CD', 'SCM_NO', 'DOC_NO', 'REMARK']),
    STATE_CD: withOptions(scmOrder.fields.STATE_CD, {
      voids: [scmStatus.rejected, scmStatus.cancelled],
    }),
  },
})
