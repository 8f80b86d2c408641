import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { AppError } from '#server/base/app-error.ts'
import { jobBounds, type JobHandler } from '#server/jobs/job.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import { scheduleJobs } from '#server/jobs/schedule-kind.ts'
import { handlers, scheduleKinds } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addWorkOfBothOwners, type OtherOwner } from '#tests/support/both-owners.ts'
import { grantEverything } from '#tests/support/all-actions.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { lastEvent } from '#tests/support/security-events.ts'
import { createSiteApp } from '#tests/support/site-app.ts'
import { rotatingSample } from '#tests/support/suite.ts'

let site: TestSite
let hanbit: OtherOwner

beforeAll(async () => {
  site = await testSite()
  hanbit = await addWorkOfBothOwners(site, await site.login('admin'))
  await grantEverything(site, 'CUSTOMER')
  await site.db.script(`
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select 'there', 'there', password_hash, 'Y' from app_user where user_id = 'admin';
    insert into user_role (user_id, role_cd) values ('there', 'CUSTOMER');
    insert into user_warehouse (user_id, wcode) values ('there', 'W02');
    update app_user set email = user_id || '@example.com'`)
})
afterAll(() => site.close())

test('the server does not start with a job that declares no known bound', async () => {
  for (const bound of [undefined, '', 'all']) {
    const job: object = { kind: 'x', bound, maxAttempts: 1, run: () => Promise.resolve() }
    await expect(createSiteApp(site, {}, [job as JobHandler])).rejects.toThrow(
      'job x declares no bound',
    )
  }
  for (const { kind, bound } of scheduleKinds)
    expect([kind, jobBounds]).toEqual([kind, expect.arrayContaining([bound])])
})

const queries = handlers.flatMap(({ operation }) =>
  operation.type === 'query' && operation.scope.endsWith('owner') && !operation.hasHistory
    ? [operation.name]
    : [],
)

/**
 * Number of rows that a scheduled report mails to its user. Null if the user is not allowed to run
 * it.
 */
async function countMailedRows(ownerId: string, argument: string): Promise<number | null> {
  const before = await lastEvent(site)
  const jobId = crypto.randomUUID()
  const payload = {
    NAME: 'r',
    ARGUMENT: argument,
    MAIL_TO: `${ownerId}@example.com`,
    OWNER_ID: ownerId,
  }
  const [job] = scheduleJobs(
    scheduleKinds.filter(({ kind }) => kind === 'REPORT'),
    { send: async () => undefined, backUp: async () => '' },
  )
  try {
    await job?.run({
      db: site.db,
      job: { jobId, kind: job.kind, payload, userId: null, wcode: null, attempt: 1 },
      signal: AbortSignal.timeout(60_000),
      progress: async () => undefined,
    })
  } catch (error) {
    if (error instanceof AppError && error.status === 403) return null
    throw error
  }
  const [mailed] = await site.db.query<{ rows: number }>(sql`
    select row_count "rows" from security_event where event_no > ${before} and kind_cd = 'MAIL'`)
  return mailed?.rows ?? 0
}

describe('a scheduled report', () => {
  test.each(rotatingSample('reports of readers', queries, 20))(
    'contains exactly the rows that its reader sees (%s)',
    async (name) => {
      for (const userId of ['customer', 'there', 'nobody']) {
        const wcode = userId === 'there' ? 'W02' : 'W01'
        const user = await site.login(userId, wcode)
        const { status, body } = await user.call(`/api/wms/${name}`, {})
        const rows = await countMailedRows(userId, `${name} ${wcode}`)
        if (status === 403) expect([name, userId, rows]).toEqual([name, userId, null])
        else if (status === 200)
          expect([name, userId, rows]).toEqual([name, userId, body.data.length])
      }
    },
  )

  test('does not run in a warehouse that its reader does not have', async () => {
    expect(await countMailedRows('there', 'inventory/by-lot W01')).toBeNull()
    expect(await countMailedRows('customer', 'inventory/by-lot W02')).toBeNull()
  })
})

describe('jobs of other users', () => {
  const subject = () => `to ${hanbit.receipt}`

  test('a user bound to owners sees neither schedules nor jobs of others', async () => {
    const payload = { TO: ['x@example.com'], SUBJECT: subject(), TEXT: '' }
    const job = { kind: 'waits', payload, userId: 'admin', wcode: 'W01' }
    const id = await enqueueJob(site.db, job)
    await site.db.execute(
      sql`update job set progress_text = 'x@example.com' where job_id = ${id ?? ''}::uuid`,
    )
    const own = await enqueueJob(site.db, { ...job, userId: 'customer' })
    const getVisibleJobs = async (userId: string, wcode = 'W01') => {
      const rows = await (
        await site.login(userId, wcode)
      ).query('system/active-jobs', { KIND: 'waits' })
      return rows.map((row) => String(row['JOB_ID'])).toSorted()
    }
    expect(await getVisibleJobs('customer')).toEqual([own])
    expect(await getVisibleJobs('admin')).toEqual([String(id), String(own)].toSorted())
    expect(await getVisibleJobs('there', 'W02')).toEqual([])
    for (const name of ['schedules', 'schedule-runs']) {
      const { status } = await (await site.login('customer')).call(`/api/wms/system/${name}`, {})
      expect([name, status]).toEqual([name, 403])
    }
    const there = await site.login('there', 'W02')
    await there.save('system/stop-jobs', [{ JOB_ID: id ?? '' }])
    expect(await getVisibleJobs('admin')).toContain(id)
  })
})

describe('schedules of the site and of wider users', () => {
  let admin: TestUser
  let there: TestUser
  beforeAll(async () => {
    admin = await site.login('admin')
    there = await site.login('there', 'W02')
    await site.db.script(`
      insert into schedule (schedule_cd, schedule_nm, kind_cd, minute_cron, hour_cron, day_cron,
        month_cron, weekday_cron, created_by) values
        ('SITE', 's', 'BONDED-MAIL', '0', '3', '*', '*', '*', 'system'),
        ('ADMIN', 'a', 'BONDED-MAIL', '0', '3', '*', '*', '*', 'admin'),
        ('THERE', 't', 'BONDED-MAIL', '0', '3', '*', '*', '*', 'there');
      insert into schedule_run (schedule_cd, due_at, skipped_cd)
        select schedule_cd, now(), 'MISSED' from schedule;
      insert into job (kind, payload) values ('schedule/HELD', '{}'), ('waits', '{}');
      insert into schedule_run (schedule_cd, due_at, job_id)
        select 'ADMIN', now(), job_id from job where kind = 'schedule/HELD'`)
  })

  test('schedules of the site cannot be changed or started by other users', async () => {
    const getPlaces = async (name: string, code: string) => {
      const [row] = await admin.query('system/schedules', { SCHEDULE_CD: code })
      const response = await there.save(`system/${name}`, [{ ...row, BATCH_FLAG: 'U' }])
      return rowErrors(response).map(([, column]) => column)
    }
    for (const name of ['save-schedules', 'start-schedule']) {
      expect(await getPlaces(name, 'SITE')).toEqual(['SCHEDULE_CD'])
      expect(await getPlaces(name, 'ADMIN')).toEqual(['SCHEDULE_CD'])
      expect(await getPlaces(name, 'THERE')).toEqual([])
    }
  })

  test.each(['schedules', 'schedule-runs'])('%s are hidden from other users', async (name) => {
    const codes = async (who: TestUser) =>
      new Set((await who.query(`system/${name}`)).map((row) => row['SCHEDULE_CD']))
    expect(await codes(there)).toEqual(new Set(['THERE']))
    expect([...(await codes(admin))]).toEqual(expect.arrayContaining(['SITE', 'ADMIN', 'THERE']))
  })

  test('schedules of the site have a history that other users neither see nor undo', async () => {
    const search = { TABLE_NM: 'schedule' }
    const keys = async (who: TestUser) =>
      (await who.query('system/fact-changes', search)).map((row) => row['RECORD_KEY'])
    const of = await admin.query('system/fact-changes', { ...search, RECORD_KEY: 'ADMIN' })
    expect(new Set(await keys(there))).toEqual(new Set(['THERE']))
    expect(new Set(await keys(admin))).toContain('SITE')
    const undo = async (number: Value) =>
      rowErrors(await there.save('system/undo-fact-change', [{ CHANGE_NO: number }]))
    expect(await undo(of[0]?.['CHANGE_NO'] ?? null)).toEqual(await undo(999_999))
  })

  test('schedules of the site have jobs that other users neither see nor stop', async () => {
    const getForeignJobs = async (who: TestUser) =>
      (await who.query('system/active-jobs')).flatMap((row) =>
        row['USER_ID'] === null ? [String(row['JOB_ID'])] : [],
      )
    const all = await getForeignJobs(admin)
    expect(all.length).toBeGreaterThan(1)
    expect(await getForeignJobs(there)).toEqual([])
    await there.save(
      'system/stop-jobs',
      all.map((JOB_ID) => ({ JOB_ID })),
    )
    expect(await getForeignJobs(admin)).toEqual(all)
  })
})
