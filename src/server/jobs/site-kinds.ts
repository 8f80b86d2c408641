import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { purgeGuesses } from '#server/auth/login-limits.ts'
import { purgeSessions } from '#server/auth/session.ts'
import type { ScheduleKind } from './schedule-kind.ts'

/** A backup in addition to those of the backup plan, also verified by restoring it. */
export const backupKind: ScheduleKind = {
  kind: 'BACKUP',
  title: label('백업', 'Backup'),
  run: async ({ backUp }) => {
    const file = await backUp()
    return label(`${file} 백업을 복원해 검증했습니다.`, `${file} was restored and verified.`)
  },
}

const daysMin = 7

function daysOf(argument: string): number {
  return argument === '' ? 90 : Number(argument)
}

/**
 * Deletes old jobs, visits, idempotency keys and errors. Also deletes expired sessions and login
 * attempts, regardless of the retention.
 */
export const purgeKind: ScheduleKind = {
  kind: 'PURGE',
  title: label('오래된 기록 정리', 'Purge of old records'),
  argument: {
    title: label('보관일수', 'Retention (days)'),
    fault: (argument) =>
      /^\d{0,5}$/.test(argument) && daysOf(argument) >= daysMin
        ? undefined
        : label(
            `보관 일수를 ${daysMin} 이상의 숫자로 입력하세요.`,
            `Enter the days to keep as a number of ${daysMin} or more.`,
          ),
  },
  run: async ({ db, argument, progress }) => {
    const kept = sql`now() - make_interval(days => ${daysOf(argument)}::int)`
    const jobs = await db.query(sql`
      delete from job where finished_at < ${kept} returning job_id`)
    await progress(40, `job ${jobs.length}`)
    const visits = await db.query(sql`
      delete from visit_log where visited_at < ${kept} returning user_id`)
    await progress(60, `visit_log ${visits.length}`)
    const keys = await db.query(sql`
      delete from idempotency where created_at < ${kept} returning user_id`)
    await progress(80, `idempotency ${keys.length}`)
    const faults = await db.query(sql`
      delete from error_log where happened_at < ${kept} returning error_no`)
    await progress(90, `error_log ${faults.length}`)
    const doors = (await purgeSessions(db)) + (await purgeGuesses(db))
    return label(
      `끝난 작업 ${formatCount(jobs.length)}건, 방문 ${formatCount(visits.length)}건, 저장 키 ${formatCount(keys.length)}건, 오류 ${formatCount(faults.length)}건, 만료된 로그인 기록 ${formatCount(doors)}건을 정리했습니다.`,
      `${formatCount(jobs.length, 'job')}, ${formatCount(visits.length, 'visit')}, ${formatCount(keys.length, 'save key')}, ${formatCount(faults.length, 'error')} and ${formatCount(doors, 'expired login record')} deleted.`,
    )
  },
}
