import sql, { raw } from 'sql-template-tag'
import { codeLists } from '#areas/code-lists.ts'
import { josa } from '#kernel/josa.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'
import { isVisibleWarehouse, toShownName } from '#server/auth/visible-names.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  type Handler,
  type SaveCall,
  type SaveResult,
} from '#server/engine/handler.ts'
import { rejectRepeatedRows } from '#server/engine/reject-repeated-rows.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { cancelOrders, rejectOrders, switchOrders } from '../operations/orders.ts'
import { scmStepFrom } from '../rules/scm-status.ts'
import { lockOrderDocuments } from './lock-order-documents.ts'
import { lockOrders, repeatedOrder, wrongStateError } from './lock-orders.ts'
import { isPartnerUser, rejectPartnerUser } from './partner-scope.ts'

function toRecordset({ rows }: SaveCall, { input }: Procedure) {
  return recordsetSql(input, Object.keys(input), rows)
}

function toResult(call: SaveCall, ko: string, en: string): SaveResult {
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: label(
      `${formatCount(call.rows.length)}건을 ${ko}`,
      `${formatCount(call.rows.length)} ${en}`,
    ),
  }
}

/** Rejects the unaccepted quantity permanently. The accepted quantity is still processed. */
const rejectHandler = handleProcedure(rejectOrders, async (call) => {
  await rejectPartnerUser(call)
  rejectRepeatedRows(call, ['SCM_NO'], repeatedOrder)
  await lockOrders(call, ({ state_cd: state }) =>
    scmStepFrom.reject.includes(state) ? undefined : wrongStateError(state),
  )
  const rows = toRecordset(call, rejectOrders)
  const rowsWithoutEffect = await call.tx.query<{ no: number }>(sql`
    select r.no from ${rows} where not exists (select from scm_order_line l
      where l.scm_no = r.scm_no and l.accept_qty + l.reject_qty < l.order_qty)`)
  const text = label('미접수 수량이 없습니다.', 'Nothing is left to accept.')
  const missing = new Set(rowsWithoutEffect.map(({ no }) => no))
  const errors = call.rows
    .filter(({ no }) => missing.has(no))
    .map((row): RowError => ({ row: row.no, column: 'SCM_NO', text }))
  if (errors.length) throw conflictingRows(errors)
  await call.tx.execute(sql`
    update scm_order o set reason = r.reason, version = o.version + 1,
      updated_by = ${call.userId}, updated_at = now()
    from ${rows} where o.scm_no = r.scm_no`)
  await call.tx.execute(sql`
    insert into scm_order_log (scm_no, event_cd, now_is, reason, user_id)
    select r.scm_no, 'REJECT', trim_scale(sum(l.order_qty - l.accept_qty - l.reject_qty))::text,
      r.reason, ${call.userId}
    from ${rows} join scm_order_line l on l.scm_no = r.scm_no group by r.scm_no, r.reason`)
  await call.tx.execute(sql`
    update scm_order_line l set reject_qty = l.order_qty - l.accept_qty,
      version = l.version + 1, updated_by = ${call.userId}, updated_at = now()
    from ${rows} where l.scm_no = r.scm_no and l.accept_qty + l.reject_qty < l.order_qty`)
  return toResult(call, '반려했습니다.', 'rejected.')
})

const cancelHandler = handleProcedure(cancelOrders, async (call) => {
  rejectRepeatedRows(call, ['SCM_NO'], repeatedOrder)
  const isBound = await isPartnerUser(call)
  await lockOrderDocuments(
    call.tx,
    call.rows.map((row) => String(row.values['SCM_NO'])),
  )
  await lockOrders(call, ({ state_cd: state }) => {
    const open = isBound ? scmStepFrom.cancelOwn : scmStepFrom.cancel
    return open.includes(state) ? undefined : wrongStateError(state)
  })
  const rows = toRecordset(call, cancelOrders)
  const begun = await call.tx.query<{
    no: number
    doc_no: string | null
    state: string
    kind: string
  }>(sql`
    select distinct on (r.no) r.no, k.doc_state_cd state, o.kind_cd kind,
      case when ${isVisibleWarehouse('d.wcode', call)} then k.doc_no end doc_no
    from ${rows} join scm_order o on o.scm_no = r.scm_no
    join scm_link_now k on k.scm_no = r.scm_no and k.begun
    left join lateral (
      select wcode from receipt where o.kind_cd = 'IN' and receipt_no = k.doc_no
      union all
      select wcode from shipment where o.kind_cd <> 'IN' and shipment_no = k.doc_no) d on true
    order by r.no, k.doc_no`)
  if (begun.length) {
    throw conflictingRows(
      begun.map(({ no, doc_no: document, state, kind }): RowError => {
        const list = codeLists[kind === 'IN' ? 'receipt-state' : 'shipment-state']
        const name = list?.[state] ?? label(state, state)
        const shown = toShownName(document)
        const text = label(
          `연결전표 ${shown.ko}${josa(shown.ko, '이/가')} '${name.ko}' 상태입니다. 그 작업을 먼저 취소하세요.`,
          `Linked document ${shown.en} is at status "${name.en}". Cancel that work first.`,
        )
        return { row: no, column: 'SCM_NO', text }
      }),
    )
  }
  // Cancel the order before its documents. Otherwise the cancelled quantity would be open again in
  // between.
  await call.tx.execute(sql`
    update scm_order o set cancel_yn = 'Y', version = o.version + 1,
      updated_by = ${call.userId}, updated_at = now()
    from ${rows} where o.scm_no = r.scm_no`)
  for (const table of ['receipt', 'shipment']) {
    const number = raw(`${table}_no`)
    await call.tx.execute(sql`
      update ${raw(table)} d set cancel_yn = 'Y', version = d.version + 1,
        updated_by = ${call.userId}, updated_at = now()
      where d.cancel_yn = 'N' and d.${number} in (select k.${number} from scm_order_link k
        join ${rows} on r.scm_no = k.scm_no)`)
  }
  return toResult(call, '취소했습니다.', 'cancelled.')
})

const switchHandler = handleProcedure(switchOrders, async (call) => {
  await rejectPartnerUser(call)
  rejectRepeatedRows(call, ['SCM_NO'], repeatedOrder)
  await lockOrders(call, ({ state_cd: state }) =>
    scmStepFrom.switch.includes(state) ? undefined : wrongStateError(state),
  )
  const rows = toRecordset(call, switchOrders)
  await call.tx.execute(sql`
    insert into scm_order_log (scm_no, event_cd, was, now_is, reason, user_id)
    select o.scm_no, 'ACTIVE', o.active_yn, r.active_yn, r.reason, ${call.userId}
    from ${rows} join scm_order o on o.scm_no = r.scm_no where o.active_yn <> r.active_yn
    order by o.scm_no`)
  await call.tx.execute(sql`
    update scm_order o set active_yn = r.active_yn, version = o.version + 1,
      updated_by = ${call.userId}, updated_at = now()
    from ${rows} where o.scm_no = r.scm_no and o.active_yn <> r.active_yn`)
  return toResult(call, '전환했습니다.', 'switched between active and inactive.')
})

export const orderStepHandlers: readonly Handler[] = [rejectHandler, cancelHandler, switchHandler]
