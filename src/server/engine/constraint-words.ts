import { validBeforeMade } from '#areas/inventory/rules/valid-before-made.ts'
import { label, type Label } from '#kernel/label.ts'

/** What a breach of a constraint means on the floor. */
interface ConstraintWords {
  readonly text: Label
  /** Column it is told at, where the last column of the constraint is not the one people typed. */
  readonly column?: string
}

const ledgerEntry: ConstraintWords = {
  text: label(
    '수불 내역의 출발·도착 값이 서로 맞지 않습니다.',
    'From and to of a movement do not fit together.',
  ),
}
const holdPeriod: ConstraintWords = {
  text: label('종료일이 시작일보다 빠릅니다.', 'The last day is before the first day.'),
  column: 'TO_DT',
}
/** Facts that only the program writes, and always together. */
const together: ConstraintWords = {
  text: label(
    '상태와 처리 정보가 서로 맞지 않습니다. 다시 조회한 뒤 시도하세요.',
    'State and details do not fit together. Search again, then retry.',
  ),
}
/**
 * Constraints by name, where more is to be said than that a column cannot hold its value. Every
 * CHECK over several columns needs an entry (`tests/server/engine/constraints.test.ts`).
 */
export const constraintWords: Readonly<Record<string, ConstraintWords>> = {
  stock_balance_available: {
    text: label(
      '가용 재고가 부족합니다. 다른 작업이 먼저 할당했을 수 있으니 다시 조회하세요.',
      'There is not enough available stock. Someone may have allocated it first: search again.',
    ),
  },
  stock_balance_not_negative: {
    text: label('재고보다 많은 수량을 뺄 수 없습니다.', 'Stock cannot go below zero.'),
  },
  receipt_line_tolerance: {
    text: label(
      '예정 수량과 초과입고 허용 범위를 넘습니다.',
      'More than the expected quantity and its tolerance.',
    ),
    column: 'RECEIVE_QTY',
  },
  shipment_line_steps: {
    text: label(
      '지시·할당·피킹·검수·출하 수량의 순서에 맞지 않습니다.',
      'Ordered, allocated, picked, checked and shipped quantities do not fit.',
    ),
  },
  shipment_line_packed: {
    text: label(
      '포장한 수량보다 적게 피킹할 수 없습니다. 포장을 먼저 취소하세요.',
      'Packed goods stay picked. Cancel the packing first.',
    ),
  },
  shipment_line_matched: {
    text: label(
      '시리얼·박스를 매칭한 수량보다 적게 피킹할 수 없습니다. 매칭을 먼저 푸세요.',
      'Goods with serials or boxes tied to them stay picked. Untie them first.',
    ),
  },
  shipment_match_serial: {
    text: label(
      '다른 출고에 이미 매칭한 시리얼입니다.',
      'A serial number is tied to another line already.',
    ),
    column: 'MATCH_NO',
  },
  receipt_owner_order: {
    text: label('이미 등록된 화주전표입니다.', "This owner's number is already registered."),
    column: 'OWNER_ORDER_NO',
  },
  shipment_owner_order: {
    text: label('이미 등록된 주문번호입니다.', 'This order number is already registered.'),
    column: 'OWNER_ORDER_NO',
  },
  lot_valid_after_made: {
    text: validBeforeMade,
    column: 'VALID_DT',
  },
  cell_hold_period: holdPeriod,
  zone_hold_period: holdPeriod,
  stock_hold_period: holdPeriod,
  lot_hold_period: holdPeriod,
  work_method_strategy: {
    text: label('이 작업에 쓰는 방식이 아닙니다.', 'Not a way of this work.'),
    column: 'STRATEGY_CD',
  },
  shipment_match_check: {
    text: label('시리얼은 하나에 1개만 매칭할 수 있습니다.', 'A serial number is of one piece.'),
    column: 'QTY',
  },
  adjust_request_second_user: {
    text: label(
      '요청한 사람은 자신의 요청을 승인할 수 없습니다.',
      'Another user must approve the request.',
    ),
  },
  count_line_other_counter: {
    text: label('재실사는 다른 사용자가 해야 합니다.', 'Another user must recount.'),
  },
  count_line_other_approver: {
    text: label(
      '실사한 사람은 차이를 승인할 수 없습니다.',
      'Another user than the counters must approve.',
    ),
  },
  count_line_whole: {
    text: label(
      '실사수량에는 전산수량과 실사자가 함께 있어야 합니다.',
      'A count needs its system quantity and its counter.',
    ),
    column: 'COUNT_QTY',
  },
  transit_arrived: {
    text: label('보낸 수량보다 많이 받을 수 없습니다.', 'More than was sent.'),
    column: 'ARRIVED_QTY',
  },
  transit_check: {
    text: label('도착 창고가 출발 창고와 같습니다.', 'From and to are the same warehouse.'),
    column: 'TO_WCODE',
  },
  stock_movement_check: ledgerEntry,
  stock_movement_check1: ledgerEntry,
  stock_movement_check2: {
    text: label('출발과 도착이 같은 재고입니다.', 'From and to are the same stock.'),
  },
  adjust_request_check: together,
  adjust_request_check1: together,
  backup_run_check: together,
  import_batch_check: together,
  import_batch_check1: together,
  import_entry_check: together,
  partner_message_check: together,
  partner_message_check1: together,
  receipt_reject_check: together,
}
