import {
  code,
  date,
  dateTime,
  flag,
  integer,
  lookup,
  measure,
  progress,
  select,
  text,
} from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'

const itemCode = code(label('품목코드', 'Item code'), { width: 112, required: true, maxLength: 20 })

export const sampleItems = defineQuery({
  name: 'system/sample-items',
  title: label('견본 품목', 'Sample items'),
  action: 'search',
  scope: 'company',
  bound: 'open',
  search: {
    OWNER_CD: lookup(label('화주', 'Owner'), 'owner'),
    ITEM_CD: code(label('품목코드', 'Item code')),
    ITEM_NM: text(label('품목명', 'Name')),
    ROWS: integer(label('행수', 'Rows'), { min: 1, max: 1000 }),
  },
  output: {
    OWNER_CD: lookup(label('화주', 'Owner'), 'owner', { width: 96 }),
    ITEM_CD: itemCode,
    ITEM_NM: text(label('품목명', 'Item name'), { width: 200 }),
    BARCODE: text(label('바코드', 'Barcode'), { width: 130, digitsOnly: true, maxLength: 14 }),
    QTY: integer(label('수량', 'Quantity'), { width: 90, zeroAsEmpty: true }),
    WEIGHT_KG: measure(label('중량 kg', 'Weight kg'), 3, { width: 92, minDecimals: 1 }),
    VALID_YMD: date(label('유통기한', 'Expiry date'), { align: 'left' }),
    MOVED_AT: dateTime(label('이동일시', 'Moved at'), { width: 160, align: 'left' }),
    STATE: select(label('상태', 'Status'), 'sample-state', { width: 84 }),
    USE_YN: flag(label('사용', 'Used'), { width: 52 }),
    DONE: progress(label('진행', 'Progress'), { width: 130 }),
    MEMO: text(label('비고', 'Note'), { width: 180 }),
  },
})

export const sampleMonths = defineQuery({
  name: 'system/sample-months',
  title: label('견본 월별 수량', 'Sample months'),
  action: 'search',
  scope: 'company',
  bound: 'open',
  search: { ITEM_CD: itemCode },
  output: {
    MONTH: text(label('월', 'Month'), { width: 80 }),
    IN_QTY: integer(label('입고', 'In'), { width: 100 }),
    OUT_QTY: integer(label('출고', 'Out'), { width: 100 }),
  },
})

export const sampleFigures = defineQuery({
  name: 'system/sample-figures',
  title: label('견본 수치', 'Sample figures'),
  menus: ['chart'],
  action: 'search',
  scope: 'company',
  bound: 'open',
  search: {},
  output: {
    PART: text(label('구분', 'Part')),
    NAME: text(label('이름', 'Name')),
    QTY: integer(label('수량', 'Quantity')),
  },
})
