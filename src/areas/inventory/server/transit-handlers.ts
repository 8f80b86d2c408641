import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { outcomeText } from '#kernel/outcome-text.ts'
import { handleProcedure, type ProcedureHandler } from '#server/engine/handler.ts'
import { callBackTransfer, loseTransfer } from '../operations/warehouse-transfer.ts'
import { adjustOrRequest, awaitsApprovalText } from './adjusting.ts'
import { placeFromTransit, postLosses } from './close-transit.ts'
import { rejectClosedTargets } from './reject-closed-targets.ts'
import { withNotices } from './with-notices.ts'
import { lockSentTransits, transitRows } from './transit-rows.ts'

const callBackHandler = handleProcedure(callBackTransfer, async (call) => {
  const sent = transitRows(call, callBackTransfer, 'from')
  await lockSentTransits(call, sent)
  await rejectClosedTargets(
    call,
    sql`(select r.no, r.to_cell_cd from ${sent} and r.to_cell_cd is not null) r`,
  )
  const { workNo, notices } = await placeFromTransit(
    call,
    'BACK',
    sql`select r.no, 1 part, t.transit_no, r.work_qty qty, r.reason,
      coalesce(r.to_cell_cd, b.cell_cd) cell_cd, b.condition_cd from ${sent}`,
  )
  const count = call.rows.length
  const message = label(
    `운송중 재고 ${formatCount(count)}건을 회수했습니다.`,
    `${formatCount(count, 'transfer')} called back.`,
  )
  const rows = call.rows.map(({ no }) => ({ ROW: no, DOC_NO: workNo }))
  return withNotices({ rows, message }, notices)
})

const loseHandler = handleProcedure(loseTransfer, async (call) => {
  const sent = transitRows(call, loseTransfer, 'from')
  await lockSentTransits(call, sent)
  return adjustOrRequest(call, {
    rows: sql`select r.no, b.balance_id, t.transit_no, -r.work_qty adjust_qty, r.reason, r.serials, b.owner_cd,
      sum(r.work_qty) over (partition by b.balance_id) free, null::text promised_to from ${sent}`,
    column: 'WORK_QTY',
    post: async (rows) => ({ workNo: await postLosses(call, rows), notices: [] }),
    done: (posted, waiting) =>
      outcomeText(
        [
          posted,
          label(
            `운송중 분실 ${formatCount(posted)}건을 기록했습니다.`,
            `${formatCount(posted, 'loss', 'losses')} recorded.`,
          ),
        ],
        [waiting, awaitsApprovalText(waiting)],
      ),
  })
})

export const transitHandlers: readonly ProcedureHandler[] = [callBackHandler, loseHandler]
