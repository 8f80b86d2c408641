import sql, { type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { outcomeText } from '#kernel/outcome-text.ts'
import { AppError, invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type SaveCall,
  type SaveResult,
} from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { currentTimestamp } from '#server/engine/current-timestamp.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import {
  adjustRequests,
  adjustStock,
  approveAdjust,
  rejectAdjust,
} from '../operations/adjusting.ts'
import type { PlacementDoor } from '../rules/placement-doors.ts'
import type { CountAdjustment } from './approve-serials.ts'
import { gradeBeforeAdjusting, wouldLeaveReturnShort } from './awaited-pieces.ts'
import { checkPlacement } from './check-placement.ts'
import { rejectBeyondTransit, rejectChangedStock, type OpenRequest } from './changed-requests.ts'
import { adjustStatus, adjustStepFrom, type AdjustStatus } from '../rules/adjust-status.ts'
import { postLosses } from './close-transit.ts'
import { postMovements } from './post-movements.ts'
import { serialsColumn } from './serial-errors.ts'
import { withNotices } from './with-notices.ts'
import { isInScope, lockBalances, openWork, allocatedTo, insufficientStock } from './work-engine.ts'

export const adjustRequestsHandler = handleQuery(
  adjustRequests,
  'v.request_no desc',
  () => sql`
    select q.request_no, q.wcode, q.owner_cd, q.balance_id::text balance_id, q.adjust_qty, q.serials,
      concat_ws(' ', '→ ' || t.to_wcode, t.work_no, q.reason) reason, q.state_cd, q.requested_by,
      q.requested_at, q.decided_by, q.decided_at, q.work_no
    from adjust_request q left join transit t using (transit_no)`,
)

interface Adjustment extends Record<string, unknown> {
  no: number
  balance_id: number
  transit_no: number | null
  adjust_qty: number
  free: number
  promised_to: string | null
  is_waiting: boolean
  is_over: boolean
  is_awaited: boolean
  total: number
}

export const awaitsApprovalText = (count: number): Label =>
  label(
    `${formatCount(count)}건은 다른 사용자의 승인을 기다립니다.`,
    `${formatCount(count)} waiting for another user's approval.`,
  )

const adjustColumns = Object.keys(adjustStock.input)

export const adjustStockHandler = handleProcedure(adjustStock, (call) => {
  const given = recordsetSql(adjustStock.input, adjustColumns, call.rows)
  return adjustOrRequest(call, {
    rows: sql`select r.no, b.balance_id, null::bigint transit_no, r.adjust_qty, r.reason,
        r.serials, b.owner_cd, b.qty - b.alloc_qty - b.pick_qty free,
        ${allocatedTo} promised_to
      from ${given} join stock_balance b on b.balance_id = r.balance_id::bigint
      where ${isInScope(call)}`,
    column: 'ADJUST_QTY',
    post: (rows) => postAdjustments(call, 'ADJUST', rows),
    done: (posted, waiting) =>
      outcomeText(
        [
          posted,
          label(`${formatCount(posted)}건을 조정했습니다.`, `${formatCount(posted)} adjusted.`),
        ],
        [waiting, awaitsApprovalText(waiting)],
      ),
  })
})

interface AdjustWork {
  /**
   * SELECT of `no, balance_id, transit_no, adjust_qty, reason, serials, owner_cd, free,
   * promised_to`.
   */
  readonly rows: Sql
  /** Column on which a rejected quantity is reported. */
  readonly column: string
  /** Posts the rows within the limit. Returns the number of their document and its notices. */
  readonly post: (rows: readonly Adjustment[]) => ReturnType<typeof postAdjustments>
  readonly done: (posted: number, waiting: number) => Label
}

/**
 * Posts adjustments within the limit of the warehouse and requests a second user's approval for the
 * others. A row with a transit number is a loss of stock still in transit.
 */
export async function adjustOrRequest(
  call: SaveCall,
  { rows, column, post, done }: AdjustWork,
): Promise<SaveResult> {
  const lockedBalances = await call.tx.query<{ balance_id: number }>(rows)
  await lockBalances(
    call.tx,
    lockedBalances.map((row) => row.balance_id),
  )
  // Sums the rows of a balance and the user's adjustments of it today: a large adjustment must not
  // be split to avoid the limit.
  const adjustments = await call.tx.query<Adjustment>(sql`
    select a.*, sum(adjust_qty) over w total, ${wouldLeaveReturnShort(sql`sum(adjust_qty) over w`)} is_awaited,
      exists (select from adjust_request q
        where q.balance_id = a.balance_id and q.state_cd in (${quoteCodes(adjustStepFrom.decide)})) is_waiting,
      sum(abs(adjust_qty)) over w + (${adjustedToday(call)}) > (select adjust_limit_qty
        from warehouse where wcode = ${call.scope.wcode}) is_over
    from (${rows}) a join stock_balance b using (balance_id)
    window w as (partition by balance_id) order by no`)
  rejectBadAdjustments(call, adjustments, column)
  const overLimit = adjustments.filter((row) => row.is_over)
  const early = await requestApproval(call, overLimit, column)
  const now = adjustments.filter((row) => !row.is_over)
  const posted = now.length ? await post(now) : undefined
  const waiting = new Set(overLimit.map((row) => row.no))
  const answered = call.rows.map(({ no }) => ({
    ROW: no,
    STATE_CD: waiting.has(no) ? adjustStatus.waiting : adjustStatus.approved,
    DOC_NO: waiting.has(no) ? null : (posted?.workNo ?? null),
  }))
  const message = done(now.length, overLimit.length)
  return withNotices({ rows: answered, message }, [...early, ...(posted?.notices ?? [])])
}

/**
 * Sum of the user's adjustments today that needed no approval, less reversed ones: of balance `a`
 * and of those that its stock left today. Moving stock does not start a new limit.
 */
function adjustedToday({ userId, today }: SaveCall): Sql {
  return sql`with recursive came(balance_id) as (
      select a.balance_id
      union
      select f.from_balance_id from came
      join stock_movement t on t.to_balance_id = came.balance_id
        and t.movement_cd in ('MOVE', 'TRANSFER') and t.business_dt = ${today}::date
      join stock_movement f on f.movement_cd = t.movement_cd and f.doc_no = t.doc_no
        and f.doc_line = t.doc_line and f.from_balance_id is not null)
    select coalesce(sum(m.qty), 0) from came
    cross join lateral (
      select * from stock_movement where from_balance_id = came.balance_id
      union all select * from stock_movement where to_balance_id = came.balance_id) m
    join inventory_work w on w.work_no = m.doc_no
    where m.movement_cd = 'ADJUST'
      and m.user_id = ${userId} and m.business_dt = ${today}::date and m.reverses_no is null
      and not exists (select from stock_movement x where x.reverses_no = m.movement_no)
      and not exists (select from adjust_request q where q.work_no = m.doc_no)
      and not exists (select from count_line l where l.work_no = m.doc_no)`
}

export const adjustmentPending = label(
  '승인을 기다리는 조정이 있습니다. 먼저 승인하거나 반려하세요.',
  'An adjustment is waiting for approval. Approve or reject it first.',
)

function rejectBadAdjustments(
  call: SaveCall,
  adjustments: readonly Adjustment[],
  column: string,
): void {
  const byRow = new Map(adjustments.map((row) => [row.no, row]))
  const findError = (row: Adjustment | undefined) => {
    if (!row)
      return label('재고를 찾을 수 없습니다. 다시 조회하세요.', 'Stock not found. Search again.')
    if (row.adjust_qty === 0)
      return label('0이 아닌 조정수량을 입력하세요.', 'Enter a quantity other than 0.')
    if (row.is_waiting) return adjustmentPending
    if (row.is_awaited) return gradeBeforeAdjusting
    return row.free + row.total < 0 ? insufficientStock(row.free, row.promised_to) : undefined
  }
  const errors = call.rows.flatMap(({ no }): RowError[] => {
    const text = findError(byRow.get(no))
    return text ? [{ row: no, text, column }] : []
  })
  if (errors.length) throw invalidRows(errors)
}

async function requestApproval(
  call: SaveCall,
  rows: readonly Adjustment[],
  column: string,
): Promise<readonly Label[]> {
  const twice = rows.filter(
    (row, index) => rows.findIndex((other) => other.balance_id === row.balance_id) < index,
  )
  const text = label(
    '승인이 필요한 조정은 재고마다 한 행으로 입력하세요.',
    'Enter one row per stock record for adjustments that need approval.',
  )
  if (twice.length) throw invalidRows(twice.map(({ no }) => ({ row: no, text, column })))
  await call.tx.execute(sql`
    insert into adjust_request (wcode, owner_cd, balance_id, transit_no, adjust_qty, reason,
      serials, requested_by)
    select ${call.scope.wcode}, owner_cd, balance_id, transit_no, adjust_qty, reason, serials,
      ${call.userId}
    from ${adjustmentRelation(rows)} order by no`)
  // Reports placements that are already invalid. Approval checks the cell again with its stock at
  // that time.
  return checkPlacement(call, 'ADJUST', adjustmentMovements(rows, ''))
}

function adjustmentRelation(rows: readonly Record<string, unknown>[]): Sql {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as p(no integer, doc_line integer, owner_cd text, balance_id bigint, transit_no bigint,
      adjust_qty numeric, reason text, serials text)`
}

function adjustmentMovements(rows: readonly Record<string, unknown>[], workNo: string): Sql {
  return sql`
    select p.no, b.wcode, b.owner_cd, b.stock_cd, 'ADJUST' movement_cd,
      ${workNo} doc_no, coalesce(p.doc_line, row_number() over (order by p.no)::integer) doc_line,
      case when p.adjust_qty > 0 then 'ADJUSTMENT' else 'CELL' end from_place_cd,
      case when p.adjust_qty < 0 then b.balance_id end from_balance_id,
      case when p.adjust_qty > 0 then 'CELL' else 'ADJUSTMENT' end to_place_cd,
      case when p.adjust_qty > 0 then b.balance_id end to_balance_id,
      abs(p.adjust_qty) qty, p.reason, p.serials, null::bigint reverses_no
    from ${adjustmentRelation(rows)} join stock_balance b on b.balance_id = p.balance_id`
}

/**
 * Posts adjustments (`no, balance_id, adjust_qty, reason`) of locked balances as one document.
 * Returns its number and the placement notices.
 */
async function postAdjustments(
  call: SaveCall,
  door: Extract<PlacementDoor, 'ADJUST'>,
  rows: readonly Record<string, unknown>[],
) {
  const workNo = await openWork(call, 'ADJUST')
  const { count, notices } = await postMovements(call, door, adjustmentMovements(rows, workNo))
  if (count !== rows.length) throw new Error(`${count} of ${rows.length} were adjusted`)
  return { workNo, notices }
}

/**
 * Posts the approved differences of a count as one document. Outgoing serials are posted before
 * incoming ones, because a piece can be both. Errors are reported on the rows of the call.
 */
export async function postCountDifferences(call: SaveCall, parts: readonly CountAdjustment[]) {
  const workNo = await openWork(call, 'ADJUST')
  const numbered = parts.map((part, index) => ({ ...part, no: index + 1 }))
  const rows = numbered.flatMap(({ no, row, serials }) => {
    const named = call.rows.find((candidate) => candidate.no === row)
    return named ? [{ ...named, no, values: { [serialsColumn]: serials } }] : []
  })
  const notices: Label[] = []
  for (const isLeaving of [true, false]) {
    const some = numbered.filter(({ adjust_qty }) => adjust_qty < 0 === isLeaving)
    if (some.length === 0) continue
    const movements = adjustmentMovements(some, workNo)
    const posted = await postMovements({ ...call, rows }, 'COUNT', movements).catch(
      (error: unknown) => {
        throw error instanceof AppError
          ? invalidRows(
              error.rows.map((row) => ({ ...row, row: parts[row.row - 1]?.row ?? row.row })),
            )
          : error
      },
    )
    if (posted.count !== some.length) {
      throw new Error(`${posted.count} of ${some.length} were adjusted`)
    }
    notices.push(...posted.notices)
  }
  return { workNo, notices }
}

/**
 * Locks the requests of a call. Throws for requests that are missing, out of scope or already
 * decided.
 */
async function lockRequests(call: SaveCall): Promise<OpenRequest[]> {
  const numbers = call.rows.map((row) => Number(row.values['REQUEST_NO']))
  const found = await call.tx.query<OpenRequest>(sql`
    select request_no, balance_id, transit_no, owner_cd, adjust_qty, reason, serials, requested_by
    from adjust_request b where request_no = any(${numbers}::bigint[]) and state_cd in (${quoteCodes(adjustStepFrom.decide)})
      and ${isInScope(call)} order by request_no for update`)
  const open = new Map(found.map((row) => [row.request_no, row]))
  const errors: RowError[] = []
  const requests: OpenRequest[] = []
  for (const row of call.rows) {
    const number = Number(row.values['REQUEST_NO'])
    const request = open.get(number)
    // A request listed twice is decided only once.
    open.delete(number)
    if (request) requests.push({ ...request, no: row.no })
    else {
      const text = label(
        '승인을 기다리는 요청이 아닙니다. 다시 조회하세요.',
        'Not a request waiting for approval. Search again.',
      )
      errors.push({ row: row.no, text, column: 'REQUEST_NO' })
    }
  }
  if (errors.length) throw conflictingRows(errors)
  return requests
}

async function decide(
  call: SaveCall,
  state: AdjustStatus,
  rows: readonly OpenRequest[],
  work?: string,
) {
  const numbers = rows.map((row) => row.request_no)
  await call.tx.execute(sql`
    update adjust_request set state_cd = ${state}, decided_by = ${call.userId}, decided_at = ${currentTimestamp},
      work_no = ${work ?? null}
    where request_no = any(${numbers}::bigint[])`)
}

export const approveAdjustHandler = handleProcedure(approveAdjust, async (call) => {
  const requests = await lockRequests(call)
  const own = requests.filter((row) => row.requested_by === call.userId)
  const text = label(
    '본인이 요청한 조정은 승인할 수 없습니다. 다른 사용자가 승인해야 합니다.',
    'You cannot approve your own adjustment. Another user must.',
  )
  if (own.length) throw invalidRows(own.map(({ no }) => ({ row: no, text, column: 'REQUEST_NO' })))
  const losses = requests.filter((row) => row.transit_no !== null)
  const others = requests.filter((row) => row.transit_no === null)
  await rejectBeyondTransit(call, losses)
  await rejectChangedStock(call, others)
  const documents = new Map<number, string>()
  const notices: Label[] = []
  for (const [some, post] of [
    [losses, async () => ({ workNo: await postLosses(call, losses), notices: [] })],
    [others, () => postAdjustments(call, 'ADJUST', others)],
  ] as const) {
    if (some.length === 0) continue
    const posted = await post()
    const { workNo } = posted
    notices.push(...posted.notices)
    await decide(call, adjustStatus.approved, some, workNo)
    for (const { no } of some) documents.set(no, workNo)
  }
  const message = label(
    `조정 ${formatCount(requests.length)}건을 승인했습니다.`,
    `${formatCount(requests.length, 'adjustment')} approved.`,
  )
  const rows = call.rows.map((row) => ({
    ROW: row.no,
    STATE_CD: adjustStatus.approved,
    DOC_NO: documents.get(row.no) ?? null,
  }))
  return withNotices({ rows, message }, notices)
})

export const rejectAdjustHandler = handleProcedure(rejectAdjust, async (call) => {
  const requests = await lockRequests(call)
  await decide(call, adjustStatus.rejected, requests)
  return {
    rows: call.rows.map((row) => ({ ROW: row.no, STATE_CD: adjustStatus.rejected })),
    message: label(
      `조정 ${formatCount(requests.length)}건을 반려했습니다.`,
      `${formatCount(requests.length, 'adjustment')} rejected.`,
    ),
  }
})
