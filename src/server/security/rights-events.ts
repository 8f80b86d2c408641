import sql from 'sql-template-tag'
import type { Transaction } from '#server/db/database.ts'
import { originRow, type Origin } from './security-event.ts'

/** Tables whose changes concern permissions. They have a history. */
export const rightsTables = [
  'app_user',
  'user_warehouse',
  'user_owner',
  'grant_request',
  'factor_rule',
]

/**
 * Logs which users' permissions, roles or accounts this transaction changed. Writes one event per
 * user or role with the change numbers, which refer to the previous and new values.
 */
export function recordRightsEvents(
  tx: Transaction,
  who: { readonly userId: string; readonly origin: Origin; readonly operation: string },
): void {
  tx.later(sql`
    insert into security_event (kind_cd, outcome_cd, user_id, subject_cd, address, agent, operation,
      menu_id, trace_id, row_count, detail)
    select 'RIGHTS', 'OK', ${who.userId}, c.subject, o.address, o.agent, ${who.operation}, o.menu_id,
      o.trace_id, c.changes, c.numbers
    from (
      select subject, count(*) changes, left(string_agg(no, ', ' order by no), 500) numbers
      from (
        select coalesce(user_id, role_cd) subject, 'role_change ' || change_no "no" from role_change
        where changed_at = now() and changed_by = ${who.userId}
        union all
        -- The subject of a request is its requester.
        select case table_nm when 'grant_request' then after_row ->> 'user_id'
          else split_part(record_key, ' / ', 1) end, 'fact_change ' || change_no from fact_change
        where changed_at = now() and changed_by = ${who.userId}
          and table_nm = any(${rightsTables}::text[])) each_change
      group by subject) c, ${originRow(who.origin)}`)
}
