import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unreachableUser } from '#areas/system/server/reach-error.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { grantEverything } from '#tests/support/all-actions.ts'

let site: TestSite
let admin: TestUser
const viewers = new Map<string, TestUser>()

/** Users as `id: role, warehouses, owners`. No owners means all of them. */
const users = [
  ['atw01', 'MANAGER', ['W01'], []],
  ['forhanbit', 'MANAGER', ['W01', 'W02'], ['HANBIT']],
  ['both', 'MANAGER', ['W01'], ['HANBIT']],
  ['clerk1', 'CLERK', ['W01'], ['HANBIT']],
  ['clerk2', 'CLERK', ['W02'], ['HANBIT']],
  ['clerk12', 'CLERK', ['W01', 'W02'], ['HANBIT']],
  ['gift1', 'CLERK', ['W01'], ['GIFT']],
  ['wide1', 'CLERK', ['W01'], []],
] as const

const beyond: Record<string, readonly string[]> = {
  atw01: ['clerk2', 'clerk12', 'forhanbit', 'admin'],
  forhanbit: ['gift1', 'wide1', 'customer', 'atw01', 'admin'],
  both: ['clerk2', 'clerk12', 'gift1', 'wide1', 'customer', 'atw01', 'forhanbit', 'admin'],
}
const cases = Object.entries(beyond).flatMap(([viewer, subjects]) =>
  subjects.map((subject) => [viewer, subject] as const),
)

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  await site.db.script(`
    insert into app_role (role_cd, role_nm) values ('MANAGER', 'm'), ('CLERK', 'c');
    insert into role_menu (role_cd, menu_id, actions) values ('CLERK', 'InventoryByLot', '{search}')`)
  await grantEverything(site, 'MANAGER')
  for (const [id, role, warehouses, owners] of users) {
    await site.db.execute(sql`
      insert into app_user (user_id, user_nm, password_hash, email, all_owners_yn)
      select ${id}, ${id}, password_hash, ${`${id}@example.com`}, ${owners.length ? 'N' : 'Y'}
      from app_user where user_id = 'admin'`)
    await site.db.execute(sql`insert into user_role (user_id, role_cd) values (${id}, ${role})`)
    await site.db.execute(sql`insert into user_warehouse (user_id, wcode)
      select ${id}, unnest(${[...warehouses]}::text[])`)
    await site.db.execute(sql`insert into user_owner (user_id, owner_cd)
      select ${id}, unnest(${[...owners]}::text[])`)
    await site.db.execute(sql`insert into role_change (changed_by, role_cd, user_id, added, removed)
      values ('admin', ${role}, ${id}, ${id}, '')`)
    await site.db.execute(sql`insert into registration (user_id, user_nm, email, lang_cd, state_cd,
        decided_by, decided_at)
      values (${id}, ${id}, ${`${id}@example.com`}, 'ko', 'APPROVED', 'admin', now())`)
    await site.db.execute(sql`insert into grant_request (user_id, menu_id, action_cd, created_by,
        updated_by) values (${id}, 'Zone', 'search', ${id}, ${id})`)
  }
  for (const viewer of Object.keys(beyond)) viewers.set(viewer, await site.login(viewer))
})
afterAll(() => site.close())

function getViewer(userId: string): TestUser {
  const viewer = viewers.get(userId)
  if (!viewer) throw new Error(userId)
  return viewer
}

/** Everything that could change about one user, as text. */
async function getState(userId: string): Promise<string> {
  const rows = await site.db.query(sql`
    select u.*, array(select role_cd from user_role r where r.user_id = u.user_id) roles,
      array(select wcode from user_warehouse w where w.user_id = u.user_id) warehouses,
      (select count(*) from job) jobs, (select count(*) from see_as) seen,
      (select count(*) from session s where s.user_id = u.user_id) sessions
    from app_user u where user_id = ${userId}`)
  return JSON.stringify(rows)
}

describe.each(cases)(
  'for %s, the user %s with more warehouses, owners or roles',
  (who, subject) => {
    test.each([
      ['accounts', { USER_ID: subject }, 'USER_ID'],
      ['users', { USER_ID: subject }, 'USER_ID'],
      ['user-roles', { USER_ID: subject }, 'USER_ID'],
      ['registrations', {}, 'USER_ID'],
      ['role-changes', {}, 'USER_ID'],
      ['grant-requests', {}, 'USER_ID'],
      ['fact-changes', {}, 'RECORD_KEY'],
      ['who-may', { MENU_ID: 'InventoryByLot', SERVICE: 'inventory/by-lot' }, 'USER_ID'],
    ])('a user beyond reach never appears in system/%s', async (name, search, column) => {
      const response = await getViewer(who).call(`/api/wms/system/${name}`, { SEARCH: search })
      // Users bound to owners are not permitted to see any request.
      if (/^(?:grant-requests|registrations)$/.test(name) && response.status === 403) return
      expect(response.status).toBe(200)
      const tables = /^(?:app_user|user_|grant_request)/
      const rows = response.body.data.filter((row) =>
        tables.test(String(row['TABLE_NM'] ?? 'user_')),
      )
      expect(rows.filter((row) => String(row[column]).includes(subject))).toEqual([])
    })

    test('a user beyond reach never appears in the list of registrations', async () => {
      const { status, body } = await getViewer(who).call('/api/auth/registrations')
      const named = status === 200 ? body.data.map((row) => row['USER_ID']) : []
      expect(named).not.toContain(subject)
    })

    test('has no visible permissions', async () => {
      const rows = await getViewer(who).query('system/effective-rights', { USER_ID: subject })
      expect(rows.filter((row) => row['MAY_YN'] === 'Y')).toEqual([])
    })

    test.each([
      ['see-as', {}],
      ['drop-factors', {}],
      ['end-sessions', {}],
      ['send-start-mail', {}],
      ['save-accounts', { BATCH_FLAG: 'D' }],
      ['save-accounts', { BATCH_FLAG: 'U', WAREHOUSES: 'W01', EMAIL: 'mine@example.com' }],
      ['save-accounts', { BATCH_FLAG: 'U', WAREHOUSES: '', OWNERS: 'HANBIT' }],
      ['save-user-roles', { ROLE_CD: 'CLERK', HAVE_YN: 'N' }],
      ['save-user-roles', { ROLE_CD: 'MANAGER', HAVE_YN: 'Y' }],
    ])('a user beyond reach cannot be changed by system/%s %j', async (name, values) => {
      const before = await getState(subject)
      const [row] = await admin.query('system/accounts', { USER_ID: subject })
      const given =
        name === 'save-accounts' ? { ...row, ...values } : { USER_ID: subject, ...values }
      const response = await getViewer(who).save(`system/${name}`, [given])
      expect([response.status, response.body.rows?.[0]?.COLUMN]).toEqual([
        422,
        name === 'save-user-roles' ? 'ROLE_CD' : 'USER_ID',
      ])
      expect(await getState(subject)).toBe(before)
    })

    test('gets the error of a user who does not exist', async () => {
      const [row] = await admin.query('system/accounts', { USER_ID: subject })
      const getRow = (name: string, USER_ID: string) => ({
        ...(name === 'save-accounts' && { ...row, BATCH_FLAG: 'U' }),
        ...(name === 'save-user-roles' && { ROLE_CD: 'CLERK', HAVE_YN: 'N' }),
        USER_ID,
      })
      for (const name of [
        'see-as',
        'drop-factors',
        'end-sessions',
        'send-start-mail',
        'issue-password',
        'save-user-roles',
        'save-accounts',
      ]) {
        const responses = [subject, 'no-such'].map((id) =>
          getViewer(who).check(`system/${name}`, [getRow(name, id)]),
        )
        const [hidden, unknown] = await Promise.all(responses)
        expect([name, unknown?.status, unknown?.body]).toEqual([name, 422, hidden?.body])
        expect(hidden?.body.rows?.[0]?.POERROR).toBe(unreachableUser.ko)
      }
    })

    test('a user beyond reach cannot be changed by an import', async () => {
      const before = await getState(subject)
      const response = await getViewer(who).call(
        '/api/wms/comm/wmsCommon/saveProcedure',
        {
          PROCEDURE: 'system/save-accounts',
          ROWS: [{ NO: 1, USER_ID: subject, EMAIL: 'mine@example.com' }],
          IMPORT: { FILE_NM: 'x.xlsx' },
        },
        { 'idempotency-key': crypto.randomUUID() },
      )
      expect(response.status).toBe(422)
      // Errors on other columns would name the warehouses and owners of the user.
      expect(response.body.rows.map(({ COLUMN }) => COLUMN)).toEqual(['USER_ID'])
      expect(await getState(subject)).toBe(before)
    })

    test('has requests that cannot be decided', async () => {
      const [request] = await admin.query('system/grant-requests', { USER_ID: subject })
      if (!request) return
      const row = { ...request, ROLE_CD: 'CLERK' }
      const response = await getViewer(who).save('system/decide-grant-requests', [row])
      expect(response.status).not.toBe(200)
    })
  },
)

describe.each([
  ['atw01', 'clerk1'],
  ['atw01', 'gift1'],
  ['forhanbit', 'clerk12'],
  ['both', 'clerk1'],
])('for %s, the user %s within reach', (who, subject) => {
  test('appears in lists, and their roles can be changed', async () => {
    const viewer = getViewer(who)
    for (const name of ['accounts', 'users']) {
      expect(await viewer.query(`system/${name}`, { USER_ID: subject })).toHaveLength(1)
    }
    const { status, body } = await viewer.call('/api/auth/registrations')
    if (status === 200) expect(body.data.map((row) => row['USER_ID'])).toContain(subject)
    const change = async (HAVE_YN: string) =>
      viewer.save('system/save-user-roles', [{ USER_ID: subject, ROLE_CD: 'MANAGER', HAVE_YN }])
    expect((await change('Y')).status).toBe(200)
    expect((await change('N')).status).toBe(200)
    expect((await viewer.query('system/role-changes')).map((row) => row['USER_ID'])).toContain(
      subject,
    )
  })
})

test('an import of users beyond reach cannot be undone, and the error names none of them', async () => {
  const newKeyHeader = () => ({ 'idempotency-key': crypto.randomUUID() })
  const body = {
    PROCEDURE: 'system/save-accounts',
    ROWS: [{ NO: 1, USER_ID: 'clerk2', USER_NM: 'Renamed' }],
    IMPORT: { FILE_NM: 'x.xlsx' },
  }
  const created = await admin.call('/api/wms/comm/wmsCommon/saveProcedure', body, newKeyHeader())
  const IMPORT_NO = Number(Reflect.get(created.body.data, 'IMPORT_NO'))
  await site.db.execute(sql`update app_user set version = version + 1 where user_id = 'clerk2'`)
  const undo = (who: TestUser) => who.call('/api/import/undo', { IMPORT_NO }, newKeyHeader())
  const response = await undo(getViewer('atw01'))
  expect([response.status, response.body.rows.length]).toEqual([409, 1])
  expect(JSON.stringify(response.body)).not.toContain('clerk2')
  expect(JSON.stringify((await undo(admin)).body)).toContain('clerk2')
})

test('users bound to owners neither see nor decide access requests, which name no owner', async () => {
  const [row] = await site.db.query<{ no: number }>(sql`
    insert into registration (user_id, user_nm, email, password_hash)
    values ('applicant', 'a', 'applicant@example.com', 'x') returning registration_no::int no`)
  const REGISTRATION_NO = row?.no ?? 0
  const grants = { ROLE_CDS: ['CLERK'], WCODES: ['W01'], OWNER_CDS: ['HANBIT'] }
  const getStatuses = async (who: string) => {
    const viewer = getViewer(who)
    const responses = [
      await viewer.call('/api/auth/registrations'),
      await viewer.check('system/decide-registrations', [{ REGISTRATION_NO, REJECT_YN: 'Y' }]),
      await viewer.call('/api/auth/approveRegistration', { REGISTRATION_NO, ...grants }),
      await viewer.call('/api/auth/rejectRegistration', { REGISTRATION_NO, REASON: 'x' }),
    ]
    return responses.map(({ status }) => status)
  }
  for (const who of ['forhanbit', 'both'])
    expect(await getStatuses(who)).toEqual([403, 403, 403, 403])
  expect(await getStatuses('atw01')).toEqual([200, 422, 200, 409])
})

test('viewing as a user ends as soon as they have more access than the viewer', async () => {
  const viewer = await site.login('atw01')
  expect((await viewer.save('system/see-as', [{ USER_ID: 'clerk1' }])).status).toBe(200)
  const getSession = async () => (await viewer.call('/api/session')).body.data
  expect(await getSession()).toMatchObject({ userId: 'clerk1', seenBy: 'atw01' })
  await site.db.execute(sql`insert into user_warehouse (user_id, wcode) values ('clerk1', 'W02')`)
  expect(await getSession()).toMatchObject({ userId: 'atw01', seenBy: null })
})
