import { code, flag, quantity, withOptions } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { definePrintOut, defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick as pickFields } from '#kernel/table.ts'
import { serials } from '#areas/inventory/tables/serial.ts'
import { stock } from '#areas/master/tables/stock.ts'
import { allocation, shipment } from '../tables/shipment.ts'

const shipmentKeyFields = {
  SHIPMENT_NO: withOptions(shipment.fields.SHIPMENT_NO, { required: true }),
}

const pickList = (name: string, title: Label) =>
  definePrintOut({
    name: `outbound/${name}`,
    title,
    action: 'print',
    scope: 'warehouse-owner',
    input: shipmentKeyFields,
  })

export const pickingList = pickList('picking-list', label('피킹리스트', 'Picking list'))

export const pickingListByStock = pickList(
  'picking-list-by-stock',
  label('품목별 피킹리스트', 'Picking list by item'),
)

/** VTS layout: by order, with space for serial numbers. */
export const pickingListVts = pickList(
  'picking-list-vts',
  label('VTS 피킹리스트', 'Picking list, VTS layout'),
)

export const markListed = defineProcedure({
  name: 'outbound/mark-listed',
  title: label('피킹지시', 'Release for picking'),
  action: 'print',
  scope: 'warehouse-owner',
  input: shipmentKeyFields,
})

const allocationSearch = {
  ...pickFields(shipment, ['SHIPMENT_NO', 'OWNER_CD', 'SHIPMENT_DT', 'OWNER_ORDER_NO']),
  ...pickFields(allocation, ['ZONE_CD', 'STOCK_CD']),
}
const allocatedStockFields = {
  ...pickFields(allocation, ['ALLOC_ID', 'SHIPMENT_NO', 'LINE_NO', 'ZONE_CD', 'CELL_CD']),
  ...pickFields(allocation, ['STOCK_CD', 'STOCK_NM', 'LOT_NO', 'VALID_DT']),
  BARCODE: code(label('바코드', 'Barcode'), { width: 120 }),
  SERIAL_CD: stock.fields.SERIAL_CD,
}

/** Allocated quantities not yet picked, in picking sequence. */
export const pickingLines = defineQuery({
  name: 'outbound/picking-lines',
  title: label('피킹대상 조회', 'Lines to pick'),
  action: 'search',
  scope: 'warehouse-owner',
  search: allocationSearch,
  output: {
    ...allocatedStockFields,
    BOX_QTY: stock.fields.BOX_QTY,
    OWNER_ORDER_NO: shipment.fields.OWNER_ORDER_NO,
    ...pickFields(allocation, ['ALLOC_QTY', 'PICKED_QTY', 'REASON', 'SHORTAGE_CD']),
    SERIALS: serials,
  },
})

/**
 * Confirms picked quantities. A shortfall needs a reason and releases the rest of the allocation.
 * Unless `SHORTAGE_CD` states that the stock is in the cell, its balance is withheld and the rest
 * is allocated from other cells.
 */
export const confirmPick = defineProcedure({
  name: 'outbound/pick',
  title: label('피킹확정', 'Confirm picking'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    ALLOC_ID: withOptions(allocation.fields.ALLOC_ID, { required: true }),
    PICKED_QTY: withOptions(allocation.fields.PICKED_QTY, { required: true }),
    REASON: allocation.fields.REASON,
    SHORTAGE_CD: allocation.fields.SHORTAGE_CD,
    SERIALS: serials,
  },
})

const pickInputs = {
  SERIALS: serials,
  BACK_QTY: quantity(label('취소수량', 'Cancelled qty'), { width: 90 }),
  RELEASE_YN: flag(label('할당해제', 'Deallocate'), { width: 80 }),
}

export const pickedLines = defineQuery({
  name: 'outbound/picked-lines',
  title: label('피킹취소대상 조회', 'Picks to cancel'),
  action: 'search',
  scope: 'warehouse-owner',
  search: allocationSearch,
  output: {
    ...allocatedStockFields,
    ...pickFields(shipment, ['OWNER_CD', 'OWNER_ORDER_NO', 'STATE_CD']),
    PICK_QTY: allocation.fields.PICK_QTY,
    ...pickInputs,
  },
})

/** Returns picked stock to its cell. It is allocated again, or released with RELEASE_YN. */
export const cancelPick = defineProcedure({
  name: 'outbound/cancel-pick',
  title: label('피킹취소', 'Cancel picking'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    ALLOC_ID: withOptions(allocation.fields.ALLOC_ID, { required: true }),
    BACK_QTY: withOptions(pickInputs.BACK_QTY, { required: true, min: 0.001 }),
    RELEASE_YN: pickInputs.RELEASE_YN,
    SERIALS: serials,
  },
})
