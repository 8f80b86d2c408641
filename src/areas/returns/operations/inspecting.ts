import { quantity } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { gradeField } from '../tables/return-policy.ts'
import { scannedPiece } from './arriving.ts'
import { outcomeColumns, returnLine } from './return-document.ts'

const common = { scope: 'warehouse-owner' } as const

export const inspectLines = defineQuery({
  ...common,
  name: 'returns/inspect-lines',
  title: label('검품 행 조회', 'Lines to inspect'),
  action: 'search',
  search: pick(returnLine, ['RECEIPT_NO', 'OWNER_CD', 'STOCK_CD']),
  output: {
    ...pick(returnLine, ['RECEIPT_NO', 'LINE_NO', 'OWNER_CD', 'STOCK_CD', 'STOCK_NM']),
    ...pick(returnLine, ['SERIAL_NO']),
    ARRIVED_QTY: quantity(label('도착', 'Arrived'), { width: 70 }),
    ...outcomeColumns,
  },
})

/**
 * Grades scanned pieces of a return. A negative quantity reverts the last ones of that grade. A
 * policy without approval disposes of them at the same time.
 */
export const gradeScan = defineProcedure({
  ...common,
  name: 'returns/grade-scan',
  title: label('반품검품 스캔', 'Inspection scan'),
  action: 'save',
  maxRows: 1_000,
  input: { ...scannedPiece, GRADE_CD: gradeField },
})

export const finishInspection = defineProcedure({
  ...common,
  name: 'returns/finish-inspection',
  title: label('검품완료', 'Finish inspection'),
  action: 'save',
  input: { RECEIPT_NO: scannedPiece.RECEIPT_NO },
})
