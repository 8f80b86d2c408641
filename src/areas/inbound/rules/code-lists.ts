import { label, type CodeLists, type Label } from '#kernel/label.ts'
import { receiptStatus, type ReceiptStatus } from './receipt-status.ts'

export const inboundCodeLists = {
  'receipt-state': {
    [receiptStatus.requested]: label('요청', 'Requested'),
    [receiptStatus.open]: label('예정', 'Expected'),
    [receiptStatus.partlyReceived]: label('부분입고', 'Partly received'),
    [receiptStatus.received]: label('입고완료', 'Received'),
    [receiptStatus.cancelled]: label('취소', 'Cancelled'),
  } satisfies Readonly<Record<ReceiptStatus, Label>>,
} as const satisfies CodeLists
