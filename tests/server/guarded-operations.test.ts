import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { guardedOperations } from '#server/security/guarded-operations.ts'
import { handlers } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { notedOf } from '#tests/support/security-events.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
})
afterAll(() => site.close())

test('every guarded operation is a change of the registry', () => {
  const names = handlers.flatMap(({ operation: { type, name } }) =>
    type === 'procedure' ? [name] : [],
  )
  expect([...guardedOperations].filter((name) => !names.includes(name))).toEqual([])
})

const attempts: readonly [string, Record<string, Value>][] = [
  ['system/save-user-roles', { USER_ID: 'admin', ROLE_CD: 'CUSTOMER', HAVE_YN: 'Y' }],
  ['system/save-accounts', { BATCH_FLAG: 'I', USER_ID: 'x1', USER_NM: 'x', WAREHOUSES: 'W99' }],
  ['system/see-as', { USER_ID: 'admin' }],
  ['system/save-factor-rules', { BATCH_FLAG: 'I', ROLE_CD: 'NONE' }],
  ['system/decide-registrations', { REGISTRATION_NO: 1, ROLES: 'ADMIN', WAREHOUSES: 'W01' }],
  ['master/issue-partner-token', { OWNER_CD: 'GIFT', PROFILE_CD: 'NONE', TOKEN: 'short' }],
  ['master/issue-webhook-secret', { OWNER_CD: 'GIFT', PROFILE_CD: 'NONE', SECRET: 'short' }],
  ['supply-chain/save-partner-user', { BATCH_FLAG: 'I', OWNER_CD: 'GIFT', PARTNER_CD: 'NONE' }],
]

test.each(attempts)('a refused attempt at %s is logged with its subject', async (name, row) => {
  const [event] = await notedOf(site, async () => {
    const answer = await admin.save(name, [row])
    expect([409, 422]).toContain(answer.status)
  })
  expect(event).toMatchObject({
    kind_cd: 'RIGHTS',
    outcome_cd: 'REFUSED',
    user_id: 'admin',
    operation: name,
    subject_cd: row['USER_ID'] ?? row['ROLE_CD'] ?? row['PROFILE_CD'] ?? null,
  })
})

test('checks of the page are logged once a minute', async () => {
  const row = { USER_ID: 'admin', ROLE_CD: 'NOTHING', HAVE_YN: 'Y' }
  const [event] = await notedOf(site, async () => {
    for (let check = 0; check < 3; check += 1) await admin.check('system/save-user-roles', [row])
  })
  expect(event?.['detail']).toBe('ROWS_INVALID ROLE_CD DRY_RUN')
})

test('a saved profile of a partner is logged', async () => {
  const [event] = await notedOf(site, async () => {
    const row = { BATCH_FLAG: 'I', OWNER_CD: 'GIFT', PROFILE_CD: 'EDI', PROFILE_NM: 'x' }
    expect((await admin.save('master/save-partner-profile', [row])).status).toBe(200)
  })
  expect(event).toMatchObject({ kind_cd: 'RIGHTS', outcome_cd: 'OK', subject_cd: 'EDI' })
})

test('an unknown partner token is logged once a minute', async () => {
  const call = () =>
    site.app.inject({
      method: 'POST',
      url: '/api/partner/messages',
      headers: { authorization: 'Bearer bogus' },
      payload: {},
    })
  const [event] = await notedOf(site, async () => {
    for (let each = 0; each < 3; each += 1) expect((await call()).statusCode).toBe(401)
  })
  expect(event).toMatchObject({ kind_cd: 'CALL', outcome_cd: 'REFUSED', detail: 'TOKEN_UNKNOWN' })
})
