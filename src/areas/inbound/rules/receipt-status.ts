import { documentStatus, indexSteps, type StatusOf } from '#kernel/status.ts'

export const receiptStatus = {
  ...documentStatus,
  partlyReceived: '20',
  received: '30',
} as const

export type ReceiptStatus = StatusOf<typeof receiptStatus>

/** Statuses from which each step, print-out and report of a receipt is available. */
export const receiptStepFrom = indexSteps({
  [receiptStatus.requested]: ['change', 'skipReports'],
  [receiptStatus.open]: ['change', 'receive', 'printLabels'],
  [receiptStatus.partlyReceived]: [
    'receive',
    'cancelReceiving',
    'printConfirmation',
    'printLabels',
  ],
  [receiptStatus.received]: ['cancelReceiving', 'printConfirmation', 'printLabels'],
  [receiptStatus.cancelled]: ['skipReports'],
} as const satisfies Readonly<Record<ReceiptStatus, readonly string[]>>)
