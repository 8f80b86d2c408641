import { label } from '#kernel/label.ts'
import { inconsistentDetails, type ConstraintText } from './constraint-text.ts'

const cargoSumsText: ConstraintText = {
  text: label(
    '반입·수리·반출의 개수와 중량이 서로 맞지 않습니다. 다시 조회하세요.',
    'Packages and weight received, cleared and released do not match. Search again.',
  ),
}

export const customsConstraintTexts = {
  customs_list_line_taken: inconsistentDetails,
  customs_goods_covered: {
    text: label(
      "반출신고가 없거나 신고보다 많은 보세화물은 반출할 수 없습니다. '보세출고(반출)'에서 먼저 신고하세요.",
      'Bonded cargo cannot leave without a release report or in excess of it. File it in "Bonded release" first.',
    ),
    column: 'LEFT_QTY',
  },
  customs_goods_filed: {
    text: label(
      '반입한 수량보다 많이 반출할 수 없습니다.',
      'You cannot release more than was received.',
    ),
    column: 'FILED_QTY',
  },
  customs_goods_kept: {
    text: label(
      '보세화물은 조정하거나 다른 창고·품목으로 변경할 수 없습니다. 세관에 반출 또는 정정을 신고하세요.',
      'Bonded cargo cannot be adjusted or changed to another warehouse or item. File a release or a correction.',
    ),
  },
  customs_goods_unpacked: {
    text: label(
      "보세화물은 '보세화물 개장'으로 입고하고 '보세입고취소'로 취소합니다.",
      'Receive bonded cargo in "Unpack bonded cargo" and cancel it in "Cancel bonded receipt".',
    ),
  },
  bonded_cargo_in: {
    text: label(
      '반입 개수·중량이 신고한 것보다 많거나 화물관리번호가 없습니다.',
      'Packages or weight exceed the declaration, or the cargo has no control number.',
    ),
    column: 'PKG_QTY',
  },
  bonded_cargo_clear: {
    text: label(
      '반입 개수·중량이 수리된 개수·중량보다 적어집니다. 수리를 먼저 취소하세요.',
      'The arrival would be less than the cleared packages or weight. Cancel the clearance first.',
    ),
    column: 'CLEAR_PKG_QTY',
  },
  bonded_cargo_out: {
    text: label(
      '수리된 개수·중량보다 많이 반출할 수 없습니다. 반출을 먼저 취소하세요.',
      'You cannot release more than is cleared. Cancel the release first.',
    ),
    column: 'OUT_PKG_QTY',
  },
  bonded_cargo_filed: {
    text: label(
      '신고한 화물은 정정신청으로만 변경할 수 있습니다.',
      'Reported cargo can only be changed by a correction request.',
    ),
  },
  bonded_basis_out: cargoSumsText,
  bonded_basis_cancelled: {
    text: label('반출한 근거는 취소할 수 없습니다.', 'A basis with releases cannot be cancelled.'),
    column: 'OUT_PKG_QTY',
  },
  bonded_basis_check: inconsistentDetails,
  bonded_basis_reason: inconsistentDetails,
  bonded_basis_goods_out: {
    text: label('근거로 수리된 수량을 넘습니다.', 'Exceeds the quantity cleared on this basis.'),
    column: 'OUT_QTY',
  },
  bonded_line_stands: {
    text: label('이미 취소되었거나 정정된 신고입니다.', 'Already cancelled or corrected.'),
  },
  bonded_line_newest: {
    text: label('나중에 한 신고부터 취소하세요.', 'Cancel the later report first.'),
  },
  bonded_line_split: {
    text: label(
      '분할(P)·최종(L)·전량(A) 규칙에 맞지 않거나 보류된 화물입니다. 다시 조회하세요.',
      'Not allowed for a part (P), last (L) or full (A) release, or the cargo is on hold. Search again.',
    ),
  },
  bonded_line_check: inconsistentDetails,
  bonded_line_check1: inconsistentDetails,
  bonded_line_check2: inconsistentDetails,
  bonded_out_goods_declared: {
    text: label('이 근거로 수리된 품목이 아닙니다.', 'Not an item cleared on this basis.'),
  },
  bonded_unpack_packages: {
    text: label(
      '반입한 포장보다 많이 개장할 수 없습니다.',
      'You cannot unpack more packages than arrived.',
    ),
  },
  bonded_correction_split: {
    text: label(
      '분할(P)은 남는 개수가 있어야 하고 전량(A)·최종(L)은 남는 개수가 없어야 합니다. 정정하려면 나중 반출부터 취소하세요.',
      'A part (P) must leave packages behind; a whole (A) or last (L) none. Cancel the later releases first.',
    ),
    column: 'NEW_PKG_QTY',
  },
  bonded_pieces_cleared: {
    text: label(
      '모든 포장이 수리되면 보세수량에도 모두 반출근거가 있어야 합니다. 근거번호를 확인하세요.',
      'When all packages are cleared, all pieces must have a release basis. Check the basis number.',
    ),
    column: 'BASIS_NO',
  },
  bonded_pieces_left: {
    text: label(
      '마지막 포장이 반출되면 이 반출근거의 수량도 모두 반출되어야 합니다.',
      'When the last packages are released, all pieces of this release basis must be released too.',
    ),
    column: 'NOW_QTY',
  },
  bonded_item_valid_after_made: {
    text: label(
      '유통기한이 제조일보다 빠릅니다.',
      'The expiry date is before the production date.',
    ),
    column: 'VALID_DT',
  },
  bonded_fault_settled: inconsistentDetails,
  bonded_correction_second: {
    text: label(
      '본인이 신청한 정정은 승인할 수 없습니다. 다른 사용자가 승인해야 합니다.',
      'You cannot approve your own correction. Another user must.',
    ),
  },
  bonded_correction_decided: inconsistentDetails,
  bonded_correction_says: {
    text: label('변경할 값을 하나 이상 입력하세요.', 'Enter at least one new value.'),
  },
  bonded_correction_whole: {
    text: label(
      'CBM과 과세가격은 화물 전체의 값입니다. 신고 ID를 비우세요.',
      'CBM and customs value belong to the whole cargo. Leave the report ID empty.',
    ),
    column: 'LINE_ID',
  },
  bonded_correction_basis: {
    text: label(
      '근거번호와 수리일은 반출신고로 정정합니다. 신고 ID를 입력하세요.',
      'Basis number and clearance date are corrected by a release. Enter its report ID.',
    ),
    column: 'LINE_ID',
  },
  bonded_correction_number: {
    text: label(
      '개장한 재고가 있는 화물관리번호는 변경할 수 없습니다. 반입을 취소한 뒤 다시 등록하세요.',
      'This cargo control number has unpacked stock. Cancel the arrival and enter it again.',
    ),
  },
  bonded_event_kind: inconsistentDetails,
  bonded_event_months: inconsistentDetails,
  bonded_event_reverses: inconsistentDetails,
  bonded_basis_number: {
    text: label('이미 사용한 근거번호입니다.', 'This basis number is already used.'),
    column: 'BASIS_NO',
  },
  bonded_cargo_booking: {
    text: label(
      '이미 보세화물로 예정등록한 부킹입니다.',
      'This booking is already registered as expected bonded cargo.',
    ),
    column: 'BOOKING_ID',
  },
  bonded_cargo_number: {
    text: label('보관 중인 화물관리번호입니다.', 'Cargo with this control number is in storage.'),
    column: 'CARGO_NO',
  },
} satisfies Readonly<Record<string, ConstraintText>>
