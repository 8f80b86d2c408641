import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { invalidRows } from '#server/base/app-error.ts'
import { logWithinReach } from '#server/auth/user-reach.ts'
import {
  handleProcedure,
  handleQuery,
  type Handler,
  type QueryCall,
} from '#server/engine/handler.ts'
import { insertEvents, noOrigin } from '#server/security/security-event.ts'
import { assertSiteAccess } from './reach-error.ts'
import { reviewSecurity, securityEvents } from '../operations/security-log.ts'

const selectEvents = ({ userId }: QueryCall) => sql`
  select e.event_no, e.happened_at, e.kind_cd, e.outcome_cd, e.user_id, e.subject_cd, e.operation,
    e.menu_id, e.row_count, e.address, e.detail, e.agent, e.trace_id, r.reviewed_by, r.reviewed_at
  from security_event e left join lateral (
    select reviewed_by, reviewed_at from security_review where upto_no >= e.event_no
    order by upto_no, review_no limit 1) r on true
  where ${logWithinReach(sql`e.user_id`, userId)}`

/** Requires access to the entire site, because a review also covers events of other users. */
const reviewHandler = handleProcedure(reviewSecurity, async (call) => {
  await assertSiteAccess(call)
  const [row] = call.rows
  const upto = row?.values['EVENT_NO'] ?? null
  const inserted = await call.tx.execute(sql`
    insert into security_review (upto_no, reviewed_by)
    select e.event_no, ${call.userId} from security_event e where e.event_no = ${upto}
      and not exists (select from security_review r where r.upto_no >= e.event_no)`)
  if (inserted === 0) {
    const text = label(
      '이미 검토한 로그이거나 없는 로그입니다. 더 최근의 행을 선택하세요.',
      'This event has already been reviewed or does not exist. Select a later row.',
    )
    throw invalidRows([{ row: row?.no ?? 1, column: 'EVENT_NO', text }])
  }
  const event = { kind: 'REVIEW', outcome: 'OK', userId: call.userId } as const
  const about = { operation: reviewSecurity.name, subject: String(upto) }
  call.tx.later(insertEvents(call.origin ?? noOrigin, [{ ...event, ...about }]))
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label('선택한 행까지 검토했습니다.', 'Reviewed up to the selected row.'),
  }
})

export const securityLogHandlers: readonly Handler[] = [
  handleQuery(securityEvents, 'v.happened_at desc, v.event_no desc', selectEvents),
  reviewHandler,
]
