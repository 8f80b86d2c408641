import { expiryBeforeProduction } from '#areas/inventory/rules/valid-before-made.ts'
import { cannotUnmatchShipped } from '#areas/outbound/rules/shipped-numbers.ts'
import { wholeUnitsOnly } from '#areas/master/rules/units.ts'
import { label } from '#kernel/label.ts'
import { billingConstraintTexts } from './billing-constraint-texts.ts'
import { billConstraintTexts } from './bill-constraint-texts.ts'
import { codeConstraintTexts } from './code-constraint-texts.ts'
import { periodOverlap, inconsistentDetails, type ConstraintText } from './constraint-text.ts'
import { customsConstraintTexts } from './customs-constraint-texts.ts'
import { returnConstraintTexts } from './return-constraint-texts.ts'
import { stockWorkConstraintTexts } from './stock-work-constraint-texts.ts'
import { storageConstraintTexts } from './storage-constraint-texts.ts'
import { userConstraintTexts } from './user-constraint-texts.ts'

const ledgerEntryText: ConstraintText = {
  text: label(
    '수불 내역의 출발·도착 값이 서로 맞지 않습니다.',
    'From and to of a movement do not match.',
  ),
}
/** Message for daily closings, which only the nightly job writes. */
const dayClosingText: ConstraintText = {
  text: label(
    '일마감 수불의 기초·증감·기말이 서로 맞지 않습니다.',
    'Opening, change and closing of the day do not match.',
  ),
}
const cancelReasonText: ConstraintText = {
  text: label('취소 사유를 입력하세요.', 'Enter a reason for the cancellation.'),
  column: 'REASON',
}
/**
 * Messages by constraint name, for constraints that need more than "invalid value". Every CHECK
 * over several columns needs an entry (`tests/server/engine/constraints.test.ts`).
 */
export const constraintTexts: Readonly<Record<string, ConstraintText>> = {
  check_record_fault: { ...inconsistentDetails, column: 'FAULT_KO' },
  flow_day_adds_up: dayClosingText,
  flow_day_held: dayClosingText,
  flow_owner_day_adds_up: dayClosingText,
  ...billConstraintTexts,
  ...billingConstraintTexts,
  ...codeConstraintTexts,
  ...customsConstraintTexts,
  ...returnConstraintTexts,
  ...stockWorkConstraintTexts,
  ...storageConstraintTexts,
  demo_past_days: inconsistentDetails,
  demo_past_within: inconsistentDetails,
  shipment_parent_other: inconsistentDetails,
  shipment_line_backorder: inconsistentDetails,
  backorder_lines_fixed: {
    text: label(
      '이월 출고의 행은 변경할 수 없습니다. 필요하면 출고를 취소하세요.',
      'The lines of a backorder are fixed. Cancel the shipment if it is not needed.',
    ),
    column: 'ORDER_QTY',
  },
  missing_stock_resolved: inconsistentDetails,
  missing_stock_reason: { ...inconsistentDetails, column: 'REASON' },
  stock_movement_reversal_reason: cancelReasonText,
  receipt_reject_cancel_reason: { ...cancelReasonText, column: 'CANCEL_REASON' },
  stock_balance_available: {
    text: label(
      '가용 재고가 부족합니다. 다른 작업이 먼저 할당했을 수 있으니 다시 조회하세요.',
      'Not enough available stock. Another user may have allocated it first. Search again.',
    ),
  },
  stock_balance_not_negative: {
    text: label('재고가 부족합니다. 다시 조회해 확인하세요.', 'Not enough stock. Search again.'),
  },
  stock_facts_fixed: {
    text: label(
      '재고나 전표가 있는 품목의 단위와 관리 구분은 변경할 수 없습니다. 다시 조회하세요.',
      'Unit and controls of an item with stock or documents cannot be changed. Search again.',
    ),
  },
  cell_facts_fixed: {
    text: label(
      '재고나 수불 내역이 있는 셀의 존과 셀유형은 변경할 수 없습니다. 다시 조회하세요.',
      'Zone and type of a cell with stock or movements cannot be changed. Search again.',
    ),
  },
  zone_facts_fixed: {
    text: label(
      '재고나 수불 내역이 있는 존의 온도대는 변경할 수 없습니다. 다시 조회하세요.',
      'The temperature of a zone with stock or movements cannot be changed. Search again.',
    ),
  },
  order_qty_whole: { text: wholeUnitsOnly, column: 'ORDER_QTY' },
  stock_movement_whole: { text: wholeUnitsOnly },
  receipt_line_tolerance: {
    text: label(
      '예정 수량과 초과입고 허용 범위를 넘습니다.',
      'Exceeds the expected quantity plus the over-receipt tolerance.',
    ),
    column: 'RECEIVE_QTY',
  },
  shipment_line_steps: {
    text: label(
      '각 단계 수량은 앞 단계 수량을 넘을 수 없습니다.',
      'The quantity of a step cannot exceed that of the previous step.',
    ),
  },
  shipment_line_packed: {
    text: label(
      '포장한 수량보다 적게 피킹할 수 없습니다. 포장을 먼저 취소하세요.',
      'You cannot pick less than is packed. Cancel the packing first.',
    ),
  },
  shipment_line_matched: {
    text: label(
      '시리얼·박스를 매칭한 수량보다 적게 피킹할 수 없습니다. 매칭을 먼저 해제하세요.',
      'You cannot pick less than the matched serials or boxes. Unmatch them first.',
    ),
  },
  shipment_match_folded: {
    text: label('시리얼은 대문자로 입력하세요.', 'Enter the serial in capital letters.'),
    column: 'MATCH_NO',
  },
  shipment_match_shipped: {
    text: cannotUnmatchShipped,
    column: 'MATCH_NO',
  },
  shipment_returned: {
    text: label(
      '반품이 출하 수량을 초과합니다. 원출고의 반품을 확인하세요.',
      'Returns exceed the shipped quantity. Check the returns of the original shipment.',
    ),
  },
  shipment_serial_left: {
    text: label(
      '반품된 시리얼이 다시 매칭되었습니다. 매칭을 먼저 해제하세요.',
      'A returned serial is matched again. Unmatch it first.',
    ),
  },
  receipt_return: {
    text: label(
      '반품은 원출고를 입력하거나 원출고 없음을 선택하세요.',
      'Enter the original shipment of a return or select "No original shipment".',
    ),
    column: 'SHIPMENT_NO',
  },
  shipment_match_serial: {
    text: label(
      '다른 출고에 이미 매칭한 시리얼입니다.',
      'This serial is already matched to another shipment.',
    ),
    column: 'MATCH_NO',
  },
  receipt_owner_order: {
    text: label('이미 등록된 화주 오더번호입니다.', 'This owner order no. is already registered.'),
    column: 'OWNER_ORDER_NO',
  },
  shipment_owner_order: {
    text: label('이미 등록된 화주 오더번호입니다.', 'This owner order no. is already registered.'),
    column: 'OWNER_ORDER_NO',
  },
  lot_valid_after_made: {
    text: expiryBeforeProduction,
    column: 'VALID_DT',
  },
  cell_hold_period: periodOverlap,
  zone_hold_period: periodOverlap,
  stock_hold_period: periodOverlap,
  lot_hold_period: periodOverlap,
  booking_ports: {
    text: label(
      '선적항과 양하항이 같습니다. 하나를 변경하세요.',
      'The ports of loading and discharge are the same. Change one of them.',
    ),
    column: 'POD_CD',
  },
  booking_confirmed: {
    text: label('확정에는 부킹번호가 필요합니다.', 'A confirmed booking needs a booking number.'),
    column: 'BOOKING_NO',
  },
  booking_cutoffs: {
    text: label('마감이 출항예정보다 늦습니다.', 'A cut-off must not be later than the ETD.'),
    column: 'ETD',
  },
  booking_lcl: {
    text: label(
      'LCL 반입마감은 CFS 조건에만 있습니다.',
      'Only the CFS term can have an LCL cut-off.',
    ),
    column: 'LCO',
  },
  booking_dangerous: {
    text: label('위험물은 UN 번호가 필요합니다.', 'Dangerous goods need a UN number.'),
    column: 'UN_NO',
  },
  booking_beside: {
    text: label(
      '확정된 부킹에만 변경·취소가 있습니다.',
      'Only a confirmed booking can be amended or cancelled.',
    ),
    column: 'AMENDMENT_CD',
  },
  booking_container_one: {
    text: label(
      '컨테이너번호가 있는 행의 수량은 1이어야 합니다.',
      'A line with a container number must have quantity 1.',
    ),
    column: 'CNTR_NO',
  },
  customer_merged: {
    text: label(
      '통합한 거래처는 다시 사용할 수 없습니다.',
      'A merged customer cannot be used again.',
    ),
    column: 'USE_YN',
  },
  exchange_rate_reason: {
    text: label('정정에는 사유가 필요합니다.', 'A correction needs a reason.'),
    column: 'REMARK',
  },
  exchange_rate_day: {
    text: label(
      '관세청 환율은 일요일, 은행 환율은 평일에 고시합니다.',
      'Customs rates are published on Sundays, bank rates on weekdays.',
    ),
    column: 'RATE_DT',
  },
  work_method_strategy: {
    text: label(
      '이 작업에 사용할 수 없는 방식입니다.',
      'This method cannot be used for this work.',
    ),
    column: 'STRATEGY_CD',
  },
  shipment_match_check: {
    text: label(
      '시리얼 하나에는 1개만 매칭할 수 있습니다.',
      'A serial can only be matched to 1 piece.',
    ),
    column: 'QTY',
  },
  stock_movement_check: ledgerEntryText,
  stock_movement_check1: ledgerEntryText,
  stock_movement_check2: {
    text: label('출발과 도착이 같은 재고입니다.', 'From and to are the same stock.'),
  },
  scm_order_inactive: {
    text: label(
      '비활성 오더는 작업할 수 없습니다. 오더를 먼저 활성화하세요.',
      'This order is inactive. Activate it first.',
    ),
    column: 'ACTIVE_YN',
  },
  scm_order_line_accepted: {
    text: label(
      '접수·반려 수량이 요청 수량을 넘습니다. 잔량을 다시 접수했으면 그 전표를 먼저 취소하세요.',
      'Accepted and rejected quantities exceed the ordered quantity. If the rest was accepted again, cancel that document first.',
    ),
    column: 'ORDER_QTY',
  },
  scm_order_link_one: inconsistentDetails,
  scm_order_partner_no: {
    text: label(
      '이 협력사의 진행 중인 오더에 이미 있는 번호입니다.',
      'An active order of this partner already has this number.',
    ),
    column: 'PARTNER_ORDER_NO',
  },
  shipment_serials: {
    text: label(
      "시리얼이 누락된 출고입니다. '출고매칭'에서 모두 입력하세요.",
      'Serials are missing. Enter them all in "Serial and box matching".',
    ),
    column: 'SHIPMENT_NO',
  },
  adjust_request_check: inconsistentDetails,
  adjust_request_check1: inconsistentDetails,
  backup_run_check: inconsistentDetails,
  import_batch_check: inconsistentDetails,
  import_batch_check1: inconsistentDetails,
  import_entry_check: inconsistentDetails,
  long_stock_action_check: {
    text: label(
      '보관료 할증에만 할증 금액이 있습니다.',
      'Only a surcharge can have a surcharge amount.',
    ),
    column: 'SURCHARGE_AMT',
  },
  long_stock_action_check1: {
    text: label(
      '폐기 요청에만 회신 기한이 있습니다.',
      'Only a disposal request can have a reply date.',
    ),
    column: 'DUE_DT',
  },
  see_as_check: {
    text: label('본인으로는 볼 수 없습니다.', 'You cannot view as yourself.'),
    column: 'USER_ID',
  },
  partner_message_kind_cd_check: {
    text: label(
      '재고조정과 오더상태는 송신 메시지에만 있습니다.',
      'Adjustments and order statuses can only be sent, not received.',
    ),
    column: 'KIND_CD',
  },
  partner_message_check: inconsistentDetails,
  partner_message_check1: inconsistentDetails,
  receipt_reject_check: inconsistentDetails,
  corp_biz_no: {
    text: label('이미 등록된 사업자등록번호입니다.', 'This business number is already registered.'),
    column: 'BIZ_NO',
  },
  organization_period: {
    text: label('종료일이 시작일보다 빠릅니다.', 'The end date is before the start date.'),
    column: 'TO_DT',
  },
  organization_parent: {
    text: label(
      '팀은 소속지점이 있어야 하고, 지점에는 소속지점이 없습니다.',
      'A team needs a parent branch; a branch cannot have one.',
    ),
    column: 'PARENT_CD',
  },
  organization_tree: {
    text: label('같은 회사의 지점이 아닙니다.', 'Not a branch of the same company.'),
    column: 'PARENT_CD',
  },
  organization_inside: {
    text: label('소속지점의 기간을 벗어납니다.', 'Outside the period of the parent branch.'),
    column: 'FROM_DT',
  },
  site_menu_tree: {
    text: label(
      '메뉴그룹은 4단계까지 만들 수 있으며 자기 하위로 옮길 수 없습니다.',
      'Menu groups nest up to four levels and cannot contain themselves.',
    ),
    column: 'UPPER_MENU_ID',
  },
  site_menu_holder: {
    text: label('메뉴그룹이 아닙니다.', 'Not a menu group.'),
    column: 'UPPER_MENU_ID',
  },
  site_menu_upper: {
    text: label('상위 메뉴가 필요합니다.', 'A parent menu is required.'),
    column: 'UPPER_MENU_ID',
  },
  site_menu_named: {
    text: label('메뉴그룹의 이름을 입력하세요.', 'Enter a name for the menu group.'),
    column: 'MENU_NM',
  },
  fact_change_rows: inconsistentDetails,
  auto_number_rule_next: inconsistentDetails,
  auto_number_rule_warehouse: {
    text: label(
      '거래처와 입금 번호는 창고별로 채번할 수 없습니다.',
      'Customers and payments cannot be numbered by warehouse.',
    ),
    column: 'NEXT_PATTERN',
  },
  auto_number_rule_sscc: {
    text: label(
      'SSCC는 파렛트번호에만 사용하며, 접두는 확장자리와 업체코드(8~10자리 숫자)입니다.',
      'SSCC is for pallets only; its prefix is the extension digit and company prefix (8 to 10 digits).',
    ),
    column: 'NEXT_PREFIX',
  },
  auto_number_sscc_ended: {
    text: label(
      'SSCC 번호를 모두 사용했습니다. 채번규칙의 접두를 변경하세요.',
      'No SSCC numbers are left. Change the prefix of the number rule.',
    ),
  },
  handling_number_stays: {
    text: label('발급한 번호는 변경할 수 없습니다.', 'Issued numbers cannot be changed.'),
  },
  common_code_period: {
    text: label('종료일이 시작일보다 빠릅니다.', 'The end date is before the start date.'),
    column: 'TO_DT',
  },
  ...userConstraintTexts,
  grant_request_decided: inconsistentDetails,
  grant_request_given: {
    text: label('부여할 역할을 입력하세요.', 'Enter the target role.'),
    column: 'ROLE_CD',
  },
  grant_request_refused: {
    text: label('반려 사유를 입력하세요.', 'Enter a rejection reason.'),
    column: 'REASON',
  },
  schedule_run_once: inconsistentDetails,
  ledger_anchor_check: inconsistentDetails,
  ledger_anchor_check1: inconsistentDetails,
  ledger_archive_check: inconsistentDetails,
  scm_date_batch_check: inconsistentDetails,
}
