import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
})
afterAll(() => site.close())

type Row = Record<string, Value>

const getRights = (USER_ID: string, extra: Row = {}) =>
  admin.query('system/effective-rights', { USER_ID, ...extra })
const getRight = async (USER_ID: string, MENU_ID: string, SERVICE: string, extra: Row = {}) =>
  (await getRights(USER_ID, { MENU_ID, SERVICE, ...extra }))[0]

test('a permission shows its role; a missing one shows the users who can grant it', async () => {
  const permitted = await getRight('customer', 'Owner', 'master/owner')
  expect(permitted).toMatchObject({
    MAY_YN: 'Y',
    BECAUSE: '화주',
    GIVERS: null,
    OTHER_MAY_YN: null,
  })
  const not = await getRight('customer', 'Zone', 'master/save-zone')
  expect(not).toMatchObject({ MAY_YN: 'N', BECAUSE: null, GIVERS: 'admin, second' })
  const all = await getRight('admin', 'Zone', 'master/save-zone')
  expect(all?.['BECAUSE']).toMatch(/ \(전체 권한\)$/)
})

test('permissions from a single button or a service are marked as such', async () => {
  await admin.save('system/save-role-buttons', [
    {
      BATCH_FLAG: 'I',
      ROLE_CD: 'CUSTOMER',
      MENU_ID: 'Zone',
      SERVICE: 'master/save-zone',
      GRANT_YN: 'Y',
    },
  ])
  await admin.save('system/save-role-services', [
    { BATCH_FLAG: 'I', ROLE_CD: 'NOTHING', SERVICE: 'master/cell', GRANT_YN: 'Y' },
  ])
  expect(await getRight('customer', 'Zone', 'master/save-zone')).toMatchObject({
    BECAUSE: '화주 (이 버튼만)',
  })
  expect(await getRight('nobody', 'Cell', 'master/cell')).toMatchObject({
    BECAUSE: '없음 (서비스)',
  })
})

test('the listed permissions match what the server allows, operation by operation', async () => {
  const customer = await site.login('customer')
  const sample = (await getRights('customer')).filter(({ ACTION_CD }) => ACTION_CD === 'search')
  const names = new Set(sample.map(({ SERVICE }) => String(SERVICE)))
  const reported = new Set(
    sample.flatMap(({ MAY_YN, SERVICE }) => (MAY_YN === 'Y' ? [String(SERVICE)] : [])),
  )
  for (const name of [...names].slice(0, 40)) {
    const { status } = await customer.call(`/api/wms/${name}`, { SEARCH: {} })
    expect([name, status === 403], name).toEqual([name, !reported.has(name)])
  }
})

test('the permissions of two users can be compared', async () => {
  const differ = await getRights('customer', { OTHER_ID: 'nobody', DIFF_YN: 'Y' })
  expect(differ.length).toBeGreaterThan(0)
  expect(differ.every((row) => row['MAY_YN'] !== row['OTHER_MAY_YN'])).toBe(true)
  expect(await getRight('customer', 'Cell', 'master/cell', { OTHER_ID: 'nobody' })).toMatchObject({
    MAY_YN: 'N',
    OTHER_MAY_YN: 'Y',
    DIFF_YN: 'Y',
  })
})

test('users with a given permission are listed with the role', async () => {
  const who = await admin.query('system/who-may', {
    MENU_ID: 'Owner',
    SERVICE: 'master/save-owner',
  })
  expect(who.map((row) => row['USER_ID'])).toEqual(['admin', 'customer', 'second'])
  expect(who[1]).toMatchObject({ BECAUSE: '화주', STATE_CD: 'ACTIVE' })
})

test('permissions of a past date are those in effect at its end', async () => {
  const today = timestampAt(Date.now()).slice(0, 8)
  const yesterday = addDays(today, -1)
  const getZoneRight = (extra: Row) => getRight('customer', 'Zone', 'master/save-zone', extra)
  // The button was granted today. The grant does not apply to yesterday.
  expect(await getZoneRight({ AS_OF_DT: yesterday })).toMatchObject({ MAY_YN: 'N' })
  expect(await getZoneRight({ AS_OF_DT: today })).toMatchObject({ MAY_YN: 'Y' })
  const role = { USER_ID: 'customer', ROLE_CD: 'CUSTOMER' }
  await admin.save('system/save-user-roles', [{ ...role, HAVE_YN: 'N' }])
  const getOwnerRight = (extra: Row) => getRight('customer', 'Owner', 'master/owner', extra)
  expect(await getOwnerRight({})).toMatchObject({ MAY_YN: 'N' })
  expect(await getOwnerRight({ AS_OF_DT: yesterday })).toMatchObject({
    MAY_YN: 'Y',
    BECAUSE: '화주',
  })
  await admin.save('system/save-user-roles', [{ ...role, HAVE_YN: 'Y' }])
  expect(await getOwnerRight({ AS_OF_DT: yesterday })).toMatchObject({ MAY_YN: 'Y' })
  await site.db.execute(sql`
    insert into role_change (changed_at, changed_by, role_cd, user_id, added)
    values (now() - interval '10 days', 'admin', 'NOTHING', 'nobody', 'nobody')`)
  const getCellRight = (AS_OF_DT: string) => getRight('nobody', 'Cell', 'master/cell', { AS_OF_DT })
  expect(await getCellRight(addDays(today, -12))).toMatchObject({ MAY_YN: 'N' })
})

test('a refusal names the missing permission and, to staff, the users who can grant it', async () => {
  const nobody = await site.login('nobody')
  const refused = await nobody.save('master/save-zone', [{ BATCH_FLAG: 'I', ZONE_CD: 'X' }])
  expect([refused.status, refused.body.message]).toEqual([
    403,
    '권한이 없습니다: 존관리 › 저장. 부여할 수 있는 사용자: admin, second',
  ])
  const request = { MENU_ID: 'Zone', ACTION: 'save' }
  const customer = await site.login('customer')
  const reported = await customer.call('/api/missingGrant', request)
  expect(reported.body.message).toBe('권한이 없습니다: 존관리 › 저장. 관리자에게 요청하세요.')
  const english = await customer.call('/api/missingGrant', request, { 'x-lang': 'en' })
  expect(english.body.message).toBe('No permission: Zones › Save. Ask your administrator.')
  const unknown = await nobody.call('/api/missingGrant', { ...request, MENU_ID: 'Owner' })
  expect(unknown.body.message).toBe(
    '권한이 없습니다: 화주관리 › 저장. 부여할 수 있는 사용자: admin, second',
  )
  // Customers' users do not learn what other screens exist.
  const hidden = await customer.call('/api/missingGrant', { ...request, MENU_ID: 'CmsSecurityLog' })
  expect(hidden.body.message).toBe('권한이 없습니다: 저장. 관리자에게 요청하세요.')
})
