import fs from 'node:fs'
import path from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sendMailJob, sendMailKind } from '#server/jobs/mail-job.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { getHeldMails, holdMails } from '#tests/support/held-mails.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { getEvents } from '#tests/support/security-events.ts'
import { createSiteApp, type Reply } from '#tests/support/site-app.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())

const mail = {
  TO: ['owner@example.com', 'desk@example.com'],
  SUBJECT: '출고 안내',
  TEXT: '내일 나갑니다.',
}
const statusAndCode = (response: Reply) => [response.status, response.headers['x-error-code']]

test('a mail from a user reaches every recipient, and its job reports completion', async () => {
  const box = await openMailbox()
  const here = await createSiteApp(site, { smtpUrl: box.url })
  const admin = await here.login('admin')
  const response = await admin.post('/api/mail/send', mail)
  expect([response.status, response.body.message]).toEqual([200, '메일을 보내는 중입니다.'])
  const letter = await box.next('owner@example.com')
  expect(letter.to).toEqual(mail.TO)
  expect(letter.text).toContain('출고 안내')
  expect(letter.text).toContain('내일 나갑니다.')
  expect(letter.text).toContain('admin (admin)')
  const listJobs = async () => (await admin.post('/api/job/list')).body.data
  await expect
    .poll(async () => (await listJobs())[0])
    .toMatchObject({ KIND: 'mail-send', STATE: 'DONE' })
})

test.each(['r&d@example.com', 'a/b=c@example.com', "o'neil@example.com"])(
  'the address %s is saved, written to, and its user id found',
  async (address) => {
    const box = await openMailbox()
    const here = await createSiteApp(site, { smtpUrl: box.url })
    await site.db.execute(sql`update app_user set email = ${address} where user_id = 'second'`)
    const admin = await here.login('admin')
    expect((await admin.post('/api/mail/send', { ...mail, TO: [address] })).status).toBe(200)
    expect((await box.next(address)).text).toContain(mail.TEXT)
    const asked = await here.visitor().post('/api/auth/findMyId', { EMAIL: address })
    expect(asked.status).toBe(200)
    expect((await box.next(address)).text).toContain('second')
  },
)

test('a user without the mail popup cannot send mail', async () => {
  const here = await createSiteApp(site)
  const customer = await here.login('customer')
  expect(statusAndCode(await customer.post('/api/mail/send', mail))).toEqual([403, 'FORBIDDEN'])
})

test.each([
  ['no recipient', { TO: [] }],
  ['an invalid address', { TO: ['not an address'] }],
  ['a subject that injects a header', { SUBJECT: 'x\r\nBcc: all@example.com' }],
  ['no subject', { SUBJECT: ' ' }],
])('rejects a mail with %s', async (_, part) => {
  const here = await createSiteApp(site)
  const admin = await here.login('admin')
  expect(statusAndCode(await admin.post('/api/mail/send', { ...mail, ...part }))).toEqual([
    400,
    'BODY_INVALID',
  ])
})

test('a user can send at most thirty mails per hour', async () => {
  await site.db.execute(sql`delete from job`)
  await site.db.execute(sql`insert into job (kind, payload, user_id, throttle_key, state_cd)
    select 'mail-send', '{}', 'second', 'second', 'DONE' from generate_series(1, 30)`)
  const here = await createSiteApp(site)
  const second = await here.login('second')
  expect(statusAndCode(await second.post('/api/mail/send', mail))).toEqual([429, 'MAIL_LIMIT'])
})

test('a user bound to owners can mail only themselves, and each mail is logged with its recipients', async () => {
  const here = await createSiteApp(site)
  await site.db.script(`
    update app_user set email = 'customer@gift.example' where user_id = 'customer';
    insert into role_menu (role_cd, menu_id, actions)
      values ('CUSTOMER', 'SendEmailPopup', '{search}')`)
  const customer = await here.login('customer')
  const [refusal] = await getEvents(site, async () => {
    const others = await customer.post('/api/mail/send', mail)
    expect(others.status).toBeGreaterThanOrEqual(400)
    expect(others.body.message).toContain('owner@example.com')
  })
  expect(refusal).toMatchObject({ outcome_cd: 'REFUSED', user_id: 'customer' })
  const [event] = await getEvents(site, async () => {
    const own = await customer.post('/api/mail/send', { ...mail, TO: ['Customer@gift.example'] })
    expect(own.status).toBe(200)
  })
  expect(event).toMatchObject({ kind_cd: 'MAIL', subject_cd: 'Customer@gift.example' })
})

test('a mail is logged with each of its 20 recipients', async () => {
  const here = await createSiteApp(site)
  const admin = await here.login('admin')
  const TO = Array.from(
    { length: 20 },
    (_, index) => `customer-number-${index}@a-long-name.example`,
  )
  const [event] = await getEvents(site, async () => {
    expect((await admin.post('/api/mail/send', { ...mail, TO })).status).toBe(200)
  })
  expect(event).toMatchObject({ kind_cd: 'MAIL', row_count: 20, subject_cd: TO.join(', ') })
})

test.each([
  ['was deactivated', `update app_user set use_yn = 'N' where user_id = 'second'`],
  ['lost the permission', `delete from user_role where user_id = 'second'`],
  [
    'was restricted to owners',
    `update app_user set all_owners_yn = 'N' where user_id = 'second';
     insert into user_owner (user_id, owner_cd) values ('second', 'GIFT')`,
  ],
])('a mail that waited while its writer %s is not sent', async (_, change) => {
  await site.db.script(`
    delete from job;
    update app_user set use_yn = 'Y', all_owners_yn = 'Y' where user_id = 'second';
    delete from user_owner where user_id = 'second';
    insert into user_role (user_id, role_cd) values ('second', 'ADMIN') on conflict do nothing`)
  const here = await createSiteApp(site)
  const second = await here.login('second')
  await holdMails(site.db)
  expect((await second.post('/api/mail/send', mail)).status).toBe(200)
  const [held] = await getHeldMails(site.db)
  await site.db.script(`drop trigger hold_job on job; drop function hold_job; ${change}`)
  const sent: unknown[] = []
  const { run } = sendMailJob(async (letter) => void sent.push(letter))
  const job = { jobId: '', kind: sendMailKind, userId: 'second', wcode: 'W01', attempt: 1 }
  const { signal } = new AbortController()
  const progress = async () => undefined
  const payload = { ...held }
  await expect(run({ db: site.db, job: { ...job, payload }, signal, progress })).rejects.toThrow()
  expect(sent).toEqual([])
})

test('a mail counts as sent once its file in the outbox survives a power cut', async () => {
  const dataDir = temporaryFolder()
  const outbox = path.join(dataDir, 'outbox')
  const syncs: unknown[] = []
  const sync = fs.fsyncSync
  vi.spyOn(fs, 'fsyncSync').mockImplementation((handle) => {
    syncs.push([fs.fstatSync(handle).ino, fs.readdirSync(outbox)])
    sync(handle)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const send = createMailer({ mailFrom: 'wms@example.com', dataDir })
  await send({ to: 'a@example.com', subject: 's', text: 't' })
  expect(syncs).toEqual([[fs.statSync(outbox).ino, [expect.stringMatching(/^[^.].*\.eml$/)]]])
})
