import { indexSteps, type StatusOf } from '#kernel/status.ts'

export const deliveryOrderStatus = { issued: 'ISSUED', withdrawn: 'WITHDRAWN' } as const

export type DeliveryOrderStatus = StatusOf<typeof deliveryOrderStatus>

export const deliveryOrderStepFrom = indexSteps({
  [deliveryOrderStatus.issued]: ['withdraw', 'print'],
  [deliveryOrderStatus.withdrawn]: [],
} as const satisfies Readonly<Record<DeliveryOrderStatus, readonly string[]>>)
