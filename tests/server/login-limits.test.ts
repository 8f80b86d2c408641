import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rateLimitKey } from '#server/auth/rate-limit-key.ts'
import { testPassword, testSite, type TestSite } from '#tests/support/app.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.db.execute(sql`delete from login_failure`)
  await site.db.execute(sql`delete from login_place`)
})

async function login(userId: string, password: string, remoteAddress: string) {
  const response = await site.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { p: `${userId}|W01|${password}` },
    remoteAddress,
  })
  const cookie = String(response.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  return { status: response.statusCode, headers: response.headers, cookie }
}

async function addFailures(rows: readonly { id: string; address: string }[]): Promise<void> {
  await site.db.execute(sql`
    insert into login_failure (user_id, address) select id, address
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id text, address text)`)
}

const countTo = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('password guesses', () => {
  test('guesses at many ids from one address are throttled after thirty, other addresses are not', async () => {
    const statuses: number[] = []
    for (const n of countTo(34)) statuses.push((await login(`spray-${n}`, 'x', '10.1.0.1')).status)
    expect(statuses).toEqual([...countTo(30).map(() => 401), ...countTo(4).map(() => 429)])
    expect((await login('admin', testPassword, '10.1.0.1')).status).toBe(429)
    expect((await login('admin', testPassword, '10.1.0.2')).status).toBe(200)
    await site.db.execute(sql`update login_failure set failed_at = now() - interval '10 minutes'`)
    expect((await login('admin', testPassword, '10.1.0.1')).status).toBe(200)
  })

  test('guesses at one id from many addresses are throttled after thirty, except from a known address', async () => {
    expect((await login('admin', testPassword, '10.2.0.1')).status).toBe(200)
    await addFailures(countTo(30).map((n) => ({ id: 'admin', address: `10.3.0.${n}` })))
    expect((await login('admin', testPassword, '10.4.0.1')).status).toBe(429)
    expect((await login('admin', testPassword, '10.2.0.1')).status).toBe(200)
    expect((await login('second', testPassword, '10.4.0.1')).status).toBe(200)
  })

  test('guesses from an office address do not throttle users known there, up to a limit', async () => {
    expect((await login('admin', testPassword, '10.5.0.1')).status).toBe(200)
    await addFailures(countTo(40).map((n) => ({ id: `spray-${n}`, address: '10.5.0.1' })))
    expect((await login('second', testPassword, '10.5.0.1')).status).toBe(429)
    expect((await login('admin', testPassword, '10.5.0.1')).status).toBe(200)
    await addFailures(countTo(60).map((n) => ({ id: `more-${n}`, address: '10.5.0.1' })))
    expect((await login('admin', testPassword, '10.5.0.1')).status).toBe(429)
  })

  test.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:DB8:0:7::1', '2001:db8:0:7::/64'],
    ['2001:db8:0:7:ffff:ffff:ffff:ffff', '2001:db8:0:7::/64'],
    ['2001:0db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('guesses from %s count towards %s', (address, place) => {
    expect(rateLimitKey(address)).toBe(place)
  })
})

describe('a flood of logins', () => {
  test('gets 503 with Retry-After while another login succeeds', async () => {
    let wrong = 0
    const flood = countTo(60).map(async (n) => {
      const response = await login(`flood-${n}`, 'x', `10.6.0.${n % 5}`)
      if (response.status === 401) wrong += 1
      return response
    })
    const real = await login('admin', testPassword, '10.7.0.1')
    const before = wrong
    expect(real.status).toBe(200)
    const responses = await Promise.all(flood)
    const busy = responses.filter(({ status }) => status === 503)
    expect(busy.map(({ headers }) => headers['x-error-code'])).toContain('LOGIN_BUSY')
    expect(busy.every(({ headers }) => headers['retry-after'] === '2')).toBe(true)
    expect(busy.length + wrong).toBe(60)
    expect(wrong).toBeLessThan(40)
    expect(before).toBeLessThan(15)
    // Rejected attempts whose password was not checked do not count as guesses.
    const [kept] = await site.db.query<{ n: number }>(
      sql`select count(*)::int n from login_failure`,
    )
    expect(kept?.n).toBe(wrong)
    // They are not logged as errors either.
    expect(await site.db.query(sql`select from error_log`)).toEqual([])
  })
})

describe('a password change', () => {
  const changePassword = (cookie: string, OLD_PWD: string) =>
    site.app.inject({
      method: 'POST',
      url: '/api/changePassword',
      payload: { OLD_PWD, NEW_PWD: testPassword },
      headers: { cookie },
    })

  test('throttles only its session after five wrong attempts', async () => {
    const { cookie } = await login('second', testPassword, '10.8.0.1')
    const other = await login('second', testPassword, '10.8.0.1')
    for (const _ of countTo(5)) expect((await changePassword(cookie, 'wrong')).statusCode).toBe(422)
    const sixth = await changePassword(cookie, testPassword)
    expect([sixth.statusCode, sixth.headers['x-error-code']]).toEqual([429, 'LOGIN_THROTTLED'])
    const elsewhere = await changePassword(other.cookie, testPassword)
    expect(elsewhere.headers['x-error-code']).toBe('PASSWORD_SAME')
    expect((await login('second', testPassword, '10.8.0.1')).status).toBe(200)
  })
})
