import { code, vary } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { definePrintOut, defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick as pickFields } from '#kernel/table.ts'
import { allocation, shipment } from '../tables/shipment.ts'

const numbered = { SHIPMENT_NO: vary(shipment.fields.SHIPMENT_NO, { required: true }) }

/** The picking list, by order, in picking sequence. */
export const pickingList = definePrintOut({
  name: 'outbound/picking-list',
  title: label('피킹리스트', 'Picking list'),
  menus: ['PickingList'],
  action: 'print',
  scope: 'warehouse-owner',
  input: numbered,
})

/** Marks printed shipments as handed to the pickers. */
export const markListed = defineProcedure({
  name: 'outbound/mark-listed',
  title: label('피킹지시', 'Hand to picking'),
  menus: ['PickingList'],
  action: 'print',
  scope: 'warehouse-owner',
  input: numbered,
})

/** What is promised and still lies in the cells, in picking sequence. */
export const pickingLines = defineQuery({
  name: 'outbound/picking-lines',
  title: label('피킹대상 조회', 'Lines to pick'),
  menus: ['Picking'],
  action: 'search',
  scope: 'warehouse-owner',
  search: {
    ...pickFields(shipment, ['SHIPMENT_NO', 'OWNER_CD', 'SHIPMENT_DT', 'OWNER_ORDER_NO']),
    ...pickFields(allocation, ['ZONE_CD', 'STOCK_CD']),
  },
  output: {
    ...pickFields(allocation, ['ALLOC_ID', 'SHIPMENT_NO', 'LINE_NO', 'ZONE_CD', 'CELL_CD']),
    ...pickFields(allocation, ['STOCK_CD', 'STOCK_NM', 'LOT_NO', 'VALID_DT']),
    BARCODE: code(label('바코드', 'Barcode'), { width: 120 }),
    OWNER_ORDER_NO: shipment.fields.OWNER_ORDER_NO,
    ...pickFields(allocation, ['ALLOC_QTY', 'PICKED_QTY', 'REASON']),
  },
})

/** Confirms picked quantities; less than promised needs a reason, and what is left is released. */
export const confirmPick = defineProcedure({
  name: 'outbound/pick',
  title: label('피킹확정', 'Confirm picking'),
  menus: ['Picking'],
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    ALLOC_ID: vary(allocation.fields.ALLOC_ID, { required: true }),
    PICKED_QTY: vary(allocation.fields.PICKED_QTY, { required: true }),
    REASON: allocation.fields.REASON,
  },
})
