import { integer, select, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { amount } from '../tables/charge.ts'
import { invoiceStatus } from '../rules/billing-status.ts'
import { invoice, invoiceLine, invoiceObjection } from '../tables/invoice.ts'

const common = { scope: 'warehouse-owner' } as const

const OBJECTION_COUNT = integer(label('이의', 'Objections'), { width: 60, footer: 'SUM' })

export const invoices = defineQuery({
  ...common,
  name: 'billing/invoices',
  title: label('청구서 조회', 'Invoices'),
  action: 'search',
  search: { ...invoice.fields, OBJECTION_COUNT },
  output: {
    ...invoice.fields,
    // The month of a reopened invoice is billed again by another invoice.
    STATE_CD: withOptions(invoice.fields.STATE_CD, { voids: [invoiceStatus.reopened] }),
    OBJECTION_COUNT,
  },
})

export const invoiceLines = defineQuery({
  ...common,
  name: 'billing/invoice-lines',
  title: label('청구서 행 조회', 'Invoice lines'),
  action: 'search',
  search: pick(invoiceLine, ['INVOICE_NO', 'CHARGE_CD']),
  output: {
    ...invoiceLine.fields,
    ...pick(invoice, ['OWNER_CD', 'BILL_MONTH']),
    ...pick(invoiceObjection, ['OBJECTION', 'ANSWER']),
  },
})

const numbered = { INVOICE_NO: invoice.fields.INVOICE_NO }

/** Issues invoices and freezes the supplier and buyer on them. */
export const issueInvoices = defineProcedure({
  ...common,
  name: 'billing/issue-invoices',
  title: label('청구서 발행', 'Issue invoice'),
  final: label(
    '고객이 볼 수 있게 됩니다. 발송·승인·입금 전까지만 발행을 취소할 수 있습니다.',
    'Customers will see the invoice. Issuing can be undone only until the invoice is sent, approved or paid.',
  ),
  action: 'save',
  with: [invoices],
  input: {
    ...numbered,
    ...pick(invoice, ['WRITE_DT', 'CLAIM_CD', 'REMARK1', 'REMARK2', 'REMARK3']),
    ...pick(invoice, ['CASH_AMT', 'CHEQUE_AMT', 'NOTE_AMT']),
  },
})

/** Returns issued invoices to draft, unless they have been sent, approved, paid or corrected. */
export const undoIssue = defineProcedure({
  ...common,
  name: 'billing/undo-issue',
  title: label('청구서 발행취소', 'Undo issuing'),
  action: 'save',
  with: [invoices],
  input: numbered,
})

export const approveInvoices = defineProcedure({
  ...common,
  name: 'billing/approve-invoices',
  title: label('승인번호 등록', 'Enter the approval number'),
  action: 'save',
  with: [invoices],
  input: { ...numbered, APPROVAL_NO: withOptions(invoice.fields.APPROVAL_NO, { required: true }) },
})

/** Creates a corrected invoice and leaves the original unchanged. */
export const correctInvoice = defineProcedure({
  ...common,
  name: 'billing/correct-invoice',
  title: label('수정세금계산서 작성', 'Issue corrected tax invoice'),
  action: 'save',
  with: [invoices],
  maxRows: 1,
  input: {
    ...numbered,
    CORRECT_CD: withOptions(invoice.fields.CORRECT_CD, { required: true }),
    DIFF_AMT: amount(label('공급가액 증감', 'Change of net amount')),
    WRITE_DT: invoice.fields.WRITE_DT,
  },
})

export const mailInvoices = defineProcedure({
  ...common,
  name: 'billing/mail-invoices',
  title: label('거래명세서 메일', 'Email statement'),
  action: 'save',
  with: [invoices],
  maxRows: 50,
  input: numbered,
})

export const customerLines = defineQuery({
  ...common,
  name: 'billing/customer-lines',
  title: label('당사 청구서', 'Our invoices'),
  action: 'search',
  search: pick(invoice, ['INVOICE_NO', 'BILL_MONTH', 'STATE_CD']),
  output: {
    ...pick(invoice, ['INVOICE_NO', 'STATE_CD', 'BILL_MONTH', 'OWNER_CD']),
    ...pick(invoiceLine, ['LINE_NO', 'CHARGE_CD', 'KIND_CD', 'FREE_CD', 'OF_MONTH']),
    ...pick(invoiceLine, ['QTY', 'UNIT_CD', 'UNIT_PRICE']),
    ...pick(invoiceLine, ['SUPPLY_AMT', 'TAX_AMT']),
    ...pick(invoice, ['CURRENCY_CD', 'WRITE_DT', 'DUE_DT', 'APPROVAL_NO']),
    ...pick(invoiceObjection, ['OBJECTION', 'ANSWER']),
  },
})

export const objectToLine = defineProcedure({
  ...common,
  name: 'billing/object-to-line',
  title: label('이의 제기', 'Raise objection'),
  action: 'save',
  input: {
    ...pick(invoiceLine, ['INVOICE_NO', 'LINE_NO']),
    OBJECTION: withOptions(invoiceObjection.fields.OBJECTION, { required: true }),
  },
})

export const answerObjection = defineProcedure({
  ...common,
  name: 'billing/answer-objection',
  title: label('이의 답변', 'Answer objection'),
  action: 'save',
  with: [invoices],
  input: {
    ...pick(invoiceLine, ['INVOICE_NO', 'LINE_NO']),
    ANSWER: withOptions(invoiceObjection.fields.ANSWER, { required: true }),
  },
})

const open = amount(label('미수금', 'Outstanding'))

const PAY_STATE_CD = select(label('입금상태', 'Payment'), 'receivable-state', { width: 80 })

/** Receivables by invoice and age. Paid invoices are included only on request. */
export const receivables = defineQuery({
  ...common,
  name: 'billing/receivables',
  title: label('미수금 조회', 'Receivables'),
  action: 'search',
  search: {
    ...pick(invoice, ['OWNER_CD', 'PAYER_CD', 'BILL_MONTH', 'INVOICE_NO', 'DUE_DT']),
    PAY_STATE_CD,
  },
  output: {
    ...pick(invoice, ['OWNER_CD', 'OWNER_NM', 'PAYER_CD', 'PAYER_NM', 'INVOICE_NO', 'BILL_MONTH']),
    ...pick(invoice, ['CURRENCY_CD']),
    PAY_STATE_CD,
    ...pick(invoice, ['TOTAL_AMT', 'PAID_AMT']),
    RECEIVED_AMT: amount(label('발행 시 수령', 'Received at issue')),
    OPEN_AMT: open,
    OVERDUE_DAYS: integer(label('연체일', 'Days overdue'), { width: 80 }),
    NOT_DUE_AMT: withOptions(open, { label: label('기한 전', 'Not due') }),
    DUE30_AMT: withOptions(open, { label: label('30일 이내', 'Up to 30 days') }),
    DUE60_AMT: withOptions(open, { label: label('60일 이내', 'Up to 60 days') }),
    DUE90_AMT: withOptions(open, { label: label('90일 이내', 'Up to 90 days') }),
    OLDER_AMT: withOptions(open, { label: label('90일 초과', 'Over 90 days') }),
    ...pick(invoice, ['WON_AMT', 'RATE', 'RATE_UNIT', 'RATE_DT', 'WRITE_DT', 'DUE_DT', 'STATE_CD']),
  },
})
