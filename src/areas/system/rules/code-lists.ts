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
  'hold-action': {
    HOLD: label('보류', 'Hold'),
    RELEASE: label('해제', 'Release'),
  },
  'adjust-state': {
    '10': label('승인대기', 'Waiting'),
    '20': label('승인', 'Approved'),
    '90': label('반려', 'Rejected'),
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
  unit: {
    EA: label('EA', 'Each'),
    BOX: label('BOX', 'Box'),
    PLT: label('PLT', 'Pallet'),
    KG: label('KG', 'Kilogram'),
  },
}
