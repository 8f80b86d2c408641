import sql, { type Sql } from 'sql-template-tag'
import { josa } from '#kernel/josa.ts'
import { label, type Label } from '#kernel/label.ts'
import { isVisibleWarehouse, toShownName } from '#server/auth/visible-names.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'

type NumberColumn = 'SHIPMENT_NO' | 'RECEIPT_NO'

interface ReacceptedLine extends Record<string, unknown> {
  readonly doc_no: string
  readonly scm_no: string
  readonly other: string | null
}

const documentNumbers = ({ rows }: SaveCall, column: NumberColumn): string[] => [
  ...new Set(rows.map(({ values }) => String(values[column]))),
]

/**
 * Documents that are reopened with their full quantity, and the additional quantity `more` that
 * each order line `changed` is accepted with. The backorder of a reopened shipment is cancelled.
 */
const selectReopened = (numbers: readonly string[]): Sql => sql`
  reopened as (
    select k.*, k.doc_qty wanted from scm_link_now k where k.doc_no = any(${[...numbers]}::text[])
    union all
    select k.*, 0 from scm_link_now k join shipment s on s.shipment_no = k.doc_no
    where s.parent_no = any(${[...numbers]}::text[]) and s.cancel_yn = 'N'),
  changed as (
    select scm_no, line_no, sum(wanted - accept_qty) more from reopened group by 1, 2)`

/**
 * Throws for documents that cannot be reopened, because the quantity they left open returned to the
 * customer's order and has been accepted into a different document since.
 */
export async function rejectReacceptedDocuments(
  call: SaveCall,
  column: NumberColumn,
): Promise<void> {
  const found = await call.tx.query<ReacceptedLine>(sql`
    with ${selectReopened(documentNumbers(call, column))}
    select r.doc_no, r.scm_no, min(x.doc_no) filter (where ${isVisibleWarehouse('o.wcode', call)}) other
    from changed c join scm_order_line l using (scm_no, line_no)
    join scm_order o using (scm_no)
    join reopened r using (scm_no, line_no)
    join scm_link_now x using (scm_no, line_no)
    where l.accept_qty + c.more > l.order_qty and x.accept_qty > 0
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

interface WithdrawnRejection extends Record<string, unknown> {
  readonly scm_no: string
  readonly withdrawn: string
}

/**
 * Withdraws rejections of what documents left open, because the reopened documents cover it again.
 * There is no other way to withdraw them. Returns a notice for each order.
 */
export async function withdrawRejections(
  call: SaveCall,
  column: NumberColumn,
  reason: string,
): Promise<Label[]> {
  const orders = await call.tx.query<WithdrawnRejection>(sql`
    with ${selectReopened(documentNumbers(call, column))},
    excess as (
      select scm_no, line_no, l.reject_qty was, l.accept_qty + l.reject_qty + c.more - l.order_qty qty
      from changed c join scm_order_line l using (scm_no, line_no)
      where l.reject_qty > 0 and l.accept_qty + l.reject_qty + c.more > l.order_qty),
    withdrawn as (
      update scm_order_line l set reject_qty = l.reject_qty - e.qty, version = l.version + 1,
        updated_by = ${call.userId}, updated_at = now()
      from excess e where l.scm_no = e.scm_no and l.line_no = e.line_no),
    logged as (
      insert into scm_order_log (scm_no, event_cd, was, now_is, reason, user_id)
      select scm_no, 'REJECT', trim_scale(sum(was))::text, trim_scale(sum(was - qty))::text,
        ${reason}, ${call.userId} from excess group by 1 order by 1)
    select scm_no, trim_scale(sum(qty))::text withdrawn from excess group by 1 order by 1`)
  await call.tx.execute(sql`
    update scm_order o set reason = null, version = o.version + 1, updated_by = ${call.userId},
      updated_at = now()
    where o.scm_no = any(${orders.map(({ scm_no }) => scm_no)}::text[]) and not exists (
      select from scm_order_line l where l.scm_no = o.scm_no and l.reject_qty > 0)`)
  return orders.map(({ scm_no, withdrawn }) => rejectionWithdrawn(scm_no, withdrawn))
}

export const rejectionWithdrawn = (order: string, qty: string): Label =>
  label(
    `오더 ${order}의 반려 수량 ${qty}도 취소했습니다.`,
    `The rejection of ${qty} of order ${order} is withdrawn as well.`,
  )
