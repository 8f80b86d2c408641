import sql, { type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { purgeLoginAttempts } from '#server/auth/login-limits.ts'
import { purgeSessions } from '#server/auth/session.ts'
import { saveKeyDays } from '#server/engine/save-key-days.ts'
import { purgeTable } from './purge-table.ts'
import type { ScheduleKind } from './schedule-kind.ts'

/** A backup in addition to those of the backup plan, also verified by restoring it. */
export const backupKind: ScheduleKind = {
  kind: 'BACKUP',
  bound: 'site',
  title: label('백업', 'Backup'),
  run: async ({ backUp }) => {
    const file = await backUp()
    return label(`${file} 백업을 복원해 검증했습니다.`, `${file} was restored and verified.`)
  },
}

const daysMin = 7

function parseDays(argument: string): number {
  return argument === '' ? 90 : Number(argument)
}

/**
 * Deletes old jobs, visits, errors, runs of schedules and records of removed backups. Also deletes
 * idempotency keys, expired sessions, login attempts and the content of uploads that were not
 * finished within a day, regardless of the retention.
 */
export const purgeKind: ScheduleKind = {
  kind: 'PURGE',
  bound: 'site',
  title: label('오래된 기록 정리', 'Purge old records'),
  argument: {
    title: label('보관일수', 'Retention (days)'),
    error: (argument) =>
      /^\d{0,5}$/.test(argument) && parseDays(argument) >= daysMin
        ? undefined
        : label(
            `보관 일수를 ${daysMin} 이상의 숫자로 입력하세요.`,
            `Enter a retention of at least ${daysMin} days.`,
          ),
  },
  run: async ({ db, argument, progress }) => {
    const retainedSince = sql`now() - make_interval(days => ${parseDays(argument)}::int)`
    const keyCutoff = sql`now() - make_interval(days => ${saveKeyDays}::int)`
    const purge = (table: string, percent: number, expired: Sql) =>
      purgeTable(db, table, expired, () => progress(percent, table))
    const jobs = await purge('job', 20, sql`finished_at < ${retainedSince}`)
    // The menu list counts the visits of 30 days.
    const visitCutoff = sql`least(${retainedSince}, now() - interval '30 days')`
    const visits = await purge('visit_log', 40, sql`visited_at < ${visitCutoff}`)
    const keys = await purge('idempotency', 60, sql`created_at < ${keyCutoff}`)
    const errors = await purge('error_log', 70, sql`happened_at < ${retainedSince}`)
    await purge(
      'schedule_run',
      80,
      sql`created_at < ${retainedSince} and (skipped_cd is not null
      or job_id is not null and not exists (select from job j where j.job_id = schedule_run.job_id))`,
    )
    await purge(
      'backup_run',
      90,
      sql`(removed_at < ${retainedSince}
      or state_cd = 'FAILED' and file_nm is null and finished_at < ${retainedSince})`,
    )
    await purge(
      'stored_chunk',
      95,
      sql`created_at < now() - interval '1 day' and not exists (
        select from stored_file f where f.file_sn = stored_chunk.file_sn)`,
    )
    // Servers delete these while pages are open. A site used only by programs has none.
    await purge('event_log', 96, sql`happened_at < now() - interval '1 day'`)
    await purge('call_count', 97, sql`resets_at < now()`)
    const doors = (await purgeSessions(db)) + (await purgeLoginAttempts(db))
    return label(
      `끝난 작업 ${formatCount(jobs)}건, 방문 ${formatCount(visits)}건, 저장 키 ${formatCount(keys)}건, 오류 ${formatCount(errors)}건, 만료된 로그인 기록 ${formatCount(doors)}건을 정리했습니다.`,
      `${formatCount(jobs, 'job')}, ${formatCount(visits, 'visit')}, ${formatCount(keys, 'save key')}, ${formatCount(errors, 'error')} and ${formatCount(doors, 'expired login record')} deleted.`,
    )
  },
}
