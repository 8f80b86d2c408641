import { label } from '#kernel/label.ts'
import { periodOverlap, inconsistentDetails, type ConstraintText } from './constraint-text.ts'

const stepText: ConstraintText = { ...inconsistentDetails, column: 'STATE_CD' }

const billedFreight: ConstraintText = {
  text: label(
    '이미 청구한 운임입니다. 청구서를 취소하거나 수정발행하세요.',
    'This charge is already billed. Withdraw or correct its invoice.',
  ),
  column: 'FREIGHT_CD',
}

export const billingConstraintTexts: Readonly<Record<string, ConstraintText>> = {
  price_line_period: periodOverlap,
  price_line_tiers: {
    text: label(
      '구간방식과 구간단가를 함께 입력하세요.',
      'Enter both the tier type and the tier prices.',
    ),
    column: 'TIERS',
  },
  price_line_free_scope: {
    text: label(
      '무료수량과 무료 단위를 함께 입력하세요.',
      'Enter both the free quantity and its unit.',
    ),
    column: 'FREE_CD',
  },
  price_line_limits: {
    text: label(
      '최대 금액이 최소 금액보다 작습니다.',
      'The maximum amount is below the minimum amount.',
    ),
    column: 'MAX_AMT',
  },
  price_line_freight: {
    text: label(
      '운임항목과 매출·매입은 국제운임 단가에 함께 입력하세요.',
      'Enter the freight item and revenue or cost for freight prices only.',
    ),
    column: 'FREIGHT_CD',
  },
  price_line_route: {
    text: label(
      '청구처·운송사·항구·규격은 국제운임 단가에만 입력합니다.',
      'Payer, carrier, ports and size-type are for freight prices only.',
    ),
    column: 'CHARGE_CD',
  },
  price_line_payer: {
    text: label('매입 단가에는 청구처가 없습니다.', 'A cost price cannot have a payer.'),
    column: 'CUSTOMER_CD',
  },
  price_line_size: {
    text: label(
      '규격은 컨테이너 단위에만 입력합니다.',
      'Enter a size-type for prices per container only.',
    ),
    column: 'CNTR_TP',
  },
  freight_charge_party: {
    text: label(
      '매출에는 청구처, 매입에는 지급 운송사만 입력합니다.',
      'Only revenue has a payer, only a cost has a carrier to pay.',
    ),
    column: 'PAYER_CD',
  },
  freight_charge_size: {
    text: label(
      '규격은 컨테이너당 부과기준에만 입력합니다.',
      'Enter a size-type for charges per container only.',
    ),
    column: 'CNTR_TP',
  },
  freight_charge_whole: {
    text: label('이 통화에는 소수가 없습니다.', 'This currency has no decimals.'),
    column: 'AMOUNT',
  },
  freight_charge_rate: {
    text: label(
      '환율일은 기준일보다 늦을 수 없고, 원화의 환율은 1입니다.',
      'The rate date must not be later than the reference date, and the rate of KRW is 1.',
    ),
    column: 'RATE_DT',
  },
  freight_charge_once: billedFreight,
  freight_charge_billed: billedFreight,
  booking_in_use: {
    text: label(
      'B/L·AWB나 청구서가 있는 부킹입니다. 먼저 B/L·AWB와 청구서를 취소하세요.',
      'The booking has bills or invoices. Cancel them first.',
    ),
    column: 'STATE_CD',
  },
  invoice_party: {
    text: label(
      '청구서에는 화주 또는 청구처 하나가 있어야 합니다.',
      'An invoice has either an owner or a payer.',
    ),
    column: 'PAYER_CD',
  },
  invoice_line_freight: {
    text: label(
      '운임 행에는 운임·통화·금액·환율이 모두 있어야 합니다.',
      'A freight line needs its charge, currency, amount and rate.',
    ),
    column: 'FREIGHT_CD',
  },
  payment_party: {
    text: label('화주와 청구처 중 하나만 입력하세요.', 'Enter either an owner or a payer.'),
    column: 'PAYER_CD',
  },
  bill_month_steps: stepText,
  charge_typed: {
    text: label(
      '수기 청구에는 단가가 없고 다른 청구에는 단가가 있어야 합니다.',
      'Manual charges cannot have a price; all other charges need one.',
    ),
    column: 'CAUSE_CD',
  },
  charge_reason: {
    text: label('수기 청구의 사유를 입력하세요.', 'Enter a reason for the manual charge.'),
    column: 'REASON',
  },
  invoice_total: {
    text: label('합계는 공급가액과 세액의 합이어야 합니다.', 'The total must be net plus tax.'),
    column: 'TOTAL_AMT',
  },
  invoice_correction: {
    text: label(
      '수정 사유와 당초 세금계산서를 함께 지정하세요.',
      'Enter the correction reason and the original invoice together.',
    ),
    column: 'CORRECT_CD',
  },
  invoice_issued: stepText,
  invoice_objection_answered: {
    text: label('답변과 답변자를 함께 입력하세요.', 'Enter the answer together with its author.'),
    column: 'ANSWER',
  },
  payment_match_amount: {
    text: label('매칭 금액은 0보다 커야 합니다.', 'The matched amount must be above zero.'),
    column: 'AMOUNT',
  },
  payment_match_paid: {
    text: label(
      '통화가 다른 입금은 청구 통화와 입금 통화의 금액이 모두 있어야 합니다.',
      'A payment in another currency needs an amount in each currency.',
    ),
    column: 'PAID_AMOUNT',
  },
  payment_match_currency: {
    text: label(
      '통화가 다른 입금은 청구 통화와 입금 통화의 금액이 모두 있어야 합니다.',
      'A payment in another currency needs an amount in each currency.',
    ),
    column: 'PAID_AMT',
  },
  payment_match_source: {
    text: label(
      '입금 또는 상계할 수정세금계산서 하나를 지정하세요.',
      'Enter one payment, or one corrected invoice to set off.',
    ),
    column: 'INVOICE_NO',
  },
  payment_cancelled: {
    text: label('취소한 입금은 매칭할 수 없습니다.', 'A cancelled payment cannot be matched.'),
    column: 'MATCHED_AMT',
  },
  payment_refund_source: {
    text: label('환불할 입금 하나를 지정하세요.', 'Enter one payment to refund.'),
    column: 'PAYMENT_NO',
  },
  payment_refund_cancelled: {
    text: label('취소사유를 함께 입력하세요.', 'Enter the cancellation reason as well.'),
    column: 'CANCEL_REASON',
  },
  payment_refund_bank_ref: {
    text: label(
      '이미 환불한 거래번호입니다.',
      'This bank reference was already entered for a refund.',
    ),
    column: 'BANK_REF',
  },
  payment_bank_reference: {
    text: label('이미 있는 거래번호입니다.', 'This bank reference already exists.'),
    column: 'BANK_REF',
  },
  payment_matched: {
    text: label(
      '매칭하거나 환불한 금액은 입금액을 넘을 수 없습니다.',
      'The matched and refunded amounts cannot exceed the payment.',
    ),
    column: 'MATCHED_AMT',
  },
  invoice_paid: {
    text: label(
      '매칭·환불한 금액은 청구 금액을 넘거나 반대 부호가 될 수 없습니다. 다시 조회하세요.',
      'Matches and refunds cannot exceed the invoice or have the opposite sign. Search again.',
    ),
    column: 'AMOUNT',
  },
  charge_open_month: {
    text: label(
      '마감한 청구월에는 청구내역을 추가할 수 없습니다.',
      'Charges cannot be added to a closed month.',
    ),
    column: 'BILL_MONTH',
  },
  price_line_used: {
    text: label(
      '이미 청구한 단가는 변경할 수 없습니다. 새 버전을 추가하세요.',
      'A price that was billed cannot be changed. Add a version.',
    ),
    column: 'PRICE_CD',
  },
}
