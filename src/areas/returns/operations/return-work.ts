import { withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { stock } from '#areas/master/tables/stock.ts'
import { outcomeColumns, returnHeader, returnLine } from './return-document.ts'

const columns = {
  RECEIPT_DT: withOptions(returnHeader.fields.RECEIPT_DT, {
    maxSpan: { count: 12, unit: 'months' },
  }),
  ...pick(returnHeader, ['RECEIPT_NO', 'OWNER_CD', 'OWNER_NM', 'RETURN_KIND_CD', 'REASON_CD']),
  ...pick(returnHeader, ['SHIPMENT_NO', 'STATE_CD']),
  ...pick(returnLine, ['LINE_NO', 'STOCK_CD', 'STOCK_NM']),
}

/**
 * Lines of returns with the grades of their pieces. Excludes staff names, because owners use it
 * too.
 */
export const returnWork = defineQuery({
  name: 'returns/return-work',
  title: label('반품 등급별 실적', 'Return lines with their grades'),
  action: 'search',
  scope: 'warehouse-owner',
  unit: 'UNIT_CD',
  search: columns,
  output: {
    ...columns,
    UNIT_CD: stock.fields.UNIT_CD,
    ...pick(returnLine, ['ORDER_QTY', 'RECEIVE_QTY']),
    ...outcomeColumns,
  },
})
