import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idTaken } from '#areas/system/server/account-checks.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { rowErrors } from '#tests/support/floor.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
})
afterAll(() => site.close())

const account = (USER_ID: string) => ({
  USER_ID,
  USER_NM: USER_ID,
  ROLES: 'SCHEDULER',
  WAREHOUSES: 'W01,W02',
  ALL_OWNERS_YN: 'Y',
  MAIL_YN: 'N',
})
const create = (id: string) =>
  admin.save('system/save-accounts', [{ ...account(id), BATCH_FLAG: 'I' }])

async function remove(id: string): Promise<void> {
  const [row] = await admin.query('system/accounts', { USER_ID: id })
  const { status, body } = await admin.save('system/save-accounts', [{ ...row, BATCH_FLAG: 'D' }])
  expect(status, JSON.stringify(body)).toBe(200)
}

async function logInOnce(id: string): Promise<TestUser> {
  await site.db.execute(sql`update app_user set must_change_yn = 'N',
    password_hash = (select password_hash from app_user where user_id = 'admin')
    where user_id = ${id}`)
  return site.login(id)
}

describe('the ID of a deleted user who had logged in before', () => {
  beforeAll(async () => {
    await site.db.execute(sql`insert into app_role (role_cd, role_nm) values ('SCHEDULER', 's')`)
    await site.db.execute(sql`insert into role_menu (role_cd, menu_id, actions)
      values ('SCHEDULER', 'CmsSchedulerPopup', '{search,save}')`)
    expect((await create('leaver')).status).toBe(200)
    const user = await logInOnce('leaver')
    const row = { SCHEDULE_CD: 'LEFT', SCHEDULE_NM: 'Night', KIND_CD: 'VERIFY', BATCH_FLAG: 'I' }
    const { status, body } = await user.save('system/save-schedules', [row])
    expect(status, JSON.stringify(body)).toBe(200)
    expect((await user.call('/api/logout')).status).toBe(200)
    await remove('leaver')
  })

  test('the ID of a deleted user cannot be given to another person, who would own the schedules of the first', async () => {
    expect(rowErrors(await create('leaver'))).toEqual([[1, 'USER_ID', idTaken.ko]])
    expect(rowErrors(await create('LEAVER'))).toEqual([[1, 'USER_ID', idTaken.ko]])
    const schedules = await admin.query('system/schedules', { SCHEDULE_CD: 'LEFT' })
    expect(schedules).toHaveLength(1)
  })

  test('the ID of a deleted user cannot be applied for', async () => {
    const apply = (USER_ID: string) =>
      site.app.inject({
        method: 'POST',
        url: '/api/auth/register',
        payload: {
          USER_ID,
          USER_NM: 'x',
          EMAIL: `${USER_ID}@example.com`,
          PASSWORD: 'sturdy umbrella 4711 kettle',
          AGREE_YN: 'Y',
        },
      })
    const [taken, free] = [await apply('leaver'), await apply('newcomer')]
    expect(taken.body).toBe(free.body)
    const waiting = await admin.query('system/registrations', { STATE_CD: 'REQUESTED' })
    expect(waiting.map((row) => row['USER_ID'])).toEqual(['newcomer'])
  })

  test('the ID of a deleted user cannot be taken by an application that is approved after the deletion', async () => {
    await site.db.execute(sql`insert into registration (user_id, user_nm, email, password_hash)
      values ('leaver', 'x', 'late@example.com', 'hash')`)
    const [row] = await admin.query('system/registrations', { USER_ID: 'leaver' })
    const response = await admin.save('system/decide-registrations', [
      {
        REGISTRATION_NO: row?.['REGISTRATION_NO'] ?? null,
        ROLES: 'SCHEDULER',
        WAREHOUSES: 'W01,W02',
        OWNERS: 'GIFT',
      },
    ])
    expect(rowErrors(response)).toEqual([[1, 'ROLES', idTaken.ko]])
  })
})

test('an account that was never used can be deleted and created again', async () => {
  expect((await create('mistyped')).status).toBe(200)
  await remove('mistyped')
  expect((await create('mistyped')).status).toBe(200)
})
