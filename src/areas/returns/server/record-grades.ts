import sql from 'sql-template-tag'
import type { SaveCall } from '#server/engine/handler.ts'

export interface GradedLine {
  readonly no: number
  readonly receipt_no: string
  readonly line_no: number
  readonly lot_id: number
  readonly grade_cd: string
  readonly qty: number
}

export async function recordGrades(call: SaveCall, graded: readonly GradedLine[]): Promise<void> {
  await call.tx.execute(sql`
    insert into return_grade (receipt_no, line_no, lot_id, grade_cd, qty, user_id)
    select g.receipt_no, g.line_no, g.lot_id, g.grade_cd, g.qty, ${call.userId}
    from jsonb_to_recordset(${JSON.stringify(graded)}::jsonb) g(no integer, receipt_no text,
      line_no integer, lot_id bigint, grade_cd text, qty numeric)
    order by g.no`)
}
