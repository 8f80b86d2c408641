import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { StoreUnavailableError, type Database } from '#server/db/database.ts'
import type { JobHandler } from '#server/jobs/job.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import { JobRunner } from '#server/jobs/job-runner.ts'
import { sendMailJob, sendMailKind } from '#server/jobs/mail-job.ts'
import { endUnknownJobs, unknownKindMs, unknownKindText } from '#server/jobs/unknown-kinds.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { restartOnce } from '#tests/support/restart-once.ts'
import { getEvents } from '#tests/support/security-events.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
  // Only the runners of the tests take jobs.
  await site.app.close()
})
afterAll(() => site.db.close())

/** Runner as of one server. Returns the errors that it reported. */
async function startRunner(jobs: readonly JobHandler[]): Promise<unknown[]> {
  const reported: unknown[] = []
  const runner = new JobRunner(site.db, jobs, (error) => reported.push(error))
  onTestFinished(() => runner.stop())
  await runner.start()
  return reported
}

const readJob = async (id: string) => {
  const [row] = await site.db.query(sql`select * from job where job_id::text = ${id}`)
  return row ?? {}
}
const isOver = (state: unknown) => !['QUEUED', 'RUNNING'].includes(String(state))

async function waitForEnd(id: string): Promise<Record<string, unknown>> {
  await expect
    .poll(async () => isOver((await readJob(id))['state_cd']), { timeout: 20_000 })
    .toBe(true)
  return readJob(id)
}

/** The database restarts when the first of these jobs is recorded as done. */
const restartAtRecord = (kind: string) =>
  restartOnce(
    site.db,
    `update on job for each row
      when (new.state_cd <> 'RUNNING' and old.state_cd = 'RUNNING' and new.kind = '${kind}')`,
  )

const letter = { TO: ['owner@example.com'], SUBJECT: 'x', TEXT: 'y' }

test('a mail that was delivered is not sent again if the database restarts at its record', async () => {
  await restartAtRecord(sendMailKind)
  const sent: Mail[] = []
  const reported = await startRunner([sendMailJob(async (mail) => void sent.push(mail))])
  const id = await enqueueJob(site.db, { kind: sendMailKind, payload: letter, userId: 'admin' })
  expect(await waitForEnd(id)).toMatchObject({ state_cd: 'DONE', attempt: 1 })
  expect(sent).toHaveLength(1)
  expect(String(reported[0])).toContain('shutting down')
})

test('a notice is logged with its recipients, and those that the mail server refused as failed', async () => {
  const [accepted, refused] = ['owner@example.com', 'gone@example.com']
  const send = async () => [refused]
  await startRunner([sendMailJob(send)])
  const payload = { ...letter, TO: [accepted, refused] }
  const events = await getEvents(
    site,
    async () => {
      const id = await enqueueJob(site.db, { kind: sendMailKind, payload, userId: 'admin' })
      expect(await waitForEnd(id)).toMatchObject({ state_cd: 'DONE' })
    },
    2,
  )
  const event = { kind_cd: 'MAIL', user_id: 'admin', operation: sendMailKind, row_count: 1 }
  expect(events).toMatchObject([
    { ...event, outcome_cd: 'OK', subject_cd: accepted },
    { ...event, outcome_cd: 'FAILED', subject_cd: refused },
  ])
})

test('a notice that was delivered is not sent again if the database restarts at its event', async () => {
  await restartOnce(site.db, 'insert on security_event for each row')
  const sent: Mail[] = []
  await startRunner([sendMailJob(async (mail) => void sent.push(mail))])
  const id = await enqueueJob(site.db, { kind: sendMailKind, payload: letter, userId: 'admin' })
  expect(await waitForEnd(id)).toMatchObject({ state_cd: 'DONE', attempt: 1 })
  expect(sent).toHaveLength(1)
})

test('a job without further attempts that is done does not end as failed', async () => {
  await restartAtRecord('closes')
  let runs = 0
  await startRunner([
    { kind: 'closes', bound: 'site', maxAttempts: 1, run: async () => (runs += 1) },
  ])
  const id = await enqueueJob(site.db, { kind: 'closes', payload: {}, userId: 'admin' })
  expect(await waitForEnd(id)).toMatchObject({ state_cd: 'DONE', result: 1 })
})

test('a mail sent again after its server was killed has the same id', async () => {
  const ids: unknown[] = []
  const first = Promise.withResolvers<undefined>()
  const isSent = Promise.withResolvers<void>()
  const killed = sendMailJob((mail) => {
    ids.push(mail.messageId)
    isSent.resolve()
    return first.promise
  })
  await startRunner([killed])
  const id = await enqueueJob(site.db, { kind: sendMailKind, payload: letter, userId: 'admin' })
  await isSent.promise
  await site.db.execute(sql`
    update job set lease_until = now() - interval '1 second' where job_id::text = ${id}`)
  await startRunner([sendMailJob(async (mail) => void ids.push(mail.messageId))])
  expect(await waitForEnd(id)).toMatchObject({ state_cd: 'DONE', attempt: 2 })
  first.resolve(undefined)
  expect(ids).toEqual([`<${id}@mail.wms>`, `<${id}@mail.wms>`])
})

/** Database that commits the first transaction with a result, but loses its reply. */
function loseFirstReply(db: Database): Database {
  let isLost = false
  const transaction: Database['transaction'] = async (work, options) => {
    const result = await db.transaction(work, options)
    if (isLost || result === undefined) return result
    isLost = true
    throw new StoreUnavailableError('the reply was lost')
  }
  return new Proxy(db, {
    get: (target, name: keyof Database) => {
      if (name === 'transaction') return transaction
      const member = target[name]
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

test('a job whose claim committed without a reply runs once and uses one attempt', async () => {
  const reported: unknown[] = []
  let runs = 0
  const claimed: JobHandler = {
    kind: 'claimed',
    bound: 'site',
    maxAttempts: 1,
    run: async () => (runs += 1),
  }
  const runner = new JobRunner(
    loseFirstReply(site.db),
    [claimed],
    (error) => reported.push(error),
    { pollMs: 50 },
  )
  onTestFinished(() => runner.stop())
  const id = await enqueueJob(site.db, { kind: 'claimed', payload: {}, userId: 'admin' })
  await runner.start()
  expect(await waitForEnd(id)).toMatchObject({ state_cd: 'DONE', attempt: 1, result: 1 })
  expect(reported.map(String)).toEqual([expect.stringContaining('the reply was lost')])
})

test('a job that ended with its server shows this to its user', async () => {
  const id = await enqueueJob(site.db, { kind: 'imports', payload: {}, userId: 'admin' })
  await site.db.execute(sql`
    update job set state_cd = 'RUNNING', attempt = 1, lease_until = now() - interval '1 second'
    where job_id::text = ${id}`)
  await startRunner([{ kind: 'imports', bound: 'site', maxAttempts: 1, run: async () => null }])
  const { state_cd: state, error_text: text } = await waitForEnd(id)
  expect([state, text]).toEqual(['FAILED', expect.stringContaining('The server stopped')])
})

test('a job that waits while all servers are suspended is not taken for one of a removed kind', async () => {
  const id = await enqueueJob(site.db, { kind: 'known', payload: {} })
  await site.db.script(`
    insert into job_kind (kind, seen_at) values ('known', now() - interval '1 hour');
    update job set run_after = now() - interval '1 hour' where kind = 'known'`)
  await endUnknownJobs(site.db, ['known'])
  expect(await readJob(String(id))).toMatchObject({ state_cd: 'QUEUED' })
})

test('jobs and schedules of a kind that an update removed end with a message', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const add = (kind: string) => enqueueJob(site.db, { kind, payload: { TO: 'x' }, userId: 'admin' })
  const [gone, busy, elsewhere, fresh] = await Promise.all(
    ['gone', 'busy', 'elsewhere', 'gone'].map(add),
  )
  const other = (await add('gone')) ?? ''
  await site.db.execute(sql`
    update job set run_after = now() - interval '11 minutes'
    where job_id::text in (${gone}, ${busy}, ${elsewhere}, ${other})`)
  await site.db.execute(sql`
    update job set state_cd = 'RUNNING', lease_until = now() - interval '11 minutes'
    where job_id::text = ${other}`)
  await site.db.script(`
    insert into job_kind (kind, seen_at) values ('elsewhere', now() - interval '5 minutes'),
      ('gone', now() - interval '1 day');
    insert into schedule (schedule_cd, schedule_nm, kind_cd, run_as, minute_cron, hour_cron,
      day_cron, month_cron, weekday_cron, overlap_cd, missed_cd)
      values ('GONE', 'x', 'GONE', 'admin', '*', '*', '*', '*', '*', 'QUEUE', 'ONCE');
    with made as (insert into job (kind, payload, run_after)
      values ('schedule/GONE', '{}', now() - interval '11 minutes') returning job_id)
    insert into schedule_run (schedule_cd, due_at, job_id) select 'GONE', now(), job_id from made;
    insert into schedule_run (schedule_cd, due_at) values ('GONE', now())`)
  const ends = Promise.withResolvers<unknown>()
  onTestFinished(() => ends.resolve(null))
  await startRunner([{ kind: 'busy', bound: 'site', maxAttempts: 1, run: () => ends.promise }])
  vi.advanceTimersByTime(unknownKindMs)
  const ended = await waitForEnd(gone ?? '')
  expect(ended).toMatchObject({ state_cd: 'FAILED', payload: {} })
  expect(ended['error_text']).toBe(`${unknownKindText.ko} / ${unknownKindText.en}`)
  expect(await readJob(other)).toMatchObject({ state_cd: 'FAILED' })
  expect(await readJob(elsewhere ?? '')).toMatchObject({ state_cd: 'QUEUED' })
  expect(await readJob(fresh ?? '')).toMatchObject({ state_cd: 'QUEUED' })
  expect(await readJob(busy ?? '')).toMatchObject({ state_cd: 'RUNNING' })
  const [schedule] = await site.db.query(
    sql`select pause_yn from schedule where schedule_cd = 'GONE'`,
  )
  expect(schedule).toEqual({ pause_yn: 'Y' })
  const runs = await site.db.query(sql`
    select coalesce(j.state_cd, r.skipped_cd) state from schedule_run r left join job j using (job_id)
    where schedule_cd = 'GONE' order by run_no`)
  expect(runs).toEqual([{ state: 'FAILED' }, { state: 'MISSED' }])
  // Home counts errors of jobs for administrators.
  const errors = await site.db.query(sql`
    select path from error_log where error_code = 'JOB_KIND_UNKNOWN' order by path`)
  expect(errors.map(({ path }) => path)).toEqual(['job/gone', 'job/gone', 'job/schedule/GONE'])
})
