import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { accountJobs } from '#areas/system/server/account-jobs.ts'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import type { JobCall, JobHandler } from '#server/jobs/job.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import { JobRunner, type JobRunnerOptions } from '#server/jobs/job-runner.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { readEvents } from '#tests/support/event-reader.ts'
import { createSiteApp } from '#tests/support/site-app.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())

function handler(kind: string, run: JobHandler['run'], maxAttempts = 1): JobHandler {
  return { kind, bound: 'order', maxAttempts, run }
}

/** Job runner without the rest of a server, stopped after the test. */
async function startRunner(jobs: readonly JobHandler[], options: JobRunnerOptions = {}) {
  const errors: unknown[] = []
  const created = new JobRunner(site.db, jobs, (error) => errors.push(error), options)
  onTestFinished(async () => {
    await created.stop()
    expect(errors).toEqual([])
  })
  await created.start()
  return created
}

const enqueue = (kind: string, extra: object = {}) =>
  enqueueJob(site.db, { kind, payload: {}, userId: 'admin', ...extra })

interface JobFacts extends Record<string, unknown> {
  state_cd: string
  attempt: number
}

async function waitForJob(id: string | undefined, isMeant: (job: JobFacts) => boolean) {
  for (;;) {
    const [job] = await site.db.query<JobFacts>(sql`select * from job where job_id::text = ${id}`)
    if (job && isMeant(job)) return job
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const isOver = ({ state_cd: state }: JobFacts) => !['QUEUED', 'RUNNING'].includes(state)

test('a short job starts while long ones take all places, and a second long one waits', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const long = handler('long-report', () => released)
  const short = { ...handler('short-mail', async () => null), isShort: true }
  await startRunner([long, short], { parallel: 1 })
  const first = await enqueue('long-report')
  await waitForJob(first, ({ state_cd: state }) => state === 'RUNNING')
  const second = await enqueue('long-report')
  expect(await waitForJob(await enqueue('short-mail'), isOver)).toMatchObject({ state_cd: 'DONE' })
  expect(await waitForJob(second, () => true)).toMatchObject({ state_cd: 'QUEUED' })
  release()
  expect(await waitForJob(second, isOver)).toMatchObject({ state_cd: 'DONE' })
})

test('emails about accounts are short jobs', () => {
  const jobs = accountJobs(async () => undefined, undefined)
  expect(jobs.filter(({ isShort }) => isShort !== true)).toEqual([])
})

test('only the user who requested a job sees its progress and can fetch its result', async () => {
  const count = handler('count', async ({ progress, job }) => {
    await progress(40, '둘 중 하나')
    return { sum: job.payload['one'] }
  })
  const here = await createSiteApp(site, {}, [count])
  const base = await here.listen()
  const admin = await here.login('admin')
  const second = await here.login('second')
  const own = await readEvents(base, admin.cookie)
  const other = await readEvents(base, second.cookie)
  const JOB_ID = await enqueue('count', { payload: { one: 1 } })
  const states: unknown[] = []
  for (;;) {
    const { data } = await own.next(({ event }) => event === 'job')
    states.push([data['STATE'], data['PROGRESS'], data['TEXT']])
    if (data['STATE'] === 'DONE') break
  }
  expect(states).toEqual([
    ['RUNNING', 0, ''],
    ['RUNNING', 40, '둘 중 하나'],
    ['DONE', 100, '둘 중 하나'],
  ])
  const { body } = await admin.post('/api/job/result', { JOB_ID })
  expect(body.data).toMatchObject({ JOB_ID, KIND: 'count', STATE: 'DONE', RESULT: { sum: 1 } })
  const listed = await admin.post('/api/job/list')
  expect(listed.body.data.map((job) => job['JOB_ID'])).toContain(JOB_ID)
  expect((await second.post('/api/job/list')).body.data).toEqual([])
  for (const name of ['result', 'cancel']) {
    const request = await second.post(`/api/job/${name}`, { JOB_ID })
    expect([request.status, request.headers['x-error-code']]).toEqual([404, 'JOB_UNKNOWN'])
  }
  await enqueue('count', { userId: 'second' })
  await other.next(({ event }) => event === 'job')
  expect(other.passed.filter(({ event }) => event === 'job')).toEqual([])
})

test('many jobs of a user do not delay a job of another user', async () => {
  const started: (string | null)[] = []
  const ends: (() => void)[] = []
  const waits = handler('waits', async ({ job }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    started.push(job.userId)
    ends.push(resolve)
    await promise
  })
  const ids = await Promise.all([1, 2, 3, 4].map(() => enqueue('waits')))
  await startRunner([waits], { parallel: 2 })
  await expect.poll(() => started).toEqual(['admin', 'admin'])
  const other = await enqueue('waits', { userId: 'second' })
  ends[0]?.()
  await expect.poll(() => started).toHaveLength(3)
  expect(started).toEqual(['admin', 'admin', 'second'])
  const allFinished = Promise.all([...ids, other].map((id) => waitForJob(id, isOver)))
  await expect
    .poll(() => {
      for (const end of ends) end()
      return started
    })
    .toHaveLength(5)
  for (const end of ends) end()
  await allFinished
})

test('a cancelled waiting job never runs', async () => {
  const here = await createSiteApp(site)
  const admin = await here.login('admin')
  const JOB_ID = await enqueue('later')
  const response = await admin.post('/api/job/cancel', { JOB_ID })
  expect([response.status, response.body.message]).toEqual([200, '작업을 중지합니다.'])
  let runs = 0
  await startRunner([
    handler('later', async () => void (runs += 1)),
    handler('next', async () => null),
  ])
  await waitForJob(await enqueue('next'), isOver)
  expect(runs).toBe(0)
  expect(await waitForJob(JOB_ID, isOver)).toMatchObject({ state_cd: 'CANCELLED' })
  expect((await admin.post('/api/job/cancel', { JOB_ID })).status).toBe(404)
})

test('cancelling stops a running job, whether it reports progress or listens for the abort', async () => {
  const started: Record<string, PromiseWithResolvers<void>> = {
    reports: Promise.withResolvers<void>(),
    listens: Promise.withResolvers<void>(),
  }
  const reports = handler('reports', async ({ progress }) => {
    started['reports']?.resolve()
    for (;;) {
      await progress(1)
      await new Promise((resolve) => setImmediate(resolve))
    }
  })
  const listens = handler('listens', async ({ signal }: JobCall) => {
    started['listens']?.resolve()
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  const here = await createSiteApp(site, {}, [reports, listens])
  const admin = await here.login('admin')
  for (const kind of ['reports', 'listens']) {
    const JOB_ID = await enqueue(kind)
    await started[kind]?.promise
    expect((await admin.post('/api/job/cancel', { JOB_ID })).status).toBe(200)
    expect(await waitForJob(JOB_ID, isOver)).toMatchObject({ state_cd: 'CANCELLED' })
  }
})

test('a failing job is retried after a delay, then fails without exposing internals', async () => {
  let runs = 0
  const failingJob = async () => {
    runs += 1
    throw new Error('column "secret" of /some/file.ts')
  }
  await startRunner([handler('fails', failingJob, 2)])
  const id = await enqueue('fails')
  await waitForJob(id, ({ state_cd: state, attempt }) => state === 'QUEUED' && attempt === 1)
  const [waiting] = await site.db.query<{ wait: number }>(sql`
    select round(extract(epoch from run_after - now())) wait from job where job_id::text = ${id}`)
  expect(waiting?.wait).toBeGreaterThan(5)
  await site.db.execute(sql`update job set run_after = now() where job_id::text = ${id}`)
  await site.db.notify('wms_job', '')
  const job = await waitForJob(id, isOver)
  expect(job).toMatchObject({ state_cd: 'FAILED', attempt: 2 })
  expect(job['error_text']).toBe('작업이 실패했습니다. / The job failed.')
  expect(runs).toBe(2)
  const [kept] = await site.db.query(sql`select detail from error_log where path = 'job/fails'`)
  expect(kept?.['detail']).toContain('secret')
})

test('a job that throws an AppError is not retried and shows its message', async () => {
  const refusingJob = async () => {
    throw new AppError(422, 'EMPTY', label('데이터가 비어있습니다.', 'There is no data.'))
  }
  await startRunner([handler('refuses', refusingJob, 5)])
  expect(await waitForJob(await enqueue('refuses'), isOver)).toMatchObject({
    state_cd: 'FAILED',
    attempt: 1,
    error_text: '데이터가 비어있습니다. / There is no data.',
  })
})

test('several processes share the queue and run each job once', async () => {
  const ran: string[] = []
  const share = handler('share', async ({ job }) => void ran.push(job.jobId))
  const ids = await Promise.all(
    Array.from({ length: 30 }, async () => String(await enqueue('share'))),
  )
  await Promise.all([startRunner([share]), startRunner([share]), startRunner([share])])
  for (const id of ids) expect(await waitForJob(id, isOver)).toMatchObject({ state_cd: 'DONE' })
  expect(ran.toSorted()).toEqual(ids.toSorted())
})

test('another process takes over the job of a dead one, whose late result is ignored', async () => {
  const first = Promise.withResolvers<unknown>()
  const begun = Promise.withResolvers<void>()
  let runs = 0
  const hangs = handler(
    'hangs',
    () => {
      runs += 1
      begun.resolve()
      return first.promise
    },
    2,
  )
  await startRunner([hangs], { leaseMs: 600_000 })
  const id = await enqueue('hangs')
  await begun.promise
  await site.db.execute(sql`
    update job set lease_until = now() - interval '1 second' where job_id::text = ${id}`)
  await startRunner([handler('hangs', async () => 'second', 2)])
  const job = await waitForJob(id, isOver)
  expect(job).toMatchObject({ state_cd: 'DONE', attempt: 2, result: 'second' })
  first.resolve('first')
  await new Promise((resolve) => setImmediate(resolve))
  expect(runs).toBe(1)
  await startRunner([handler('after', async () => null)])
  await waitForJob(await enqueue('after'), isOver)
  expect(await waitForJob(id, isOver)).toMatchObject({ result: 'second' })
})

test('a job that crashed its process on every attempt fails without another attempt', async () => {
  const id = await enqueue('deadly')
  await site.db.execute(sql`
    update job set state_cd = 'RUNNING', attempt = 2, lease_until = now() - interval '1 second'
    where job_id::text = ${id}`)
  let runs = 0
  await startRunner([handler('deadly', async () => void (runs += 1), 2)])
  expect(await waitForJob(id, isOver)).toMatchObject({ state_cd: 'FAILED' })
  expect(runs).toBe(0)
})

test('a stopping server requeues its running jobs without counting the attempt', async () => {
  const begun = Promise.withResolvers<void>()
  const waits = handler('waits', async ({ signal }) => {
    begun.resolve()
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  const stopping = await startRunner([waits])
  const id = await enqueue('waits')
  await begun.promise
  await stopping.stop()
  expect(await waitForJob(id, () => true)).toMatchObject({ state_cd: 'QUEUED', attempt: 0 })
  await startRunner([handler('waits', async () => 'done')])
  expect(await waitForJob(id, isOver)).toMatchObject({ state_cd: 'DONE', result: 'done' })
})

test('a job enqueued in a transaction that rolls back is discarded', async () => {
  const undone = site.db.transaction(async (tx) => {
    await enqueueJob(tx, { kind: 'never', payload: {} })
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  expect(await site.db.query(sql`select from job where kind = 'never'`)).toEqual([])
})
