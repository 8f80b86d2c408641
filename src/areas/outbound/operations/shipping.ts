import { code, quantity, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { definePrintOut, defineProcedure } from '#kernel/operation.ts'
import { serialNo } from '#areas/inventory/tables/serial.ts'
import { allocation, shipment } from '../tables/shipment.ts'

export const cancelReason = text(label('취소사유', 'Reason'), { width: 160, maxLength: 200 })

const shipmentKeyFields = {
  SHIPMENT_NO: withOptions(shipment.fields.SHIPMENT_NO, { required: true }),
}

/**
 * Counts scans at the checking station in their order, all or none. A negative quantity cancels the
 * last one. CODE is the item's code or barcode, or a GTIN of the same item. A box code counts its
 * content. Lot and date are read from the code and must match the picked stock. A serial of the
 * shipment counts its piece once.
 */
export const checkScan = defineProcedure({
  name: 'outbound/check-scan',
  title: label('검수 스캔', 'Check scan'),
  action: 'save',
  scope: 'warehouse-owner',
  maxRows: 1_000,
  input: {
    ...shipmentKeyFields,
    CODE: code(label('스캔코드', 'Scanned code'), { required: true, maxLength: 100 }),
    SERIAL_NO: serialNo,
    QTY: quantity(label('수량', 'Quantity'), { required: true, min: -999_999, default: 1 }),
    LOT_NO: allocation.fields.LOT_NO,
    VALID_DT: allocation.fields.VALID_DT,
  },
})

export const finishCheck = defineProcedure({
  name: 'outbound/finish-check',
  title: label('검수완료', 'Finish check'),
  action: 'save',
  scope: 'warehouse-owner',
  input: shipmentKeyFields,
})

export const ship = defineProcedure({
  name: 'outbound/ship',
  title: label('출하확정', 'Ship'),
  action: 'save',
  scope: 'warehouse-owner',
  input: shipmentKeyFields,
})

/** Reopens a check: shipments are picked again and their counts are reset. */
export const cancelCheck = defineProcedure({
  name: 'outbound/cancel-check',
  title: label('검수취소', 'Cancel check'),
  with: [finishCheck, ship],
  action: 'save',
  scope: 'warehouse-owner',
  input: shipmentKeyFields,
})

/**
 * Cancels shipping: reverses the movements and returns the stock to picked. The reversals store the
 * reason.
 */
export const cancelShipping = defineProcedure({
  name: 'outbound/cancel-shipping',
  title: label('출하확정취소', 'Cancel shipping'),
  action: 'save',
  scope: 'warehouse-owner',
  input: { ...shipmentKeyFields, CANCEL_REASON: withOptions(cancelReason, { required: true }) },
})

export const outboundBill = definePrintOut({
  name: 'outbound/bill',
  title: label('출고명세서', 'Delivery note'),
  action: 'print',
  scope: 'warehouse-owner',
  input: shipmentKeyFields,
})
