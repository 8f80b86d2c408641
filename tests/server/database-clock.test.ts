import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { BackupScheduler } from '#server/backup/backup-scheduler.ts'
import { Scheduler } from '#server/jobs/scheduler.ts'
import { webhookSender } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { createPartner } from '#tests/support/partner.ts'
import { createSiteApp } from '#tests/support/site-app.ts'

let site: TestSite
let user: TestUser
const fail = (error: unknown): never => {
  throw error
}

beforeAll(async () => {
  vi.stubEnv('WEBHOOK_PRIVATE', '1')
  site = await testSite()
  user = await site.login('admin')
})
afterAll(async () => {
  await site.close()
  vi.unstubAllEnvs()
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 3_600_000)
})
afterEach(() => vi.useRealTimers())

const inHalfAnHour = sql`now() + interval '30 minutes'`

async function saveSchedule(SCHEDULE_CD: string): Promise<void> {
  const row = { SCHEDULE_CD, SCHEDULE_NM: 'x', KIND_CD: 'VERIFY', BATCH_FLAG: 'I' }
  const cron = { MINUTE_CRON: '*', HOUR_CRON: '*', DAY_CRON: '*', MONTH_CRON: '*' }
  const saved = await user.save('system/save-schedules', [{ ...row, ...cron, WEEKDAY_CRON: '*' }])
  expect(saved.status, saved.body.message).toBe(200)
}

const getSecondsUntilNext = async (code: string) => {
  const [row] = await site.db.query<{ secs: number }>(sql`
    select extract(epoch from next_at - now())::float8 secs from schedule
    where schedule_cd = ${code}`)
  return row?.secs ?? Number.NaN
}

describe('a server whose clock is an hour ahead', () => {
  test('starts no schedule that is not due by the database clock', async () => {
    await saveSchedule('LATER')
    await site.db.execute(sql`
      update schedule set next_at = ${inHalfAnHour} where schedule_cd = 'LATER'`)
    await new Scheduler(site.db, fail).tick()
    const runs = await site.db.query(sql`select 1 from schedule_run where schedule_cd = 'LATER'`)
    expect(runs).toEqual([])
  })

  test('plans the next run of due, saved and undescribed schedules by the database clock', async () => {
    await saveSchedule('SAVED')
    await saveSchedule('DUE')
    await site.db.execute(sql`update schedule set next_at = now() where schedule_cd = 'DUE'`)
    await new Scheduler(site.db, fail).tick()
    await saveSchedule('EMPTY')
    await site.db.execute(sql`update schedule set next_at = null where schedule_cd = 'EMPTY'`)
    await createSiteApp(site)
    for (const code of ['SAVED', 'DUE', 'EMPTY']) {
      expect(await getSecondsUntilNext(code), code).toBeLessThanOrEqual(60)
    }
  })

  test('records a manually started run with the database time', async () => {
    await saveSchedule('HAND')
    expect((await user.save('system/start-schedule', [{ SCHEDULE_CD: 'HAND' }])).status).toBe(200)
    const [run] = await site.db.query<{ late: boolean }>(sql`
      select due_at > now() + interval '1 minute' late from schedule_run
      where schedule_cd = 'HAND'`)
    expect(run).toEqual({ late: false })
  })

  test('makes no backup that is not due', async () => {
    await site.db.execute(sql`update backup_plan set on_yn = 'Y', next_at = ${inHalfAnHour}`)
    expect(await new BackupScheduler(site.db, temporaryFolder(), fail).tick()).toBe(false)
  })

  test('sends no delivery that is not due', async () => {
    await createPartner(site, user, { WEBHOOK_URL: 'http://127.0.0.1:9/' })
    await site.db.execute(sql`
      with made as (
        insert into partner_message (wcode, owner_cd, profile_cd, direction_cd, kind_cd, message_no,
          channel_cd, state_cd, raw_body, body_hash, doc_no, result_cd, result_no, created_by, updated_by)
        values ('W01', 'HANBIT', 'PIKL', 'OUT', 'STOCK', '1', 'REST', '40', '{}', '', 'D1', 'DONE',
          1, 'x', 'x')
        returning message_id)
      insert into webhook_delivery (message_id, wcode, owner_cd, profile_cd, doc_no, next_at,
        created_by, updated_by)
      select message_id, 'W01', 'HANBIT', 'PIKL', 'D1', ${inHalfAnHour}, 'x', 'x' from made`)
    const sender = webhookSender(site.db, fail)
    await sender.tick()
    await sender.stop()
    expect(await site.db.query(sql`select tries from webhook_delivery`)).toEqual([{ tries: 0 }])
  })
})
