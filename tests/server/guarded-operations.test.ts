import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { guardedOperations } from '#server/security/guarded-operations.ts'
import { rightsTables } from '#server/security/rights-events.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import { handlers } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addBoundUsers, boundUsers } from '#tests/support/boundary.ts'
import { getEvents } from '#tests/support/security-events.ts'

type Row = Record<string, Value>

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

/** Names of fields for secrets, except those of codes that only end alike. */
const isSecret = (name: string): boolean =>
  /(?:KEY|SECRET|TOKEN|PASSWORD|PWD)$/.test(name) && !['TRANSFER_KEY', 'TEXT_KEY'].includes(name)

test('every change that receives, stores or issues a secret is guarded', () => {
  const secret = handlers.flatMap((handler) => {
    if (handler.operation.type !== 'procedure' || !('edits' in handler)) return []
    const { name, input, lines = {} } = handler.operation
    const receives = Object.keys({ ...input, ...lines }).some(isSecret)
    return receives || /sealSecret\(|\bonce:/.test(String(handler.run)) ? [name] : []
  })
  expect(secret).toContain('master/issue-webhook-secret')
  expect(secret.filter((name) => !guardedOperations.has(name))).toEqual([])
})

/** Tables with a history of changes that concern no permission. */
const otherTables = [
  'auto_number_rule',
  'code_group',
  'common_code',
  'corp',
  'data_word',
  'organization',
  'schedule',
  'site_menu',
  'site_text',
  'warehouse',
]

test('the changes of every table with a history are rights events, or concern no permission', async () => {
  const found = await site.db.query<{ name: string }>(sql`
    select c.relname "name" from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_proc p on p.oid = t.tgfoid where p.proname = 'keep_change' order by 1`)
  expect(found.map(({ name }) => name)).toEqual([...rightsTables, ...otherTables].toSorted())
})

test('a saved rule for second factors is logged with its role and the change', async () => {
  const row = { BATCH_FLAG: 'I', ROLE_CD: 'CUSTOMER', NETWORKS: '10.0.0.0/8' }
  const [event] = await getEvents(site, () => admin.save('system/save-factor-rules', [row]))
  expect(event).toMatchObject({
    kind_cd: 'RIGHTS',
    outcome_cd: 'OK',
    operation: 'system/save-factor-rules',
    subject_cd: 'CUSTOMER',
    row_count: 1,
    detail: expect.stringMatching(/^fact_change \d+$/),
  })
})

test('saved customs keys are logged with their list, without the keys', async () => {
  const SERVICE_KEY = 'a-key-of-customs'
  const setting = { SERVICE_URL: 'https://customs.example', SERVICE_KEY }
  const keys = ['HS', 'SHED'].map((LIST_CD) => ({ LIST_CD, SERVICE_KEY }))
  const events = await getEvents(
    site,
    async () => {
      expect((await admin.save('bonded/save-customs-setting', [setting])).status).toBe(200)
      expect((await admin.save('bonded/save-customs-list-key', keys)).status).toBe(200)
    },
    3,
  )
  expect(events.map((event) => [event['outcome_cd'], event['subject_cd']])).toEqual([
    ['OK', null],
    ['OK', 'HS'],
    ['OK', 'SHED'],
  ])
  expect(JSON.stringify(events)).not.toContain(SERVICE_KEY)
})

const newAccount = {
  BATCH_FLAG: 'I',
  LANG_CD: 'ko',
  USE_YN: 'Y',
  ROLES: 'CUSTOMER',
  OWNERS: 'GIFT',
}

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
  const [event] = await getEvents(site, async () => {
    const response = await admin.save(name, [row])
    expect([409, 422]).toContain(response.status)
  })
  expect(event).toMatchObject({
    kind_cd: 'RIGHTS',
    outcome_cd: 'REFUSED',
    user_id: 'admin',
    operation: name,
    subject_cd: row['USER_ID'] ?? row['ROLE_CD'] ?? row['PROFILE_CD'] ?? null,
  })
})

test('a refused save of several rows is logged with the subject of each refused row', async () => {
  const rows = ['new1', 'new2', 'new3'].map((USER_ID) => {
    const WAREHOUSES = USER_ID === 'new2' ? 'W01' : 'W99'
    return { ...newAccount, USER_ID, USER_NM: USER_ID, WAREHOUSES }
  })
  const events = await getEvents(site, () => admin.save('system/save-accounts', rows), 2)
  expect(events.map((event) => [event['subject_cd'], event['row_count']])).toEqual([
    ['new1', 1],
    ['new3', 1],
  ])
})

test('a refused save names 50 subjects, attempts beyond reach first, and counts every row', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => {
    const isAttempt = index === 59
    const USER_ID = isAttempt ? 'new59' : `${index}`
    return { ...newAccount, USER_ID, USER_NM: 'x', WAREHOUSES: isAttempt ? 'W99' : 'W01' }
  })
  const events = await getEvents(site, () => admin.save('system/save-accounts', rows), 51)
  const mistakes = rows.slice(0, 49).map(({ USER_ID }) => USER_ID)
  expect(events.map((event) => event['subject_cd'])).toEqual(['new59', ...mistakes, null])
  expect(events.map((event) => event['row_count'])).toEqual([...Array(50).fill(1), 10])
})

test('a save of several profiles is logged with each of them', async () => {
  const rows = ['EDI1', 'EDI2'].map((PROFILE_CD) => {
    return { BATCH_FLAG: 'I', OWNER_CD: 'GIFT', PROFILE_CD, PROFILE_NM: 'x' }
  })
  const events = await getEvents(site, () => admin.save('master/save-partner-profile', rows), 2)
  expect(events.map((event) => event['subject_cd'])).toEqual(['EDI1', 'EDI2'])
})

test('an undone import of partner users is logged with each of them, also if it is refused', async () => {
  await site.db.script(`
    insert into scm_partner (owner_cd, partner_cd, partner_nm, kind_cd)
    values ('GIFT', 'BR1', 'b', 'BRANCH')`)
  const users = ['nobody', 'second']
  const ROWS = users.map((USER_ID, index) => {
    return { NO: index + 1, OWNER_CD: 'GIFT', PARTNER_CD: 'BR1', USER_ID }
  })
  const call = (path: string, body: object) =>
    admin.call(path, body, { 'idempotency-key': randomUUID() })
  const PROCEDURE = 'supply-chain/save-partner-user'
  const saved = { PROCEDURE, ROWS, IMPORT: { FILE_NM: 'a.xlsx' } }
  let IMPORT_NO: unknown
  const acts: readonly (readonly [string, () => Promise<number>])[] = [
    [
      'OK',
      async () => {
        const { status, body } = await call('/api/wms/comm/wmsCommon/saveProcedure', saved)
        IMPORT_NO = Reflect.get(body.data, 'IMPORT_NO')
        return status
      },
    ],
    ['OK', async () => (await call('/api/import/undo', { IMPORT_NO })).status],
    ['REFUSED', async () => (await call('/api/import/undo', { IMPORT_NO })).status],
  ]
  for (const [outcome_cd, act] of acts) {
    const events = await getEvents(
      site,
      async () => expect(await act()).toBe(outcome_cd === 'OK' ? 200 : 409),
      2,
    )
    const event = { kind_cd: 'RIGHTS', outcome_cd, operation: PROCEDURE, row_count: 1 }
    expect(events).toMatchObject(users.map((subject_cd) => ({ ...event, subject_cd })))
  }
})

test('checks of the page are logged once a minute', async () => {
  const row = { USER_ID: 'admin', ROLE_CD: 'NOTHING', HAVE_YN: 'Y' }
  const [event] = await getEvents(site, async () => {
    for (let check = 0; check < 3; check += 1) await admin.check('system/save-user-roles', [row])
  })
  expect(event?.['detail']).toBe('ROWS_INVALID ROLE_CD DRY_RUN')
})

test('a saved profile of a partner is logged', async () => {
  const [event] = await getEvents(site, async () => {
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
      // Other test files in this process use unknown tokens as well.
      remoteAddress: '203.0.113.9',
      headers: { authorization: 'Bearer bogus' },
      payload: {},
    })
  const [event] = await getEvents(site, async () => {
    for (let index = 0; index < 3; index += 1) expect((await call()).statusCode).toBe(401)
  })
  expect(event).toMatchObject({ kind_cd: 'CALL', outcome_cd: 'REFUSED', detail: 'TOKEN_UNKNOWN' })
})

describe('an attempt beyond reach is logged:', () => {
  /** User with every permission, in the second warehouse only. */
  let place: TestUser
  let jobId: string

  beforeAll(async () => {
    await addBoundUsers(site, [boundUsers.place])
    place = await site.login('place', 'W02')
    await site.db.script(`
      insert into schedule (schedule_cd, schedule_nm, kind_cd, minute_cron, hour_cron, day_cron,
        month_cron, weekday_cron, created_by)
        values ('THEIRS', 's', 'VERIFY', '0', '3', '*', '*', '*', 'admin');
      insert into error_log (error_code, path, user_id, detail) values ('X', '/x', 'admin', 'd');
      insert into price_line (price_cd, version_no, owner_cd, price_wcode, charge_cd, basis_cd,
        unit_cd, unit_price, from_dt)
        values ('THEIRS', 1, 'HANBIT', 'W01', 'COUNT', 'WORK', 'DOC', 1, '20200101')`)
    const job = { kind: 'waits', payload: {}, userId: 'admin' }
    jobId = (await enqueueJob(site.db, job)) ?? ''
    const [row] = await admin.query('system/schedules', { SCHEDULE_CD: 'THEIRS' })
    await admin.save('system/save-schedules', [{ ...row, BATCH_FLAG: 'U', SCHEDULE_NM: 'x' }])
  })

  const attempts: readonly (readonly [string, string, () => Row])[] = [
    ['schedules', 'save-schedules', () => ({ BATCH_FLAG: 'U' })],
    ['schedules', 'start-schedule', () => ({})],
    ['backup-plan', 'save-backup-plan', () => ({})],
    ['backup-plan', 'backup-now', () => ({})],
    ['security-events', 'review-security', () => ({})],
    ['error-groups', 'settle-errors', () => ({})],
    ['fact-changes', 'undo-fact-change', () => ({})],
    ['active-jobs', 'stop-jobs', () => ({ JOB_ID: jobId })],
  ]

  test.each(attempts)('%s by system/%s', async (list, name, extra) => {
    const [row] = await admin.query(`system/${list}`)
    const [event] = await getEvents(site, async () => {
      await place.save(`system/${name}`, [{ ...row, ...extra() }])
    })
    expect(event).toMatchObject({
      kind_cd: 'RIGHTS',
      outcome_cd: 'REFUSED',
      user_id: 'place',
      operation: `system/${name}`,
      ...(row?.['SCHEDULE_NM'] !== undefined && { subject_cd: row['SCHEDULE_CD'] }),
    })
  })

  test('a checked rule for second factors of a stronger role', async () => {
    const row = { BATCH_FLAG: 'I', ROLE_CD: 'ADMIN', NETWORKS: '0.0.0.0/0' }
    const [event] = await getEvents(site, async () => {
      expect((await place.check('system/save-factor-rules', [row])).status).toBe(422)
    })
    expect(event).toMatchObject({ outcome_cd: 'REFUSED', subject_cd: 'ADMIN', user_id: 'place' })
  })

  test('a price of another warehouse', async () => {
    const [row] = await admin.query('freight/price-line')
    const [event] = await getEvents(site, async () => {
      const response = await place.save('freight/save-price-line', [{ ...row, BATCH_FLAG: 'D' }])
      expect(response.status).toBe(422)
    })
    expect(event).toMatchObject({ outcome_cd: 'REFUSED', subject_cd: 'THEIRS', user_id: 'place' })
  })

  test('a row of another owner', async () => {
    await addBoundUsers(site, [boundUsers.owner])
    const bound = await site.login('owner')
    const row = { BATCH_FLAG: 'I', OWNER_CD: 'HANBIT', SHIP_TO_CD: 'X', SHIP_TO_NM: 'x' }
    const [event] = await getEvents(site, async () => {
      expect((await bound.save('master/save-ship-to', [row])).status).toBe(422)
    })
    expect(event).toMatchObject({ kind_cd: 'RIGHTS', outcome_cd: 'REFUSED', user_id: 'owner' })
  })

  test('errors of others, which stay new until a user of the site settles them', async () => {
    const [group] = await admin.query('system/error-groups', { PATH: '/x' })
    expect((await place.save('system/settle-errors', [group ?? {}])).status).toBe(422)
    await admin.save('system/settle-errors', [{ ...group, LAST_NO: 999_999_999 }])
    await site.db.script(`
      insert into error_log (error_code, path, user_id, detail) values ('X', '/x', 'admin', 'd')`)
    const [next] = await admin.query('system/error-groups', { PATH: '/x' })
    expect(next).toMatchObject({ NEW_COUNT: 1 })
  })
})
