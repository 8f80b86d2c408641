import { command, type Command } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'

export const scanCommands = {
  'scan.document': command({
    title: label('스캔할 전표 변경', 'Scan another document'),
    short: label('전표', 'Document'),
    keywords: ['출고', '입고', 'order'],
  }),
  'scan.quantity': command({
    title: label('다음 스캔의 수량 입력', 'Enter the quantity of the next scan'),
    short: label('수량 입력', 'Quantity'),
    legend: 16,
    keywords: ['qty'],
  }),
  'scan.undo': command({
    title: label('마지막 스캔 취소', 'Undo last scan'),
    short: label('마지막 취소', 'Undo scan'),
    legend: 17,
    keywords: ['되돌리기'],
  }),
} as const satisfies Record<string, Command>
