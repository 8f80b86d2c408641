import { label } from '#kernel/label.ts'
import { defineProcedure } from '#kernel/operation.ts'
import { freightCharge } from '#areas/freight/tables/freight-charge.ts'
import { invoice } from '../tables/invoice.ts'
import { invoices } from './invoices.ts'

// Freight is billed to customers, so owner-restricted users have no access.
const permission = { with: [invoices], scope: 'warehouse', bound: 'refused' } as const

/** Creates one invoice per payer, currency and tax kind from the unbilled revenue of bookings. */
export const draftFreightInvoices = defineProcedure({
  ...permission,
  name: 'billing/draft-freight-invoices',
  title: label('운임 청구서 작성', 'Create freight invoices'),
  action: 'save',
  maxRows: 500,
  input: { BOOKING_ID: freightCharge.fields.BOOKING_ID, WRITE_DT: invoice.fields.WRITE_DT },
})

/**
 * Withdraws freight invoices that have not been issued. Their charges can be changed and billed
 * again.
 */
export const withdrawFreightInvoices = defineProcedure({
  ...permission,
  name: 'billing/withdraw-freight-invoices',
  title: label('운임 청구서 작성 취소', 'Withdraw freight invoices'),
  action: 'save',
  maxRows: 500,
  input: { INVOICE_NO: invoice.fields.INVOICE_NO },
})
