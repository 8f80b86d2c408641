import { uploadScreen } from '#kernel/upload-screen.ts'
import { uploadShipments } from '../operations/shipments.ts'

export const shipmentUploadExcelByOwnerScreen = uploadScreen(
  'ShipmentUploadExcelByOwner',
  uploadShipments,
  ['OWNER_CD', 'SHIPMENT_DT'],
  {
    ownerMapping: true,
  },
)
