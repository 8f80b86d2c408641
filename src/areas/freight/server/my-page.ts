import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Language } from '#kernel/label.ts'
import { invalidRows } from '#server/base/app-error.ts'
import { handleProcedure, handleQuery, type Handler } from '#server/engine/handler.ts'
import { endSessionsWhere } from '#server/security/end-sessions.ts'
import { noOrigin } from '#server/security/security-event.ts'
import { endMySessions, myPage } from '../operations/my-page.ts'

/** A session is identified by a hash prefix, which cannot be used to log in. */
const sessionId = sql`left(s.token_hash, 12)`

const queryTitles = (handlers: readonly Handler[], language: Language) =>
  sql`${JSON.stringify(
    Object.fromEntries(
      handlers.map(({ operation }) => [operation.name, operation.title[language]]),
    ),
  )}::jsonb`

/** Row after the last change of a user whose earlier changes were archived up to a month. */
export const archivedChanges = (month: string) =>
  label(
    `보관: ${month}까지의 변경은 보관 파일에 있습니다.`,
    `archived: changes up to ${month} are in the archive files.`,
  )

/** Placeholder in the text, replaced by the month. */
const monthPlaceholder = '0000-00'

export const myPageHandlers = (all: () => readonly Handler[]): readonly Handler[] => [
  handleQuery(
    myPage,
    'v.kind_cd desc, v.started_at desc, v.item_id',
    ({ userId, language }) => sql`
      with called as materialized (select ${queryTitles(all(), language)} as titles)
      select 'SESSION' kind_cd, ${sessionId} item_id, concat_ws(' · ', s.address, s.agent) what, s.created_at started_at,
        s.seen_at last_at, null state
      from session s where s.user_id = ${userId}
      union all
      select 'IMPORT', b.import_no::text, coalesce(titles ->> b.operation, b.operation) || ' · ' || b.file_nm || ' · ' || b.row_count,
        b.created_at, coalesce(b.undone_at, b.created_at), b.state_cd
      from import_batch b, called where b.created_by = ${userId}
      union all
      (select 'CHANGE', a.audit_no::text, coalesce(titles ->> a.operation, a.operation) || ' · ' || a.row_count, a.done_at, a.done_at,
        a.wcode
      from audit_log a, called where a.user_id = ${userId} order by a.audit_no desc limit 100)
      union all
      select 'CHANGE', 'archive', replace(${archivedChanges(monthPlaceholder)[language]}, ${monthPlaceholder}, m.last),
        m.until, m.until, null
      from app_user u, (select to_char(to_date(max(month), 'YYYYMM'), 'YYYY-MM') "last", (to_date(max(month), 'YYYYMM') + interval '1 month')::timestamp
        at time zone 'Asia/Seoul' until from ledger_archive) m
      where u.user_id = ${userId} and u.created_at < m.until
        and (select count(*) from audit_log a where a.user_id = ${userId}) < 100
      union all
      (select 'JOB', left(j.job_id::text, 8), concat_ws(' · ', j.kind, nullif(j.progress_text, '')),
        j.created_at, coalesce(j.finished_at, j.started_at, j.created_at), j.state_cd
      from job j where j.user_id = ${userId} order by j.created_at desc limit 100)
      union all
      (select 'EXPORT', e.event_no::text, concat_ws(' · ', coalesce(titles ->> e.operation, e.operation), e.subject_cd, e.row_count),
        e.happened_at, e.happened_at, e.outcome_cd
      from security_event e, called where e.user_id = ${userId} and e.kind_cd = 'EXPORT'
      order by e.happened_at desc, e.event_no desc limit 100)
      union all
      select 'SETTING', left(md5(u.setting_key), 12), u.setting_key, u.updated_at, u.updated_at, null
      from user_setting u where u.user_id = ${userId} and u.setting_key not like 'recent-%'
        and u.setting_key not in ('palette', 'menu-pinned', 'theme', 'language')`,
  ),
  handleProcedure(endMySessions, async (call) => {
    const wrong = call.rows.filter(({ values }) => values['KIND_CD'] !== 'SESSION')
    const text = label('접속 행만 종료할 수 있습니다.', 'Only sessions can be ended.')
    if (wrong.length > 0) {
      throw invalidRows(wrong.map(({ no: row }) => ({ row, column: 'KIND_CD', text })))
    }
    const ids = call.rows.map(({ values }) => String(values['ITEM_ID']))
    const mine = sql`s.user_id = ${call.userId} and ${sessionId} = any(${ids}::text[])`
    const { userId: by, origin = noOrigin } = call
    const ended = await endSessionsWhere(call.tx, mine, { by, origin, why: 'ENDED' })
    return {
      message: label(
        `접속 ${formatCount(ended)}건을 종료했습니다.`,
        `${formatCount(ended, 'session')} ended.`,
      ),
    }
  }),
]
