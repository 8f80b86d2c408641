import { code, quantity, vary } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { definePrintOut, defineProcedure } from '#kernel/operation.ts'
import { allocation, shipment } from '../tables/shipment.ts'

const numbered = { SHIPMENT_NO: vary(shipment.fields.SHIPMENT_NO, { required: true }) }

/**
 * Scans at the checking station, counted in their order, all or none; a negative quantity takes the last one back. CODE is the item's
 * code or barcode, or a GTIN of the same item; of a box it counts what the box holds. Lot and date
 * are those printed in the code, and must be those of the picked goods.
 */
export const checkScan = defineProcedure({
  name: 'outbound/check-scan',
  title: label('검수 스캔', 'Check scan'),
  action: 'save',
  scope: 'warehouse-owner',
  rowsMax: 1_000,
  input: {
    ...numbered,
    CODE: code(label('스캔코드', 'Scanned code'), { required: true, lengthMax: 100 }),
    QTY: quantity(label('수량', 'Quantity'), { required: true, min: -999_999, default: 1 }),
    LOT_NO: allocation.fields.LOT_NO,
    VALID_DT: allocation.fields.VALID_DT,
  },
})

/** Everything picked has been checked. */
export const finishCheck = defineProcedure({
  name: 'outbound/finish-check',
  title: label('검수완료', 'Finish check'),
  action: 'save',
  scope: 'warehouse-owner',
  input: numbered,
})

/** The goods leave: posts the movements of checked shipments. */
export const ship = defineProcedure({
  name: 'outbound/ship',
  title: label('출하확정', 'Ship'),
  action: 'save',
  scope: 'warehouse-owner',
  input: numbered,
})

/** Opens a check again: shipments go back to picked, and their counts to nothing. */
export const cancelCheck = defineProcedure({
  name: 'outbound/cancel-check',
  title: label('검수취소', 'Cancel check'),
  with: [finishCheck, ship],
  action: 'save',
  scope: 'warehouse-owner',
  input: numbered,
})

/** Takes shipped goods back in: reverses the movements, and the goods are picked as before. */
export const cancelShipping = defineProcedure({
  name: 'outbound/cancel-shipping',
  title: label('출하확정취소', 'Cancel shipping'),
  action: 'save',
  scope: 'warehouse-owner',
  input: numbered,
})

/** The delivery note that travels with the goods. */
export const outboundBill = definePrintOut({
  name: 'outbound/bill',
  title: label('출고명세서', 'Delivery note'),
  action: 'print',
  scope: 'warehouse-owner',
  input: numbered,
})
