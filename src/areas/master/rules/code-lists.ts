import { label, type CodeLists, type Label } from '#kernel/label.ts'
import {
  deliveryStatus,
  messageStatus,
  type DeliveryStatus,
  type MessageStatus,
} from './message-status.ts'

export const masterCodeLists = {
  'order-kind': {
    NORMAL: label('일반', 'Ordinary'),
    URGENT: label('긴급', 'Urgent'),
    RETURN: label('반품', 'Return'),
  },
  'allocation-strategy': {
    FEFO: label('유통기한순(FEFO)', 'FEFO'),
    FIFO: label('선입선출', 'FIFO'),
    LIFO: label('후입선출', 'LIFO'),
  },
  'short-handling': {
    CLOSE: label('종결', 'Close'),
    BACKORDER: label('이월', 'Backorder'),
  },
  temperature: {
    DRY: label('상온', 'Ambient'),
    COOL: label('냉장', 'Chilled'),
    FROZEN: label('냉동', 'Frozen'),
  },
  'serial-control': {
    NONE: label('없음', 'None'),
    OUT: label('출고시', 'At shipping'),
    ALL: label('입고부터', 'From receipt'),
  },
  'store-class': {
    GENERAL: label('일반', 'General'),
    FOOD: label('식품', 'Food'),
    COSMETIC: label('화장품', 'Cosmetics'),
    MEDICAL: label('의약품·의료기기', 'Medical'),
    VALUABLE: label('고가품', 'Valuables'),
  },
  // Classes of the Korean Act on dangerous substances (위험물안전관리법).
  hazard: {
    C1: label('1류 산화성 고체', 'Class 1 oxidizing solid'),
    C2: label('2류 가연성 고체', 'Class 2 flammable solid'),
    C3: label('3류 자연발화성·금수성', 'Class 3 pyrophoric or water-reactive'),
    C4: label('4류 인화성 액체', 'Class 4 flammable liquid'),
    C5: label('5류 자기반응성', 'Class 5 self-reactive'),
    C6: label('6류 산화성 액체', 'Class 6 oxidizing liquid'),
  },
  'cell-type': {
    RACK: label('랙', 'Rack'),
    FLOOR: label('평치', 'Floor'),
    DOCK: label('도크', 'Dock'),
  },
  'cell-role': {
    PICK: label('피킹면', 'Pick face'),
    RESERVE: label('보관', 'Reserve'),
    BUFFER: label('버퍼', 'Buffer'),
  },
  'cell-mixing': {
    ANY: label('혼적 가능', 'Mixing allowed'),
    OWNER: label('화주별', 'By owner'),
    STOCK: label('품목별', 'By item'),
    LOT: label('로트별', 'By lot'),
  },
  'method-work': { PUT: label('적치', 'Put-away'), PICK: label('피킹', 'Picking') },
  'method-strategy': {
    TOGETHER: label('동일 품목 옆 셀', 'Next to the same item'),
    EMPTY: label('빈 셀만', 'Empty cells only'),
    FEFO: label('유통기한순(FEFO)', 'FEFO'),
    FIFO: label('선입선출', 'FIFO'),
    LIFO: label('후입선출', 'LIFO'),
  },
  'method-fit': {
    WHOLE: label('한 셀에 전량', 'All in one cell'),
    FILL: label('셀마다 채움', 'Fill cell by cell'),
  },
  'line-type': {
    IN: label('입고 도크', 'Inbound dock'),
    OUT: label('출고 도크', 'Outbound dock'),
    STAGE: label('대기 레인', 'Staging lane'),
  },
  unit: {
    EA: label('EA', 'Each'),
    BOX: label('BOX', 'Box'),
    PLT: label('PLT', 'Pallet'),
    SET: label('SET', 'Set'),
    KG: label('KG', 'Kilogram'),
    M: label('M', 'Metre'),
    L: label('L', 'Litre'),
  },
  'partner-direction': { IN: label('수신', 'Incoming'), OUT: label('송신', 'Outgoing') },
  'partner-kind': {
    RECEIPT: label('입고', 'Receipt'),
    SHIPMENT: label('출고', 'Shipment'),
    STOCK: label('재고', 'Stock'),
    ADJUST: label('재고조정', 'Adjustment'),
    ORDER: label('오더상태', 'Order status'),
  },
  'partner-channel': {
    REST: label('REST', 'REST'),
    FILE: label('파일', 'File'),
    HAND: label('직접입력', 'Manual entry'),
  },
  'partner-state': {
    [messageStatus.waiting]: label('변환대기', 'Awaiting conversion'),
    [messageStatus.refused]: label('변환오류', 'Error'),
    [messageStatus.converted]: label('변환완료', 'Converted'),
    [messageStatus.ready]: label('송신대기', 'Ready to send'),
    [messageStatus.acknowledged]: label('수신확인', 'Acknowledged'),
    [messageStatus.discarded]: label('폐기', 'Discarded'),
  } satisfies Readonly<Record<MessageStatus, Label>>,
  'partner-result': {
    DONE: label('완료', 'Done'),
    CHANGED: label('변경', 'Changed'),
    CANCELLED: label('취소', 'Cancelled'),
    REOPENED: label('재작업', 'Reopened'),
    ANSWER: label('회신', 'Reply'),
    STATE: label('진행', 'In progress'),
  },
  'partner-attempt': {
    RECEIVED: label('접수', 'Received'),
    REPEATED: label('중복수신', 'Duplicate'),
    CORRECTED: label('수정', 'Corrected'),
    CHECKED: label('확인', 'Checked'),
    REFUSED: label('변환오류', 'Error'),
    CONVERTED: label('변환', 'Converted'),
    CANCELLED: label('폐기', 'Discarded'),
    MADE: label('작성', 'Created'),
    COLLECTED: label('수신', 'Collected'),
    HANDED: label('파일전달', 'Sent as file'),
    ACKNOWLEDGED: label('수신확인', 'Acknowledged'),
  },
  'webhook-state': {
    [deliveryStatus.waiting]: label('대기', 'Waiting'),
    [deliveryStatus.delivered]: label('전송완료', 'Delivered'),
    [deliveryStatus.failed]: label('실패', 'Failed'),
  } satisfies Readonly<Record<DeliveryStatus, Label>>,
} as const satisfies CodeLists
