import { code, cubicMetres, quantity, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import {
  cellRef,
  lotNo,
  madeDate,
  mark,
  ownerNameRef,
  ownerRef,
  plot,
  receivedDate,
  stockNameRef,
  stockRef,
  validDate,
  zoneRef,
} from '#areas/master/tables/references.ts'

/**
 * Balance of one ledger key: warehouse, owner, item, lot, cell, pallet, box, condition, bonded
 * status and cargo number. Changed only by posted movements and allocations.
 */
export const stockBalance = defineTable({
  name: 'stock_balance',
  title: label('재고', 'Stock'),
  key: ['BALANCE_ID'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    BALANCE_ID: code(label('재고 ID', 'Stock ID'), { width: 80 }),
    WCODE: code(label('창고', 'Warehouse'), { width: 70 }),
    OWNER_CD: ownerRef,
    OWNER_NM: ownerNameRef,
    STOCK_CD: stockRef,
    STOCK_NM: stockNameRef,
    ZONE_CD: zoneRef,
    CELL_CD: cellRef,
    LOT_NO: lotNo,
    MARK: mark,
    PLOT: plot,
    MADE_DT: madeDate,
    RECEIVED_DT: receivedDate,
    VALID_DT: validDate,
    PALLET_NO: code(label('파렛트', 'Pallet')),
    BOX_NO: code(label('박스', 'Box')),
    CONDITION_CD: select(label('상태', 'Condition'), 'stock-condition', { width: 70 }),
    BONDED_CD: select(label('보세', 'Bonded'), 'bonded-status', { width: 70 }),
    CARGO_NO: code(label('화물관리번호', 'Cargo control no.'), { width: 160 }),
    QTY: quantity(label('재고', 'On hand')),
    ALLOC_QTY: quantity(label('할당', 'Allocated'), { zeroAsEmpty: true }),
    PICK_QTY: quantity(label('피킹', 'Picked'), { zeroAsEmpty: true }),
    AVAILABLE_QTY: quantity(label('가용', 'Available')),
    HOLD_REASON: text(label('보류규칙', 'Held by rule'), { width: 140 }),
    CBM: cubicMetres(label('CBM', 'CBM')),
  },
})
