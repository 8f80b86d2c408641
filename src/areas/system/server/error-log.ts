import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { logWithinReach } from '#server/auth/user-reach.ts'
import { handleProcedure, handleQuery, type Handler } from '#server/engine/handler.ts'
import { assertSiteAccess } from './reach-error.ts'
import { errorGroups, errors, settleErrors } from '../operations/error-log.ts'

export const errorHandlers: readonly Handler[] = [
  handleQuery(
    errors,
    'v.error_no desc',
    ({ userId }) => sql`
      select error_no, happened_at, error_code, path, user_id, trace_id, detail from error_log
      where ${logWithinReach(sql`error_log.user_id`, userId)}`,
  ),
  handleQuery(
    errorGroups,
    'v.new_count = 0, v.last_no desc',
    ({ search, userId }) => sql`
      select e.*, coalesce(n.new_count, 0) new_count, s.settled_by, s.settled_at
      from (
        select error_code, path, count(*) error_count, count(distinct user_id) user_count,
          min(happened_at) first_at, max(happened_at) last_at, max(error_no) last_no
        from error_log
        where (${search['USER_ID'] ?? null}::text is null or user_id = ${search['USER_ID'] ?? null})
          and (${search['TRACE_ID'] ?? null}::text is null
            or trace_id = ${search['TRACE_ID'] ?? null})
          and ${logWithinReach(sql`error_log.user_id`, userId)}
        group by error_code, path) e
      left join error_settled s using (error_code, path)
      left join lateral (
        select count(*) new_count from error_log l where l.error_code = e.error_code
          and l.path = e.path and l.error_no > coalesce(s.upto_no, 0)
          and ${logWithinReach(sql`l.user_id`, userId)}) n on true`,
    ['USER_ID', 'TRACE_ID'],
  ),
  // Requires access to the entire site, because the errors of all users are marked as resolved.
  // Errors that have not occurred yet are never included.
  handleProcedure(settleErrors, async (call) => {
    await assertSiteAccess(call)
    const { tx, rows, userId } = call
    const given = rows.map(({ values }) => ({
      code: values['ERROR_CODE'],
      path: values['PATH'],
      upto: values['LAST_NO'] ?? 0,
    }))
    await tx.execute(sql`
      insert into error_settled (error_code, path, upto_no, settled_by)
      select distinct on (g.code, g.path) g.code, g.path,
        least(g.upto, (select coalesce(max(error_no), 0) from error_log)), ${userId}
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(code text, path text, upto bigint)
      order by g.code, g.path, g.upto desc
      on conflict (error_code, path) do update set settled_by = excluded.settled_by,
        settled_at = now(), upto_no = greatest(error_settled.upto_no, excluded.upto_no)`)
    return {
      message: label(
        `오류 ${formatCount(rows.length)}종을 처리 완료로 표시했습니다.`,
        `${formatCount(rows.length, 'kind')} of errors marked as resolved.`,
      ),
    }
  }),
]
