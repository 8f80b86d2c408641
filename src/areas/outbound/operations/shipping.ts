import { code, quantity, vary } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { definePrintOut, defineProcedure } from '#kernel/operation.ts'
import { shipment } from '../tables/shipment.ts'

const numbered = { SHIPMENT_NO: vary(shipment.fields.SHIPMENT_NO, { required: true }) }

/** One scan at the checking station; a negative quantity takes the last one back. */
export const checkScan = defineProcedure({
  name: 'outbound/check-scan',
  title: label('검수 스캔', 'Check scan'),
  menus: ['ShippedCheck'],
  action: 'save',
  scope: 'warehouse-owner',
  rowsMax: 1,
  input: {
    ...numbered,
    CODE: code(label('스캔코드', 'Scanned code'), { required: true, lengthMax: 100 }),
    QTY: quantity(label('수량', 'Quantity'), { required: true, min: -999_999, default: 1 }),
  },
})

/** Everything picked has been checked. */
export const finishCheck = defineProcedure({
  name: 'outbound/finish-check',
  title: label('검수완료', 'Finish check'),
  menus: ['ShippedCheck'],
  action: 'save',
  scope: 'warehouse-owner',
  input: numbered,
})

/** The goods leave: posts the movements of checked shipments. */
export const ship = defineProcedure({
  name: 'outbound/ship',
  title: label('출하확정', 'Ship'),
  menus: ['Shipping'],
  action: 'save',
  scope: 'warehouse-owner',
  input: numbered,
})

/** The delivery note that travels with the goods. */
export const outboundBill = definePrintOut({
  name: 'outbound/bill',
  title: label('출고명세서', 'Delivery note'),
  menus: ['PrintOutboundBill'],
  action: 'print',
  scope: 'warehouse-owner',
  input: numbered,
})
