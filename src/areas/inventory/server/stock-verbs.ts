import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { conflictingRows } from '#server/base/app-error.ts'
import {
  handleProcedure,
  type ProcedureHandler,
  type SaveCall,
  type SaveRow,
} from '#server/engine/handler.ts'
import { currentTimestamp } from '#server/engine/current-timestamp.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { nextNumbers } from '#server/engine/next-numbers.ts'
import { countStock, undoCount, undoWork } from '../operations/stock-verbs.ts'
import { countStatus, countStepFrom } from '../rules/count-status.ts'
import { toRecordset } from './moving.ts'
import { insertJobs, lockCountPlans } from './count-groups.ts'
import { finishCountHandler, lockJobs } from './count-jobs.ts'
import { latestMovement, moveCount, shelfQty } from './count-moves.ts'
import { reopenCounted } from './missing-stock.ts'
import { releaseMissingHandler } from './release-missing.ts'
import { reverseWorkHandler } from './reverse-work.ts'
import { isInScope, lockBalances } from './work-engine.ts'
import { ledgerReason } from './ledger-reasons.ts'

interface CountedBalance extends Record<string, unknown> {
  no: number
  balance_id: number
  owner_cd: string
  target: string
  counted: number
  is_counted: boolean
}

async function lockCounted(call: SaveCall): Promise<CountedBalance[]> {
  const rows = sql`select r.no, b.balance_id, b.owner_cd, b.cell_cd || ' ' || b.stock_cd target,
      r.count_qty counted, exists (select from count_line l join count_job j using (job_no)
        where l.balance_id = b.balance_id and j.state_cd in (${quoteCodes(countStepFrom.overlap)})) is_counted
    from ${toRecordset(call, countStock)} join stock_balance b on b.balance_id = r.balance_id::bigint
    where ${isInScope(call)} order by r.no`
  await lockCountPlans(call)
  const balances = await call.tx.query<CountedBalance>(rows)
  await lockBalances(
    call.tx,
    balances.map((balance) => balance.balance_id),
  )
  return call.tx.query<CountedBalance>(rows)
}

export const alreadyCounted = label(
  '이미 실사 중인 재고입니다.',
  'This stock is already being counted.',
)

function rejectUncountable(call: SaveCall, found: readonly CountedBalance[]): void {
  const byRow = new Map(found.map((balance) => [balance.no, balance]))
  const notFound = label(
    '재고를 찾을 수 없습니다. 다시 조회하세요.',
    'Stock not found. Search again.',
  )
  const errors = call.rows.flatMap(({ no }) => {
    const balance = byRow.get(no)
    if (balance && !balance.is_counted) return []
    return [{ row: no, text: balance ? alreadyCounted : notFound, column: 'COUNT_QTY' }]
  })
  if (errors.length > 0) throw conflictingRows(errors)
}

const countStockHandler = handleProcedure(countStock, async (call) => {
  const found = await lockCounted(call)
  rejectUncountable(call, found)
  const [number] = await call.tx.query<{ no: string }>(sql`
    select no from ${nextNumbers(call, 'STOCKTAKING', 1)} no`)
  const job = number?.no ?? ''
  const more = found.length > 1 ? ` +${found.length - 1}` : ''
  const head = { job_no: job, count_dt: call.today, method_cd: 'STOCK' }
  const lines = found.map((balance, index) => ({ ...balance, job_no: job, line_no: index + 1 }))
  await insertJobs(call, [{ head: { ...head, target: `${found[0]?.target}${more}` }, lines }])
  const latest = await latestMovement(call)
  await call.tx.execute(sql`
    update count_line l set count_qty = r.counted, book_qty = ${shelfQty},
      counted_by = ${call.userId}, counted_at = ${currentTimestamp},
      counted_users = array[${call.userId}::text], since_qty = ${shelfQty},
      since_movement_no = ${latest}, since_moves = ${moveCount}, last_movement_no = ${latest},
      last_moves = ${moveCount}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r(line_no integer, counted numeric),
      stock_balance b
    where l.job_no = ${job} and l.line_no = r.line_no and b.balance_id = l.balance_id`)
  await call.tx.execute(
    sql`update count_job set state_cd = ${countStatus.counting} where job_no = ${job}`,
  )
  const first = call.rows[0] as SaveRow
  await finishCountHandler.run({
    ...call,
    rows: [{ ...first, values: { JOB_NO: job } }],
  })
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no, JOB_NO: job })),
    message: await countMessage(call, job),
  }
})

/** Message whether the count matches the ledger, without revealing the system quantity. */
async function countMessage({ tx }: SaveCall, job: string) {
  const [{ n } = { n: 0 }] = await tx.query<{ n: number }>(sql`
    select count(*)::integer n from count_line where job_no = ${job} and diff_qty <> 0`)
  return n === 0
    ? label(
        `${job}: 실사를 완료했습니다. 전산과 같습니다.`,
        `${job}: counted, same as the system qty.`,
      )
    : label(
        `${job}: 실사를 완료했습니다. 차이가 있어 승인을 기다립니다.`,
        `${job}: counted. Differences are waiting for approval.`,
      )
}

const undoCountHandler = handleProcedure(undoCount, async (call) => {
  const numbers = await lockJobs(call, countStepFrom.undoSingleCount)
  const adjustedJobs = await call.tx.query<{ job_no: string }>(sql`
    select distinct job_no from count_line where job_no = any(${numbers}::text[])
      and (work_no is not null or recounted_users <> '{}'
        or counted_users <> array[${call.userId}::text])`)
  if (adjustedJobs.length > 0) {
    const text = label(
      '이미 조정되었거나 다른 사용자의 실사입니다.',
      'Already adjusted, or counted by another user.',
    )
    throw conflictingRows(call.rows.map(({ no }) => ({ row: no, text, column: 'JOB_NO' })))
  }
  await call.tx
    .execute(sql`update count_job set state_cd = ${countStatus.cancelled}, version = version + 1,
    updated_by = ${call.userId}, updated_at = ${currentTimestamp} where job_no = any(${numbers}::text[])`)
  await reopenCounted(call, numbers)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no, STATE_CD: countStatus.cancelled })),
    message: label(
      `${numbers.join(', ')}: 실사를 취소했습니다.`,
      `${numbers.join(', ')} cancelled.`,
    ),
  }
})

const undoWorkHandler = handleProcedure(undoWork, async (call) => {
  const row = call.rows[0] as SaveRow
  const posted = await call.tx.query<{ movement_no: string }>(sql`
    select movement_no::text movement_no from stock_movement
    where doc_no = ${row.values['DOC_NO']} and user_id = ${call.userId} and reverses_no is null
      and wcode = ${call.scope.wcode}
    order by movement_no desc`)
  if (posted.length === 0) {
    const text = label('본인이 한 작업이 아닙니다.', 'This is not your own work.')
    throw conflictingRows([{ row: row.no, text, column: 'DOC_NO' }])
  }
  const REASON = ledgerReason('UNDONE')
  const { message } = await reverseWorkHandler.run({
    ...call,
    rows: posted.map(({ movement_no: MOVEMENT_NO }) => ({
      ...row,
      values: { MOVEMENT_NO, REASON },
    })),
  })
  return { rows: [{ ROW: row.no }], ...(message && { message }) }
})

export const stockVerbHandlers: readonly ProcedureHandler[] = [
  countStockHandler,
  undoCountHandler,
  undoWorkHandler,
  releaseMissingHandler,
]
