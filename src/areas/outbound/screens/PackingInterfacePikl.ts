import { grid, type ScanScreen } from '#kernel/screen.ts'
import { finishPacking, packingLines, packScan } from '../operations/packing.ts'
import { shipments } from '../operations/shipments.ts'
import { shipmentStepFrom } from '../rules/shipment-status.ts'

export const packingInterfacePiklScreen: ScanScreen = {
  kind: 'scan',
  route: 'PackingInterfacePikl',
  search: [],
  document: shipments,
  waits: { STATE_CD: shipmentStepFrom.awaitPacking.join(',') },
  documentKey: 'SHIPMENT_NO',
  facts: ['SHIPMENT_NO', 'OWNER_NM', 'SHIP_TO_NM', 'SHIPMENT_DT', 'STATE_CD'],
  wanted: 'PICK_QTY',
  counted: 'PACK_QTY',
  place: 'BOX_NO',
  accept: packScan,
  finish: finishPacking,
  lines: grid({
    source: packingLines,
    columns: ['STOCK_CD', 'STOCK_NM', 'PICK_QTY', 'PACK_QTY', 'PROGRESS', 'BOXES'],
  }),
}
