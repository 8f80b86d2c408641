import { label } from '#kernel/label.ts'
import type { ConstraintText } from './constraint-text.ts'

export const returnConstraintTexts: Readonly<Record<string, ConstraintText>> = {
  receipt_line_serial: {
    text: label(
      '시리얼은 1개씩 접수합니다. 수량을 1로 입력하세요.',
      'A serial is one piece. Enter quantity 1.',
    ),
    column: 'ORDER_QTY',
  },
  return_graded: {
    text: label(
      '검품한 반품입니다. 검품을 먼저 취소하세요.',
      'This return was inspected. Undo the inspection first.',
    ),
  },
  return_disposed: {
    text: label(
      '이미 처분한 반품입니다. 다시 조회하세요.',
      'This return already has a disposition. Search again.',
    ),
  },
  return_owner_decides: {
    text: label(
      '화주 승인이 필요한 반품입니다. 반품검품에서 등급을 지정하세요.',
      'The owner must approve this return. Grade it in "Return inspection".',
    ),
  },
  return_awaits_decision: {
    text: label(
      "처분을 기다리는 반품입니다. '처분승인'에서 승인하세요.",
      'This return is awaiting disposition. Approve it in "Return dispositions".',
    ),
  },
}
