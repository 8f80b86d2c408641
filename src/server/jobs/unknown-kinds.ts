import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import type { Database } from '#server/db/database.ts'
import { notifyJob, type JobRow } from './job-queue.ts'

/** A kind that no server has reported for so long was removed by an update. */
export const unknownKindMs = 10 * 60_000

export const unknownKindText = label(
  '이 작업을 실행하는 서버가 없어 종료했습니다. 업데이트로 없어진 작업입니다. 관리자에게 문의하세요.',
  'Ended, because no server can run this job. An update removed it. Ask an administrator.',
)

/** Reports the kinds this server can run. Writes at most once a minute for all servers. */
export async function reportKinds(db: Database, kinds: readonly string[]): Promise<void> {
  await db.execute(sql`
    insert into job_kind (kind) select distinct unnest(${kinds}::text[]) order by 1
    on conflict (kind) do update set seen_at = now()
      where job_kind.seen_at < now() - interval '1 minute'`)
}

/**
 * Ends jobs that no server can run, which would otherwise wait forever. Pauses their schedules, so
 * each ends once. Reports the kinds of this server first: after a suspension of all servers, no kind
 * has been reported for a while.
 */
export async function endUnknownJobs(db: Database, kinds: readonly string[]): Promise<void> {
  await reportKinds(db, kinds)
  const since = sql`now() - make_interval(secs => ${unknownKindMs / 1000}::float8)`
  await db.transaction(async (tx) => {
    const ended = await tx.query<JobRow>(sql`
      update job set state_cd = 'FAILED', finished_at = now(), lease_until = null, payload = '{}',
        error_text = ${`${unknownKindText.ko} / ${unknownKindText.en}`}
      where job_id in (select w.job_id from job w
        where (w.state_cd = 'QUEUED' and w.run_after < ${since}
            or w.state_cd = 'RUNNING' and w.lease_until < ${since})
          and not exists (select from job_kind k where k.kind = w.kind and k.seen_at > ${since})
        for update skip locked)
      returning *`)
    if (ended.length === 0) return
    const ids = ended.map(({ job_id: id }) => id)
    await tx.execute(sql`
      insert into error_log (user_id, path, error_code, detail)
      select user_id, 'job/' || kind, 'JOB_KIND_UNKNOWN', ${unknownKindText.en}
      from job where job_id = any(${ids}::uuid[])`)
    await tx.execute(sql`
      with paused as (
        update schedule s set pause_yn = 'Y', version = s.version + 1, updated_at = now()
        where exists (select from schedule_run r
          where r.schedule_cd = s.schedule_cd and r.job_id = any(${ids}::uuid[]))
        returning schedule_cd)
      update schedule_run r set skipped_cd = 'MISSED' from paused p
      where r.schedule_cd = p.schedule_cd and r.job_id is null and r.skipped_cd is null`)
    for (const job of ended) await notifyJob(tx, job)
  })
}
