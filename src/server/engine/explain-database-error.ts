import type { DatabaseError } from '#server/db/database.ts'
import { label, type Label } from '#kernel/label.ts'
import { AppError } from './app-error.ts'

/** Constraints whose breach has a plain meaning on the floor. */
const constraintTexts: Readonly<Record<string, Label>> = {
  stock_balance_available: label(
    '가용 재고가 부족합니다. 다른 작업이 먼저 할당했을 수 있으니 다시 조회하세요.',
    'There is not enough available stock. Someone may have allocated it first: search again.',
  ),
  stock_balance_not_negative: label(
    '재고보다 많은 수량을 뺄 수 없습니다.',
    'Stock cannot go below zero.',
  ),
  receipt_line_tolerance: label(
    '예정 수량과 초과입고 허용 범위를 넘습니다.',
    'More than the expected quantity and its tolerance.',
  ),
  shipment_line_steps: label(
    '지시·할당·피킹·검수·출하 수량의 순서에 맞지 않습니다.',
    'Ordered, allocated, picked, checked and shipped quantities do not fit.',
  ),
  shipment_line_packed: label(
    '포장한 수량보다 적게 피킹할 수 없습니다. 포장을 먼저 취소하세요.',
    'Packed goods stay picked. Cancel the packing first.',
  ),
  shipment_line_matched: label(
    '시리얼·박스를 매칭한 수량보다 적게 피킹할 수 없습니다. 매칭을 먼저 푸세요.',
    'Goods with serials or boxes tied to them stay picked. Untie them first.',
  ),
  shipment_match_serial: label(
    '다른 출고에 이미 매칭한 시리얼입니다.',
    'A serial number is tied to another line already.',
  ),
  receipt_owner_order: label(
    '이미 등록된 화주전표입니다.',
    "This owner's number is already registered.",
  ),
  shipment_owner_order: label(
    '이미 등록된 주문번호입니다.',
    'This order number is already registered.',
  ),
  lot_valid_after_made: label(
    '유통기한이 제조일보다 빠릅니다.',
    'The valid date is before the made date.',
  ),
}

/** Waited too long for another's work, or met it too often: nothing was kept, and it may be tried again. */
const busyCodes = new Set(['40001', '40P01', '55P03', '57014', '25P03'])

/** A breach of an invariant that the database holds, in words; anything else stays as it is. */
export function explainDatabaseError(error: DatabaseError): Error {
  const text = error.constraint ? constraintTexts[error.constraint] : undefined
  if (text) return new AppError(409, 'CONFLICT', text)
  if (error.code === '23505') {
    return new AppError(409, 'DUPLICATE', label('이미 있는 자료입니다.', 'This exists already.'))
  }
  if (error.code === '23503') {
    const missing = label(
      '다른 자료가 사용 중이거나, 가리키는 자료가 없습니다.',
      'Other rows use this, or what it points at does not exist.',
    )
    return new AppError(409, 'REFERENCE', missing)
  }
  if (busyCodes.has(error.code)) {
    const busy = label(
      '다른 작업이 같은 자료를 처리하고 있습니다. 잠시 뒤 다시 시도하세요.',
      'Other work holds the same rows. Try again soon.',
    )
    return new AppError(503, 'STORE_BUSY', busy)
  }
  if (error.code === '22003') {
    const tooBig = label('숫자가 너무 큽니다.', 'A number is too large.')
    return new AppError(422, 'NUMBER_TOO_LARGE', tooBig)
  }
  if (error.code.startsWith('WM')) {
    const refused = label(
      '재고 원장의 규칙에 어긋나 저장하지 않았습니다.',
      'Against the rules of the stock ledger; nothing was saved.',
    )
    return new AppError(409, error.code, refused)
  }
  return error
}
