import { label, type Label } from '#kernel/label.ts'

/** Code lists the program itself depends on; their codes are contract, their names are shown. */
export const codeLists: Readonly<Record<string, Readonly<Record<string, Label>>>> = {
  'receipt-state': {
    '05': label('요청', 'Requested'),
    '10': label('예정', 'Expected'),
    '20': label('부분입고', 'Partly received'),
    '30': label('입고완료', 'Received'),
    '90': label('취소', 'Cancelled'),
  },
  'shipment-state': {
    '05': label('요청', 'Requested'),
    '10': label('지시', 'Ordered'),
    '15': label('부분할당', 'Partly allocated'),
    '20': label('할당', 'Allocated'),
    '30': label('피킹지시', 'Picking listed'),
    '35': label('부분피킹', 'Partly picked'),
    '40': label('피킹완료', 'Picked'),
    '50': label('검수완료', 'Checked'),
    '60': label('출하완료', 'Shipped'),
    '90': label('취소', 'Cancelled'),
  },
  'stock-condition': {
    NORMAL: label('정상', 'Normal'),
    HELD: label('보류', 'Held'),
    DAMAGED: label('불량', 'Damaged'),
    SAMPLE: label('샘플', 'Sample'),
  },
  'yes-no': {
    Y: label('예', 'Yes'),
    N: label('아니오', 'No'),
  },
  'hold-action': {
    HOLD: label('보류', 'Hold'),
    RELEASE: label('해제', 'Release'),
  },
  'adjust-state': {
    '10': label('승인대기', 'Waiting'),
    '20': label('승인', 'Approved'),
    '90': label('반려', 'Rejected'),
  },
  'count-method': {
    ZONE: label('존', 'Zone'),
    CELL: label('셀', 'Cell'),
    STOCK: label('품목', 'Item'),
    OWNER: label('화주', 'Owner'),
    ABC: label('ABC 등급', 'ABC class'),
    MOVED: label('당일 변동분', 'Moved today'),
  },
  'count-state': {
    '10': label('예정', 'Planned'),
    '20': label('실사중', 'Counting'),
    '30': label('실사완료', 'Counted'),
    '40': label('재실사중', 'Recounting'),
    '50': label('종결', 'Closed'),
    '90': label('취소', 'Cancelled'),
  },
  'backup-state': {
    RUNNING: label('진행 중', 'Running'),
    DONE: label('완료', 'Done'),
    FAILED: label('실패', 'Failed'),
  },
  'grant-action': {
    search: label('조회', 'Search'),
    save: label('저장', 'Save'),
    delete: label('삭제', 'Delete'),
    import: label('가져오기', 'Import'),
    export: label('내보내기', 'Export'),
    print: label('인쇄', 'Print'),
  },
  'grant-way': {
    ACTION: label('기능 전체', 'Whole action'),
    ALONE: label('이 버튼만', 'This button'),
  },
  'count-result': {
    OPEN: label('미실사', 'Not counted'),
    SAME: label('일치', 'Same'),
    DIFF: label('차이', 'Differs'),
    RECOUNT: label('재실사 대기', 'To be recounted'),
    ADJUSTED: label('조정완료', 'Adjusted'),
  },
  'abc-class': { A: label('A', 'A'), B: label('B', 'B'), C: label('C', 'C') },
  'transfer-direction': {
    OUT: label('보내기', 'Send'),
    IN: label('받기', 'Receive'),
    SENT: label('도착 대기', 'On its way'),
  },
  'bonded-status': {
    FREE: label('내국', 'Free'),
    BONDED: label('보세', 'Bonded'),
    CLEARED: label('수리', 'Cleared'),
  },
  movement: {
    RECEIPT: label('입고', 'Receipt'),
    SHIPMENT: label('출고', 'Shipment'),
    MOVE: label('이동', 'Move'),
    ADJUST: label('조정', 'Adjustment'),
    TRANSFER: label('변경', 'Transfer'),
  },
  'figure-source': {
    LEDGER: label('원장', 'Ledger'),
    ALLOC: label('할당', 'Allocation'),
    PICK: label('피킹', 'Picking'),
  },
  place: {
    CELL: label('셀', 'Cell'),
    SUPPLIER: label('공급처', 'Supplier'),
    CUSTOMER: label('배송처', 'Customer'),
    ADJUSTMENT: label('조정', 'Adjustment'),
    TRANSIT: label('운송중', 'In transit'),
  },
  'allocation-strategy': {
    FEFO: label('선유통기한', 'FEFO'),
    FIFO: label('선입선출', 'FIFO'),
    LIFO: label('후입선출', 'LIFO'),
  },
  temperature: {
    DRY: label('상온', 'Dry'),
    COOL: label('냉장', 'Cool'),
    FROZEN: label('냉동', 'Frozen'),
  },
  'cell-type': {
    RACK: label('랙', 'Rack'),
    FLOOR: label('평치', 'Floor'),
    DOCK: label('도크', 'Dock'),
  },
  'cell-mixing': {
    ANY: label('혼적 가능', 'Anything'),
    OWNER: label('화주별', 'One owner'),
    STOCK: label('품목별', 'One item'),
    LOT: label('로트별', 'One lot'),
  },
  'method-work': { PUT: label('적치', 'Put-away'), PICK: label('피킹', 'Picking') },
  'method-strategy': {
    TOGETHER: label('같은 품목 곁에', 'With the same item'),
    EMPTY: label('늘 빈 셀에', 'Always an empty cell'),
    FEFO: label('선유통기한', 'FEFO'),
    FIFO: label('선입선출', 'FIFO'),
    LIFO: label('후입선출', 'LIFO'),
  },
  'line-type': {
    IN: label('입고 도크', 'Inbound dock'),
    OUT: label('출고 도크', 'Outbound dock'),
    STAGE: label('대기 레인', 'Staging lane'),
  },
  label: {
    ITEM: label('품목', 'Item'),
    BOX: label('박스', 'Box'),
    PALLET: label('파렛트', 'Pallet'),
    CELL: label('셀', 'Cell'),
  },
  'label-format': { PDF: label('PDF', 'PDF'), ZPL: label('ZPL', 'ZPL') },
  'label-layout': {
    STANDARD: label('표준', 'Standard'),
    A: label('고객A', 'Customer A'),
    B: label('고객B', 'Customer B'),
    C: label('고객C', 'Customer C'),
  },
  'match-kind': { SERIAL: label('시리얼', 'Serial'), BOX: label('박스', 'Box') },
  'partner-direction': { IN: label('수신', 'In'), OUT: label('송신', 'Out') },
  'partner-kind': {
    RECEIPT: label('입고', 'Receipt'),
    SHIPMENT: label('출고', 'Shipment'),
    STOCK: label('재고', 'Stock'),
  },
  'partner-channel': {
    REST: label('REST', 'REST'),
    FILE: label('파일', 'File'),
    HAND: label('직접입력', 'By hand'),
  },
  'partner-state': {
    '10': label('변환대기', 'Waiting'),
    '20': label('반려', 'Refused'),
    '30': label('변환완료', 'Converted'),
    '40': label('송신대기', 'Ready'),
    '50': label('수신확인', 'Acknowledged'),
    '90': label('포기', 'Given up'),
  },
  'partner-result': {
    DONE: label('완료', 'Done'),
    CHANGED: label('변경', 'Changed'),
    CANCELLED: label('취소', 'Cancelled'),
    REOPENED: label('재작업', 'Reopened'),
    ANSWER: label('회신', 'Answer'),
  },
  'partner-attempt': {
    RECEIVED: label('접수', 'Received'),
    REPEATED: label('중복수신', 'Came again'),
    CORRECTED: label('수정', 'Corrected'),
    CHECKED: label('확인', 'Checked'),
    REFUSED: label('반려', 'Refused'),
    CONVERTED: label('변환', 'Converted'),
    CANCELLED: label('포기', 'Given up'),
    MADE: label('작성', 'Made'),
    COLLECTED: label('수신', 'Collected'),
    HANDED: label('파일전달', 'Handed over'),
    ACKNOWLEDGED: label('수신확인', 'Acknowledged'),
  },
  unit: {
    EA: label('EA', 'Each'),
    BOX: label('BOX', 'Box'),
    PLT: label('PLT', 'Pallet'),
    KG: label('KG', 'Kilogram'),
  },
}

/**
 * Codes and names of a list in the order they are offered; nothing for one that is not known.
 * States are numbered in the order of the work: an object would put 10 before 05.
 */
export function codesInOrder(list: string): readonly (readonly [code: string, name: Label])[] {
  const entries = Object.entries(Object.hasOwn(codeLists, list) ? (codeLists[list] ?? {}) : {})
  const areNumbers = entries.every(([code]) => /^\d+$/.test(code))
  return areNumbers ? entries.toSorted(([a], [b]) => (a < b ? -1 : 1)) : entries
}
