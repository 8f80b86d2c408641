import { label } from '#kernel/label.ts'
import { inconsistentDetails, type ConstraintText } from './constraint-text.ts'

/** Messages for adjustments, counts and transfers between warehouses. */
export const stockWorkConstraintTexts: Readonly<Record<string, ConstraintText>> = {
  serial_balance_qty: {
    text: label(
      '시리얼 수와 재고 수량이 다릅니다. 시리얼을 지정하세요.',
      'The number of serials differs from the quantity. Enter the serials.',
    ),
    column: 'SERIALS',
  },
  serial_placed: inconsistentDetails,
  serial_picked: inconsistentDetails,
  serial_event_cause: inconsistentDetails,
  adjust_request_second_user: {
    text: label(
      '본인의 요청은 승인할 수 없습니다. 다른 사용자가 승인해야 합니다.',
      'You cannot approve your own request. Another user must.',
    ),
  },
  doc_period_reopened: {
    text: label(
      '마감취소에는 사용자와 사유가 필요합니다.',
      'Reopening a period requires a user and a reason.',
    ),
  },
  doc_request_decided: {
    text: label(
      '승인하거나 반려한 요청에는 사용자와 일시가 필요합니다.',
      'An approved or rejected request requires a user and a time.',
    ),
  },
  doc_request_used: {
    text: label('승인된 정정만 사용할 수 있습니다.', 'Only an approved correction can be used.'),
  },
  doc_request_second_user: {
    text: label(
      '본인이 요청한 정정은 승인할 수 없습니다. 다른 사용자가 승인해야 합니다.',
      'You cannot approve your own correction. Another user must.',
    ),
  },
  doc_request_open: {
    text: label(
      '이 전표의 정정요청이 이미 있습니다. 다시 조회해 확인하세요.',
      'This document already has a correction request. Search again.',
    ),
  },
  count_line_other_counter: {
    text: label(
      '재실사는 1차 실사자가 아닌 사용자가 해야 합니다.',
      'Another user must do the recount.',
    ),
  },
  count_line_other_approver: {
    text: label(
      '본인이 실사한 행은 승인할 수 없습니다. 다른 사용자가 승인해야 합니다.',
      'You cannot approve your own count. Another user must.',
    ),
  },
  count_line_whole: {
    text: label(
      '실사수량에는 전산수량과 실사자가 함께 있어야 합니다.',
      'A counted quantity requires a system quantity and the user who counted it.',
    ),
    column: 'COUNT_QTY',
  },
  count_line_users: {
    text: label(
      '실사수량에는 실사자가 있어야 합니다.',
      'A counted quantity requires the user who counted it.',
    ),
    column: 'COUNT_QTY',
  },
  count_serial_scanned: { ...inconsistentDetails, column: 'RESULT_CD' },
  count_line_moved: {
    text: label(
      '실사 중 재고가 이동했습니다. 재실사를 지시하세요.',
      'Stock moved during the count. Request a recount.',
    ),
  },
  recall_open: {
    text: label('이미 회수 중인 로트입니다.', 'This lot is already recalled.'),
    column: 'LOT_NO',
  },
  recall_closed: { ...inconsistentDetails, column: 'CLOSED_AT' },
  transit_closed: {
    text: label(
      '도착·회수·분실 수량은 보낸 수량을 넘을 수 없습니다.',
      'Arrived, called-back and lost quantities together cannot exceed the sent quantity.',
    ),
    column: 'ARRIVED_QTY',
  },
  transit_close_line: { ...inconsistentDetails, column: 'LINE_NO' },
  adjust_request_loss: {
    text: label(
      '운송중 분실의 조정수량은 0보다 작아야 합니다.',
      'The adjustment for a loss in transit must be less than 0.',
    ),
    column: 'ADJUST_QTY',
  },
  lot_edge_ends: {
    text: label('변경 전후의 로트가 같습니다.', 'The lot before and after the change is the same.'),
  },
  transit_check: {
    text: label('도착 창고가 출발 창고와 같습니다.', 'From and to warehouse are the same.'),
    column: 'TO_WCODE',
  },
}
