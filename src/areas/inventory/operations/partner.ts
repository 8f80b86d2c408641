import { withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { pick } from '#kernel/table.ts'
import { partnerOperations, resultQuantity } from '#areas/master/operations/partner-messages.ts'
import { stockBalance } from '../tables/stock-balance.ts'

export const stockMessageFields = {
  STOCK_CD: stockBalance.fields.STOCK_CD,
  LOT_NO: stockBalance.fields.LOT_NO,
  QTY: withOptions(stockBalance.fields.QTY, {
    label: label('파트너 재고', 'Partner stock'),
    required: true,
    min: -999_999_999,
  }),
  REMARK: withOptions(stockBalance.fields.HOLD_REASON, {
    label: label('비고', 'Remark'),
    maxLength: 500,
  }),
}

/** Fields of our reply: our stock quantity and the difference. */
export const stockMessageResults = {
  OUR_QTY: resultQuantity(label('창고 재고', 'Warehouse stock')),
  DIFF_QTY: resultQuantity(label('차이', 'Difference')),
  STOCK_NM: pick(stockBalance, ['STOCK_NM']).STOCK_NM,
}

export const stockMessages = partnerOperations({
  area: 'inventory',
  title: label('재고', 'stock'),
  fields: stockMessageFields,
  results: stockMessageResults,
})
