import { label } from '#kernel/label.ts'
import { grid, type ScanScreen } from '#kernel/screen.ts'
import { finishInspection, gradeScan, inspectLines } from '../operations/inspecting.ts'
import { returns } from '../operations/returns.ts'
import { returnStepFrom } from '../rules/return-status.ts'

export const returnInspectScreen: ScanScreen = {
  kind: 'scan',
  route: 'ReturnInspect',
  search: [],
  document: returns,
  waits: { STATE_CD: returnStepFrom.inspect.join(',') },
  documentKey: 'RECEIPT_NO',
  alsoOpenedBy: ['COLLECT_WAYBILL_NO', 'ORIGIN_WAYBILL_NO'],
  facts: ['RECEIPT_NO', 'OWNER_NM', 'REASON_CD', 'RETURN_KIND_CD', 'STATE_CD'],
  wanted: 'ARRIVED_QTY',
  counted: 'GRADED_QTY',
  endsFull: true,
  answer: {
    field: 'GRADE_CD',
    keys: { 1: 'A', 2: 'B', 3: 'C', 4: 'X' },
    prompt: label(
      '등급: 1 양품 · 2 B급 · 3 불량 · 4 타상품',
      'Grade: 1 good · 2 second · 3 defective · 4 unexpected',
    ),
  },
  accept: gradeScan,
  finish: finishInspection,
  lines: grid({
    source: inspectLines,
    columns: [
      'STOCK_CD',
      'STOCK_NM',
      'SERIAL_NO',
      'ARRIVED_QTY',
      'GRADED_QTY',
      'A_QTY',
      'B_QTY',
      'C_QTY',
      'X_QTY',
    ],
  }),
}
