import { documentStatus, indexSteps, type StatusOf } from '#kernel/status.ts'

export const returnStatus = {
  ...documentStatus,
  partlyArrived: '20',
  arrived: '30',
  inspected: '40',
  awaitsOwner: '45',
  disposed: '50',
  rejected: '80',
} as const

export type ReturnStatus = StatusOf<typeof returnStatus>

/** Statuses from which each step of a return is available. */
export const returnStepFrom = indexSteps({
  [returnStatus.requested]: [],
  [returnStatus.open]: ['arrive'],
  [returnStatus.partlyArrived]: ['arrive', 'inspect'],
  [returnStatus.arrived]: ['inspect'],
  [returnStatus.inspected]: [],
  [returnStatus.awaitsOwner]: [],
  [returnStatus.disposed]: [],
  [returnStatus.rejected]: [],
  [returnStatus.cancelled]: [],
} as const satisfies Readonly<Record<ReturnStatus, readonly string[]>>)
