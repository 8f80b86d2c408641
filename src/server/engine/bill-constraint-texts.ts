import { label } from '#kernel/label.ts'
import type { ConstraintText } from './constraint-text.ts'

const billNotEditable = label(
  '확정하거나 취소한 B/L·AWB는 수정·삭제할 수 없습니다. 확정한 문서는 정정하세요.',
  'A confirmed or cancelled bill cannot be changed or deleted. Amend a confirmed bill.',
)
const repeatedContainer = label(
  '같은 항차·구분의 다른 B/L에 있는 컨테이너입니다.',
  'The container is on another bill of this kind and voyage.',
)

/** Messages for constraint violations on bills of lading and air waybills. */
export const billConstraintTexts: Readonly<Record<string, ConstraintText>> = {
  bill_transport: {
    text: label(
      'B/L에는 선박·항차, AWB에는 편명만 입력합니다.',
      'Enter a vessel and voyage only on bills of lading, and a flight only on air waybills.',
    ),
    column: 'FLIGHT_NO',
  },
  bill_ports: {
    text: label(
      '선적항과 양하항이 같습니다. 하나를 변경하세요.',
      'The ports of loading and discharge are the same. Change one of them.',
    ),
    column: 'POD_CD',
  },
  bill_confirmed: {
    text: label(
      '확정에는 번호, 송·수하인, 항구, 항차·편명, 포장수, 중량이 필요합니다.',
      'A confirmed bill needs its number, parties, ports, voyage or flight, packages and weight.',
    ),
    column: 'BILL_NO',
  },
  bill_house: {
    text: label(
      '하우스 번호는 확정할 때 자동으로 채번합니다.',
      'House numbers are assigned automatically at confirmation.',
    ),
    column: 'BILL_NO',
  },
  bill_airway: {
    text: label(
      'AWB 번호의 형식이나 검사숫자가 맞지 않습니다.',
      'The format or check digit of the air waybill number is wrong.',
    ),
    column: 'BILL_NO',
  },
  bill_cancelled: {
    text: label(
      '취소한 문서에만 취소사유가 있습니다.',
      'Only a cancelled bill can have a cancellation reason.',
    ),
    column: 'CANCEL_REASON',
  },
  bill_amended: {
    text: label(
      '정정한 문서에만 정정사유가 있습니다.',
      'Only an amended bill can have an amendment reason.',
    ),
    column: 'AMEND_REASON',
  },
  bill_number: {
    text: label('이미 등록된 B/L·AWB 번호입니다.', 'This bill number already exists.'),
    column: 'BILL_NO',
  },
  bill_delivered: {
    text: label(
      'D/O를 발행한 B/L·AWB입니다. 먼저 D/O를 회수하세요.',
      'The bill has a delivery order. Withdraw it first.',
    ),
    column: 'STATE_CD',
  },
  delivery_order_bill: {
    text: label('확정한 B/L·AWB가 아닙니다.', 'Not a confirmed bill.'),
    column: 'BILL_ID',
  },
  delivery_order_once: {
    text: label('이미 D/O를 발행했습니다.', 'A delivery order is already issued.'),
    column: 'BILL_ID',
  },
  delivery_order_fixed: {
    text: label(
      '발행한 D/O는 회수만 할 수 있습니다.',
      'An issued delivery order can only be withdrawn.',
    ),
    column: 'DO_NO',
  },
  delivery_order_withdrawn: {
    text: label(
      '회수한 D/O에만 회수사유가 있습니다.',
      'Only a withdrawn delivery order can have a withdrawal reason.',
    ),
    column: 'WITHDRAW_REASON',
  },
  bill_fixed: { text: billNotEditable, column: 'STATE_CD' },
  bill_container_fixed: { text: billNotEditable, column: 'CNTR_NO' },
  bill_container_sea: {
    text: label('AWB에는 컨테이너가 없습니다.', 'Air waybills cannot have containers.'),
    column: 'CNTR_NO',
  },
  bill_container_twice: {
    text: label('같은 컨테이너가 중복되었습니다.', 'The same container appears twice.'),
    column: 'CNTR_NO',
  },
  bill_container_once: { text: repeatedContainer, column: 'CNTR_NO' },
}
