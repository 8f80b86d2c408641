import { indexSteps, type StatusOf } from '#kernel/status.ts'

export const billStatus = {
  draft: 'DRAFT',
  confirmed: 'CONFIRMED',
  cancelled: 'CANCELLED',
} as const

export type BillStatus = StatusOf<typeof billStatus>

/** Statuses from which each step of a bill can start. An amendment reopens the draft. */
export const billStepFrom = indexSteps({
  [billStatus.draft]: ['save', 'confirm', 'cancel', 'print'],
  [billStatus.confirmed]: ['amend', 'cancel', 'print'],
  [billStatus.cancelled]: [],
} as const satisfies Readonly<Record<BillStatus, readonly string[]>>)
