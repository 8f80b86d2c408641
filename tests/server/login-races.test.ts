import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountJobs, mailKinds } from '#areas/system/server/account-jobs.ts'
import { makePasswordToken, resetPassword } from '#areas/system/server/password-token.ts'
import { logInBySso } from '#server/auth/login.ts'
import { hashPassword } from '#server/auth/password.ts'
import type { Database } from '#server/db/database.ts'
import type { JobCall } from '#server/jobs/job.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { noOrigin } from '#server/security/security-event.ts'
import { testPassword, testSite, type TestSite } from '#tests/support/app.ts'
import { testStore } from '#tests/support/database.ts'
import { createSiteApp, type SiteApp, type Visitor } from '#tests/support/site-app.ts'

const newPassword = 'horse battery staple, correct'
let site: TestSite
let here: SiteApp

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  here = await createSiteApp(site)
  const hash = await hashPassword(testPassword, { ln: 4, r: 8, p: 1 })
  await site.db.execute(sql`update app_user set password_hash = ${hash} where user_id = 'second'`)
  await site.db.execute(sql`delete from passkey`)
})

async function countWaiting(db: Database): Promise<number> {
  const waiting = await db.query(sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
  return waiting.length
}

/**
 * Runs each work until it has ended or waits for a lock, one after the other, while `change` is not
 * committed yet.
 */
async function runWhileChanging<T>(
  change: Sql,
  works: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const [changed, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const changing = site.db.transaction(async (tx) => {
    await tx.query(change)
    changed.resolve()
    await release.promise
  })
  await changed.promise
  const started: Promise<T>[] = []
  for (const work of works) {
    let isDone = false
    const waited = await countWaiting(site.db)
    const running = work().finally(() => (isDone = true))
    running.catch(() => undefined)
    started.push(running)
    await expect.poll(async () => isDone || (await countWaiting(site.db)) > waited).toBe(true)
  }
  release.resolve()
  await changing
  return Promise.all(started)
}

const setHash = async () =>
  sql`update app_user set password_hash = ${await hashPassword(newPassword, { ln: 4, r: 8, p: 1 })},
    must_change_yn = 'Y' where user_id = 'second'`

// The embedded store runs one transaction at a time.
describe.skipIf(testStore() === 'embedded')('while a user logs in', () => {
  test('a password that is replaced in the meantime opens no session', async () => {
    const change = await setHash()
    const login = () => here.tryLogin('second', testPassword)
    const [answer] = await runWhileChanging(change, [login])
    expect(answer?.status).toBe(401)
  })

  test('a password reset also ends the session that is being opened', async () => {
    await site.db.script(`
      -- The login waits while the reset computes a hash, which a busy machine does slowly.
      create function hold_session() returns trigger language plpgsql set lock_timeout = 0 as $$
        begin perform pg_advisory_xact_lock_shared(4712); return new; end $$;
      create trigger hold before insert on session
        for each row execute function hold_session();`)
    const token = await makePasswordToken(site.db, 'second')
    const hold = sql`select pg_advisory_xact_lock(4712)`
    const login = () => here.login('second')
    const reset = async () => resetPassword(site.db, token, newPassword, noOrigin)
    const [visitor] = await runWhileChanging<Visitor | void>(hold, [login, reset])
    expect((await visitor?.post('/api/session'))?.status).toBe(401)
    await site.db.execute(sql`alter table session disable trigger hold`)
  })

  test('a person of the login provider who is replaced in the meantime opens no session', async () => {
    const person = { issuer: 'https://login.example', subject: 'former' }
    await site.db.execute(sql`
      insert into sso_identity (issuer, subject, user_id)
      values (${person.issuer}, ${person.subject}, 'second')`)
    const change = sql`with locked as (
        select user_id from app_user where user_id = 'second' for update)
      update sso_identity set subject = 'present' where user_id in (select user_id from locked)`
    const login = () => logInBySso(site.db, 'second', person, noOrigin)
    expect(await runWhileChanging(change, [login])).toEqual([undefined])
    const present = { ...person, subject: 'present' }
    expect(await logInBySso(site.db, 'second', present, noOrigin)).toMatch(/^[\w-]{43}$/)
  })

  test('a second factor that is set up in the meantime is required', async () => {
    const change = sql`with locked as (
        select user_id from app_user where user_id = 'second' for update)
      insert into passkey
        (credential_id, user_id, passkey_nm, public_key, rp_id, transports, counter)
      select 'key', user_id, 'k', 'x', 'wms.example', '{}', 0 from locked`
    const login = () => here.tryLogin('second', testPassword)
    const [answer] = await runWhileChanging(change, [login])
    expect(answer?.body.data).toMatchObject({ awaits: 'FACTOR' })
  })
})

describe.skipIf(testStore() === 'embedded')('while a user changes the password', () => {
  test('a temporary password issued in the meantime remains', async () => {
    const user = await here.login('second')
    const change = await setHash()
    const passwords = { OLD_PWD: testPassword, NEW_PWD: 'sturdy umbrella kettle' }
    const [answer] = await runWhileChanging(change, [
      () => user.post('/api/changePassword', passwords),
    ])
    expect(answer?.status).toBe(422)
    expect((await here.tryLogin('second', newPassword)).status).toBe(200)
  })
})

describe.skipIf(testStore() === 'embedded')('while a link for a new password is mailed', () => {
  const mails: Mail[] = []
  const jobs = accountJobs(async (mail) => void mails.push(mail), undefined)
  const runJob = (kind: string) => async () => {
    const payload = { USER_ID: 'second', LANG: 'ko' }
    const job = { jobId: '', kind, userId: null, wcode: null, attempt: 1, payload }
    const { signal } = new AbortController()
    const run: JobCall = { db: site.db, job, signal, progress: async () => undefined }
    await jobs.find((each) => each.kind === kind)?.run(run)
  }
  beforeEach(async () => {
    mails.length = 0
    await site.db.execute(sql`
      update app_user set email = 'former@example.com', use_yn = 'Y' where user_id = 'second'`)
  })

  test.each([mailKinds.password, mailKinds.start])('%s uses a changed address', async (kind) => {
    const change = sql`update app_user set email = 'new@example.com' where user_id = 'second'`
    await runWhileChanging(change, [runJob(kind)])
    expect(mails.map(({ to }) => to)).toEqual(['new@example.com'])
  })

  test.each([mailKinds.password, mailKinds.start])('%s skips a locked account', async (kind) => {
    const change = sql`update app_user set use_yn = 'N' where user_id = 'second'`
    await runWhileChanging(change, [runJob(kind)])
    expect(mails).toEqual([])
    const links = sql`select from password_token where user_id = 'second'`
    expect(await site.db.query(links)).toEqual([])
    await site.db.execute(sql`update app_user set use_yn = 'Y' where user_id = 'second'`)
  })
})
