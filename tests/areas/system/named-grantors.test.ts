import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { grantEverything } from '#tests/support/all-actions.ts'

let site: TestSite
/** User of W01 for all owners, without permissions. */
let clerk: TestUser

beforeAll(async () => {
  site = await testSite()
  await site.db.script(`
    insert into app_role (role_cd, role_nm) values ('MANAGER', 'm');
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select n, n, password_hash, case n when 'gift-boss' then 'N' else 'Y' end from app_user,
        unnest(array['boss', 'w02-boss', 'gift-boss', 'gift-manager']) n where user_id = 'admin';
    update app_user set all_owners_yn = 'N' where user_id = 'gift-manager';
    insert into user_owner (user_id, owner_cd) values ('gift-boss', 'GIFT'), ('gift-manager', 'GIFT');
    insert into user_role (user_id, role_cd) values ('boss', 'ADMIN'), ('w02-boss', 'ADMIN'),
      ('gift-boss', 'ADMIN'), ('gift-manager', 'MANAGER');
    insert into user_warehouse (user_id, wcode) values ('w02-boss', 'W02'), ('gift-boss', 'W01'),
      ('gift-manager', 'W01')`)
  await grantEverything(site, 'MANAGER')
  clerk = await site.login('nobody')
})
afterAll(() => site.close())

const findNames = (text: string) => text.match(/\b(?:admin|second|[\w-]*boss)\b/g) ?? []
const missing = { MENU_ID: 'Zone', ACTION: 'save' }

describe('a missing permission', () => {
  test('names who can grant it in the same warehouse and for the same owners', async () => {
    const refused = await clerk.save('master/save-zone', [{ BATCH_FLAG: 'I', ZONE_CD: 'X' }])
    expect(findNames(refused.body.message)).toEqual(['admin', 'boss', 'second'])
    const request = await clerk.call('/api/missingGrant', missing)
    expect(findNames(request.body.message)).toEqual(['admin', 'boss', 'second'])
  })

  test('names no staff to users bound to owners', async () => {
    const manager = await site.login('gift-manager')
    const rows = await manager.query('system/effective-rights', { USER_ID: 'customer' })
    expect(rows.flatMap((row) => findNames(String(row['GIVERS'])))).toEqual([])
  })

  test('names no staff for a user who does not exist', async () => {
    const admin = await site.login('w02-boss', 'W02')
    const getGrantors = async (USER_ID: string) =>
      new Set(
        (await admin.query('system/effective-rights', { USER_ID })).map((row) => row['GIVERS']),
      )
    expect(await getGrantors('no-such-user')).toEqual(new Set([null]))
    expect(await getGrantors('nobody')).toContain('admin, boss, second')
  })

  test('refers to administrators if none is within reach', async () => {
    await site.db.script(`
      update app_user set use_yn = 'N' where user_id in ('admin', 'second', 'boss')`)
    const { body } = await clerk.call('/api/missingGrant', { ...missing })
    expect(body.message).toBe('권한이 없습니다: 존관리 › 저장. 관리자에게 요청하세요.')
  })
})
