import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { lockReceipts } from '#areas/inbound/server/lock-receipts.ts'
import { receiptStatus } from '#areas/inbound/rules/receipt-status.ts'
import { ledgerReason } from '#areas/inventory/server/ledger-reasons.ts'
import { reverseWorkHandler } from '#areas/inventory/server/reverse-work.ts'
import { withNotices } from '#areas/inventory/server/with-notices.ts'
import type { Procedure } from '#kernel/operation.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type Handler,
  type ProcedureHandler,
  type SaveCall,
} from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { decide, decideOwn, undecided, undoDecision } from '../operations/deciding.ts'
import { dispose, type Disposal } from './disposing.ts'

const selectGraders = sql`(select string_agg(distinct g.user_id, ', ' order by g.user_id)
  from return_grade g where g.receipt_no = u.receipt_no and g.line_no = u.line_no
    and g.lot_id = u.lot_id and g.grade_cd = u.grade_cd and g.qty > 0)`

const undecidedHandler = handleQuery(
  undecided,
  'v.receipt_no, v.line_no, v.lot_id::bigint, v.grade_cd',
  ({ today }) => sql`
    select u.receipt_no, u.line_no, u.lot_id::text lot_id, u.grade_cd, u.qty, r.wcode, r.owner_cd,
      o.return_kind_cd, o.reason_cd, r.shipment_no, l.stock_cd, k.stock_nm, t.lot_no, t.valid_dt,
      coalesce(p.dispose_cd, case u.grade_cd when 'A' then 'RESTOCK' else 'DAMAGED' end) dispose_cd,
      coalesce(p.approve_yn, 'N') approve_yn, p.second_stock_cd, ${selectGraders} graded_by,
      case when t.valid_dt < ${today}::date then 'Y' else 'N' end expired_yn
    from return_undecided u
    join receipt r using (receipt_no)
    join return_order o using (receipt_no)
    join receipt_line l using (receipt_no, line_no)
    join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    join lot t on t.lot_id = u.lot_id
    left join lateral return_rule(l.owner_cd, l.stock_cd, u.grade_cd) p on true
    where u.qty > 0`,
)

export const decisionTexts = {
  gone: label(
    '처분할 수량이 없습니다. 검품했는지, 이미 처분했는지 확인하세요.',
    'No quantity awaits disposition. Check that it was inspected and not decided already.',
  ),
  owner: label('화주 승인이 필요한 반품입니다.', 'This return needs approval by the owner.'),
  staff: label('화주 승인 대상이 아닙니다.', 'This return does not need approval by the owner.'),
  grader: label(
    '검품한 사용자는 폐기를 승인할 수 없습니다. 다른 사용자가 승인해야 합니다.',
    'The user who inspected the return cannot approve discarding it. Another user must.',
  ),
  second: label(
    'B급품목이 없습니다. 반품정책에 등록하세요.',
    'No second-grade item. Enter it in the return policy.',
  ),
  expired: label('유통기한이 지나 재입고할 수 없습니다.', 'Expired stock cannot be restocked.'),
  twice: label('같은 행이 두 번 있습니다.', 'The same row is listed twice.'),
  undo: label('취소할 처분이 없습니다.', 'No disposition to cancel.'),
} as const

interface OpenDecision extends Disposal, Record<string, unknown> {
  readonly approve_yn: string
  readonly is_expired: boolean
  readonly is_grader: boolean
}

function findError(
  decision: OpenDecision | undefined,
  isOwner: boolean,
): [string, Label] | undefined {
  if (!decision) return ['GRADE_CD', decisionTexts.gone]
  if (decision.approve_yn === 'Y' && !isOwner) return ['DISPOSE_CD', decisionTexts.owner]
  if (decision.approve_yn !== 'Y' && isOwner) return ['DISPOSE_CD', decisionTexts.staff]
  if (decision.dispose_cd === 'SCRAP' && decision.is_grader)
    return ['DISPOSE_CD', decisionTexts.grader]
  if (decision.dispose_cd === 'SECOND' && decision.second_stock_cd === null) {
    return ['DISPOSE_CD', decisionTexts.second]
  }
  if (decision.dispose_cd === 'RESTOCK' && decision.is_expired)
    return ['DISPOSE_CD', decisionTexts.expired]
  return undefined
}

const lockedStates = [receiptStatus.partlyReceived, receiptStatus.received]

function readOpen(call: SaveCall, { input }: Procedure): Promise<OpenDecision[]> {
  return call.tx.query<OpenDecision>(sql`
    select r.no, u.receipt_no, u.line_no, u.lot_id, u.grade_cd, r.dispose_cd, u.qty,
      p.second_stock_cd, coalesce(p.approve_yn, 'N') approve_yn,
      coalesce(t.valid_dt < ${call.today}::date, false) is_expired,
      exists (select from return_grade g where g.receipt_no = u.receipt_no
        and g.line_no = u.line_no and g.lot_id = u.lot_id and g.grade_cd = u.grade_cd
        and g.user_id = ${call.userId}) is_grader
    from ${recordsetSql(input, Object.keys(input), call.rows)}
    join return_undecided u on u.receipt_no = r.receipt_no and u.line_no = r.line_no
      and u.lot_id = r.lot_id::bigint and u.grade_cd = r.grade_cd and u.qty > 0
    join receipt_line l on l.receipt_no = u.receipt_no and l.line_no = u.line_no
    join lot t on t.lot_id = u.lot_id
    left join lateral return_rule(l.owner_cd, l.stock_cd, u.grade_cd) p on true`)
}

function decideHandler(procedure: Procedure, isOwner: boolean): ProcedureHandler {
  return handleProcedure(procedure, async (call) => {
    await lockReceipts(call, lockedStates, decisionTexts.gone)
    const open = await readOpen(call, procedure)
    const byRow = new Map(open.map((decision) => [decision.no, decision]))
    // A restricted user is the owner; staff cannot approve in the owner's name.
    const decidesAsOwner = isOwner && call.scope.owners !== null
    const seen = new Set<string>()
    const errors = call.rows.flatMap(({ no, values }): RowError[] => {
      const key = ['RECEIPT_NO', 'LINE_NO', 'LOT_ID', 'GRADE_CD'].map((name) => values[name]).join()
      const isTwice = seen.has(key)
      seen.add(key)
      const [column, text] =
        (isTwice ? ['GRADE_CD', decisionTexts.twice] : findError(byRow.get(no), decidesAsOwner)) ??
        []
      return text ? [{ row: no, column: String(column), text: text as Label }] : []
    })
    if (errors.length > 0) throw conflictingRows(errors)
    const notices = await dispose(call, open)
    const message = label(
      `${formatCount(open.length)}건을 처분했습니다.`,
      `Disposition of ${formatCount(open.length, 'row')} completed.`,
    )
    return withNotices({ rows: call.rows.map(({ no }) => ({ ROW: no })), message }, notices)
  })
}

/** Reverses the last disposition: all of its movements, one for each cell or serial. */
const undoDecisionHandler = handleProcedure(undoDecision, async (call) => {
  await lockReceipts(call, lockedStates, decisionTexts.undo)
  const { input } = undoDecision
  const last = await call.tx.query<{ no: number; movement_no: number }>(sql`
    select no, movement_no from (
      select r.no, d.movement_no, m.doc_no,
        first_value(m.doc_no) over (partition by r.no order by d.disposal_no desc) last_no
      from ${recordsetSql(input, Object.keys(input), call.rows)}
      join return_disposal d on d.receipt_no = r.receipt_no and d.line_no = r.line_no
        and d.lot_id = r.lot_id::bigint and d.grade_cd = r.grade_cd and d.qty > 0
      join stock_movement m on m.movement_no = d.movement_no
      where not exists (select from stock_movement x where x.reverses_no = d.movement_no)) d
    where doc_no = last_no order by no, movement_no`)
  const byRow = Map.groupBy(last, ({ no }) => no)
  const errors = call.rows
    .filter(({ no }) => !byRow.has(no))
    .map(({ no }): RowError => ({ row: no, column: 'GRADE_CD', text: decisionTexts.undo }))
  if (errors.length > 0) throw invalidRows(errors)
  const REASON = ledgerReason('UNDONE')
  return reverseWorkHandler.run({
    ...call,
    rows: call.rows.flatMap((row) =>
      (byRow.get(row.no) ?? []).map(({ movement_no: MOVEMENT_NO }) => ({
        ...row,
        values: { MOVEMENT_NO: String(MOVEMENT_NO), REASON },
      })),
    ),
  })
})

export const decisionHandlers: readonly Handler[] = [
  undecidedHandler,
  decideHandler(decide, false),
  decideHandler(decideOwn, true),
  undoDecisionHandler,
]
