import { code, quantity, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { serialNo } from '#areas/inventory/tables/serial.ts'
import { stock } from '#areas/master/tables/stock.ts'
import { shipment, shipmentLine } from '../tables/shipment.ts'

const common = { scope: 'warehouse-owner' } as const
const shipmentKeyFields = {
  SHIPMENT_NO: withOptions(shipment.fields.SHIPMENT_NO, { required: true }),
}
const boxNo = code(label('포장박스', 'Packing box'), { width: 140, maxLength: 30 })

export const packingLines = defineQuery({
  ...common,
  name: 'outbound/packing-lines',
  title: label('포장 행 조회', 'Lines to pack'),
  action: 'search',
  search: pick(shipmentLine, ['SHIPMENT_NO', 'OWNER_CD']),
  output: {
    ...pick(shipmentLine, ['SHIPMENT_NO', 'LINE_NO', 'OWNER_CD', 'STOCK_CD', 'STOCK_NM']),
    BARCODE: stock.fields.BARCODE,
    PICK_QTY: shipmentLine.fields.PICK_QTY,
    PACK_QTY: quantity(label('포장', 'Packed'), { zeroAsEmpty: true }),
    PROGRESS: shipmentLine.fields.PROGRESS,
    BOXES: text(label('박스 · 수량', 'Boxes and quantities'), { width: 300 }),
  },
})

/**
 * One scan at the packing station. A box (BOX prefix or SSCC) becomes the target of later item
 * scans. A weight such as 12.5KG, typed or sent by a scale, is that of the current box. Anything
 * else is an item, or a serial of the shipment, which is one piece. A negative quantity removes
 * items from the box.
 */
export const packScan = defineProcedure({
  ...common,
  name: 'outbound/pack-scan',
  title: label('포장 스캔', 'Packing scan'),
  action: 'save',
  maxRows: 1,
  input: {
    ...shipmentKeyFields,
    CODE: code(label('스캔코드', 'Scanned code'), { required: true, maxLength: 100 }),
    QTY: quantity(label('수량', 'Quantity'), { required: true, min: -999_999, default: 1 }),
    BOX_NO: boxNo,
    SERIAL_NO: serialNo,
  },
})

export const finishPacking = defineProcedure({
  ...common,
  name: 'outbound/finish-packing',
  title: label('포장완료', 'Finish packing'),
  action: 'save',
  input: shipmentKeyFields,
})

/** Empties all boxes of shipments to repack them or cancel their picks. */
export const cancelPacking = defineProcedure({
  ...common,
  name: 'outbound/cancel-packing',
  title: label('포장취소', 'Cancel packing'),
  with: [finishPacking],
  action: 'save',
  input: shipmentKeyFields,
})
