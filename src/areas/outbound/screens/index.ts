import type { Screen } from '#kernel/screen.ts'
import { pickingScreen } from './Picking.ts'
import { shipmentCreateScreen } from './ShipmentCreate.ts'
import { shipmentUploadExcelByOwnerScreen } from './ShipmentUploadExcelByOwner.ts'
import { shippedCheckScreen } from './ShippedCheck.ts'
import { allocScreen } from './Alloc.ts'
import { allocCancelScreen } from './AllocCancel.ts'
import { pickingListScreen } from './PickingList.ts'
import { printOutboundBillScreen } from './PrintOutboundBill.ts'
import { shippingScreen } from './Shipping.ts'

export const outboundScreens: readonly Screen[] = [
  shipmentCreateScreen,
  shipmentUploadExcelByOwnerScreen,
  allocScreen,
  allocCancelScreen,
  pickingListScreen,
  pickingScreen,
  shippedCheckScreen,
  shippingScreen,
  printOutboundBillScreen,
]
