import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { adjustStatus, adjustStepFrom } from '#areas/inventory/rules/adjust-status.ts'
import { isInScope } from '#areas/inventory/server/work-engine.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type Handler,
  type SaveCall,
  type SaveResult,
} from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { currentTimestamp } from '#server/engine/current-timestamp.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import {
  approveCorrection,
  closePeriod,
  docPeriods,
  docRequests,
  rejectCorrection,
  reopenPeriod,
  requestCorrection,
} from '../operations/doc-periods.ts'

const periodsHandler = handleQuery(
  docPeriods,
  'v.owner_cd',
  ({ scope, today }) => sql`
    select ${scope.wcode}::text wcode, o.owner_cd, o.owner_nm, p.closed_to_dt, p.reason, p.closed_by,
      p.closed_at, case when p.closed_to_dt is null or p.closed_to_dt < e.last_dt then e.last_dt end
        next_dt, (select count(*)::int from doc_request q where q.wcode = ${scope.wcode}
          and q.owner_cd = o.owner_cd and q.state_cd = ${adjustStatus.waiting}) request_count
    from owner o
    cross join (select date_trunc('month', ${today}::date)::date - 1 last_dt) e
    left join doc_period p on p.wcode = ${scope.wcode} and p.owner_cd = o.owner_cd
      and p.reopened_at is null and p.closed_to_dt = closed_to(p.wcode, p.owner_cd)
    where p.owner_cd is not null or exists (select from stock_balance b
      where b.wcode = ${scope.wcode} and b.owner_cd = o.owner_cd)`,
)

const requestsHandler = handleQuery(
  docRequests,
  'v.request_no desc',
  () => sql`select * from doc_request`,
)

interface ClosingRequest extends Record<string, unknown> {
  no: number
  owner_cd: string
  closed_to: string | null
  is_after: boolean
  is_over: boolean
  unbilled: number
  reason: string | null
}

/** Locks the owners to serialize closings of the same owner. */
async function lockOwners(call: SaveCall): Promise<void> {
  const owners = call.rows.map((row) => String(row.values['OWNER_CD']))
  await call.tx.execute(sql`
    select 1 from owner where owner_cd = any(${owners}::text[]) order by owner_cd
    for no key update`)
}

const closeHandler = handleProcedure(closePeriod, async (call) => {
  await lockOwners(call)
  const given = recordsetSql(closePeriod.input, Object.keys(closePeriod.input), call.rows)
  const requests = await call.tx.query<ClosingRequest>(sql`
    select r.no, r.owner_cd, r.reason, c.closed_to::text closed_to,
      coalesce(r.next_dt > c.closed_to, true) is_after, r.next_dt < ${call.today}::date is_over,
      (select count(*) from unbilled_work u where u.wcode = ${call.scope.wcode}
        and u.owner_cd = r.owner_cd and u.service_dt <= r.next_dt) unbilled
    from ${given} cross join lateral (
      select closed_to(${call.scope.wcode}, r.owner_cd) closed_to) c order by r.no`)
  const errors = requests.flatMap((row): RowError[] => closeErrors(row))
  if (errors.length) throw invalidRows(errors)
  await call.tx.execute(sql`
    insert into doc_period (wcode, owner_cd, closed_to_dt, reason, closed_by)
    select ${call.scope.wcode}, r.owner_cd, r.next_dt, r.reason, ${call.userId}
    from ${given} order by r.no`)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `${formatCount(call.rows.length)}개 화주의 전표를 마감했습니다.`,
      `Documents of ${formatCount(call.rows.length, 'owner')} closed.`,
    ),
  }
})

function closeErrors(row: ClosingRequest): RowError[] {
  const errorAt = (column: string, ko: string, en: string) => [
    { row: row.no, column, text: label(ko, en) },
  ]
  if (!row.is_over) {
    return errorAt(
      'NEXT_DT',
      '오늘 이전의 날짜까지 마감할 수 있습니다.',
      'Enter a date before today.',
    )
  }
  if (!row.is_after) {
    return errorAt(
      'NEXT_DT',
      `${row.closed_to}까지 이미 마감했습니다. 이후 날짜를 입력하세요.`,
      `Already closed up to ${row.closed_to}. Enter a later date.`,
    )
  }
  if (row.unbilled > 0 && row.reason === null) {
    return errorAt(
      'REASON',
      `미청구 작업이 ${formatCount(row.unbilled)}건 있습니다. 그대로 마감하려면 사유를 입력하세요.`,
      `Unbilled work: ${formatCount(row.unbilled)}. Enter a reason to close anyway.`,
    )
  }
  return []
}

interface ReopenedPeriod extends Record<string, unknown> {
  no: number
  owner_cd: string
  closed_to: string
}

/**
 * Rejects the open corrections of documents with work in the reopened periods. Otherwise they would
 * allow changes of what the next close reports.
 */
async function endCorrections(call: SaveCall, periods: readonly ReopenedPeriod[]): Promise<void> {
  const { wcode } = call.scope
  await call.tx.execute(sql`
    update doc_request q set state_cd = ${adjustStatus.rejected}, decided_by = ${call.userId},
      decided_at = ${currentTimestamp}
    from jsonb_to_recordset(${JSON.stringify(periods)}::jsonb) p(owner_cd text, closed_to date)
    cross join lateral (
      select coalesce(closed_to(${wcode}, p.owner_cd), '-infinity') from_dt) c
    where q.wcode = ${wcode} and q.owner_cd = p.owner_cd and q.used_at is null
      and q.state_cd in (${adjustStatus.waiting}, ${adjustStatus.approved}) and (
        exists (select from stock_movement m where m.doc_no = q.doc_no and m.wcode = q.wcode
          and m.business_dt > c.from_dt and m.business_dt <= p.closed_to)
        or exists (select from receipt_reject j where j.receipt_no = q.doc_no
          and warehouse_day(j.created_at) > c.from_dt
          and warehouse_day(j.created_at) <= p.closed_to))`)
}

const reopenHandler = handleProcedure(reopenPeriod, async (call) => {
  await lockOwners(call)
  const given = recordsetSql(reopenPeriod.input, Object.keys(reopenPeriod.input), call.rows)
  const reopened = await call.tx.query<ReopenedPeriod>(sql`
    update doc_period p set reopened_by = ${call.userId}, reopened_at = ${currentTimestamp},
      reopen_reason = r.reason
    from ${given} where p.wcode = ${call.scope.wcode} and p.owner_cd = r.owner_cd
      and p.reopened_at is null and p.closed_to_dt = closed_to(p.wcode, p.owner_cd)
    returning r.no, p.owner_cd, p.closed_to_dt::text closed_to`)
  const reopenedRows = new Set(reopened.map((row) => row.no))
  const text = label('마감된 기간이 없습니다.', 'No closed period.')
  const errors = call.rows.filter(({ no }) => !reopenedRows.has(no))
  if (errors.length) {
    throw conflictingRows(errors.map(({ no }) => ({ row: no, column: 'OWNER_CD', text })))
  }
  await endCorrections(call, reopened)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `${formatCount(reopenedRows.size)}개 화주의 마감을 취소했습니다.`,
      `Period of ${formatCount(reopenedRows.size, 'owner')} reopened.`,
    ),
  }
})

const requestHandler = handleProcedure(requestCorrection, async (call) => {
  const given = recordsetSql(
    requestCorrection.input,
    Object.keys(requestCorrection.input),
    call.rows,
  )
  const inserted = await call.tx.query<{ doc_no: string }>(sql`
    insert into doc_request (wcode, owner_cd, doc_no, reason, requested_by)
    select b.wcode, b.owner_cd, r.doc_no, r.reason, ${call.userId}
    from ${given} join lateral (
      select m.wcode, m.owner_cd from stock_movement m
      where m.doc_no = r.doc_no and m.movement_cd = any(
        array['RECEIPT', 'SHIPMENT', 'MOVE', 'TRANSFER', 'ADJUST'])
        and m.business_dt <= closed_to(m.wcode, m.owner_cd)
      union
      select h.wcode, h.owner_cd from receipt h join receipt_reject j using (receipt_no)
      where h.receipt_no = r.doc_no and warehouse_day(j.created_at) <= closed_to(h.wcode, h.owner_cd)
      limit 1) b on ${isInScope(call)}
    order by r.no returning doc_no`)
  const found = new Set(inserted.map((row) => row.doc_no))
  const text = label(
    '마감된 기간의 전표가 아닙니다. 전표번호를 확인하세요.',
    'Not a document of a closed period. Check the number.',
  )
  const errors = call.rows.filter(({ values }) => !found.has(String(values['DOC_NO'])))
  if (errors.length)
    throw invalidRows(errors.map(({ no }) => ({ row: no, column: 'DOC_NO', text })))
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `정정 ${formatCount(inserted.length)}건을 요청했습니다. 다른 사용자의 승인을 기다립니다.`,
      `${formatCount(inserted.length, 'correction')} requested. Another user must approve.`,
    ),
  }
})

async function decide(call: SaveCall, state: string): Promise<SaveResult> {
  const numbers = call.rows.map((row) => Number(row.values['REQUEST_NO']))
  const waiting = await call.tx.query<{ request_no: number; requested_by: string }>(sql`
    select request_no, requested_by from doc_request b
    where request_no = any(${numbers}::bigint[])
      and state_cd in (${quoteCodes(adjustStepFrom.decide)}) and ${isInScope(call)}
    order by request_no for update`)
  const requesters = new Map(waiting.map((row) => [row.request_no, row.requested_by]))
  const notPending = label(
    '승인을 기다리는 요청이 아닙니다. 다시 조회하세요.',
    'This request is not waiting for approval. Search again.',
  )
  const ownRequest = label(
    '본인이 요청한 정정은 승인할 수 없습니다. 다른 사용자가 승인해야 합니다.',
    'You cannot approve your own correction. Another user must.',
  )
  const errors = call.rows.flatMap(({ no, values }): RowError[] => {
    const by = requesters.get(Number(values['REQUEST_NO']))
    if (by === undefined) return [{ row: no, column: 'REQUEST_NO', text: notPending }]
    return by === call.userId ? [{ row: no, column: 'REQUEST_NO', text: ownRequest }] : []
  })
  if (errors.length) throw invalidRows(errors)
  await call.tx.execute(sql`
    update doc_request set state_cd = ${state}, decided_by = ${call.userId},
      decided_at = ${currentTimestamp}
    where request_no = any(${numbers}::bigint[])`)
  const isApproved = state === adjustStatus.approved
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no, STATE_CD: state })),
    message: isApproved
      ? label(
          `정정 ${formatCount(numbers.length)}건을 승인했습니다.`,
          `${formatCount(numbers.length, 'correction')} approved.`,
        )
      : label(
          `정정 ${formatCount(numbers.length)}건을 반려했습니다.`,
          `${formatCount(numbers.length, 'correction')} rejected.`,
        ),
  }
}

export const docPeriodHandlers: readonly Handler[] = [
  periodsHandler,
  requestsHandler,
  closeHandler,
  reopenHandler,
  requestHandler,
  handleProcedure(approveCorrection, (call) => decide(call, adjustStatus.approved)),
  handleProcedure(rejectCorrection, (call) => decide(call, adjustStatus.rejected)),
]
