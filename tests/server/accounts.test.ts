import fs from 'node:fs'
import path from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPassword, testSite, type TestSite } from '#tests/support/app.ts'
import { openMailbox, readReceivedMail, type Mailbox } from '#tests/support/mailbox.ts'
import { createSiteApp, type Reply, type SiteApp, type Visitor } from '#tests/support/site-app.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
  await site.db.execute(sql`update app_user set email = user_id || '@Example.com'`)
})
afterAll(() => site.close())

async function withMail(settings: object = {}): Promise<{ here: SiteApp; box: Mailbox }> {
  const box = await openMailbox()
  return { box, here: await createSiteApp(site, { smtpUrl: box.url, ...settings }) }
}

const outcome = (response: Reply) => [response.status, response.headers['x-error-code']]
const newPassword = 'horse battery staple, correct'

describe('a forgotten user ID', () => {
  test('arrives only by mail at its registered address', async () => {
    const { here, box } = await withMail()
    // Duplicate addresses, as in data from before they had to be unique.
    await site.db.script(`alter table app_user disable trigger app_user_one_mail;
      update app_user set email = 'both@example.com' where user_id in ('second', 'nobody');
      alter table app_user enable trigger app_user_one_mail`)
    const known = await here.visitor().post('/api/auth/findMyId', { EMAIL: 'BOTH@example.com' })
    const letter = await box.next('both@example.com')
    expect(letter.text).toContain('아이디 안내')
    expect(letter.text).toMatch(/nobody\s+second/)
    const unknown = await here.visitor().post('/api/auth/findMyId', { EMAIL: 'x@example.com' })
    expect([known.status, known.body]).toEqual([200, unknown.body])
    expect(known.text).not.toMatch(/second|nobody/)
  })

  test('arrives in English if requested in English', async () => {
    const { here, box } = await withMail()
    const request = { EMAIL: 'customer@example.com', lang: 'en' }
    const response = await here.visitor().post('/api/auth/findMyId', request)
    expect(response.body.message).toContain('If an account matches')
    expect((await box.next('customer@example.com')).text).toContain('Your user id')
  })

  test('a disabled account receives no mail', async () => {
    const { here, box } = await withMail()
    await site.db.execute(sql`
      insert into app_user (user_id, user_nm, email, password_hash, use_yn)
      values ('gone', 'gone', 'shared@example.com', 'x', 'N')`)
    await here.visitor().post('/api/auth/findMyId', { EMAIL: 'shared@example.com' })
    await here.visitor().post('/api/auth/findMyId', { EMAIL: 'admin@example.com' })
    expect((await box.next('admin@example.com')).text).toContain('admin')
    const addresses = box.unread().flatMap(({ to }) => to)
    expect(addresses).not.toContain('shared@example.com')
  })

  test('reaches one address at most five times an hour', async () => {
    const { here } = await withMail()
    const answers: Reply[] = []
    for (let n = 0; n < 7; n += 1) {
      const request = { EMAIL: 'again@example.com' }
      answers.push(await here.visitor().post('/api/auth/findMyId', request))
    }
    expect(new Set(answers.map((response) => response.text)).size).toBe(1)
    const [row] = await site.db.query<{ n: number }>(sql`
      select count(*) n from job where throttle_key = 'again@example.com'`)
    expect(row?.n).toBe(5)
  })
})

describe('mail', () => {
  test('goes to the outbox folder if no mail server is configured', async () => {
    const here = await createSiteApp(site)
    const outbox = path.join(here.dataDir, 'outbox')
    fs.mkdirSync(outbox)
    const arrived = new Promise<string>((resolve) => {
      const watcher = fs.watch(outbox, (_, name) => {
        if (!name || name.startsWith('.') || !fs.existsSync(path.join(outbox, name))) return
        watcher.close()
        resolve(name)
      })
    })
    await here.visitor().post('/api/auth/findMyId', { EMAIL: 'admin@example.com' })
    const name = await arrived
    expect(name).toMatch(/\.eml$/)
    const letter = readReceivedMail(fs.readFileSync(path.join(outbox, name), 'latin1'))
    expect(letter).toContain('To: admin@example.com')
    expect(letter).toContain('아이디 안내')
    expect(fs.readdirSync(outbox)).toEqual([name])
  })

  test('waits while the mail server rejects it and is sent later', async () => {
    const { here, box } = await withMail()
    box.setRejecting(true)
    const waiting = new Promise<void>((resolve, reject) => {
      const isJobClaimed = async () => {
        const [job] = await site.db.query(sql`
          select 1 from job where kind = 'mail-ids' and state_cd = 'QUEUED' and attempt = 1
            and run_after > now()`)
        if (job) resolve()
        else setImmediate(() => void isJobClaimed().catch(reject))
      }
      void isJobClaimed().catch(reject)
    })
    await here.visitor().post('/api/auth/findMyId', { EMAIL: 'customer@example.com' })
    await waiting
    box.setRejecting(false)
    await site.db.execute(sql`update job set run_after = now() where state_cd = 'QUEUED'`)
    await site.db.notify('wms_job', '')
    expect((await box.next('customer@example.com')).text).toContain('아이디 안내')
  })
})

async function requestToken(here: SiteApp, box: Mailbox, userId: string): Promise<string> {
  await here.visitor().post('/api/auth/find/password', { USER_ID: userId.toUpperCase() })
  return (
    /#token=([\w-]{43})/.exec((await box.next(`${userId}@example.com`)).text)?.[1] ??
    'no token in the mail'
  )
}

describe('a forgotten password', () => {
  const publicUrl = 'https://wms.example.com'

  async function addUser(userId: string): Promise<void> {
    await site.db.execute(sql`
      insert into app_user (user_id, user_nm, email, password_hash)
      select ${userId}, ${userId}, ${`${userId}@example.com`}, password_hash from app_user
      where user_id = 'admin'`)
    await site.db.execute(sql`insert into user_warehouse values (${userId}, 'W01')`)
  }

  const initPassword = (here: SiteApp, TOKEN: string, NEW_PWD = newPassword) =>
    here.visitor().post('/api/auth/initPassword', { TOKEN, NEW_PWD })

  test('a single-use link resets the password and ends open sessions', async () => {
    await addUser('forgetful')
    const { here, box } = await withMail({ publicUrl })
    const before = await here.login('forgetful')
    const token = await requestToken(here, box, 'forgetful')
    expect((await initPassword(here, token)).status).toBe(200)
    expect((await before.post('/api/session')).status).toBe(401)
    expect((await here.tryLogin('forgetful', testPassword)).status).toBe(401)
    expect((await here.tryLogin('forgetful', newPassword)).status).toBe(200)
    expect(outcome(await initPassword(here, token))).toEqual([422, 'TOKEN_INVALID'])
  })

  test('an expired or superseded link cannot reset the password', async () => {
    await addUser('slow')
    const { here, box } = await withMail({ publicUrl })
    const first = await requestToken(here, box, 'slow')
    const second = await requestToken(here, box, 'slow')
    const [row] = await site.db.query<{ minutes: number }>(sql`
      select round(extract(epoch from expires_at - now()) / 60) minutes from password_token
      where user_id = 'slow'`)
    expect(row?.minutes).toBe(10)
    expect(outcome(await initPassword(here, first))).toEqual([422, 'TOKEN_INVALID'])
    await site.db.execute(sql`update password_token set expires_at = now() - interval '1 second'`)
    expect(outcome(await initPassword(here, second))).toEqual([422, 'TOKEN_INVALID'])
    expect((await here.tryLogin('slow', testPassword)).status).toBe(200)
  })

  test.each([
    ['short, of one kind of character', 'fourteen signs'],
    ['very short, of all kinds of characters', 'Aa1!'],
    ['one repeated character', 'aaaaaaaaaaaaaaaaaaaa'],
    ['the user ID', 'weakling-weakling'],
    ['common words', 'warehouse!password!2026'],
  ])('a weak new password (%s) is rejected, and the link stays valid', async (_, weak) => {
    await site.db.execute(sql`delete from job`)
    await addUser('weakling').catch(() => undefined)
    const { here, box } = await withMail({ publicUrl })
    const token = await requestToken(here, box, 'weakling')
    expect(outcome(await initPassword(here, token, weak))).toEqual([422, 'PASSWORD_WEAK'])
    expect((await initPassword(here, token, '창고에서 일하는 사람들의 긴 문장')).status).toBe(200)
  })

  test('the token is not stored in plain text, and the job payload is cleared', async () => {
    await addUser('careful')
    const { here, box } = await withMail({ publicUrl })
    const token = await requestToken(here, box, 'careful')
    await here.app.close()
    const rows = await site.db.query(sql`
      select to_jsonb(p)::text line from password_token p where user_id = 'careful'
      union all select to_jsonb(j)::text from job j where throttle_key = 'careful'`)
    expect(rows.length).toBe(2)
    expect(JSON.stringify(rows)).not.toContain(token)
    const [job] = await site.db.query(sql`
      select state_cd, payload from job where throttle_key = 'careful'`)
    expect(job).toEqual({ state_cd: 'DONE', payload: {} })
  })

  test('the mail contains a code if the site URL is unknown', async () => {
    await addUser('coded')
    const { here, box } = await withMail()
    const headers = { host: 'evil.example' }
    await here.visitor(headers).post('/api/auth/find/password', { USER_ID: 'coded' })
    const { text } = await box.next('coded@example.com')
    expect(text).not.toMatch(/evil|http/)
    const token = /\n {2}([\w-]{43})\r?\n/.exec(text)?.[1] ?? ''
    expect((await initPassword(here, token)).status).toBe(200)
  })

  test('a user can still request a link after another address reached its limit', async () => {
    await addUser('wanted')
    const { here } = await withMail({ publicUrl, trustProxy: '1' })
    const requestReset = (from: string) =>
      here
        .visitor({ 'x-forwarded-for': from })
        .post('/api/auth/find/password', { USER_ID: 'wanted' })
    for (let n = 0; n < 7; n += 1) expect((await requestReset('203.0.113.7')).status).toBe(200)
    const request = async () => {
      const [row] = await site.db.query<{ n: number }>(sql`
        select count(*)::int n from job where throttle_key = 'wanted'`)
      return row?.n
    }
    expect(await request()).toBe(5)
    await requestReset('198.51.100.1')
    expect(await request()).toBe(6)
  })

  test('an unknown user gets the same response', async () => {
    const { here } = await withMail()
    const answers = [
      await here.visitor().post('/api/auth/find/password', { USER_ID: 'admin' }),
      await here.visitor().post('/api/auth/find/password', { USER_ID: 'no-such-user' }),
    ]
    expect(answers.map((response) => response.status)).toEqual([200, 200])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
  })
})

describe('an account application', () => {
  const registrationForm = (USER_ID: string, more: object = {}) => ({
    USER_ID,
    USER_NM: 'New employee',
    EMAIL: `${USER_ID}@example.com`,
    PASSWORD: newPassword,
    AGREE_YN: 'Y',
    ...more,
  })

  async function apply(here: SiteApp, box: Mailbox, userId: string): Promise<number> {
    const response = await here.visitor().post('/api/auth/register', registrationForm(userId))
    expect(response.status, response.text).toBe(200)
    await box.next(`${userId}@example.com`)
    const [row] = await site.db.query<{ registration_no: number }>(sql`
      select registration_no from registration where user_id = ${userId} and state_cd = 'REQUESTED'`)
    return row?.registration_no ?? 0
  }

  const approvalForm = (REGISTRATION_NO: number, more: object = {}) => ({
    REGISTRATION_NO,
    ROLE_CDS: ['CUSTOMER'],
    WCODES: ['W01'],
    OWNER_CDS: ['GIFT'],
    ...more,
  })

  test('gives no access until an administrator approves it', async () => {
    const { here, box } = await withMail()
    const admin = await here.login('admin')
    const number = await apply(here, box, 'newcomer')
    expect((await here.tryLogin('newcomer', newPassword)).status).toBe(401)
    const listed = await admin.post('/api/auth/registrations', {
      SEARCH: { STATE_CD: 'REQUESTED' },
    })
    const [row] = listed.body.data
    expect(row).toMatchObject({
      REGISTRATION_NO: number,
      USER_ID: 'newcomer',
      USER_NM: 'New employee',
    })
    expect(listed.text).not.toContain('scrypt')
    const response = await admin.post('/api/auth/approveRegistration', approvalForm(number))
    expect([response.status, response.body.message]).toEqual([200, '승인했습니다.'])
    expect((await box.next('newcomer@example.com')).text).toContain('승인되었습니다')
    const unknownLogin = await here.login('newcomer', newPassword)
    const { body } = await unknownLogin.post('/api/wms/master/owner', { SEARCH: {} })
    expect(body.data.map((owner) => owner['OWNER_CD'])).toEqual(['GIFT'])
    const [kept] = await site.db.query(sql`
      select password_hash, state_cd, decided_by from registration where user_id = 'newcomer'`)
    expect(kept).toEqual({ password_hash: null, state_cd: 'APPROVED', decided_by: 'admin' })
    const twice = await admin.post('/api/auth/approveRegistration', approvalForm(number))
    expect(outcome(twice)).toEqual([409, 'REGISTRATION_DECIDED'])
  })

  test('a rejected applicant receives the reason', async () => {
    const { here, box } = await withMail()
    const admin = await here.login('admin')
    const number = await apply(here, box, 'stranger')
    const bare = await admin.post('/api/auth/rejectRegistration', { REGISTRATION_NO: number })
    expect(outcome(bare)).toEqual([422, 'REASON_MISSING'])
    const shown = { REGISTRATION_NO: number, REASON: 'employer unknown' }
    expect((await admin.post('/api/auth/rejectRegistration', shown)).status).toBe(200)
    expect((await box.next('stranger@example.com')).text).toContain('employer unknown')
    expect((await here.tryLogin('stranger', newPassword)).status).toBe(401)
    expect(await apply(here, box, 'stranger')).toBeGreaterThan(number)
  })

  test('an application for an existing ID gets the same response, and only the mail differs', async () => {
    const { here, box } = await withMail()
    const free = await here.visitor().post('/api/auth/register', registrationForm('free-id'))
    await box.next('free-id@example.com')
    for (const taken of ['admin', 'FREE-ID']) {
      const mine = registrationForm(taken, { EMAIL: 'me@example.com' })
      const response = await here.visitor().post('/api/auth/register', mine)
      expect([response.status, response.body]).toEqual([200, free.body])
      const letter = await box.next('me@example.com')
      expect(letter.text).toContain('사용할 수 없습니다')
    }
    const rows = await site.db.query(sql`
      select email from registration where user_id in ('admin', 'free-id')`)
    expect(rows).toEqual([{ email: 'free-id@example.com' }])
  })

  test.each([
    ['a user ID with invalid characters', { USER_ID: 'a b' }, [422, 'USER_ID_INVALID']],
    ['a user ID with an at sign', { USER_ID: 'kim@x' }, [422, 'USER_ID_INVALID']],
    ['a user ID of two letters', { USER_ID: 'ab' }, [422, 'USER_ID_INVALID']],
    ['no email address', { EMAIL: 'nobody' }, [422, 'EMAIL_INVALID']],
    ['an email address with an incomplete domain', { EMAIL: 'a@b' }, [422, 'EMAIL_INVALID']],
    ['no phone number', { PHONE_NO: '1234' }, [422, 'PHONE_INVALID']],
    ['no consent', { AGREE_YN: 'N' }, [400, 'BODY_INVALID']],
    ['no name', { USER_NM: ' ' }, [400, 'BODY_INVALID']],
  ])('an application with %s is rejected', async (_, more, why) => {
    const here = await createSiteApp(site)
    const reply = await here.visitor().post('/api/auth/register', registrationForm('whole', more))
    expect(outcome(reply)).toEqual(why)
  })

  test('approving an application requires an explicit choice of owners', async () => {
    const { here, box } = await withMail()
    const admin = await here.login('admin')
    const number = await apply(here, box, 'wide')
    const approveWith = (more: object) =>
      admin.post('/api/auth/approveRegistration', approvalForm(number, more))
    expect(outcome(await approveWith({ OWNER_CDS: [] }))).toEqual([422, 'APPROVAL_OWNERS'])
    expect(outcome(await approveWith({ ALL_OWNERS_YN: 'Y' }))).toEqual([422, 'APPROVAL_OWNERS'])
    expect(outcome(await approveWith({ ROLE_CDS: [] }))).toEqual([422, 'APPROVAL_EMPTY'])
    expect(outcome(await approveWith({ ROLE_CDS: ['NONE'] }))).toEqual([422, 'ROLE_UNKNOWN'])
    expect((await approveWith({ OWNER_CDS: [], ALL_OWNERS_YN: 'Y' })).status).toBe(200)
  })

  test('an applicant cannot be granted more access than the approver has', async () => {
    const { here, box } = await withMail()
    const number = await apply(here, box, 'climber')
    await site.db.script(`
      insert into role_menu (role_cd, menu_id, actions) values
        ('CUSTOMER', 'UserMgr', '{search,save}'), ('NOTHING', 'Zone', '{save}')`)
    const customer = await here.login('customer')
    const approveAsCustomer = (more: object) =>
      customer.post('/api/auth/approveRegistration', approvalForm(number, more))
    await site.db.script(`delete from user_owner where user_id = 'customer';
      update app_user set all_owners_yn = 'Y' where user_id = 'customer'`)
    const roles = [{ ROLE_CDS: ['ADMIN'] }, { ROLE_CDS: ['CUSTOMER', 'NOTHING'] }]
    for (const more of [...roles, { WCODES: ['W01', 'W02'] }]) {
      expect([more, ...outcome(await approveAsCustomer(more))]).toEqual([more, 403, 'FORBIDDEN'])
    }
    expect(await site.db.query(sql`select from app_user where user_id = 'climber'`)).toEqual([])
    expect((await approveAsCustomer({})).status).toBe(200)
    await site.db.script(`
      delete from role_menu where menu_id in ('UserMgr', 'Zone');
      update app_user set all_owners_yn = 'N' where user_id = 'customer';
      insert into user_owner (user_id, owner_cd) values ('customer', 'GIFT')`)
  })
})

describe('public routes', () => {
  test('public routes reject an address after twenty requests, but no other address', async () => {
    const here = await createSiteApp(site)
    const requestPolicy = (visitor: Visitor) => visitor.post('/api/auth/privacyPolicy', {})
    const crowd = here.visitor()
    for (let n = 0; n < 20; n += 1) expect((await requestPolicy(crowd)).status).toBe(200)
    const refused = await requestPolicy(crowd)
    expect(outcome(refused)).toEqual([429, 'THROTTLED'])
    expect(refused.body.message).toContain('요청이 너무 많습니다')
    expect(refused.headers['retry-after']).toBeDefined()
    const english = await requestPolicy(here.visitor({ 'accept-language': 'en' }))
    expect(english.body.message).toContain('Too many requests')
    const url = '/api/auth/privacyPolicy'
    const elsewhere = { method: 'POST', url, payload: {}, remoteAddress: '10.1.2.3' } as const
    expect((await here.app.inject(elsewhere)).statusCode).toBe(200)
  })

  test('the privacy policy exists in both languages and can be replaced by the site', async () => {
    const here = await createSiteApp(site)
    const readPolicy = async (lang: string) =>
      (await here.visitor().post('/api/auth/privacyPolicy', { lang })).body.data
    expect(await readPolicy('ko')).toMatchObject({ TITLE: '개인정보처리방침' })
    expect(await readPolicy('en')).toMatchObject({ TITLE: 'Privacy policy' })
    fs.writeFileSync(path.join(here.dataDir, 'privacy-policy-ko.txt'), 'Our policy\nbody text')
    expect(await readPolicy('ko')).toEqual({ TITLE: 'Our policy', TEXT: 'body text' })
  })
})
