import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { newMailedTooOften } from '#areas/system/server/accounts.ts'
import { makePasswordToken, resetPassword } from '#areas/system/server/password-token.ts'
import { unreachableUser } from '#areas/system/server/reach-error.ts'
import { noOrigin } from '#server/security/security-event.ts'
import { mailLimitReached } from '#server/jobs/document-mail.ts'
import { testPassword, testSite, type TestSite, type TestUser } from '#tests/support/app.ts'

let site: TestSite
let admin: TestUser
let clerk: TestUser
let count = 0

type Row = Record<string, Value>

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  await site.db.execute(sql`
    insert into role_menu (role_cd, menu_id, actions) values ('CUSTOMER', 'User', '{search,save}')`)
  clerk = await site.login('customer')
})
afterAll(() => site.close())

const save = (by: TestUser, ...rows: Row[]) => by.save('system/save-accounts', rows)
const reasons = (response: Awaited<ReturnType<typeof save>>): string[] =>
  (response.body.rows ?? []).map(({ COLUMN, POERROR }) => `${COLUMN}: ${POERROR}`)
const account = async (USER_ID: string) =>
  (await admin.query('system/accounts', { USER_ID })).find((row) => row['USER_ID'] === USER_ID)

function newPerson(extra: Row = {}): Row {
  count += 1
  return {
    BATCH_FLAG: 'I',
    USER_ID: `person${count}`,
    USER_NM: `Person ${count}`,
    EMAIL: `person${count}@example.com`,
    ROLES: 'CUSTOMER',
    WAREHOUSES: 'W01',
    OWNERS: 'GIFT',
    MAIL_YN: 'N',
    ...extra,
  }
}

async function createAccount(extra: Row = {}): Promise<Row> {
  const row = newPerson(extra)
  const response = await save(admin, row)
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return (await account(String(row['USER_ID']))) ?? {}
}

const changedRow = (row: Row, extra: Row): Row => ({ ...row, BATCH_FLAG: 'U', ...extra })

test('an account is created with roles, warehouses, owners and a mail to choose a password', async () => {
  const row = await createAccount({
    ROLES: 'customer, nothing',
    WAREHOUSES: 'W01 W02',
    MAIL_YN: 'Y',
  })
  expect(row).toMatchObject({
    ROLES: 'CUSTOMER, NOTHING',
    WAREHOUSES: 'W01, W02',
    OWNERS: 'GIFT',
    ALL_OWNERS_YN: 'N',
    STATE_CD: 'ACTIVE',
    LOGGED_IN_AT: null,
  })
  const mails = await site.db.query(sql`
    select payload from job where kind = 'mail-start' and state_cd <> 'CANCELLED'`)
  expect(mails).toHaveLength(1)
  await expect(site.login(String(row['USER_ID']))).rejects.toThrow('맞지 않습니다')
})

test('each unknown code, and owners combined with all owners, is reported at its column', async () => {
  const wrong = newPerson({
    ROLES: 'NOSUCH',
    WAREHOUSES: 'W01,W99',
    OWNERS: 'GIFT',
    ALL_OWNERS_YN: 'Y',
  })
  expect(reasons(await save(admin, wrong))).toEqual([
    'ALL_OWNERS_YN: 화주를 입력하거나 전체 화주를 선택하세요. 둘 중 하나만 지정할 수 있습니다.',
    'WAREHOUSES: 등록되지 않았거나 본인에게 없는 코드입니다: W99',
  ])
  expect(reasons(await save(admin, newPerson({ ROLES: 'NOSUCH' })))).toEqual([
    'ROLES: 없는 역할입니다.',
  ])
  expect(reasons(await save(admin, newPerson({ OWNERS: null })))).toEqual([
    'ALL_OWNERS_YN: 화주를 입력하거나 전체 화주를 선택하세요. 둘 중 하나만 지정할 수 있습니다.',
  ])
  expect(reasons(await save(admin, newPerson({ USER_ID: '한글' })))[0]).toContain('USER_ID')
})

describe('disabled accounts', () => {
  test('disabled accounts lose all sessions immediately and cannot log in', async () => {
    const here = await site.login('nobody')
    const row = await account('nobody')
    await save(admin, changedRow(row ?? {}, { USE_YN: 'N', ALL_OWNERS_YN: 'Y' }))
    expect((await here.call('/api/wms/system/users', {})).status).toBe(401)
    await expect(site.login('nobody')).rejects.toThrow('맞지 않습니다')
    expect(await account('nobody')).toMatchObject({ STATE_CD: 'OFF' })
    const back = changedRow((await account('nobody')) ?? {}, { USE_YN: 'Y' })
    expect((await save(admin, back)).status).toBe(200)
    expect((await account('nobody'))?.['LOGGED_IN_AT']).not.toBeNull()
  })

  test('an account cannot log in before its first or after its last date', async () => {
    const row = (await account('nobody')) ?? {}
    await save(admin, changedRow(row, { TO_DT: '20200101' }))
    expect(await account('nobody')).toMatchObject({ STATE_CD: 'ENDED' })
    await expect(site.login('nobody')).rejects.toThrow('맞지 않습니다')
    await save(
      admin,
      changedRow((await account('nobody')) ?? {}, { TO_DT: null, FROM_DT: '20991231' }),
    )
    expect(await account('nobody')).toMatchObject({ STATE_CD: 'WAITING' })
    await save(admin, changedRow((await account('nobody')) ?? {}, { FROM_DT: null }))
    await site.login('nobody')
  })

  test('users cannot disable themselves or change their own roles', async () => {
    const row = (await account('admin')) ?? {}
    expect(reasons(await save(admin, changedRow(row, { USE_YN: 'N' })))[0]).toContain('본인을 중지')
    expect(reasons(await save(admin, changedRow(row, { ROLES: 'CUSTOMER' })))[0]).toContain(
      '본인의 역할',
    )
  })
})

describe('account administrators', () => {
  test('account administrators cannot change stronger users or grant roles, owners and warehouses they lack', async () => {
    const strongerUser = (await account('second')) ?? {}
    const mail = changedRow(strongerUser, { EMAIL: 'mine@example.com' })
    expect(reasons(await save(clerk, mail))).toContain(`USER_ID: ${unreachableUser.ko}`)
    expect(reasons(await save(clerk, newPerson({ ROLES: 'ADMIN' })))).toEqual([
      'ROLES: 본인보다 권한이 많은 역할은 부여할 수 없습니다.',
    ])
    expect(reasons(await save(clerk, newPerson({ OWNERS: 'HANBIT' })))[0]).toContain('HANBIT')
    expect(reasons(await save(clerk, newPerson({ WAREHOUSES: 'W02' })))[0]).toContain('W02')
    expect(
      reasons(await save(clerk, newPerson({ OWNERS: null, ALL_OWNERS_YN: 'Y' })))[0],
    ).toContain('전체 화주를 부여할 수 없습니다')
    expect((await save(clerk, newPerson())).status).toBe(200)
  })

  test('account administrators cannot change users with owners they cannot see', async () => {
    const other = await createAccount({ OWNERS: 'HANBIT', ROLES: 'NOTHING' })
    const response = await save(clerk, changedRow(other, { OWNERS: 'GIFT' }))
    expect(reasons(response)).toEqual([`USER_ID: ${unreachableUser.ko}`])
    const mail = await clerk.save('system/send-start-mail', [{ USER_ID: other['USER_ID'] ?? null }])
    expect(mail.status).toBe(422)
  })
})

test('role and warehouse changes are recorded in a history that cannot be deleted', async () => {
  const row = await createAccount({ ROLES: 'CUSTOMER' })
  await save(admin, changedRow(row, { ROLES: 'NOTHING', WAREHOUSES: 'W01,W02' }))
  const USER_ID = row['USER_ID'] ?? null
  const roles = await admin.query('system/role-changes', { USER_ID })
  expect(roles.map((role) => [role['ROLE_CD'], role['ADDED'] === USER_ID])).toEqual([
    ['NOTHING', true],
    ['CUSTOMER', false],
    ['CUSTOMER', true],
  ])
  const changes = await admin.query('system/fact-changes', { RECORD_KEY: `${USER_ID}%` })
  expect(changes.map((change) => [change['TABLE_NM'], change['RECORD_KEY']])).toContainEqual([
    'user_warehouse',
    `${USER_ID} / W02`,
  ])
  expect(JSON.stringify(changes)).not.toContain('password')
  await expect(site.db.execute(sql`delete from role_change`)).rejects.toThrow()
})

test('an unused account is deleted with its dependent records', async () => {
  const row = await createAccount()
  const response = await save(admin, { ...row, BATCH_FLAG: 'D' })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  expect(await account(String(row['USER_ID']))).toBeUndefined()
})

describe('importing a sheet of accounts', () => {
  const path = '/api/wms/comm/wmsCommon/saveProcedure'
  const importAccounts = (rows: Row[], isDryRun = false) =>
    admin.call(
      path,
      {
        PROCEDURE: 'system/save-accounts',
        ROWS: rows.map((row, index) => ({ NO: index + 1, ...row })),
        IMPORT: { FILE_NM: 'people.xlsx' },
        ...(isDryRun && { DRY_RUN: 'Y' }),
      },
      isDryRun ? {} : { 'idempotency-key': randomUUID() },
    )

  test('creates new accounts, updates existing ones and supports a dry run', async () => {
    const known = await createAccount({ USER_NM: 'Earlier' })
    const { BATCH_FLAG: _, ...fresh } = newPerson({ OWNERS: null, ALL_OWNERS_YN: 'Y' })
    const sheet = [fresh, { USER_ID: known['USER_ID'] ?? null, ROLES: 'NOTHING' }]
    const tried = await importAccounts(sheet, true)
    expect(tried.status, JSON.stringify(tried.body)).toBe(200)
    expect(await account(String(fresh['USER_ID']))).toBeUndefined()
    const response = await importAccounts(sheet)
    expect(response.status, JSON.stringify(response.body)).toBe(200)
    expect(await account(String(fresh['USER_ID']))).toMatchObject({ ALL_OWNERS_YN: 'Y' })
    expect(await account(String(known['USER_ID']))).toMatchObject({
      USER_NM: 'Earlier',
      ROLES: 'NOTHING',
      OWNERS: 'GIFT',
    })
  })
})

test('an address receives at most five start mails an hour, including those for new users', async () => {
  const EMAIL = `${randomUUID()}@example.com`
  const row = await createAccount({ EMAIL, MAIL_YN: 'N' })
  const USER_ID = row['USER_ID'] ?? null
  const send = () => admin.save('system/send-start-mail', [{ USER_ID }])
  for (let mail = 1; mail <= 5; mail += 1) expect((await send()).status).toBe(200)
  expect(reasons(await send())).toEqual([`USER_ID: ${mailLimitReached.ko}`])
  await save(admin, { ...(await account(String(USER_ID))), BATCH_FLAG: 'D' })
  const fresh = newPerson({ EMAIL: EMAIL.toUpperCase(), MAIL_YN: 'Y' })
  const again = await save(admin, fresh)
  expect(reasons(again)).toEqual([`MAIL_YN: ${newMailedTooOften.ko}`])
  expect((await save(admin, { ...fresh, MAIL_YN: 'N' })).status).toBe(200)
})

test.each([
  ['the address of the account is corrected', { EMAIL: 'right@example.com' }],
  ['the account is deactivated', { USE_YN: 'N' }],
])('a mailed password link is invalid once %s', async (_, change) => {
  const row = await createAccount()
  const id = String(row['USER_ID'])
  const token = await makePasswordToken(site.db, id, 60)
  expect((await save(admin, changedRow(row, change))).status).toBe(200)
  if ('USE_YN' in change) {
    const back = changedRow((await account(id)) ?? {}, { USE_YN: 'Y' })
    expect((await save(admin, back)).status).toBe(200)
  }
  const reset = resetPassword(site.db, token, 'horse battery staple, correct', noOrigin)
  await expect(reset).rejects.toMatchObject({ code: 'TOKEN_INVALID' })
})

test('a mailed password link is invalid once the user has changed the password', async () => {
  const nobody = await site.login('nobody')
  const token = await makePasswordToken(site.db, 'nobody', 60)
  const NEW_PWD = 'correct staple, battery horse'
  const response = await nobody.call('/api/changePassword', { OLD_PWD: testPassword, NEW_PWD })
  expect(response.status).toBe(200)
  const reset = resetPassword(site.db, token, 'horse battery staple, correct', noOrigin)
  await expect(reset).rejects.toMatchObject({ code: 'TOKEN_INVALID' })
})
