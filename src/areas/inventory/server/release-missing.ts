import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure } from '#server/engine/handler.ts'
import { releaseMissing } from '../operations/stock-verbs.ts'
import { isMissing, resolveMissing } from './missing-stock.ts'
import { toRecordset } from './moving.ts'
import { isInScope, lockBalances } from './work-engine.ts'

export const releaseMissingHandler = handleProcedure(releaseMissing, async (call) => {
  const given = sql`${toRecordset(call, releaseMissing)}
    join stock_balance b on b.balance_id = r.balance_id::bigint and ${isInScope(call)}`
  const request = await call.tx.query<{ balance_id: number }>(
    sql`select b.balance_id from ${given}`,
  )
  await lockBalances(
    call.tx,
    request.map((row) => row.balance_id),
  )
  const found = await call.tx.query<{ no: number }>(sql`
    select min(r.no) no from ${given} where ${isMissing} group by b.balance_id`)
  const open = new Set(found.map(({ no }) => no))
  const text = label(
    '미발견으로 남아 있는 재고가 아닙니다. 다시 조회하세요.',
    'This stock is not recorded as missing. Search again.',
  )
  const errors = call.rows
    .filter(({ no }) => !open.has(no))
    .map(({ no }): RowError => ({ row: no, text, column: 'BALANCE_ID' }))
  if (errors.length) throw conflictingRows(errors)
  const of = sql`from ${toRecordset(call, releaseMissing)} where r.balance_id::bigint = m.balance_id`
  await resolveMissing(call, 'RELEASE', sql`exists (select ${of})`, sql`(select r.reason ${of})`)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `미발견 재고 ${formatCount(open.size)}건을 해제했습니다.`,
      `${formatCount(open.size, 'missing stock record')} released.`,
    ),
  }
})
