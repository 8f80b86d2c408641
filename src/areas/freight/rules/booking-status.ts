import type { freightCodeLists } from './code-lists.ts'

type BookingState = keyof (typeof freightCodeLists)['booking-state']
type BookingAmendment = keyof (typeof freightCodeLists)['booking-amendment']

/** Allowed status transitions of a booking (DCSA booking v2). The last four statuses are final. */
const nextStates: Readonly<Record<BookingState, readonly BookingState[]>> = {
  RECEIVED: ['PENDING_UPDATE', 'CONFIRMED', 'REJECTED', 'CANCELLED'],
  PENDING_UPDATE: ['UPDATE_RECEIVED', 'REJECTED', 'CANCELLED'],
  UPDATE_RECEIVED: ['PENDING_UPDATE', 'CONFIRMED', 'REJECTED', 'CANCELLED'],
  CONFIRMED: ['PENDING_AMENDMENT', 'DECLINED', 'CANCELLED', 'COMPLETED'],
  PENDING_AMENDMENT: ['CONFIRMED', 'DECLINED', 'CANCELLED'],
  REJECTED: [],
  DECLINED: [],
  CANCELLED: [],
  COMPLETED: [],
}

/** Allowed transitions of an amendment or cancellation of a confirmed booking. */
const nextAmendments: Readonly<Record<BookingAmendment, readonly BookingAmendment[]>> = {
  NONE: ['AMENDMENT_RECEIVED', 'CANCELLATION_RECEIVED'],
  AMENDMENT_RECEIVED: ['AMENDMENT_CONFIRMED', 'AMENDMENT_DECLINED', 'CANCELLATION_RECEIVED'],
  AMENDMENT_CONFIRMED: ['AMENDMENT_RECEIVED', 'CANCELLATION_RECEIVED'],
  AMENDMENT_DECLINED: ['AMENDMENT_RECEIVED', 'CANCELLATION_RECEIVED'],
  CANCELLATION_RECEIVED: ['CANCELLATION_DECLINED'],
  CANCELLATION_DECLINED: ['AMENDMENT_RECEIVED', 'CANCELLATION_RECEIVED'],
}

/** Bookings that are not shipped and not billed. */
export const voidBookingStates: readonly BookingState[] = ['REJECTED', 'DECLINED', 'CANCELLED']

function canFollow<T extends string>(
  map: Readonly<Record<T, readonly T[]>>,
  from: string,
  to: string,
) {
  return Object.entries<readonly string[]>(map).some(
    ([state, next]) => state === from && next.includes(to),
  )
}

/** Statuses a user can give a booking. It is confirmed by entering its confirmation. */
export const findNextStates = (from: string): readonly string[] =>
  Object.entries<readonly string[]>(nextStates).flatMap(([state, next]) =>
    state === from ? next.filter((each) => each !== 'CONFIRMED') : [],
  )

export const findNextAmendments = (state: string, from: string): readonly string[] =>
  Object.keys(nextAmendments).filter((step) => canAmend(state, from, step))

export function canChangeState(from: string, to: string): boolean {
  return canFollow(nextStates, from, to)
}

export function canAmend(state: string, from: string, to: string): boolean {
  return bookingStepFrom.amend.includes(state) && canFollow(nextAmendments, from, to)
}

const amendable = ['CONFIRMED', 'PENDING_AMENDMENT']
const confirmable = ['RECEIVED', 'UPDATE_RECEIVED', ...amendable]
const open = ['PENDING_UPDATE', ...confirmable]

/** Statuses each step of a booking can start from. A confirmation can be entered again. */
export const bookingStepFrom: Readonly<
  Record<'confirm' | 'move' | 'amend' | 'rollOver' | 'expectBonded', readonly string[]>
> = {
  confirm: confirmable,
  move: open,
  amend: amendable,
  rollOver: open,
  expectBonded: ['CONFIRMED', 'COMPLETED'],
}
