import sql from 'sql-template-tag'
import { josa } from '#kernel/josa.ts'
import { label } from '#kernel/label.ts'
import { isVisibleWarehouse, toShownName } from '#server/auth/visible-names.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'

interface ReacceptedLine extends Record<string, unknown> {
  readonly doc_no: string
  readonly scm_no: string
  readonly other: string | null
}

/**
 * Throws for documents that cannot be reopened, because the quantity they left open returned to the
 * customer's order and has been accepted into a different document since. A backorder ends with its
 * shipment.
 */
export async function rejectReacceptedDocuments(
  call: SaveCall,
  column: 'SHIPMENT_NO' | 'RECEIPT_NO',
): Promise<void> {
  const numbers = [...new Set(call.rows.map(({ values }) => String(values[column])))]
  const found = await call.tx.query<ReacceptedLine>(sql`
    with reopened as (
      select k.*, k.doc_qty wanted from scm_link_now k where k.doc_no = any(${numbers}::text[])
      union all
      select k.*, 0 from scm_link_now k join shipment s on s.shipment_no = k.doc_no
      where s.parent_no = any(${numbers}::text[]) and s.cancel_yn = 'N'),
    changed as (
      select scm_no, line_no, sum(wanted - accept_qty) more from reopened group by 1, 2)
    select r.doc_no, r.scm_no, min(x.doc_no) filter (where ${isVisibleWarehouse('o.wcode', call)}) other
    from changed c join scm_order_line l using (scm_no, line_no)
    join scm_order o using (scm_no)
    join reopened r using (scm_no, line_no)
    join scm_link_now x using (scm_no, line_no)
    where l.accept_qty + l.reject_qty + c.more > l.order_qty and x.accept_qty > 0
      and x.doc_no not in (select doc_no from reopened) group by 1, 2 order by 1, 2`)
  const byDocument = new Map(found.map((row) => [row.doc_no, row]))
  const errors = call.rows.flatMap(({ no: row, values }): RowError[] => {
    const again = byDocument.get(String(values[column]))
    if (!again) return []
    const { ko, en } = toShownName(again.other)
    const text = label(
      `오더 ${again.scm_no}의 남은 수량을 ${ko}${josa(ko, '으로/로')} 다시 접수했습니다. 그 전표를 먼저 취소하세요.`,
      `The rest of order ${again.scm_no} was accepted again into ${en}. Cancel that document first.`,
    )
    return [{ row, column, text }]
  })
  if (errors.length > 0) throw conflictingRows(errors)
}
