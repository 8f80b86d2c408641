import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { holdJobs } from '#tests/support/held-mails.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
})
afterAll(() => site.close())

async function register(userId: string): Promise<number> {
  const [row] = await site.db.query<{ no: number }>(sql`
    insert into registration (user_id, user_nm, email, password_hash)
    values (${userId}, '새 직원', ${`${userId}@example.com`}, 'hash')
    returning registration_no::integer no`)
  return row?.no ?? 0
}

const decide = (REGISTRATION_NO: number, row: Record<string, Value>) =>
  admin.save('system/decide-registrations', [{ REGISTRATION_NO, ...row }])

let unclear = 0

const approval = { ROLES: 'CUSTOMER', WAREHOUSES: 'W01', OWNERS: 'GIFT' }

test('an account request waits in a list and its approval creates the account as specified', async () => {
  const number = await register('applicant')
  const [row] = await admin.query('system/registrations', { STATE_CD: 'REQUESTED' })
  expect(row).toMatchObject({ REGISTRATION_NO: number, USER_ID: 'applicant', ROLES: null })
  const response = await decide(number, approval)
  expect(response.body.message).toBe('사용 신청 1건을 승인했습니다.')
  const [account] = await admin.query('system/accounts', { USER_ID: 'applicant' })
  expect(account).toMatchObject({ ROLES: 'CUSTOMER', WAREHOUSES: 'W01', OWNERS: 'GIFT' })
  expect(rowErrors(await decide(number, approval))).toEqual([
    [1, 'ROLES', '이미 승인·반려되었거나 없는 신청입니다.'],
  ])
})

test.each([
  [{}, 'ROLES', '역할과 창고를 입력하세요.'],
  [{ ...approval, OWNERS: null }, 'ROLES', '화주를 입력하거나'],
  [{ ...approval, OWNERS: 'NOBODY' }, 'ROLES', '등록되지 않은 화주입니다: NOBODY'],
  [{ ...approval, ROLES: 'NO-SUCH' }, 'ROLES', '없는 역할입니다.'],
  [{ REJECT_YN: 'Y' }, 'REASON', '반려 사유를 입력하세요.'],
])(
  '%o is rejected with the missing input and the request stays open',
  async (row, column, words) => {
    unclear += 1
    const number = await register(`unclear-${unclear}`)
    const [refusal] = rowErrors(await decide(number, row))
    expect(refusal?.[1]).toBe(column)
    expect(refusal?.[2]).toContain(words)
    const [kept] = await admin.query('system/registrations', { REGISTRATION_NO: number })
    expect(kept).toMatchObject({ STATE_CD: 'REQUESTED' })
  },
)

test('a rejected account request keeps its reason', async () => {
  const number = await register('turned-down')
  expect((await decide(number, { REJECT_YN: 'Y', REASON: 'employer unknown' })).status).toBe(200)
  const [row] = await admin.query('system/registrations', { REGISTRATION_NO: number })
  expect(row).toMatchObject({
    STATE_CD: 'REJECTED',
    REASON: 'employer unknown',
    DECIDED_BY: 'admin',
  })
})

describe('mails about an account request', () => {
  const email = 'victim@example.com'
  let sent = 0

  async function apply(remoteAddress: string): Promise<string> {
    sent += 1
    const USER_ID = `applicant-${sent}`
    const person = { USER_ID, USER_NM: 'x', EMAIL: email, PASSWORD: 'sturdy umbrella 4711 kettle' }
    const response = await site.app.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: { ...person, AGREE_YN: 'Y' },
      remoteAddress,
    })
    expect(response.statusCode, response.body).toBe(200)
    return USER_ID
  }
  const mails = () =>
    site.db.query<{ user_id: string; outcome: string }>(sql`
      select payload ->> 'USER_ID' user_id, payload ->> 'OUTCOME' outcome from job
      where kind = 'mail-registration' and throttle_key = ${email} order by created_at`)

  beforeAll(() => holdJobs(site.db, 'mail-registration'))

  test('a stranger applying with the same address does not consume the mail limit of the user', async () => {
    for (let turn = 1; turn <= 6; turn += 1) await apply('198.51.100.7')
    expect(await mails()).toHaveLength(5)
    const user_id = await apply('203.0.113.20')
    expect((await mails()).at(-1)).toEqual({ user_id, outcome: 'received' })
  })

  test('an address receives at most twenty mails an hour from all clients, excluding decisions', async () => {
    await site.db.execute(sql`
      insert into job (kind, payload, throttle_key, throttle_from)
      select 'mail-registration', '{}', ${email}, '192.0.2.' || n from generate_series(1, 14) n`)
    const user_id = await apply('203.0.113.200')
    expect(await mails()).toHaveLength(20)
    const [request] = await admin.query('system/registrations', { USER_ID: user_id })
    await decide(Number(request?.['REGISTRATION_NO']), approval)
    expect((await mails()).at(-1)).toEqual({ user_id, outcome: 'approved' })
  })
})
