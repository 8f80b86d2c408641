import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testSite, type TestSite } from '#tests/support/app.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())

describe('mail addresses', () => {
  const account = {
    BATCH_FLAG: 'I',
    USER_NM: 'x',
    ALL_OWNERS_YN: 'Y',
    WAREHOUSES: 'W01',
    ROLES: 'NOTHING',
    MAIL_YN: 'N',
  }

  test.each(['twin@example.com', 'TWIN@Example.com'])(
    'an address of another user is rejected at its field (%s)',
    async (EMAIL) => {
      await site.db.script(`insert into app_user (user_id, user_nm, password_hash, email)
        values ('twin', 'twin', 'x', 'Twin@example.com') on conflict do nothing`)
      const admin = await site.login('admin')
      const response = await admin.save('system/save-accounts', [
        { ...account, USER_ID: `second-${EMAIL.length}`, EMAIL },
      ])
      expect([response.status, response.body.rows[0]?.COLUMN]).toEqual([409, 'EMAIL'])
    },
  )

  test('one save cannot give the same address to two users', async () => {
    const admin = await site.login('admin')
    const rows = ['one-a', 'one-b'].map((USER_ID) => ({ ...account, USER_ID, EMAIL: 'o@x.kr' }))
    const response = await admin.save('system/save-accounts', rows)
    expect([response.status, response.body.rows[0]?.COLUMN]).toEqual([409, 'EMAIL'])
  })

  test('an address that users share from before the check stays with them until it is changed', async () => {
    await site.db.script(`alter table app_user disable trigger app_user_first_mail;
      insert into app_user (user_id, user_nm, password_hash, email, all_owners_yn)
        values ('old-a', 'a', 'x', 'old@example.com', 'Y'), ('old-b', 'b', 'x', 'old@example.com', 'Y');
      alter table app_user enable trigger app_user_first_mail`)
    const admin = await site.login('admin')
    const [row] = await admin.query('system/accounts', { USER_ID: 'old-a' })
    const response = await admin.save('system/save-accounts', [
      { ...row, BATCH_FLAG: 'U', USER_NM: 'renamed' },
    ])
    expect([response.status, response.body.rows ?? []]).toEqual([200, []])
  })
})
