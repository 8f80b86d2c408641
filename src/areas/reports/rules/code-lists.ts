import { label, type CodeLists } from '#kernel/label.ts'

export const reportsCodeLists = {
  'work-kind': {
    RECEIPT: label('입고', 'Receipt'),
    PICK: label('피킹', 'Pick'),
    CHECK: label('검수', 'Check'),
    SHIPMENT: label('출하', 'Shipment'),
    MOVE: label('이동', 'Move'),
    ADJUST: label('조정', 'Adjustment'),
    TRANSFER: label('변경', 'Change'),
    COUNT: label('실사', 'Count'),
  },
} as const satisfies CodeLists
