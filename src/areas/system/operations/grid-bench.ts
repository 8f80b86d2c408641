import { code, date, flag, integer, measure, quantity, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'

export const gridBench = defineQuery({
  name: 'system/grid-bench',
  title: label('그리드 견본 재고', 'Grid sample inventory'),
  menus: ['grid'],
  action: 'search',
  scope: 'company',
  bound: 'open',
  search: {
    ROWS: integer(label('행수', 'Rows'), { min: 1, max: 10_000_000 }),
    ITEM_NM: text(label('품목명', 'Item name')),
  },
  output: {
    ID: integer(label('ID', 'ID'), { width: 92 }),
    OWNER: code(label('화주', 'Owner'), { width: 90 }),
    ITEM: code(label('품목', 'Item'), { width: 110 }),
    ITEM_NM: text(label('품목명', 'Item name'), { width: 210 }),
    ZONE: code(label('존', 'Zone'), { width: 60 }),
    CELL: code(label('셀', 'Cell'), { width: 100 }),
    LOT: code(label('로트', 'Lot'), { width: 120 }),
    EXPIRY: date(label('유통기한', 'Expiry date'), { align: 'left' }),
    QTY: withOptions(quantity(label('재고', 'On hand')), { width: 100, zeroAsEmpty: true }),
    ALLOCATED: withOptions(quantity(label('할당', 'Allocated')), { width: 100, zeroAsEmpty: true }),
    HOLD: flag(label('보류', 'Held')),
    CBM: measure(label('CBM', 'CBM'), 3),
  },
})
