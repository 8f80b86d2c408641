import { uploadScreen } from '#kernel/upload-screen.ts'
import { uploadShipments } from '../operations/shipments.ts'

export const shipmentUploadExcelScreen = uploadScreen(
  'ShipmentUploadExcel',
  uploadShipments,
  ['OWNER_CD', 'SHIPMENT_DT'],
  {
    ownerMapping: false,
  },
)
