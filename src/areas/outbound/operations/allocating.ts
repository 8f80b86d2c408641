import { quantity, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { stockBalance } from '#areas/inventory/tables/stock-balance.ts'
import { shipment, shipmentLine } from '../tables/shipment.ts'

const input = { SHIPMENT_NO: withOptions(shipment.fields.SHIPMENT_NO, { required: true }) }

/** Allocates stock to entire shipments. A dry run returns the same result without saving it. */
export const allocate = defineProcedure({
  name: 'outbound/allocate',
  title: label('할당', 'Allocate'),
  action: 'save',
  scope: 'warehouse-owner',
  input,
})

/**
 * Allocates in two steps. A dry run returns the plan and its hash. With that hash, stock is
 * allocated exactly as shown or not at all (409 `PLAN_CHANGED`).
 */
export const allocateAsPlanned = defineProcedure({
  name: 'outbound/allocate-as-planned',
  title: label('미리보기대로 할당', 'Allocate as previewed'),
  with: [allocate],
  action: 'save',
  scope: 'warehouse-owner',
  input: { ...input, PLAN_MARK: text(label('미리보기 번호', 'Preview no.'), { maxLength: 32 }) },
})

/** Fields of an allocation plan: quantities to allocate, shortages and excluded stock. */
export const allocationPlan = {
  SHIPMENT_NO: shipmentLine.fields.SHIPMENT_NO,
  LINE_NO: shipmentLine.fields.LINE_NO,
  STOCK_CD: shipmentLine.fields.STOCK_CD,
  STOCK_NM: withOptions(shipmentLine.fields.STOCK_NM, { width: 160 }),
  PLAN_QTY: quantity(label('할당예정', 'To allocate'), { zeroAsEmpty: true, width: 76 }),
  SHORT_QTY: quantity(label('부족', 'Short'), { zeroAsEmpty: true, width: 66 }),
  KEPT_QTY: quantity(label('제외재고', 'Excluded stock'), { zeroAsEmpty: true, width: 76 }),
  CELL_CD: stockBalance.fields.CELL_CD,
  REASON: text(label('사유', 'Reason'), { width: 270 }),
  FREED_BY: text(label('해결 방법', 'Resolution'), { width: 210 }),
  ...pick(stockBalance, [
    'LOT_NO',
    'MARK',
    'VALID_DT',
    'RECEIVED_DT',
    'ZONE_CD',
    'PALLET_NO',
    'BOX_NO',
  ]),
} as const

export const cancelAllocation = defineProcedure({
  name: 'outbound/cancel-allocation',
  title: label('할당취소', 'Cancel allocation'),
  action: 'save',
  scope: 'warehouse-owner',
  input,
})

const lineKey = {
  SHIPMENT_NO: withOptions(shipmentLine.fields.SHIPMENT_NO, { required: true }),
  LINE_NO: withOptions(shipmentLine.fields.LINE_NO, { required: true }),
}

export const allocateLines = defineProcedure({
  name: 'outbound/allocate-lines',
  title: label('행별 할당', 'Allocate lines'),
  with: [allocate],
  action: 'save',
  scope: 'warehouse-owner',
  input: lineKey,
})

const byHand = {
  TAKE_QTY: quantity(label('할당수량', 'Allocate qty'), { min: 0, width: 90, zeroAsEmpty: true }),
  /** Quantity already allocated to the line when the row was shown, or zero. */
  SHOWN_QTY: quantity(label('현재할당', 'Currently allocated'), { zeroAsEmpty: true }),
}

/**
 * All stock of a line's item in the warehouse, with its free quantity and why it is not eligible.
 */
export const stockForLine = defineQuery({
  name: 'outbound/stock-for-line',
  title: label('할당 가능 재고', 'Stock available for a line'),
  with: [allocate],
  action: 'search',
  scope: 'warehouse-owner',
  search: { ...lineKey, OWNER_CD: shipment.fields.OWNER_CD },
  output: {
    ...lineKey,
    ...pick(stockBalance, [
      'BALANCE_ID',
      'WCODE',
      'OWNER_CD',
      'STOCK_CD',
      'ZONE_CD',
      'CELL_CD',
      'LOT_NO',
      'MARK',
      'RECEIVED_DT',
      'VALID_DT',
      'PALLET_NO',
      'BOX_NO',
      'CONDITION_CD',
      'QTY',
    ]),
    FREE_QTY: quantity(label('가용', 'Available')),
    ...byHand,
    REASON: text(label('할당 불가 사유', 'Reason not allocated'), { width: 150 }),
  },
})

/** Allocates quantities of chosen stock to one line. 0 cancels an allocation. */
export const allocateByHand = defineProcedure({
  name: 'outbound/allocate-by-hand',
  title: label('수동할당', 'Manual allocation'),
  with: [allocate],
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    ...lineKey,
    BALANCE_ID: withOptions(stockBalance.fields.BALANCE_ID, { required: true }),
    ...byHand,
  },
})
