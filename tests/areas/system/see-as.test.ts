import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { lookupPath } from '#kernel/lookup-path.ts'
import { handlers } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
})
afterAll(() => site.close())

const errorCode = ({ headers }: { headers: Readonly<Record<string, unknown>> }) =>
  headers['x-error-code']
const seeAs = (who: TestUser, userId: string) => who.save('system/see-as', [{ USER_ID: userId }])

test('an administrator viewing as a customer has the customer’s permissions and owners', async () => {
  expect((await seeAs(admin, 'customer')).status).toBe(200)
  const session = await admin.call('/api/session')
  expect(session.body.data).toMatchObject({ userId: 'customer', seenBy: 'admin' })
  const users = await admin.call('/api/wms/system/accounts', { SEARCH: {} })
  expect(users.status).toBe(403)
  const owners = await admin.query('master/owner')
  expect(owners.map((row) => row['OWNER_CD'])).toEqual(['GIFT'])
})

test('value help offers an administrator viewing as a customer what the customer may see', async () => {
  for (const [path, body] of [
    ['/api/code/select', { SEARCH: 'owner' }],
    ['/api/wms/comm/wmsCommon/selectDyanamicContext', { SEARCH: 'owner' }],
    [lookupPath('owner'), { SEARCH: '' }],
  ] as const) {
    const found = await admin.call(path, body)
    expect([path, found.status]).toEqual([path, 200])
    expect(found.body.data.map((row) => row['CODE'])).toEqual(['GIFT'])
  }
  expect((await admin.call('/api/code/select', { SEARCH: 'vessel' })).status).toBe(403)
})

test('viewing as another user allows no save, print, mail or setting', async () => {
  for (const { operation } of handlers) {
    if (operation.type === 'query') continue
    const response =
      operation.type === 'procedure'
        ? await admin.save(operation.name, [{}])
        : await admin.call(`/api/print/${operation.name}`, { ROWS: [{}] })
    expect([operation.name, response.status, errorCode(response)]).toEqual([
      operation.name,
      403,
      'READ_ONLY',
    ])
  }
  for (const path of [
    '/api/changePassword',
    '/api/view/save',
    '/api/mail/send',
    '/api/job/cancel',
  ]) {
    expect([path, errorCode(await admin.call(path))]).toEqual([path, 'READ_ONLY'])
  }
  await admin.call('/api/setting/save', { KEY: 'seen', VALUE: 1 })
  const kept = await site.db.query(sql`select from user_setting where setting_key = 'seen'`)
  expect(kept).toEqual([])
})

test('viewing as another user and its refused calls are logged under the administrator’s name', async () => {
  const second = await site.login('second')
  const events = await second.query('system/security-events', { USER_ID: 'admin' })
  expect(events).toContainEqual(
    expect.objectContaining({ KIND_CD: 'SEE_AS', SUBJECT_CD: 'customer', DETAIL: 'BEGIN' }),
  )
  expect(events).toContainEqual(
    expect.objectContaining({ KIND_CD: 'CALL', OUTCOME_CD: 'REFUSED', DETAIL: 'READ_ONLY' }),
  )
})

test('personal data read as another user is logged under the administrator’s name', async () => {
  const second = await site.login('second')
  await site.db.execute(sql`
    insert into role_menu (role_cd, menu_id, actions) values ('CUSTOMER', 'ShipTo', '{search}')`)
  await admin.query('master/ship-to')
  await vi.waitFor(async () => {
    const reads = await second.query('system/security-events', { KIND_CD: 'PERSONAL' })
    const { USER_ID, SUBJECT_CD } =
      reads.find(({ OPERATION }) => OPERATION === 'master/ship-to') ?? {}
    expect([USER_ID, SUBJECT_CD]).toEqual(['admin', 'customer'])
  })
})

test('viewing as another user ends on request, at its time limit and with the next login', async () => {
  await admin.call('/api/seeAs/end')
  expect((await admin.call('/api/session')).body.data).toMatchObject({ userId: 'admin' })
  await seeAs(admin, 'customer')
  await site.db.execute(sql`update see_as set until_at = now() - interval '1 second'`)
  expect((await admin.call('/api/session')).body.data).toMatchObject({ userId: 'admin' })
  await seeAs(admin, 'customer')
  const again = await site.login('admin')
  expect((await again.call('/api/session')).body.data).toMatchObject({ userId: 'admin' })
})

test('users cannot view as stronger users, themselves or disabled users', async () => {
  await site.db.script(`
    insert into app_role (role_cd, role_nm) values ('HELP', '도움');
    insert into role_menu (role_cd, menu_id, actions) values ('HELP', 'User', '{search,save}');
    insert into user_role (user_id, role_cd) values ('nobody', 'HELP');
    update app_user set use_yn = 'N' where user_id = 'second';`)
  const helper = await site.login('nobody')
  expect((await seeAs(helper, 'admin')).status).toBe(422)
  expect((await seeAs(admin, 'admin')).status).toBe(422)
  expect((await seeAs(admin, 'second')).status).toBe(422)
})
