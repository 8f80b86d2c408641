import sql, { raw, type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { documentStatus } from '#kernel/status.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, type SaveCall } from '#server/engine/handler.ts'
import { rejectRepeatedRows } from '#server/engine/reject-repeated-rows.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { receiptStepFrom } from '#areas/inbound/rules/receipt-status.ts'
import { shipmentStepFrom } from '#areas/outbound/rules/shipment-status.ts'
import { changeDates, undoDates } from '../operations/dates.ts'
import { scmStepFrom } from '../rules/scm-status.ts'
import { selectCheckedDates, rejectionText } from './date-plan.ts'
import { lockOrderDocuments } from './lock-order-documents.ts'
import { lockOrders, repeatedOrder } from './lock-orders.ts'
import { rejectPartnerUser } from './partner-scope.ts'

const documents = [
  ['receipt', 'receipt_no', 'receipt_dt', receiptStepFrom.change],
  ['shipment', 'shipment_no', 'shipment_dt', shipmentStepFrom.change],
] as const

const isChangeable = sql`case o.kind_cd when 'IN'
  then k.doc_state_cd in (${quoteCodes(receiptStepFrom.change)})
  else k.doc_state_cd in (${quoteCodes(shipmentStepFrom.change)}) end`

export const changeDatesHandler = handleProcedure(changeDates, async (call) => {
  await rejectPartnerUser(call)
  rejectRepeatedRows(call, ['SCM_NO'], repeatedOrder)
  await lockOrderDocuments(call.tx, getOrderNumbers(call))
  await lockOrders(call, () => undefined)
  await rejectInvalidDates(call)
  const batch = await storeBatch(call)
  await rescheduleOrders(call, batch, sql`e.now_dt`)
  for (const [table, number, day, from] of documents) {
    await call.tx.execute(sql`
      update ${raw(table)} d set ${raw(day)} = e.now_dt, version = d.version + 1,
        updated_by = ${call.userId}, updated_at = now()
      from scm_date_entry e join scm_order_link k using (scm_no)
      where e.batch_no = ${batch} and d.${raw(number)} = k.${raw(number)}
        and d.state_cd in (${quoteCodes(from)}) and d.${raw(day)} <> e.now_dt`)
  }
  const count = call.rows.length
  return {
    rows: call.rows.map((row) => ({ ROW: row.no, BATCH_NO: batch })),
    message: label(
      `${formatCount(count)}건의 일자를 변경했습니다(묶음 ${batch}).`,
      `${formatCount(count, 'date')} changed (batch ${batch}).`,
    ),
  }
})

function getOrderNumbers({ rows }: SaveCall): string[] {
  return rows.map((row) => String(row.values['SCM_NO']))
}

function toRecordset({ rows }: SaveCall): Sql {
  return recordsetSql(changeDates.input, Object.keys(changeDates.input), rows)
}

/** Applies the same checks as the preview. */
async function rejectInvalidDates(call: SaveCall): Promise<void> {
  const wanted = sql`
    select r.scm_no, r.no, coalesce(o.promised_dt, o.request_dt) now_dt, r.new_dt
    from ${toRecordset(call)} join scm_order o using (scm_no)`
  const refused = await call.tx.query<{ no: number; code: string }>(sql`
    select q.no, q.code from (${selectCheckedDates(wanted, call.today)}) q
    where q.code is not null order by q.no`)
  if (refused.length === 0) return
  throw conflictingRows(
    refused.map(({ no, code }): RowError => {
      return { row: no, column: 'NEW_DT', text: rejectionText(code) }
    }),
  )
}

/** Stores the planned changes with the current document dates. Returns the batch number. */
async function storeBatch(call: SaveCall): Promise<number> {
  const [made] = await call.tx.query<{ batch_no: number }>(sql`
    insert into scm_date_batch (wcode, reason, row_count, created_by)
    select ${call.scope.wcode}, string_agg(distinct r.reason, ', '), count(*), ${call.userId}
    from ${toRecordset(call)} returning batch_no`)
  const batch = made?.batch_no ?? 0
  await call.tx.execute(sql`
    insert into scm_date_entry (batch_no, scm_no, was_dt, now_dt, doc_days)
    select ${batch}, o.scm_no, o.promised_dt, r.new_dt,
      coalesce(jsonb_object_agg(k.doc_no, k.doc_dt) filter (where k.doc_no is not null), '{}')
    from ${toRecordset(call)} join scm_order o using (scm_no)
    left join scm_link_now k on k.scm_no = o.scm_no and ${isChangeable}
    group by o.scm_no, r.new_dt`)
  return batch
}

async function rescheduleOrders(call: SaveCall, batch: number, to: Sql): Promise<void> {
  await call.tx.execute(sql`
    insert into scm_order_log (scm_no, event_cd, was, now_is, reason, user_id)
    select o.scm_no, 'DATE', to_char(coalesce(o.promised_dt, o.request_dt), 'YYYY-MM-DD'),
      to_char(coalesce(${to}, o.request_dt), 'YYYY-MM-DD'), b.reason, ${call.userId}
    from scm_date_entry e join scm_date_batch b using (batch_no) join scm_order o using (scm_no)
    where e.batch_no = ${batch} order by o.scm_no`)
  await call.tx.execute(sql`
    update scm_order o set promised_dt = ${to}, version = o.version + 1,
      updated_by = ${call.userId}, updated_at = now()
    from scm_date_entry e where e.batch_no = ${batch} and o.scm_no = e.scm_no`)
}

export const datesUndoneText = (count: number): Label =>
  label(
    `${formatCount(count)}건의 일자변경을 취소했습니다.`,
    `${formatCount(count, 'date change')} undone.`,
  )

export const undoDatesHandler = handleProcedure(undoDates, async (call) => {
  await rejectPartnerUser(call)
  let count = 0
  for (const batch of new Set(call.rows.map((row) => Number(row.values['BATCH_NO'])))) {
    count += await undoBatch(call, batch)
  }
  return {
    rows: call.rows.map((row) => ({ ROW: row.no })),
    message: datesUndoneText(count),
  }
})

/** Undoes one batch entirely. Returns the number of orders whose date changed. */
async function undoBatch(call: SaveCall, batch: number): Promise<number> {
  const rows = call.rows.filter((row) => Number(row.values['BATCH_NO']) === batch)
  const refuse = (ko: string, en: string): never => {
    const text = label(ko, en)
    throw conflictingRows(rows.map((row) => ({ row: row.no, column: 'BATCH_NO', text })))
  }
  const { wcode, owners } = call.scope
  // A batch with orders of an owner outside the caller's scope is reported as not found.
  const found = await call.tx.query<{ batch_no: number }>(sql`
    select batch_no from scm_date_batch where batch_no = ${batch}::bigint
      and wcode = ${wcode} and undone_at is null
      and (${owners === null} or not exists (
        select from scm_date_entry join scm_order o using (scm_no)
        where batch_no = ${batch}::bigint and o.owner_cd <> all(${[...(owners ?? [])]}::text[])))
    for update`)
  if (found.length === 0)
    refuse('없거나 이미 취소한 묶음입니다.', 'Batch not found, or already undone.')
  const entries = await call.tx.query<{ scm_no: string }>(sql`
    select scm_no from scm_date_entry where batch_no = ${batch}::bigint order by scm_no`)
  const numbers = entries.map((entry) => entry.scm_no)
  await lockOrderDocuments(call.tx, numbers)
  const [no = 1] = rows.map((row) => row.no)
  await lockOrders(
    {
      ...call,
      rows: numbers.map((SCM_NO) => ({
        no,
        flag: 'U',
        version: null,
        type: 'H',
        docRef: '',
        values: { SCM_NO },
      })),
    },
    () => undefined,
  )
  const moved = await call.tx.query<{ scm_no: string }>(sql`
    select e.scm_no from scm_date_entry e join scm_date_batch b using (batch_no)
    join scm_order o using (scm_no)
    where e.batch_no = ${batch}::bigint and (o.promised_dt is distinct from e.now_dt
      or o.state_cd not in (${quoteCodes(scmStepFrom.replan)}) or exists (
        select from scm_link_now k
        cross join lateral (select created_at from receipt where receipt_no = k.doc_no
          union all select created_at from shipment where shipment_no = k.doc_no) d
        where k.scm_no = e.scm_no and k.doc_state_cd <> ${quoteCodes(documentStatus.cancelled)}
          and case when e.doc_days ? k.doc_no then k.begun or k.doc_dt <> e.now_dt
            else d.created_at > b.created_at end))
    order by 1 limit 3`)
  if (moved.length) {
    const some = moved.map((order) => order.scm_no).join(', ')
    refuse(
      `이후에 변경되었거나 작업이 시작된 오더가 있어 취소하지 않았습니다: ${some}`,
      `Nothing was undone. These orders were changed since, or work has started: ${some}`,
    )
  }
  await rescheduleOrders(call, batch, sql`e.was_dt`)
  for (const [table, number, day, from] of documents) {
    await call.tx.execute(sql`
      update ${raw(table)} d set ${raw(day)} = (e.doc_days ->> d.${raw(number)})::date,
        version = d.version + 1, updated_by = ${call.userId}, updated_at = now()
      from scm_date_entry e join scm_order_link k using (scm_no)
      where e.batch_no = ${batch}::bigint and d.${raw(number)} = k.${raw(number)}
        and d.state_cd in (${quoteCodes(from)}) and e.doc_days ? k.${raw(number)}`)
  }
  await call.tx.execute(sql`
    update scm_date_batch set undone_by = ${call.userId}, undone_at = now()
    where batch_no = ${batch}::bigint`)
  return numbers.length
}
