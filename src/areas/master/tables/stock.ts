import {
  code,
  flag,
  lookup,
  measure,
  money,
  unsummedQuantity,
  select,
  text,
} from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields, ownerRef, receiptLifeDays, remark, useFlag } from './references.ts'

/** An item (SKU). Its code is unique within an owner. */
export const stock = defineTable({
  name: 'stock',
  title: label('품목', 'Item'),
  key: ['OWNER_CD', 'STOCK_CD'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    OWNER_CD: ownerRef,
    STOCK_CD: code(label('품목코드', 'Item code'), { required: true, width: 120 }),
    STOCK_NM: text(label('품목명', 'Item name'), { required: true, width: 260, maxLength: 200 }),
    BARCODE: code(label('바코드', 'Barcode'), { width: 130, maxLength: 48 }),
    GROUP_CD: lookup(label('품목그룹', 'Group'), 'stock-group', { width: 90, maxLength: 20 }),
    UNIT_CD: select(label('단위', 'Unit'), 'unit', { default: 'EA', width: 60 }),
    BOX_QTY: unsummedQuantity(label('박스입수', 'Qty per box'), {
      min: 0.001,
      width: 80,
      zeroToEmpty: true,
    }),
    CBM: measure(label('CBM', 'CBM'), 6, { default: 0 }),
    WEIGHT_KG: measure(label('중량 kg', 'Weight kg'), 3, { default: 0 }),
    UNIT_VALUE: money(label('물품가액(원)', 'Item value, won'), {
      scale: 4,
      minDecimals: 0,
      min: 0,
    }),
    GOODS_YN: flag(label('재고관리', 'Stocked'), { default: 'Y' }),
    LOT_YN: flag(label('로트관리', 'Lot control'), { width: 70 }),
    VALID_YN: flag(label('유통기한관리', 'Expiry control'), { width: 70 }),
    SERIAL_CD: select(label('시리얼관리', 'Serial control'), 'serial-control', {
      default: 'OUT',
      width: 80,
    }),
    ALLOC_CD: select(label('할당방식', 'Allocation method'), 'allocation-strategy'),
    WHOLE_YN: select(label('완파렛트·완박스 우선', 'Full pallets and boxes first'), 'yes-no', {
      width: 100,
    }),
    TEMPERATURE_CD: select(label('보관온도', 'Storage temperature'), 'temperature', { width: 80 }),
    STORE_CD: select(label('보관구분', 'Storage class'), 'store-class', { width: 90 }),
    HAZARD_CD: select(label('위험물', 'Hazard class'), 'hazard', { width: 110 }),
    RECEIPT_LIFE_DAYS: receiptLifeDays,
    USE_YN: useFlag,
    REMARK: remark,
    ...changeFields,
  },
})
