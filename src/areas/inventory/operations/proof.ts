import {
  code,
  dateTime,
  quantity,
  unsummedQuantity,
  select,
  text,
  withOptions,
} from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { stockBalance } from '../tables/stock-balance.ts'
import { stockMovement } from '../tables/stock-movement.ts'
import { stockMovements } from './stock.ts'
import { workInput } from './work-fields.ts'

/** Attributes that distinguish stock: location, owner, lot and status. */
export const stockKeyNames = [
  'OWNER_CD',
  'STOCK_CD',
  'ZONE_CD',
  'CELL_CD',
  'LOT_NO',
  'MARK',
  'PLOT',
  'MADE_DT',
  'RECEIVED_DT',
  'VALID_DT',
  'PALLET_NO',
  'BOX_NO',
  'CONDITION_CD',
  'BONDED_CD',
  'CARGO_NO',
] as const

/** Columns that identify the stock behind a figure. Every stock screen has at least one of them. */
export const stockKeys = {
  ...pick(stockBalance, ['BALANCE_ID', ...stockKeyNames]),
  LOT_ID: code(label('로트 ID', 'Lot ID')),
} as const

export const stockFigures = {
  QTY: label('재고', 'On hand'),
  ALLOC_QTY: label('할당', 'Allocated'),
  PICK_QTY: label('피킹', 'Picked'),
  PROMISED_QTY: label('할당·피킹', 'Allocated, picked'),
  FREE_QTY: label('미할당', 'Unallocated'),
  AVAILABLE_QTY: label('가용', 'Available'),
  HELD_QTY: label('보류', 'Held'),
} as const

export type StockFigure = keyof typeof stockFigures

/** Ledger lines and allocations that add up to one stock figure. */
export const whyThisNumber = defineQuery({
  name: 'inventory/why',
  title: label('이 수량의 근거', 'Basis of this quantity'),
  with: ['stock', stockMovements],
  action: 'search',
  scope: 'warehouse-owner',
  hasHistory: true,
  search: { ...stockKeys, FIGURE: code(label('수량', 'Quantity')) },
  output: {
    SOURCE_CD: select(label('근거', 'Basis'), 'figure-source', { width: 70 }),
    ...pick(stockMovement, ['POSTED_AT', 'MOVEMENT_CD', 'DOC_NO', 'DOC_LINE']),
    CHANGE_QTY: quantity(label('증감', 'Change'), { min: -999_999_999, width: 90 }),
    SUM_QTY: unsummedQuantity(label('누계', 'Running total'), {
      min: -999_999_999,
      width: 90,
    }),
    ...pick(stockMovement, [
      'FROM_PLACE_CD',
      'FROM_CELL_CD',
      'TO_PLACE_CD',
      'TO_CELL_CD',
      'REASON',
      'USER_ID',
      'MOVEMENT_NO',
      'REVERSES_NO',
    ]),
  },
})

const keyText = text(label('대상', 'Target'), { width: 160 })

/** Discrepancies found by the ledger check. Not available to owner-restricted users. */
export const ledgerFindings = defineQuery({
  name: 'inventory/ledger-findings',
  title: label('원장 검증 결과', 'Ledger check results'),
  menus: ['InventoryHistory'],
  action: 'search',
  scope: 'company',
  bound: 'refused',
  search: { KEY_TEXT: keyText },
  output: {
    CHECK_NM: text(label('검증 항목', 'Check'), { width: 330 }),
    KEY_TEXT: keyText,
    DETAIL: withOptions(text(label('내용', 'Detail'), { maxLength: 2000 }), { width: 420 }),
    FOUND_AT: dateTime(label('발견일시', 'Found at')),
  },
})

/**
 * Reverses movements of stock work. For each movement, and all others posted for the same line,
 * posts the opposite to the same document. Receipts and shipments have their own reversal steps.
 */
export const reverseWork = defineProcedure({
  name: 'inventory/reverse',
  title: label('수불 취소', 'Reverse movements'),
  menus: ['InventoryHistory'],
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    MOVEMENT_NO: withOptions(stockMovement.fields.MOVEMENT_NO, { required: true }),
    ...workInput(['REASON'], ['REASON']),
  },
})
