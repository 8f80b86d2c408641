import { grid, type ScanScreen } from '#kernel/screen.ts'
import { checkScan, finishCheck } from '../operations/shipping.ts'
import { shipmentLines, shipments } from '../operations/shipments.ts'
import { shipmentStepFrom } from '../rules/shipment-status.ts'

export const shippedCheckScreen: ScanScreen = {
  kind: 'scan',
  route: 'ShippedCheck',
  search: [],
  document: shipments,
  waits: { STATE_CD: shipmentStepFrom.check.join(',') },
  documentKey: 'SHIPMENT_NO',
  facts: ['SHIPMENT_NO', 'OWNER_NM', 'SHIP_TO_NM', 'SHIPMENT_DT', 'STATE_CD'],
  wanted: 'PICK_QTY',
  counted: 'CHECK_QTY',
  accept: checkScan,
  finish: finishCheck,
  lines: grid({
    source: shipmentLines,
    columns: ['STOCK_CD', 'STOCK_NM', 'LOT_NO', 'ORDER_QTY', 'PICK_QTY', 'CHECK_QTY', 'PROGRESS'],
  }),
}
