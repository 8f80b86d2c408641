import { indexSteps, type StatusOf } from '#kernel/status.ts'

/** Statuses of a partner message. Incoming messages have the first three and the last. */
export const messageStatus = {
  waiting: '10',
  refused: '20',
  converted: '30',
  ready: '40',
  acknowledged: '50',
  discarded: '90',
} as const

export type MessageStatus = StatusOf<typeof messageStatus>

export const messageStepFrom = indexSteps({
  [messageStatus.waiting]: ['change', 'convert', 'discard'],
  [messageStatus.refused]: ['change', 'convert', 'discard'],
  [messageStatus.converted]: [],
  [messageStatus.ready]: ['handOver'],
  [messageStatus.acknowledged]: [],
  [messageStatus.discarded]: [],
} as const satisfies Readonly<Record<MessageStatus, readonly string[]>>)

/** Statuses of a webhook delivery. Only waiting deliveries are retried. */
export const deliveryStatus = { waiting: '10', delivered: '50', failed: '80' } as const

export type DeliveryStatus = StatusOf<typeof deliveryStatus>
