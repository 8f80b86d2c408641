import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'
import { chosen, opens } from './chosen.ts'

const answerObjection = async () =>
  (await import('#areas/billing/operations/invoices.ts')).answerObjection
const approveInvoices = async () =>
  (await import('#areas/billing/operations/invoices.ts')).approveInvoices
const correctInvoice = async () =>
  (await import('#areas/billing/operations/invoices.ts')).correctInvoice
const mailInvoices = async () =>
  (await import('#areas/billing/operations/invoices.ts')).mailInvoices
const reopenMonth = async () => (await import('#areas/billing/operations/months.ts')).reopenMonth
const reviewMonth = async () => (await import('#areas/billing/operations/months.ts')).reviewMonth

const ofInvoices = ['Invoice:save', 'InvoiceStatement:save'] as const

export const billingCommands = {
  'billing.review-month': command({
    title: label('선택한 청구월 검토완료', 'Mark the selected months as reviewed'),
    on: 'bill_month',
    needs: 'BillMonth:save',
    run: (context) => context.ask(reviewMonth, chosen(context, 'OWNER_CD', 'BILL_MONTH')),
  }),
  'billing.reopen-month': command({
    title: label('선택한 청구월 마감취소', 'Reopen the selected months'),
    keywords: ['reopen', '되돌리기'],
    on: 'bill_month',
    needs: 'BillMonth:save',
    run: (context) => context.ask(reopenMonth, chosen(context, 'OWNER_CD', 'BILL_MONTH')),
  }),
  'billing.open-month': command({
    title: label('이 청구월의 내역', 'Charges of this month'),
    keywords: ['why', '근거'],
    on: 'bill_month',
    needs: 'ChargeList',
    run: opens('ChargeList', 'BILL_MONTH', 'OWNER_CD'),
  }),
  'billing.why-line': command({
    title: label('이 금액의 근거: 청구내역', 'Why this amount: its charges'),
    keywords: ['why', '왜', '근거'],
    on: 'invoice_line',
    needs: 'ChargeList',
    run: opens('ChargeList', 'INVOICE_NO', 'CHARGE_CD'),
  }),
  'billing.why-invoice': command({
    title: label('이 청구서의 근거: 청구내역 보기', 'Why this invoice: its charges'),
    keywords: ['why', '왜', '근거'],
    on: 'invoice',
    needs: 'ChargeList',
    run: opens('ChargeList', 'INVOICE_NO'),
  }),
  'billing.approve-invoice': command({
    title: label('승인번호 등록', 'Enter approval number'),
    on: 'invoice',
    needs: ofInvoices,
    run: (context) => context.ask(approveInvoices, chosen(context, 'INVOICE_NO').slice(0, 1)),
  }),
  'billing.correct-invoice': command({
    title: label('수정세금계산서 작성', 'Issue a corrected invoice'),
    keywords: ['correct', '수정'],
    on: 'invoice',
    needs: ofInvoices,
    run: (context) => context.ask(correctInvoice, chosen(context, 'INVOICE_NO').slice(0, 1)),
  }),
  'billing.mail-invoices': command({
    title: label('선택한 청구서의 거래명세서 메일', 'Email statements of the selected invoices'),
    keywords: ['mail', '메일'],
    on: 'invoice',
    needs: ofInvoices,
    run: (context) => context.ask(mailInvoices, chosen(context, 'INVOICE_NO')),
  }),
  'billing.answer-objection': command({
    title: label('이 행의 이의에 답변', 'Answer the objection to this line'),
    on: 'invoice_line',
    needs: ofInvoices,
    run: ({ ask, row }) =>
      ask(
        answerObjection,
        [{ INVOICE_NO: row?.['INVOICE_NO'] ?? null, LINE_NO: row?.['LINE_NO'] ?? null }],
        { about: String(row?.['OBJECTION'] ?? '') },
      ),
  }),
  'billing.open-prices': command({
    title: label('이 화주의 단가', 'Prices of this owner'),
    on: 'unbilled_work',
    needs: 'MdmPricingMgt',
    run: opens('MdmPricingMgt', 'OWNER_CD', 'CHARGE_CD'),
  }),
} as const satisfies Record<string, Command>
