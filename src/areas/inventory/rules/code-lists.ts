import { label, type CodeLists, type Label } from '#kernel/label.ts'
import { adjustStatus, type AdjustStatus } from './adjust-status.ts'
import { countStatus, type CountStatus } from './count-status.ts'
import { serialStatus, type SerialStatus } from './serial-status.ts'
import { moveTaskStatus, type MoveTaskStatus } from './move-task-status.ts'
import { recallStatus, type RecallStatus } from './recall-status.ts'
import type { TaskKind } from './task-kinds.ts'

export const inventoryCodeLists = {
  'stock-condition': {
    NORMAL: label('정상', 'Normal'),
    HELD: label('보류', 'Held'),
    DAMAGED: label('불량', 'Damaged'),
    SAMPLE: label('샘플', 'Sample'),
    INSPECT: label('검품대기', 'Awaiting inspection'),
  },
  'serial-state': {
    [serialStatus.expected]: label('예정', 'Expected'),
    [serialStatus.inStock]: label('재고', 'On hand'),
    [serialStatus.inTransit]: label('운송중', 'In transit'),
    [serialStatus.picked]: label('피킹', 'Picked'),
    [serialStatus.shipped]: label('출고', 'Shipped'),
    [serialStatus.inspection]: label('반품검품', 'Return inspection'),
    [serialStatus.consumed]: label('소비', 'Consumed'),
    [serialStatus.discarded]: label('폐기', 'Discarded'),
  } satisfies Readonly<Record<SerialStatus, Label>>,
  'task-kind': {
    PUT: label('적치', 'Put-away'),
    MOVE: label('이동·보충', 'Move or refill'),
    PICK: label('피킹', 'Picking'),
    COUNT: label('실사', 'Count'),
    RETURN: label('반품검품', 'Return inspection'),
  } satisfies Readonly<Record<TaskKind, Label>>,
  // Days until the expiry date, upper bound inclusive.
  'expiry-bucket': {
    '000': label('경과', 'Expired'),
    '030': label('30일 이내', 'Up to 30 days'),
    '060': label('31~60일', '31–60 days'),
    '090': label('61~90일', '61–90 days'),
    '999': label('90일 초과', 'Over 90 days'),
  },
  // Days since receipt, upper bound inclusive.
  'age-bucket': {
    '030': label('0~30일', '0–30 days'),
    '060': label('31~60일', '31–60 days'),
    '090': label('61~90일', '61–90 days'),
    '180': label('91~180일', '91–180 days'),
    '365': label('181~365일', '181–365 days'),
    '999': label('365일 초과', 'Over 365 days'),
  },
  'hold-kind': {
    MISSING: label('미발견', 'Missing'),
    STOCK: label('재고보류', 'Stock held'),
    CELL_RULE: label('셀 규칙', 'Cell rule'),
    ZONE_RULE: label('존 규칙', 'Zone rule'),
    STOCK_RULE: label('품목 규칙', 'Item rule'),
    LOT_RULE: label('로트 규칙', 'Lot rule'),
    RECALL: label('회수', 'Recall'),
  },
  'recall-state': {
    [recallStatus.blocked]: label('차단', 'Blocked'),
    [recallStatus.closed]: label('종결', 'Closed'),
  } satisfies Readonly<Record<RecallStatus, Label>>,
  // Recall classes of the Korean Food Sanitation Act: 1 endangers health, 3 does not.
  'recall-level': {
    '1': label('1등급', 'Class 1'),
    '2': label('2등급', 'Class 2'),
    '3': label('3등급', 'Class 3'),
  },
  'recall-place': {
    CELL: label('셀', 'Cell'),
    ALLOCATED: label('할당', 'Allocated'),
    PICKED: label('피킹', 'Picked'),
    TRANSIT: label('운송중', 'In transit'),
    SHIPPED: label('출고', 'Shipped'),
    ADJUSTED: label('조정', 'Adjusted'),
  },
  'move-cause': {
    MINMAX: label('최소·최대', 'Min/max'),
    DEMAND: label('출고', 'Shipment demand'),
    HAND: label('수동', 'Manual'),
    PUT: label('적치', 'Put-away'),
  },
  'move-task-state': {
    [moveTaskStatus.waiting]: label('대기', 'Waiting'),
    [moveTaskStatus.claimed]: label('진행', 'In progress'),
    [moveTaskStatus.done]: label('완료', 'Done'),
    [moveTaskStatus.short]: label('부족완료', 'Completed short'),
    [moveTaskStatus.cancelled]: label('취소', 'Cancelled'),
  } satisfies Readonly<Record<MoveTaskStatus, Label>>,
  'put-why': {
    LOT: label('같은 로트', 'Same lot'),
    STOCK: label('같은 품목', 'Same item'),
    NEAR: label('피킹순서', 'Pick order'),
  },
  // Reasons for choosing another cell than the proposed one. Users select them by digit.
  'put-reason': {
    '1': label('셀에 공간 없음', 'Cell is full'),
    '2': label('통로·셀 막힘', 'Aisle or cell is blocked'),
    '3': label('셀 파손', 'Cell is damaged'),
    '4': label('더 가까운 셀', 'Nearer cell'),
  },
  'cancel-kind': {
    WORK: label('실적 취소', 'Cancelled work'),
    REJECT: label('불합격 취소', 'Rejection cancelled'),
    DOCUMENT: label('전표 취소', 'Document cancelled'),
  },
  'hold-action': {
    HOLD: label('보류', 'Hold'),
    RELEASE: label('해제', 'Release'),
    DAMAGE: label('불량', 'Mark as damaged'),
    REPAIR: label('불량해제', 'Mark as not damaged'),
    PASS: label('검품합격', 'Pass inspection'),
  },
  'adjust-state': {
    [adjustStatus.waiting]: label('승인대기', 'Awaiting approval'),
    [adjustStatus.approved]: label('승인', 'Approved'),
    [adjustStatus.rejected]: label('반려', 'Rejected'),
  } satisfies Readonly<Record<AdjustStatus, Label>>,
  'count-method': {
    ZONE: label('존', 'Zone'),
    CELL: label('셀', 'Cell'),
    STOCK: label('품목', 'Item'),
    OWNER: label('화주', 'Owner'),
    ABC: label('ABC 등급', 'ABC class'),
    MOVED: label('당일 변동분', 'Moved today'),
    MISSING: label('미발견', 'Missing'),
  },
  'count-state': {
    [countStatus.planned]: label('예정', 'Planned'),
    [countStatus.counting]: label('실사중', 'Counting'),
    [countStatus.counted]: label('실사완료', 'Counted'),
    [countStatus.recounting]: label('재실사중', 'Recounting'),
    [countStatus.closed]: label('종결', 'Closed'),
    [countStatus.cancelled]: label('취소', 'Cancelled'),
  } satisfies Readonly<Record<CountStatus, Label>>,
  'count-result': {
    OPEN: label('미실사', 'Not counted'),
    SAME: label('일치', 'Match'),
    DIFF: label('차이', 'Difference'),
    MOVED: label('이동', 'Moved'),
    RECOUNT: label('재실사 대기', 'To be recounted'),
    ADJUSTED: label('조정완료', 'Adjusted'),
  },
  'abc-class': { A: label('A', 'A'), B: label('B', 'B'), C: label('C', 'C') },
  'transfer-direction': {
    OUT: label('이동출고', 'Send'),
    IN: label('이동입고', 'Receive'),
    SENT: label('입고대기', 'Pending receipt'),
  },
  'bonded-status': {
    FREE: label('내국물품', 'Domestic'),
    BONDED: label('보세', 'Bonded'),
    CLEARED: label('통관완료', 'Cleared'),
  },
  movement: {
    RECEIPT: label('입고', 'Receipt'),
    SHIPMENT: label('출고', 'Shipment'),
    MOVE: label('이동', 'Move'),
    ADJUST: label('조정', 'Adjustment'),
    TRANSFER: label('변경', 'Change'),
  },
  'flow-figure': {
    RECEIPT: label('입고', 'Received'),
    SHIPMENT: label('출고', 'Shipped'),
    CLOSE: label('기말재고', 'Closing stock'),
  },
  'figure-source': {
    LEDGER: label('원장', 'Ledger'),
    ALLOC: label('할당', 'Allocation'),
    PICK: label('피킹', 'Picking'),
  },
  place: {
    CELL: label('셀', 'Cell'),
    SUPPLIER: label('공급처', 'Supplier'),
    CUSTOMER: label('배송처', 'Ship-to'),
    ADJUSTMENT: label('조정', 'Adjustment'),
    TRANSIT: label('운송중', 'In transit'),
  },
  label: {
    ITEM: label('품목', 'Item'),
    BOX: label('박스', 'Box'),
    PALLET: label('파렛트', 'Pallet'),
    CELL: label('셀', 'Cell'),
  },
  'handling-kind': { PALLET: label('파렛트', 'Pallet'), BOX: label('박스', 'Box') },
  'label-format': { PDF: label('PDF', 'PDF'), ZPL: label('ZPL', 'ZPL') },
  'label-layout': {
    STANDARD: label('표준', 'Standard'),
    A: label('고객A', 'Customer A'),
    B: label('고객B', 'Customer B'),
    C: label('고객C', 'Customer C'),
  },
} as const satisfies CodeLists
