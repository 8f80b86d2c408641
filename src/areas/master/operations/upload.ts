import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { withoutDefaults } from '#kernel/field.ts'
import { pick } from '#kernel/table.ts'
import { ownerMapping } from '../tables/owner.ts'
import { stock } from '../tables/stock.ts'

export const uploadStocks = defineProcedure({
  name: 'master/upload-stock',
  title: label('품목 업로드', 'Upload items'),
  action: 'save',
  scope: 'owner',
  input: withoutDefaults(
    pick(stock, [
      'OWNER_CD',
      'STOCK_CD',
      'STOCK_NM',
      'BARCODE',
      'UNIT_CD',
      'BOX_QTY',
      'CBM',
      'WEIGHT_KG',
      'UNIT_VALUE',
      'GOODS_YN',
      'LOT_YN',
      'VALID_YN',
      'REMARK',
    ]),
  ),
})

export const ownerMappings = defineQuery({
  name: 'master/ownerMapping',
  title: label('화주별 엑셀 열', 'Owner column letters'),
  with: ['column-letters'],
  action: 'search',
  scope: 'owner',
  search: ownerMapping.fields,
  output: ownerMapping.fields,
})

/** Saves one owner's column letters for one screen, replacing those of any user. */
export const saveOwnerMapping = defineProcedure({
  name: 'master/saveOwnerMapping',
  title: label('엑셀 열 저장', 'Save column letters'),
  with: ['column-letters'],
  action: 'save',
  scope: 'owner',
  input: ownerMapping.fields,
})
