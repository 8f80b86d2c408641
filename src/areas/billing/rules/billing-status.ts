import { indexSteps, type StatusOf } from '#kernel/status.ts'

export const billMonthStatus = { accruing: '10', reviewed: '20', closed: '30' } as const

export type BillMonthStatus = StatusOf<typeof billMonthStatus>

export const billMonthStepFrom = indexSteps({
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
 * Statuses from which each step of an invoice can start. `send` covers everything shown to
 * customers, including print-outs and reports. `print` also covers the proof of an unissued
 * invoice. A paid invoice can still receive its missing approval number.
 */
export const invoiceStepFrom = indexSteps({
  [invoiceStatus.closed]: ['issue', 'print'],
  [invoiceStatus.issued]: ['undo', 'approve', 'pay', 'correct', 'send', 'print'],
  [invoiceStatus.approved]: ['pay', 'correct', 'send', 'print'],
  [invoiceStatus.paid]: ['approve', 'correct', 'send', 'print'],
  [invoiceStatus.reopened]: [],
} as const satisfies Readonly<Record<InvoiceStatus, readonly string[]>>)
