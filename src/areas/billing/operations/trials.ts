import { integer, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { billedQuantity, billMonth, charge, exactAmount } from '../tables/charge.ts'

const common = { scope: 'warehouse-owner' } as const

const trialAmount = (ko: string, en: string) => exactAmount(label(ko, en))

/**
 * Prices a month of an owner with its draft rate card and compares it with the billed amounts.
 * Saves nothing.
 */
export const priceTrial = defineQuery({
  ...common,
  name: 'billing/price-trial',
  title: label('단가 시험', 'Price trial'),
  action: 'search',
  search: pick(billMonth, ['OWNER_CD', 'BILL_MONTH']),
  output: {
    ...pick(billMonth, ['OWNER_CD', 'BILL_MONTH']),
    ...pick(charge, ['CHARGE_CD', 'CURRENCY_CD']),
    BILLED_QTY: billedQuantity(label('청구수량', 'Billed qty')),
    BILLED_AMT: trialAmount('청구 금액', 'Billed amount'),
    TRIED_QTY: billedQuantity(label('시험 수량', 'Trial quantity')),
    TRIED_AMT: trialAmount('시험 금액', 'Trial amount'),
    DIFF_AMT: trialAmount('차이', 'Difference'),
    FAULT_COUNT: integer(label('단가 없음', 'Without price'), { width: 90 }),
  },
})

export const rerateDiffs = defineQuery({
  ...common,
  name: 'billing/rerate-diffs',
  title: label('재계산 차이', 'Re-rating differences'),
  action: 'search',
  search: pick(charge, ['OWNER_CD', 'BILL_MONTH', 'CHARGE_CD', 'PRICE_CD']),
  output: {
    ...pick(charge, ['OWNER_CD', 'OWNER_NM', 'BILL_MONTH', 'CHARGE_CD', 'PRICE_CD', 'VERSION_NO']),
    CHARGE_COUNT: integer(label('내역수', 'No. of charges'), { width: 80 }),
    CURRENCY_CD: charge.fields.CURRENCY_CD,
    BILLED_AMT: trialAmount('청구 금액', 'Billed amount'),
    TRIED_AMT: trialAmount('새 금액', 'Re-rated'),
    DIFF_AMT: trialAmount('차이', 'Difference'),
  },
})

export const postRerate = defineProcedure({
  ...common,
  name: 'billing/post-rerate',
  title: label('재계산 차이 반영', 'Post the differences'),
  final: label('반영한 차이는 취소할 수 없습니다.', 'Posted differences cannot be cancelled.'),
  action: 'save',
  input: {
    OWNER_CD: withOptions(charge.fields.OWNER_CD, { required: true }),
    BILL_MONTH: withOptions(charge.fields.BILL_MONTH, { required: true }),
    PRICE_CD: withOptions(charge.fields.PRICE_CD, { required: true }),
  },
})
