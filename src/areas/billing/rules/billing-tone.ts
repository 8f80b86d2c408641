import type { WireRow } from '#kernel/field.ts'
import type { Tone } from '#kernel/screen.ts'
import { statusTone } from '#kernel/status-tone.ts'
import {
  billMonthStatus,
  invoiceStatus,
  type BillMonthStatus,
  type InvoiceStatus,
} from './billing-status.ts'

const monthTones: Readonly<Record<BillMonthStatus, Tone>> = {
  [billMonthStatus.accruing]: 'normal',
  [billMonthStatus.reviewed]: 'accent',
  [billMonthStatus.closed]: 'quiet',
}

/** A month without charges has no status yet. */
export function billMonthTone(row: WireRow): Tone {
  return statusTone(monthTones, row) ?? 'normal'
}

const invoiceTones: Readonly<Record<InvoiceStatus, Tone>> = {
  [invoiceStatus.closed]: 'warn',
  [invoiceStatus.issued]: 'accent',
  [invoiceStatus.approved]: 'accent',
  [invoiceStatus.paid]: 'quiet',
  [invoiceStatus.reopened]: 'quiet',
}

export function invoiceTone(row: WireRow): Tone {
  return statusTone(invoiceTones, row) ?? 'accent'
}

export function differenceTone({ DIFF_AMT: diff }: WireRow): Tone | undefined {
  if (Number(diff ?? 0) === 0) return 'quiet'
  return Number(diff) < 0 ? 'stop' : 'accent'
}
