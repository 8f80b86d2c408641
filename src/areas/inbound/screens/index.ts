import type { Screen } from '#kernel/screen.ts'
import { interfacePiklHistoryScreen } from './InterfacePiklHistory.ts'
import { interfacePiklScreen } from './InterfacePikl.ts'
import { generateBarcodeHistoryScreen } from './GenerateBarcodeHistory.ts'
import { generateBarcodeScreen } from './GenerateBarcode.ts'
import { cReceiptModifySampleScreen } from './CReceiptModifySample.ts'
import { receiptCreateSingleSampleScreen } from './ReceiptCreateSingleSample.ts'
import { receiptCreateSingleScreen } from './ReceiptCreateSingle.ts'
import { receiptModifySampleByOrderScreen } from './ReceiptModifySampleByOrder.ts'
import { cReceiptModifySampleByOrderScreen } from './CReceiptModifySampleByOrder.ts'
import { receiptCreateSampleScreen } from './ReceiptCreateSample.ts'
import { cReceiptCreateSingleScreen } from './CReceiptCreateSingle.ts'
import { cReceiptCreateSingleSampleScreen } from './CReceiptCreateSingleSample.ts'
import { cReceiptManagementScreen } from './CReceiptManagement.ts'
import { bulkReceivingScreen } from './BulkReceiving.ts'
import { cancelReceivingScreen } from './CancelReceiving.ts'
import { printConfirmScreen } from './PrintConfirm.ts'
import { receiptUploadExcelByOwnerScreen } from './ReceiptUploadExcelByOwner.ts'
import { receiptCreateScreen } from './ReceiptCreate.ts'
import { receiptUploadExcelScreen } from './ReceiptUploadExcel.ts'
import { receivingByOrderScreen } from './ReceivingByOrder.ts'

export const inboundScreens: readonly Screen[] = [
  interfacePiklScreen,
  interfacePiklHistoryScreen,
  generateBarcodeHistoryScreen,
  generateBarcodeScreen,
  cReceiptModifySampleScreen,
  receiptCreateSingleSampleScreen,
  receiptCreateSingleScreen,
  receiptCreateScreen,
  receiptModifySampleByOrderScreen,
  cReceiptModifySampleByOrderScreen,
  receiptCreateSampleScreen,
  cReceiptCreateSingleScreen,
  cReceiptCreateSingleSampleScreen,
  cReceiptManagementScreen,
  receiptUploadExcelScreen,
  receiptUploadExcelByOwnerScreen,
  receivingByOrderScreen,
  bulkReceivingScreen,
  cancelReceivingScreen,
  printConfirmScreen,
]
