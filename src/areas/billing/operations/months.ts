import { dateTime, integer, text, withOptions } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { billedQuantity, billMonth, causeNo, charge, exactAmount, month } from '../tables/charge.ts'

const common = { scope: 'warehouse-owner' } as const

/** Billing months with their current totals, or the draft of every month as of a given time. */
export const billMonths = defineQuery({
  ...common,
  name: 'billing/months',
  title: label('청구월 조회', 'Billing months'),
  action: 'search',
  hasHistory: true,
  search: billMonth.fields,
  output: {
    ...billMonth.fields,
    CHARGE_COUNT: integer(label('내역수', 'No. of charges'), { width: 80, footer: 'SUM' }),
    AMOUNT: exactAmount(label('금액(원)', 'Amount (KRW)')),
    FOREIGN_AMTS: text(label('외화금액', 'Foreign currency'), { width: 130 }),
    UNBILLED_COUNT: integer(label('미청구', 'Unbilled'), { width: 70, footer: 'SUM' }),
  },
})

export const monthCharges = defineQuery({
  ...common,
  name: 'billing/month-charges',
  title: label('요금별 집계', 'By charge type'),
  action: 'search',
  hasHistory: true,
  search: pick(billMonth, ['OWNER_CD', 'BILL_MONTH']),
  output: {
    ...pick(billMonth, ['OWNER_CD', 'BILL_MONTH']),
    ...pick(charge, ['CHARGE_CD', 'OF_MONTH', 'PRICE_CD', 'VERSION_NO', 'UNIT_PRICE']),
    ...pick(charge, ['QTY', 'UNIT_CD', 'AMOUNT', 'VAT_CD', 'CURRENCY_CD']),
    CHARGE_COUNT: integer(label('내역수', 'No. of charges'), { width: 80, footer: 'SUM' }),
  },
})

const compareTime = (ko: string, en: string) => dateTime(label(ko, en), { required: true })

export const compareDrafts = defineQuery({
  ...common,
  name: 'billing/compare-drafts',
  title: label('청구 초안 비교', 'Compare drafts'),
  action: 'search',
  search: {
    ...pick(billMonth, ['OWNER_CD', 'BILL_MONTH']),
    FIRST_AT: compareTime('비교 시각 1', 'Comparison time 1'),
    SECOND_AT: compareTime('비교 시각 2', 'Comparison time 2'),
  },
  output: {
    ...pick(billMonth, ['OWNER_CD', 'BILL_MONTH']),
    ...pick(charge, ['CHARGE_CD', 'PRICE_CD', 'VERSION_NO', 'SERVICE_DT', 'CAUSE_CD']),
    CAUSE_NO: causeNo,
    ...pick(charge, ['LINE_NO', 'STOCK_CD', 'OF_MONTH', 'CURRENCY_CD']),
    FIRST_QTY: billedQuantity(label('수량 1', 'Quantity 1')),
    FIRST_AMT: exactAmount(label('금액 1', 'Amount 1')),
    SECOND_QTY: billedQuantity(label('수량 2', 'Quantity 2')),
    SECOND_AMT: exactAmount(label('금액 2', 'Amount 2')),
    DIFF_AMT: exactAmount(label('차이', 'Difference')),
  },
})

const monthKeyFields = {
  OWNER_CD: withOptions(billMonth.fields.OWNER_CD, { required: true }),
  BILL_MONTH: month(label('청구월', 'Month'), { required: true }),
}

function defineMonthStep(name: string, title: Label, needsReason: boolean) {
  return defineProcedure({
    ...common,
    name: `billing/${name}`,
    title,
    action: 'save',
    ...(name === 'close-month' ? {} : { with: [billMonths] }),
    maxRows: 500,
    input: {
      ...monthKeyFields,
      REASON: withOptions(billMonth.fields.REASON, { required: needsReason }),
    },
  })
}

export const reviewMonth = defineMonthStep(
  'review-month',
  label('청구월 검토완료', 'Mark as reviewed'),
  false,
)

/** Freezes a month and creates its invoices. */
export const closeMonth = {
  ...defineMonthStep('close-month', label('청구월 마감', 'Close month'), false),
  final: label(
    '청구내역을 확정하고 청구서를 작성합니다. 청구서를 발행하기 전까지 마감취소할 수 있습니다.',
    'Charges become final and invoices are created. The month can be reopened until an invoice is issued.',
  ),
}

export const reopenMonth = defineMonthStep(
  'reopen-month',
  label('청구월 마감취소', 'Reopen month'),
  true,
)
