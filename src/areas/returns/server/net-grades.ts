import { selectNetRecords } from '#areas/outbound/server/net-records.ts'

export const netGrades = selectNetRecords({
  table: 'return_grade',
  number: 'grade_no',
  qty: 'qty',
  work: ['receipt_no', 'line_no', 'lot_id', 'grade_cd'],
})
