import { stepsFrom, type StatusOf } from '#kernel/status.ts'

export const billMonthStatus = { accruing: '10', reviewed: '20', closed: '30' } as const

export type BillMonthStatus = StatusOf<typeof billMonthStatus>

/** Statuses each step of a billing month may start from. */
export const billMonthStepFrom = stepsFrom({
  [billMonthStatus.accruing]: ['review', 'close'],
  [billMonthStatus.reviewed]: ['review', 'close', 'reopen'],
  [billMonthStatus.closed]: ['reopen'],
} as const satisfies Readonly<Record<BillMonthStatus, readonly string[]>>)

export const invoiceStatus = {
  closed: '30',
  issued: '40',
  approved: '50',
  paid: '60',
  reopened: '90',
} as const

export type InvoiceStatus = StatusOf<typeof invoiceStatus>

/**
 * Statuses each step of an invoice may start from. `send` is what customers see, papers and reports
 * included; `print` also covers the proof of an invoice that is not issued yet. A paid invoice may
 * still get the approval number it was issued without.
 */
export const invoiceStepFrom = stepsFrom({
  [invoiceStatus.closed]: ['issue', 'print'],
  [invoiceStatus.issued]: ['approve', 'pay', 'correct', 'send', 'print'],
  [invoiceStatus.approved]: ['pay', 'correct', 'send', 'print'],
  [invoiceStatus.paid]: ['approve', 'correct', 'send', 'print'],
  [invoiceStatus.reopened]: [],
} as const satisfies Readonly<Record<InvoiceStatus, readonly string[]>>)
