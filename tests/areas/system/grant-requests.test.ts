import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { screenTitle } from '#tests/support/labels.ts'

let site: TestSite
let admin: TestUser
let nobody: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  nobody = await site.login('nobody')
})
afterAll(() => site.close())

const requestGrant = (who: TestUser, MENU_ID: string, ACTION: string, REMARK = '') =>
  who.call('/api/grantRequest/ask', { MENU_ID, ACTION, REMARK })
const decide = (REQUEST_NO: unknown, row: Record<string, Value>) =>
  admin.save('system/decide-grant-requests', [{ REQUEST_NO: Number(REQUEST_NO), ...row }])
const getOpenRequests = () => admin.query('system/grant-requests', { STATE_CD: 'REQUESTED' })
const getRightsEvents = () =>
  site.db.query(sql`
    select user_id, subject_cd, operation from security_event where kind_cd = 'RIGHTS' and outcome_cd = 'OK'
      and operation in ('grantRequest/ask', 'system/decide-grant-requests') order by event_no`)

test('a refused call offers a permission request, which then appears on Home and in a list', async () => {
  const refused = await nobody.save('master/save-zone', [{ BATCH_FLAG: 'I', ZONE_CD: 'X' }])
  expect(refused.body).toMatchObject({ asks: { MENUS: ['Zone'], ACTION: 'save' } })
  expect((await requestGrant(nobody, 'Zone', 'save', 'adds a zone')).status).toBe(200)
  expect((await requestGrant(nobody, 'Zone', 'save')).status).toBe(200)
  expect(await getOpenRequests()).toEqual([
    expect.objectContaining({
      USER_ID: 'nobody',
      MENU_NM: screenTitle('Zone'),
      ACTION_CD: 'save',
      REMARK: 'adds a zone',
      ROLE_CD: 'NOTHING',
      ROLES: 'NOTHING',
    }),
  ])
  const home = await admin.call('/api/home', {})
  const { data } = JSON.parse(String(home.bytes)) as { data: { LINES: readonly object[] } }
  expect(data.LINES).toContainEqual(
    expect.objectContaining({ ID: 'system/grants-asked', COUNT: 1, ROUTE: 'GrantRequest' }),
  )
})

test('an approved permission applies to the next call and the requester is notified once', async () => {
  const [request] = await getOpenRequests()
  const response = await decide(request?.['REQUEST_NO'], { ROLE_CD: 'NOTHING' })
  expect(response.body.message).toBe('권한 요청 1건을 승인했습니다.')
  expect((await nobody.call('/api/wms/master/zone', { SEARCH: {} })).status).toBe(200)
  const reported = await nobody.call('/api/grantRequest/answers', {})
  expect(reported.body.data).toEqual([
    expect.objectContaining({
      MENU_NM: screenTitle('Zone'),
      ACTION_NM: '저장',
      STATE_CD: 'APPROVED',
    }),
  ])
  expect((await nobody.call('/api/grantRequest/answers', {})).body.data).toEqual([])
  expect((await requestGrant(nobody, 'Zone', 'save')).body.message).toContain(
    '이미 있는 권한입니다.',
  )
})

test('a rejection states its reason; both decisions appear in history and security log', async () => {
  await requestGrant(nobody, 'Cell', 'save')
  const [request] = await getOpenRequests()
  const number = request?.['REQUEST_NO']
  expect(rowErrors(await decide(number, { REJECT_YN: 'Y' }))).toEqual([
    [1, 'REASON', '반려 사유를 입력하세요.'],
  ])
  expect((await decide(number, { REJECT_YN: 'Y', REASON: 'not their work' })).status).toBe(200)
  expect(rowErrors(await decide(number, { ROLE_CD: 'NOTHING' }))).toEqual([
    [1, 'REQUEST_NO', '이미 처리되었거나 없는 요청입니다.'],
  ])
  const mine = await nobody.call('/api/grantRequest/mine', {})
  expect(mine.body.data?.[0]).toMatchObject({
    STATE_CD: 'REJECTED',
    REASON: 'not their work',
    DECIDED_BY: 'admin',
  })
  const history = await admin.query('system/fact-changes', {
    TABLE_NM: 'grant_request',
    RECORD_KEY: String(number),
  })
  expect(history.map((row) => [row['CHANGE_CD'], row['CHANGED_BY']])).toEqual([
    ['U', 'admin'],
    ['I', 'nobody'],
  ])
  expect(history[0]?.['DIFFERENCE']).toContain('reason: ∅ → not their work')
  const changes = await admin.query('system/role-changes', { ROLE_CD: 'NOTHING' })
  expect(changes[0]).toMatchObject({ MENU_ID: 'Zone', ADDED: 'save, search', CHANGED_BY: 'admin' })
  const query = { user_id: 'nobody', subject_cd: 'nobody', operation: 'grantRequest/ask' }
  const decided = { user_id: 'admin', operation: 'system/decide-grant-requests' }
  expect(await getRightsEvents()).toEqual([
    query,
    { ...decided, subject_cd: 'NOTHING' },
    { ...decided, subject_cd: 'nobody' },
    query,
    { ...decided, subject_cd: 'nobody' },
  ])
})

test.each([
  [{}, 'ROLE_CD', '사용자의 역할 중 하나를 입력하세요.'],
  [{ ROLE_CD: 'CUSTOMER' }, 'ROLE_CD', '사용자의 역할 중 하나를 입력하세요.'],
])('%o grants nothing', async (row, column, text) => {
  await requestGrant(nobody, 'Cell', 'save')
  const [request] = await getOpenRequests()
  expect(rowErrors(await decide(request?.['REQUEST_NO'], row))).toEqual([[1, column, text]])
  expect(await getOpenRequests()).toHaveLength(1)
})

test('users cannot decide their own request and customers cannot decide any', async () => {
  const [request] = await getOpenRequests()
  await admin.save('system/save-role-menus', [
    { BATCH_FLAG: 'I', ROLE_CD: 'NOTHING', MENU_ID: 'GrantRequest', SAVE_YN: 'Y', SEARCH_YN: 'Y' },
  ])
  const row = { REQUEST_NO: Number(request?.['REQUEST_NO']), ROLE_CD: 'NOTHING' }
  expect(rowErrors(await nobody.save('system/decide-grant-requests', [row]))).toEqual([
    [1, 'USER_ID', '본인의 요청은 승인·반려할 수 없습니다. 다른 관리자에게 요청하세요.'],
  ])
  await admin.save('system/save-role-menus', [
    { BATCH_FLAG: 'I', ROLE_CD: 'CUSTOMER', MENU_ID: 'GrantRequest', SAVE_YN: 'Y', SEARCH_YN: 'Y' },
  ])
  const customer = await site.login('customer')
  expect((await customer.save('system/decide-grant-requests', [row])).status).toBe(403)
  expect((await customer.call('/api/wms/system/grant-requests', { SEARCH: {} })).status).toBe(403)
})

test('nonexistent permissions and more than twenty open requests are rejected', async () => {
  for (const [menu, action] of [
    ['NoSuch', 'search'],
    ['Zone', 'print'],
  ] as const) {
    expect((await requestGrant(nobody, menu, action)).status).toBe(422)
  }
  await site.db.execute(sql`
    insert into grant_request (user_id, menu_id, action_cd, created_by, updated_by)
    select 'nobody', 'M' || n, 'search', 'nobody', 'nobody' from generate_series(1, 19) n`)
  expect((await requestGrant(nobody, 'Owner', 'search')).headers['x-error-code']).toBe(
    'GRANT_NOT_ASKED',
  )
})

test('a user viewing as another user cannot request permissions for them', async () => {
  await admin.save('system/see-as', [{ USER_ID: 'customer' }])
  expect((await requestGrant(admin, 'Owner', 'save')).headers['x-error-code']).toBe('READ_ONLY')
  await admin.call('/api/seeAs/end', {})
})
