import { stepsFrom, type StatusOf } from '#kernel/status.ts'

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

/**
 * States from which a piece can be taken from its place, or arrive at a place by each kind of
 * movement.
 */
export const serialStepFrom = stepsFrom({
  [serialStatus.expected]: ['receive', 'find'],
  [serialStatus.inStock]: ['take', 'pick'],
  [serialStatus.inTransit]: [],
  [serialStatus.picked]: [],
  [serialStatus.shipped]: ['return'],
  [serialStatus.inspection]: ['take'],
  [serialStatus.consumed]: ['receive', 'find'],
  [serialStatus.discarded]: ['receive', 'find'],
} as const satisfies Readonly<Record<SerialStatus, readonly string[]>>)
