import { command, type Command } from '#kernel/command.ts'
import { timestampAt } from '#kernel/calendar.ts'
import { label } from '#kernel/label.ts'
import {
  billMonthStatus,
  billMonthStepFrom,
  invoiceStepFrom,
} from '#areas/billing/rules/billing-status.ts'
import { adjustStepFrom } from '#areas/inventory/rules/adjust-status.ts'
import { selectedRows, openOnRows } from './selected-rows.ts'

const invoices = () => import('#areas/billing/operations/invoices.ts')
const answerObjection = async () => (await invoices()).answerObjection
const undoIssue = async () => (await invoices()).undoIssue
const approveInvoices = async () => (await invoices()).approveInvoices
const correctInvoice = async () => (await invoices()).correctInvoice
const mailInvoices = async () => (await invoices()).mailInvoices
const refundPayments = async () =>
  (await import('#areas/billing/operations/refunds.ts')).refundPayments
const reverseCharge = async () =>
  (await import('#areas/billing/operations/charges.ts')).reverseCharge
const freightInvoices = () => import('#areas/billing/operations/freight-invoices.ts')
const draftFreightInvoices = async () => (await freightInvoices()).draftFreightInvoices
const withdrawFreightInvoices = async () => (await freightInvoices()).withdrawFreightInvoices
const months = () => import('#areas/billing/operations/months.ts')
const reopenMonth = async () => (await months()).reopenMonth
const periods = () => import('#areas/billing/operations/doc-periods.ts')
const reopenPeriod = async () => (await periods()).reopenPeriod
const requestCorrection = async () => (await periods()).requestCorrection
const approveCorrection = async () => (await periods()).approveCorrection
const rejectCorrection = async () => (await periods()).rejectCorrection
const reviewMonth = async () => (await months()).reviewMonth

const whenOnFreight =
  '(screen == CmsMyBooking || screen == CmsFreightCharge || screen == CmsBookingProfit) && hasRows'

const invoicePermissions = ['Invoice:save', 'InvoiceStatement:save'] as const

export const billingCommands = {
  'billing.review-month': command({
    title: label('선택한 청구월 검토완료', 'Mark the selected months as reviewed'),
    on: 'bill_month',
    states: billMonthStepFrom.review,
    needs: 'BillMonth:save',
    run: (context) =>
      context.runProcedure(reviewMonth, selectedRows(context, 'OWNER_CD', 'BILL_MONTH')),
  }),
  'billing.reopen-month': command({
    title: label('선택한 청구월 마감취소', 'Reopen the selected months'),
    keywords: ['reopen', '되돌리기'],
    on: 'bill_month',
    states: billMonthStepFrom.reopen,
    needs: 'BillMonth:save',
    run: (context) =>
      context.runProcedure(reopenMonth, selectedRows(context, 'OWNER_CD', 'BILL_MONTH')),
  }),
  'billing.reopen-period': command({
    title: label(
      '선택한 화주의 전표 마감취소',
      'Reopen the last closed period of the selected owners',
    ),
    keywords: ['되돌리기'],
    on: 'doc_period',
    needs: 'DocPeriod:save:billing/reopen-period',
    run: (context) => context.runProcedure(reopenPeriod, selectedRows(context, 'OWNER_CD')),
  }),
  'billing.request-correction': command({
    title: label('마감된 전표의 정정요청', 'Request the correction of a closed document'),
    keywords: ['correction', '정정'],
    on: 'doc_period',
    needs: 'DocPeriod:save:billing/request-correction',
    run: (context) =>
      context.runProcedure(requestCorrection, [{}], {
        extraInputs: { DOC_NO: null, REASON: null },
      }),
  }),
  'billing.approve-correction': command({
    title: label('선택한 정정 승인', 'Approve the selected corrections'),
    on: 'doc_request',
    states: adjustStepFrom.decide,
    needs: 'DocPeriod:save:billing/approve-correction',
    run: (context) => context.runProcedure(approveCorrection, selectedRows(context, 'REQUEST_NO')),
  }),
  'billing.reject-correction': command({
    title: label('선택한 정정 반려', 'Reject the selected corrections'),
    on: 'doc_request',
    states: adjustStepFrom.decide,
    needs: 'DocPeriod:save:billing/reject-correction',
    run: (context) => context.runProcedure(rejectCorrection, selectedRows(context, 'REQUEST_NO')),
  }),
  'billing.cancel-charges': command({
    title: label('선택한 수기청구 취소', 'Cancel the selected manual charges'),
    keywords: ['cancel', '되돌리기'],
    when: 'screen == ChargeEntry && hasRows',
    needs: 'ChargeEntry:save',
    run: (context) => context.runProcedure(reverseCharge, selectedRows(context, 'CHARGE_NO')),
  }),
  'billing.refund-payment': command({
    title: label('이 입금의 잔액 환불', 'Refund the balance of this payment'),
    keywords: ['refund', '환불', '과오납'],
    when: '(screen == PaymentMatch || screen == PaymentList) && hasRows',
    needs: 'PaymentRefund:save',
    run: ({ runProcedure, row }) =>
      runProcedure(refundPayments, [{ PAYMENT_NO: row?.['PAYMENT_NO'] ?? null }], {
        extraInputs: {
          REFUND_DT: timestampAt(Date.now()).slice(0, 8),
          REFUND_AMT: row?.['LEFT_AMT'] ?? null,
          BANK_REF: null,
          REASON: null,
        },
      }),
  }),
  'billing.open-month': command({
    title: label('이 청구월의 내역', 'Charges of this month'),
    keywords: ['why', '근거'],
    on: 'bill_month',
    needs: 'ChargeList',
    run: openOnRows('ChargeList', 'BILL_MONTH', 'OWNER_CD'),
  }),
  'billing.open-invoices': command({
    title: label('이 청구월의 청구서', 'Invoices of this month'),
    keywords: ['issue', '발행'],
    on: 'bill_month',
    states: [billMonthStatus.closed],
    needs: 'Invoice',
    run: openOnRows('Invoice', 'BILL_MONTH', 'OWNER_CD'),
  }),
  'billing.open-statement': command({
    title: label('이 청구서의 거래명세서', 'Statement of this invoice'),
    keywords: ['print', '인쇄'],
    on: 'invoice',
    states: invoiceStepFrom.print,
    needs: 'InvoiceStatement',
    run: openOnRows('InvoiceStatement', 'INVOICE_NO'),
  }),
  'billing.why-line': command({
    title: label('이 금액의 근거: 청구내역', 'Basis of this amount: charges'),
    keywords: ['why', '왜'],
    on: 'invoice_line',
    needs: 'ChargeList',
    run: openOnRows('ChargeList', 'INVOICE_NO', 'CHARGE_CD'),
  }),
  'billing.why-invoice': command({
    title: label('이 청구서의 근거: 청구내역 보기', 'Basis of this invoice: charges'),
    keywords: ['why', '왜'],
    on: 'invoice',
    needs: 'ChargeList',
    run: openOnRows('ChargeList', 'INVOICE_NO'),
  }),
  'billing.draft-freight': command({
    title: label('운임 청구서 작성', 'Create freight invoices'),
    when: whenOnFreight,
    needs: 'Invoice:save',
    run: (context) =>
      context.runProcedure(draftFreightInvoices, selectedRows(context, 'BOOKING_ID')),
  }),
  'billing.freight-invoices': command({
    title: label('이 부킹의 청구서', 'Invoices of this booking'),
    when: whenOnFreight,
    needs: 'Invoice',
    run: openOnRows('Invoice', 'BOOKING_ID'),
  }),
  'billing.withdraw-freight': command({
    title: label('선택한 운임 청구서 작성 취소', 'Withdraw the selected freight invoices'),
    on: 'invoice',
    states: invoiceStepFrom.issue,
    needs: invoicePermissions,
    run: (context) =>
      context.runProcedure(withdrawFreightInvoices, selectedRows(context, 'INVOICE_NO')),
  }),
  'billing.undo-issue': command({
    title: label('선택한 청구서 발행취소', 'Undo issuing of the selected invoices'),
    on: 'invoice',
    states: invoiceStepFrom.undo,
    needs: invoicePermissions,
    run: (context) => context.runProcedure(undoIssue, selectedRows(context, 'INVOICE_NO')),
  }),
  'billing.approve-invoice': command({
    title: label('승인번호 등록', 'Enter approval number'),
    on: 'invoice',
    states: invoiceStepFrom.approve,
    needs: invoicePermissions,
    run: (context) =>
      context.runProcedure(approveInvoices, selectedRows(context, 'INVOICE_NO').slice(0, 1)),
  }),
  'billing.correct-invoice': command({
    title: label('수정세금계산서 작성', 'Issue a corrected invoice'),
    keywords: ['correct', '수정'],
    on: 'invoice',
    states: invoiceStepFrom.correct,
    needs: invoicePermissions,
    run: (context) =>
      context.runProcedure(correctInvoice, selectedRows(context, 'INVOICE_NO').slice(0, 1)),
  }),
  'billing.mail-invoices': command({
    title: label('선택한 청구서의 거래명세서 메일', 'Email statements of the selected invoices'),
    keywords: ['mail', '메일'],
    on: 'invoice',
    states: invoiceStepFrom.send,
    needs: invoicePermissions,
    run: (context) => context.runProcedure(mailInvoices, selectedRows(context, 'INVOICE_NO')),
  }),
  'billing.answer-objection': command({
    title: label('이 행의 이의에 답변', 'Answer the objection to this line'),
    on: 'invoice_line',
    needs: invoicePermissions,
    run: ({ runProcedure, row }) =>
      runProcedure(
        answerObjection,
        [{ INVOICE_NO: row?.['INVOICE_NO'] ?? null, LINE_NO: row?.['LINE_NO'] ?? null }],
        { about: String(row?.['OBJECTION'] ?? '') },
      ),
  }),
  'billing.open-prices': command({
    title: label('이 화주의 단가', 'Prices of this owner'),
    on: 'unbilled_work',
    needs: 'MdmPricingMgt',
    run: openOnRows('MdmPricingMgt', 'OWNER_CD', 'CHARGE_CD'),
  }),
} as const satisfies Record<string, Command>
