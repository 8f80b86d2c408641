import type { ScreenFiles } from '#kernel/screen.ts'

export const inboundScreens: ScreenFiles = {
  InterfacePikl: () => import('./InterfacePikl.ts'),
  InterfacePiklHistory: () => import('./InterfacePiklHistory.ts'),
  GenerateBarcodeHistory: () => import('./GenerateBarcodeHistory.ts'),
  GenerateBarcode: () => import('./GenerateBarcode.ts'),
  CReceiptModifySample: () => import('./CReceiptModifySample.ts'),
  ReceiptCreateSingleSample: () => import('./ReceiptCreateSingleSample.ts'),
  ReceiptCreateSingle: () => import('./ReceiptCreateSingle.ts'),
  ReceiptCreate: () => import('./ReceiptCreate.ts'),
  ReceiptModifySampleByOrder: () => import('./ReceiptModifySampleByOrder.ts'),
  CReceiptModifySampleByOrder: () => import('./CReceiptModifySampleByOrder.ts'),
  ReceiptCreateSample: () => import('./ReceiptCreateSample.ts'),
  CReceiptCreateSingle: () => import('./CReceiptCreateSingle.ts'),
  CReceiptCreateSingleSample: () => import('./CReceiptCreateSingleSample.ts'),
  CReceiptManagement: () => import('./CReceiptManagement.ts'),
  ReceiptUploadExcel: () => import('./ReceiptUploadExcel.ts'),
  ReceiptUploadExcelByOwner: () => import('./ReceiptUploadExcelByOwner.ts'),
  ReceivingByOrder: () => import('./ReceivingByOrder.ts'),
  BulkReceiving: () => import('./BulkReceiving.ts'),
  CancelReceiving: () => import('./CancelReceiving.ts'),
  PrintConfirm: () => import('./PrintConfirm.ts'),
}
