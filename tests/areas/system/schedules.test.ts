import { hostname } from 'node:os'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { JobRunner } from '#server/jobs/job-runner.ts'
import { scheduleJobs, type ScheduleKind } from '#server/jobs/schedule-kind.ts'
import { Scheduler } from '#server/jobs/scheduler.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { testLabel } from '#tests/support/labels.ts'

let site: TestSite
let user: TestUser
let count = 0

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.db.execute(sql`update schedule set pause_yn = 'Y'`)
})

type Row = Record<string, Value>

async function createSchedule(extra: Row = {}): Promise<string> {
  count += 1
  const SCHEDULE_CD = `S${count}`
  const row = { SCHEDULE_CD, SCHEDULE_NM: 'Night', KIND_CD: 'VERIFY', BATCH_FLAG: 'I', ...extra }
  const { status, body } = await user.save('system/save-schedules', [row])
  expect(status, JSON.stringify(body)).toBe(200)
  return SCHEDULE_CD
}

async function getRefusal(extra: Row): Promise<string[]> {
  const row = { SCHEDULE_CD: 'NO', SCHEDULE_NM: 'x', KIND_CD: 'VERIFY', BATCH_FLAG: 'I', ...extra }
  const { status, body } = await user.save('system/save-schedules', [row])
  expect(status).toBe(422)
  return body.rows.map(({ COLUMN }) => COLUMN ?? '')
}

async function runAtTime(code: string, minutesLate: number): Promise<void> {
  const [row] = await site.db.query<{ ms: number }>(sql`
    select extract(epoch from next_at)::float8 * 1000 ms from schedule where schedule_cd = ${code}`)
  const at = (row?.ms ?? 0) + minutesLate * 60_000
  await new Scheduler(
    site.db,
    () => undefined,
    () => at,
  ).tick()
}

/** A schedule of a kind that no process handles: its job waits until a test runs it. */
async function createHeldSchedule(extra: Row = {}): Promise<string> {
  const code = await createSchedule(extra)
  await site.db.execute(sql`update schedule set kind_cd = 'HELD' where schedule_cd = ${code}`)
  return code
}

const getRuns = (code: string) => user.query('system/schedule-runs', { SCHEDULE_CD: code })
const getRunStates = async (code: string) => (await getRuns(code)).map((row) => row['STATE_CD'])

async function runJobs(...kinds: ScheduleKind[]): Promise<void> {
  const services = { send: async () => undefined, backUp: async () => 'x' }
  const runner = new JobRunner(site.db, scheduleJobs(kinds, services), () => undefined)
  onTestFinished(() => runner.stop())
  await runner.start()
}

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve))
}

test('a schedule shows its timing as text and its next five runs', async () => {
  const code = await createSchedule({ HOUR_CRON: '4', MINUTE_CRON: '30', WEEKDAY_CRON: '1-5' })
  const [row] = await user.query('system/schedules', { SCHEDULE_CD: code })
  expect(row).toMatchObject({ WORDS: '매주 월–금요일 04:30', KIND_NM: '원장 검증', PAUSE_YN: 'N' })
  expect(String(row?.['NEXT_AT'])).toMatch(/043000$/)
  expect(String(row?.['NEXT_TEXT']).split(', ')).toHaveLength(5)
})

test('invalid schedule values are rejected with errors on their columns', async () => {
  expect(await getRefusal({ MINUTE_CRON: '61' })).toEqual(['MINUTE_CRON'])
  expect(await getRefusal({ DAY_CRON: '30', MONTH_CRON: '2' })).toEqual(['DAY_CRON'])
  expect(await getRefusal({ KIND_CD: 'NOSUCH' })).toEqual(['KIND_CD'])
  expect(await getRefusal({ ARGUMENT: 'x' })).toEqual(['ARGUMENT'])
  expect(await getRefusal({ KIND_CD: 'PURGE', ARGUMENT: '3' })).toEqual(['ARGUMENT'])
  expect(await getRefusal({ KIND_CD: 'REPORT', ARGUMENT: 'inventory/nothing' })).toEqual([
    'ARGUMENT',
  ])
})

test('a due schedule runs once, records its result and gets its next time', async () => {
  const code = await createHeldSchedule()
  await runAtTime(code, -1)
  expect(await getRuns(code)).toEqual([])
  await runAtTime(code, 1)
  const day = 24 * 60
  await runAtTime(code, 1 - day)
  await runJobs({
    kind: 'HELD',
    bound: 'site',
    title: testLabel('a'),
    run: async ({ progress }) => {
      await progress(50, 'half')
      return testLabel('It holds')
    },
  })
  await waitUntil(async () => (await getRunStates(code))[0] === 'DONE')
  const [run, ...others] = await getRuns(code)
  expect(others).toEqual([])
  expect(run).toMatchObject({ RESULT_TEXT: 'It holds', USER_ID: null, ATTEMPT: 1 })
  expect(run?.['LOG_TEXT']).toMatch(/#1 half$/)
})

test('a run missed while no server ran is made up once or skipped, as configured', async () => {
  const once = await createHeldSchedule({ MISSED_CD: 'ONCE' })
  const none = await createHeldSchedule({ MISSED_CD: 'NONE' })
  await runAtTime(once, 3 * 24 * 60)
  expect(await getRunStates(once)).toEqual(['QUEUED'])
  expect(await getRunStates(none)).toEqual(['MISSED'])
})

test('a run that overlaps the previous one is skipped or queued, as configured', async () => {
  const skip = await createHeldSchedule()
  const queue = await createHeldSchedule({ OVERLAP_CD: 'QUEUE' })
  await runAtTime(skip, 1)
  await runAtTime(skip, 1)
  expect(await getRunStates(skip)).toEqual(['OVERLAP', 'QUEUED'])
  expect(new Set(await getRunStates(queue))).toEqual(new Set(['QUEUED', 'WAITING']))
  await site.db.execute(sql`
    update job set state_cd = 'DONE' where job_id in (
      select job_id from schedule_run where schedule_cd = ${queue})`)
  await runAtTime(queue, -60)
  expect(await getRunStates(queue)).toEqual(['QUEUED', 'DONE'])
})

test('a paused schedule runs only when started manually', async () => {
  const code = await createHeldSchedule({ PAUSE_YN: 'Y' })
  await runAtTime(code, 1)
  expect(await getRuns(code)).toEqual([])
  const { status } = await user.save('system/start-schedule', [{ SCHEDULE_CD: code }])
  expect(status).toBe(200)
  expect(await getRuns(code)).toMatchObject([{ STATE_CD: 'QUEUED', USER_ID: 'admin' }])
  const again = await user.save('system/start-schedule', [{ SCHEDULE_CD: code }])
  expect(again.body.rows[0]?.POERROR).toContain('이전 실행이 아직')
})

test('a failed run is retried up to the configured number of attempts', async () => {
  const code = await createHeldSchedule({ ATTEMPTS_MAX: 2, PAUSE_YN: 'Y' })
  await user.save('system/start-schedule', [{ SCHEDULE_CD: code }])
  await runJobs({
    kind: 'HELD',
    bound: 'site',
    title: testLabel('a'),
    run: async () => {
      throw new Error('three lines differ')
    },
  })
  const attempt = async () => (await getRuns(code))[0]?.['LOG_TEXT']
  await waitUntil(async () => String(await attempt()).includes('#1 three lines'))
  await site.db.execute(sql`update job set run_after = now()`)
  await site.db.query(sql`select pg_notify('wms_job', '')`)
  await waitUntil(async () => (await getRunStates(code))[0] === 'FAILED')
  expect((await getRuns(code))[0]).toMatchObject({ ATTEMPT: 2 })
})

test('a running job is listed with its server', async () => {
  const code = await createHeldSchedule({ PAUSE_YN: 'Y' })
  await user.save('system/start-schedule', [{ SCHEDULE_CD: code }])
  const getActiveJob = async () =>
    (await user.query('system/active-jobs')).find((row) => row['SCHEDULE_CD'] === code)
  expect(await getActiveJob()).toMatchObject({ STATE_CD: 'QUEUED', HOST_NM: null })
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  await runJobs({
    kind: 'HELD',
    bound: 'site',
    title: testLabel('a'),
    run: async () => {
      await ended
      return testLabel('b')
    },
  })
  await waitUntil(async () => (await getActiveJob())?.['STATE_CD'] === 'RUNNING')
  expect(await getActiveJob()).toMatchObject({ HOST_NM: hostname() })
  end()
  await waitUntil(async () => (await getRunStates(code))[0] === 'DONE')
})

test('active jobs are listed and can be stopped by other users with permission', async () => {
  const code = await createHeldSchedule({ PAUSE_YN: 'Y' })
  await user.save('system/start-schedule', [{ SCHEDULE_CD: code }])
  const active = await user.query('system/active-jobs')
  const mine = active.find((row) => row['SCHEDULE_CD'] === code)
  expect(mine).toMatchObject({ KIND_NM: 'schedule/HELD', STATE_CD: 'QUEUED', USER_ID: 'admin' })
  const other = await site.login('second')
  const { status } = await other.save('system/stop-jobs', [{ JOB_ID: mine?.['JOB_ID'] ?? null }])
  expect(status).toBe(200)
  expect(await getRunStates(code)).toEqual(['CANCELLED'])
  const nobody = await site.login('nobody')
  expect((await nobody.save('system/stop-jobs', [{ JOB_ID: 'x' }])).status).toBe(403)
})

test('a report is saved as its owner’s file, with the permissions at run time', async () => {
  const argument = { KIND_CD: 'REPORT', ARGUMENT: 'master/owner W01 OWNER_CD=GIFT', PAUSE_YN: 'Y' }
  const code = await createSchedule(argument)
  await user.save('system/start-schedule', [{ SCHEDULE_CD: code }])
  await waitUntil(async () => (await getRunStates(code))[0] === 'DONE')
  const [file] = await site.db.query(sql`select file_nm, created_by from stored_file`)
  expect(file?.['created_by']).toBe('admin')
  expect((await getRuns(code))[0]?.['RESULT_TEXT']).toBe(
    `${String(file?.['file_nm'])} 파일로 보관했습니다.`,
  )
  await site.db.execute(sql`update schedule set run_as = 'nobody' where schedule_cd = ${code}`)
  await user.save('system/start-schedule', [{ SCHEDULE_CD: code }])
  await waitUntil(async () => (await getRunStates(code))[0] === 'FAILED')
  expect((await getRuns(code))[0]?.['RESULT_TEXT']).toMatch(/^nobody: .* › 조회/)
})

test('a purge deletes visits older than the retention period', async () => {
  await site.db.execute(sql`insert into visit_log (visited_at, user_id, menu_id)
    values (now() - interval '31 days', 'admin', 'Old'), (now(), 'admin', 'New')`)
  const code = await createSchedule({ KIND_CD: 'PURGE', ARGUMENT: '30', PAUSE_YN: 'Y' })
  await user.save('system/start-schedule', [{ SCHEDULE_CD: code }])
  await waitUntil(async () => (await getRunStates(code))[0] === 'DONE')
  const remaining = await site.db.query(
    sql`select menu_id from visit_log where menu_id in ('Old', 'New')`,
  )
  expect(remaining).toEqual([{ menu_id: 'New' }])
})

test('a purge also deletes expired sessions, tokens and log entries and keeps current ones', async () => {
  await site.login('second')
  await site.db.script(`
    insert into session (token_hash, user_id, seen_at) values
      ('idle', 'second', now() - interval '121 minutes'), ('busy', 'second', now());
    insert into session (token_hash, user_id, created_at)
      values ('long', 'second', now() - interval '721 minutes');
    insert into password_token (token_hash, user_id, expires_at) values
      ('spent', 'second', now() - interval '1 second'), ('good', 'second', now() + interval '1 minute');
    insert into login_failure (user_id, address, failed_at) values
      ('second', 'old', now() - interval '2 days'), ('second', 'new', now());
    insert into login_place (user_id, address, seen_at) values
      ('second', 'old', now() - interval '31 days'), ('second', 'new', now());
    insert into error_log (path, error_code, detail, happened_at) values
      ('old', 'SERVER_ERROR', 'x', now() - interval '31 days'), ('new', 'SERVER_ERROR', 'x', now());`)
  const code = await createSchedule({ KIND_CD: 'PURGE', ARGUMENT: '30', PAUSE_YN: 'Y' })
  await user.save('system/start-schedule', [{ SCHEDULE_CD: code }])
  await waitUntil(async () => (await getRunStates(code))[0] === 'DONE')
  const remaining = await site.db.query<{ id: string }>(sql`
    select token_hash id from session where token_hash in ('idle', 'busy', 'long')
    union all select token_hash from password_token
    union all select 'failure ' || address from login_failure where address in ('old', 'new')
    union all select 'place ' || address from login_place where address in ('old', 'new')
    union all select 'error ' || path from error_log where path in ('old', 'new')
    order by 1`)
  expect(remaining.map(({ id }) => id)).toEqual([
    'busy',
    'error new',
    'failure new',
    'good',
    'place new',
  ])
})

test('every site purges old rows at night by default', async () => {
  const [row] = await user.query('system/schedules', { SCHEDULE_CD: 'NIGHT-PURGE' })
  expect(row).toMatchObject({ KIND_CD: 'PURGE', ARGUMENT: '90', HOUR_CRON: '4' })
  expect(row?.['NEXT_AT']).toMatch(/040000$/)
  expect(row?.['WORDS']).not.toBe('')
})

test('a schedule change is recorded in the history and can be undone', async () => {
  const code = await createSchedule()
  const [row] = await user.query('system/schedules', { SCHEDULE_CD: code })
  await user.save('system/save-schedules', [{ ...row, BATCH_FLAG: 'U', SCHEDULE_NM: 'Day' }])
  const changes = () =>
    user.query('system/fact-changes', { TABLE_NM: 'schedule', RECORD_KEY: code })
  const [change] = await changes()
  expect(change).toMatchObject({ CHANGED_BY: 'admin', CHANGE_CD: 'U' })
  expect(change?.['DIFFERENCE']).toBe('schedule_nm: Night → Day')
  const undo = () =>
    user.save('system/undo-fact-change', [{ CHANGE_NO: change?.['CHANGE_NO'] ?? null }])
  expect((await undo()).status).toBe(200)
  const [after] = await user.query('system/schedules', { SCHEDULE_CD: code })
  expect(after?.['SCHEDULE_NM']).toBe('Night')
  expect((await changes())[0]).toMatchObject({ UNDONE_NO: change?.['CHANGE_NO'] })
  expect((await undo()).body.rows[0]?.POERROR).toBe('이미 취소한 변경입니다.')
})
