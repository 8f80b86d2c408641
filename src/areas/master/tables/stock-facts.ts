import { code, measure, unsummedQuantity, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields, ownerRef, remark, stockRef, useFlag } from './references.ts'
import { stock } from './stock.ts'

/** Items with the same putaway and picking rules. */
export const stockGroup = defineTable({
  name: 'stock_group',
  title: label('품목그룹', 'Item group'),
  key: ['OWNER_CD', 'GROUP_CD'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    OWNER_CD: ownerRef,
    GROUP_CD: code(label('그룹코드', 'Group code'), { required: true, width: 100, maxLength: 20 }),
    GROUP_NM: text(label('그룹명', 'Group name'), { required: true, width: 180 }),
    PUT_METHOD_CD: {
      ...stock.fields.GROUP_CD,
      label: label('적치방법', 'Put-away method'),
      lookup: 'put-method',
    },
    PICK_METHOD_CD: {
      ...stock.fields.GROUP_CD,
      label: label('피킹방법', 'Picking method'),
      lookup: 'pick-method',
    },
    USE_YN: useFlag,
    REMARK: remark,
    ...changeFields,
  },
})

/** Pieces per unit of an item, and the code printed on it. */
export const stockUnit = defineTable({
  name: 'stock_unit',
  title: label('단위환산', 'Unit conversion'),
  key: ['OWNER_CD', 'STOCK_CD', 'UNIT_CD'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    OWNER_CD: ownerRef,
    STOCK_CD: stockRef,
    UNIT_CD: select(label('단위', 'Unit'), 'unit', { required: true, width: 70 }),
    UNIT_QTY: unsummedQuantity(label('낱개수량', 'Piece qty'), {
      required: true,
      min: 0.001,
      width: 90,
    }),
    BARCODE: code(label('단위바코드', 'Unit barcode'), { width: 140, maxLength: 48 }),
    WEIGHT_KG: measure(label('중량 kg', 'Weight kg'), 3),
    CBM: measure(label('CBM', 'CBM'), 6),
    ...changeFields,
  },
})

export const stockAltcode = defineTable({
  name: 'stock_altcode',
  title: label('대체코드', 'Alternative code'),
  key: ['OWNER_CD', 'ALT_CD'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    OWNER_CD: ownerRef,
    ALT_CD: code(label('대체코드', 'Alternative code'), {
      required: true,
      width: 150,
      maxLength: 48,
    }),
    STOCK_CD: stockRef,
    REMARK: remark,
    ...changeFields,
  },
})

/** Minimum and increment of an order for an item. */
export const stockMoq = defineTable({
  name: 'stock_moq',
  title: label('최소주문수량', 'Minimum order quantity'),
  key: ['OWNER_CD', 'STOCK_CD'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    OWNER_CD: ownerRef,
    STOCK_CD: stockRef,
    MOQ_QTY: unsummedQuantity(label('최소주문', 'Min. order qty'), {
      required: true,
      min: 0.001,
      width: 90,
    }),
    STEP_QTY: unsummedQuantity(label('주문단위', 'Order multiple'), { min: 0.001, width: 90 }),
    ...changeFields,
  },
})
