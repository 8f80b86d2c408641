import type { UploadScreen } from '#kernel/screen.ts'
import { uploadShipments } from '../operations/shipments.ts'
import { shipment } from '../tables/shipment.ts'
import { pick } from '#kernel/table.ts'

const heading = ['OWNER_CD', 'SHIPMENT_DT'] as const

export const shipmentUploadExcelByOwnerScreen: UploadScreen = {
  kind: 'upload',
  route: 'ShipmentUploadExcelByOwner',
  search: [],
  save: uploadShipments,
  ownerMapping: true,
  header: pick(shipment, heading),
  columns: Object.keys(uploadShipments.input)
    .filter((field) => !heading.some((name) => name === field))
    .map((field) => ({ field, editable: true })),
}
