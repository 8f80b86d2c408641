import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cannotReduceOwnAccess } from '#areas/system/server/account-checks.ts'
import { cannotLinkSelf } from '#areas/supply-chain/server/partners.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { testStore } from '#tests/support/database.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { holdInserts, runConcurrently } from '#tests/support/hold-inserts.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  if (testStore() !== 'embedded') await holdInserts(site.db, ['fact_change'])
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.db.script(`
    delete from user_owner where user_id = 'admin';
    delete from scm_partner_user;
    update app_user set use_yn = 'Y', from_dt = null where user_id in ('admin', 'second');
    update app_user set all_owners_yn = 'Y' where user_id = 'admin'`)
  admin = await site.login('admin')
})

async function change(by: TestUser, id: string, extra: Record<string, Value>) {
  const [row] = await admin.query('system/accounts', { USER_ID: id })
  return by.save('system/save-accounts', [{ ...row, BATCH_FLAG: 'U', ...extra }])
}

describe('own access', () => {
  test.each([
    ['a start date in the future', 'USER_ID', { FROM_DT: '20991231' }],
    ['only some owners', 'OWNERS', { ALL_OWNERS_YN: 'N', OWNERS: 'GIFT' }],
  ])('an administrator cannot give themselves %s', async (_, column, more) => {
    const refused = rowErrors(await change(admin, 'admin', more))
    expect(refused.map(([, at]) => at)).toEqual([column])
    const [row] = await admin.query('system/accounts', { USER_ID: 'admin' })
    expect(row).toMatchObject({ STATE_CD: 'ACTIVE', ALL_OWNERS_YN: 'Y' })
  })

  test('users cannot remove their own warehouses or owners', async () => {
    await site.db.script(`
      insert into app_role (role_cd, role_nm) values ('ACCOUNTS', 'a');
      insert into role_menu (role_cd, menu_id, actions)
        values ('ACCOUNTS', 'User', '{search,save}');
      insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
        select 'local', 'local', password_hash, 'N' from app_user where user_id = 'admin';
      insert into user_role (user_id, role_cd) values ('local', 'ACCOUNTS');
      insert into user_warehouse (user_id, wcode) values ('local', 'W01'), ('local', 'W02');
      insert into user_owner (user_id, owner_cd) values ('local', 'GIFT'), ('local', 'HANBIT');`)
    const local = await site.login('local')
    const narrowed = { WAREHOUSES: 'W02', OWNERS: 'GIFT' }
    expect(rowErrors(await change(local, 'local', narrowed))).toEqual([
      [1, 'OWNERS', cannotReduceOwnAccess.ko],
      [1, 'WAREHOUSES', cannotReduceOwnAccess.ko],
    ])
    expect((await change(local, 'local', { USER_NM: 'Local' })).status).toBe(200)
    expect((await change(admin, 'local', narrowed)).status).toBe(200)
  })

  test('users cannot link themselves to a partner, whose users have no other screens', async () => {
    const owner = { OWNER_CD: 'HANBIT', PARTNER_CD: 'P1' }
    await site.db.execute(sql`insert into scm_partner (owner_cd, partner_cd, partner_nm, kind_cd)
      values ('HANBIT', 'P1', 'p', 'PARTNER')`)
    const link = (USER_ID: string) =>
      admin.save('supply-chain/save-partner-user', [{ ...owner, USER_ID, BATCH_FLAG: 'I' }])
    expect(rowErrors(await link('admin'))).toEqual([[1, 'USER_ID', cannotLinkSelf.ko]])
    expect((await link('second')).status).toBe(200)
  })
})

// The embedded store runs one transaction at a time.
test.skipIf(testStore() === 'embedded')(
  'two administrators who deactivate each other at the same time do not both succeed',
  async () => {
    const second = await site.login('second')
    const [rowA, rowB] = await Promise.all(
      ['admin', 'second'].map((USER_ID) => admin.query('system/accounts', { USER_ID })),
    )
    const disableUser = (by: TestUser, row = {}) =>
      by.save('system/save-accounts', [{ ...row, BATCH_FLAG: 'U', USE_YN: 'N' }])
    const responses = await runConcurrently(site.db, [
      () => disableUser(admin, rowB?.[0]),
      () => disableUser(second, rowA?.[0]),
    ])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
    const remaining = await site.db
      .query(sql`select user_id from app_user u join user_role using (user_id)
      where user_works(u) and role_cd = 'ADMIN'`)
    expect(remaining).toHaveLength(1)
  },
)
