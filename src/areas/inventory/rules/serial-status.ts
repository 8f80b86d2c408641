import { indexSteps, type StatusOf } from '#kernel/status.ts'

/** Where a piece with a serial is: expected, in stock, picked, in transit, away or gone. */
export const serialStatus = {
  expected: '10',
  inStock: '20',
  inTransit: '25',
  picked: '30',
  shipped: '40',
  inspection: '50',
  consumed: '60',
  discarded: '90',
} as const

export type SerialStatus = StatusOf<typeof serialStatus>

/** For each kind of movement, the states in which a serial can leave or enter a place. */
export const serialStepFrom = indexSteps({
  [serialStatus.expected]: ['receive', 'find'],
  [serialStatus.inStock]: ['take', 'pick'],
  [serialStatus.inTransit]: [],
  [serialStatus.picked]: [],
  [serialStatus.shipped]: ['return'],
  [serialStatus.inspection]: ['take'],
  [serialStatus.consumed]: ['receive', 'find'],
  [serialStatus.discarded]: ['receive', 'find'],
} as const satisfies Readonly<Record<SerialStatus, readonly string[]>>)
