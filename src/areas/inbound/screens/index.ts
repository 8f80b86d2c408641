import type { Screen } from '#kernel/screen.ts'
import { bulkReceivingScreen } from './BulkReceiving.ts'
import { receiptCreateScreen } from './ReceiptCreate.ts'
import { receiptUploadExcelScreen } from './ReceiptUploadExcel.ts'
import { receivingByOrderScreen } from './ReceivingByOrder.ts'

export const inboundScreens: readonly Screen[] = [
  receiptCreateScreen,
  receiptUploadExcelScreen,
  receivingByOrderScreen,
  bulkReceivingScreen,
]
