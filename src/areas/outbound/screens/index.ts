import type { Screen } from '#kernel/screen.ts'
import { packingInterfacePiklScreen } from './PackingInterfacePikl.ts'
import { shipmentMatchingScreen } from './ShipmentMatching.ts'
import { outInterfacePiklHistoryScreen } from './OutInterfacePiklHistory.ts'
import { outInterfacePiklScreen } from './OutInterfacePikl.ts'
import { printBarcodeCScreen } from './PrintBarcodeC.ts'
import { printBarcodeBScreen } from './PrintBarcodeB.ts'
import { printBarcodeAScreen } from './PrintBarcodeA.ts'
import { printBarcodeScreen } from './PrintBarcode.ts'
import { shipmentCreateSingleSampleScreen } from './ShipmentCreateSingleSample.ts'
import { shipmentCreateSingleScreen } from './ShipmentCreateSingle.ts'
import { shipmentModifySampleScreen } from './ShipmentModifySample.ts'
import { cShipmentModifySampleScreen } from './CShipmentModifySample.ts'
import { cPrintOutboundBillSampleScreen } from './CPrintOutboundBillSample.ts'
import { shipmentCreateSampleScreen } from './ShipmentCreateSample.ts'
import { cShipmentCreateSingleScreen } from './CShipmentCreateSingle.ts'
import { cShipmentCreateSingleSampleScreen } from './CShipmentCreateSingleSample.ts'
import { cShipmentManagementScreen } from './CShipmentManagement.ts'
import { pickingScreen } from './Picking.ts'
import { shipmentCreateScreen } from './ShipmentCreate.ts'
import { shipmentUploadExcelByOwnerScreen } from './ShipmentUploadExcelByOwner.ts'
import { shippedCheckScreen } from './ShippedCheck.ts'
import { allocScreen } from './Alloc.ts'
import { allocCancelScreen } from './AllocCancel.ts'
import { pickingListScreen } from './PickingList.ts'
import { pickingListByStockScreen } from './PickingListByStock.ts'
import { pickingListVtsScreen } from './PickingListVTS.ts'
import { pickingCancelScreen } from './PickingCancel.ts'
import { shippingCancelScreen } from './ShippingCancel.ts'
import { shipmentUploadExcelScreen } from './ShipmentUploadExcel.ts'
import { printOutboundBillScreen } from './PrintOutboundBill.ts'
import { shippingScreen } from './Shipping.ts'

export const outboundScreens: readonly Screen[] = [
  packingInterfacePiklScreen,
  shipmentMatchingScreen,
  outInterfacePiklScreen,
  outInterfacePiklHistoryScreen,
  printBarcodeCScreen,
  printBarcodeBScreen,
  printBarcodeAScreen,
  printBarcodeScreen,
  shipmentCreateSingleSampleScreen,
  shipmentCreateSingleScreen,
  shipmentCreateScreen,
  shipmentModifySampleScreen,
  cShipmentModifySampleScreen,
  cPrintOutboundBillSampleScreen,
  shipmentCreateSampleScreen,
  cShipmentCreateSingleScreen,
  cShipmentCreateSingleSampleScreen,
  cShipmentManagementScreen,
  shipmentUploadExcelScreen,
  shipmentUploadExcelByOwnerScreen,
  allocScreen,
  allocCancelScreen,
  pickingListScreen,
  pickingListByStockScreen,
  pickingListVtsScreen,
  pickingScreen,
  pickingCancelScreen,
  shippedCheckScreen,
  shippingScreen,
  shippingCancelScreen,
  printOutboundBillScreen,
]
