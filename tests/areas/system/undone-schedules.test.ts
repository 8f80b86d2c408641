import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { siteUsersOnly } from '#areas/system/server/reach-error.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { grantEverything } from '#tests/support/all-actions.ts'
import { rowErrors } from '#tests/support/floor.ts'

type Row = Record<string, Value>

let site: TestSite
let admin: TestUser
let local: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  await grantEverything(site, 'CUSTOMER')
  await site.db.script(`
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select 'local', 'local', password_hash, 'Y' from app_user where user_id = 'admin';
    insert into user_role (user_id, role_cd) values ('local', 'CUSTOMER');
    insert into user_warehouse (user_id, wcode) values ('local', 'W02')`)
  local = await site.login('local', 'W02')
})
afterAll(() => site.close())

async function save(row: Row): Promise<void> {
  const { status, body } = await admin.save('system/save-schedules', [row])
  expect(status, JSON.stringify(body)).toBe(200)
}

const read = async (SCHEDULE_CD: string) =>
  (await admin.query('system/schedules', { SCHEDULE_CD }))[0] ?? {}

async function createSchedule(SCHEDULE_CD: string): Promise<Row> {
  await save({ SCHEDULE_CD, SCHEDULE_NM: 'Night', KIND_CD: 'VERIFY', BATCH_FLAG: 'I' })
  return read(SCHEDULE_CD)
}

async function undoLast(who: TestUser, RECORD_KEY: string) {
  const [change] = await admin.query('system/fact-changes', { TABLE_NM: 'schedule', RECORD_KEY })
  return who.save('system/undo-fact-change', [{ CHANGE_NO: change?.['CHANGE_NO'] ?? null }])
}

const runAs = (userId: string, code: string) =>
  site.db.script(`
    alter table schedule disable trigger user;
    update schedule set run_as = '${userId}' where schedule_cd = '${code}';
    alter table schedule enable trigger user`)

const times = ({ WORDS, NEXT_AT, NEXT_TEXT }: Row) => ({ WORDS, NEXT_AT, NEXT_TEXT })

describe('undoing a change of a schedule', () => {
  test.each([
    ['TIMES', 'U', { HOUR_CRON: '22', MINUTE_CRON: '30', WEEKDAY_CRON: '1' }],
    ['GONE', 'D', {}],
  ])('restores its next runs (%s)', async (code, BATCH_FLAG, change) => {
    const before = await createSchedule(code)
    await save({ ...before, ...change, BATCH_FLAG })
    expect(times(await read(code))).not.toEqual(times(before))
    expect((await undoLast(admin, code)).status).toBe(200)
    expect(times(await read(code))).toEqual(times(before))
  })

  test('undoing a change of a site-wide schedule requires access to the entire site', async () => {
    const schedule = await createSchedule('SITE')
    await runAs('local', 'SITE')
    await save({ ...schedule, BATCH_FLAG: 'D' })
    const response = await undoLast(local, 'SITE')
    expect(rowErrors(response)).toEqual([[1, undefined, siteUsersOnly.ko]])
    expect((await undoLast(admin, 'SITE')).status).toBe(200)
  })
})
