import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandIds } from '#commands/index.ts'
import { addFirstAdministrator } from '#server/site/first-administrator.ts'
import { recordFirstMail } from '#server/mail/first-mail.ts'
import type { SendMail } from '#server/mail/mailer.ts'
import type { Value } from '#kernel/field.ts'
import { homeLines } from '#server/site/registry.ts'
import { testDatabase } from '#tests/support/database.ts'
import { restartOnce } from '#tests/support/restart-once.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'

interface Line {
  readonly ID: string
  readonly PART_CD: string
  readonly COUNT: number
}

let site: TestSite
let admin: TestUser

/** A site set up from an empty state, with its administrator and a clerk. */
beforeAll(async () => {
  site = await testSite()
  await site.db.script(`
    delete from cell; delete from zone; delete from ship_to; delete from supplier;
    delete from stock; delete from user_owner; delete from owner;
    delete from user_role where user_id in ('second', 'customer', 'nobody');
    delete from user_warehouse where user_id in ('second', 'customer', 'nobody');
    delete from app_user where user_id in ('second', 'customer', 'nobody');
    update warehouse set location_nm = '';`)
  admin = await site.login('admin')
})
afterAll(() => site.close())

async function getLines(user = admin): Promise<Line[]> {
  const response = await user.call('/api/home')
  return (JSON.parse(String(response.bytes)) as { data: { LINES: Line[] } }).data.LINES
}

async function getSetupSteps(): Promise<{ all: string[]; done: string[] }> {
  const shown = (await getLines()).filter(({ PART_CD }) => PART_CD === 'SETUP')
  const stepName = ({ ID }: Line) => ID.replace(/.*setup-/, '')
  return { all: shown.map(stepName), done: shown.filter(({ COUNT }) => COUNT > 0).map(stepName) }
}

test('a site that did not start empty has no setup steps', async () => {
  expect((await getSetupSteps()).all).toEqual([])
})

test('the first administrator of an empty site sees every step in order, none done', async () => {
  const empty = await testDatabase()
  await addFirstAdministrator(empty, new Map())
  expect(await empty.query(sql`select mail_sent_at from site_start`)).toEqual([
    { mail_sent_at: null },
  ])
  await empty.close()
  await site.db.script('insert into site_start default values')
  expect(await getSetupSteps()).toEqual({
    all: ['company', 'warehouse', 'zones', 'cells', 'owners', 'users', 'mail', 'backup'],
    done: [],
  })
})

test('a step is done while its data exists, and reopens when the data is removed', async () => {
  const saveOrThrow = async (procedure: string, row: Record<string, Value>) => {
    const response = await admin.save(procedure, [row])
    expect(response.status, JSON.stringify(response.body)).toBe(200)
  }
  const getDoneSteps = async () => (await getSetupSteps()).done
  const [{ VERSION = null } = {}] = await admin.query('system/this-warehouse')
  const named = { WAREHOUSE_NM: 'Pyeongtaek centre', LOCATION_NM: 'Pyeongtaek, Gyeonggi', VERSION }
  await saveOrThrow('system/save-warehouse', named)
  expect(await getDoneSteps()).toEqual(['warehouse'])
  await saveOrThrow('master/save-zone', { BATCH_FLAG: 'I', ZONE_CD: 'A', ZONE_NM: 'Dry' })
  expect(await getDoneSteps()).toEqual(['warehouse', 'zones'])
  await saveOrThrow('master/generate-cells', {
    ZONE_CD: 'A',
    PATTERN: '{AISLE}-{BAY:2}-{LEVEL}',
    AISLES: 'A-B',
    BAYS: '1-10',
    LEVELS: '1-3',
  })
  expect(await getDoneSteps()).toEqual(['warehouse', 'zones', 'cells'])
  await saveOrThrow('master/save-owner', { BATCH_FLAG: 'I', OWNER_CD: 'HB', OWNER_NM: 'Hanbit' })
  await saveOrThrow('system/save-company', {
    BATCH_FLAG: 'I',
    CORP_CD: 'MAIN',
    CORP_NM: 'Pyeongtaek Logistics',
    BIZ_NO: '220-81-62517',
  })
  const [plan] = await admin.query('system/backup-plan')
  await saveOrThrow('system/save-backup-plan', {
    VERSION: plan?.['VERSION'] ?? null,
    ON_YN: 'Y',
    EVERY_HOURS: 6,
    FROM_HOUR: 3,
    KEEP_HOURS: 24,
    KEEP_DAYS: 14,
    KEEP_WEEKS: 8,
  })
  expect(await getDoneSteps()).toEqual([
    'company',
    'warehouse',
    'zones',
    'cells',
    'owners',
    'backup',
  ])
  await site.db.script('delete from cell')
  expect(await getDoneSteps()).not.toContain('cells')
})

test('the mail step is done only once a mail server accepts a mail', async () => {
  const mail = { to: 'a@example.com', subject: 's', text: 't' }
  const acceptMail = () => Promise.resolve(undefined)
  const reported: unknown[] = []
  const sendBy = (send: SendMail, smtpUrl?: string) =>
    recordFirstMail(site.db, { ...(smtpUrl && { smtpUrl }) }, send, (error) =>
      reported.push(error),
    )(mail)
  await sendBy(acceptMail)
  expect((await getSetupSteps()).done).not.toContain('mail')
  const refuseMail = () => Promise.reject(new Error('no server'))
  const server = 'smtp://mail.example'
  await expect(sendBy(refuseMail, server)).rejects.toThrow('no server')
  expect((await getSetupSteps()).done).not.toContain('mail')
  await restartOnce(site.db, 'update on site_start for each row')
  // A mail that was accepted must not fail, because its job would send it again.
  await sendBy(acceptMail, server)
  expect(reported.map(String)).toEqual([expect.stringContaining('shutting down')])
  expect((await getSetupSteps()).done).not.toContain('mail')
  await sendBy(acceptMail, server)
  expect((await getSetupSteps()).done).toContain('mail')
})

test('the steps disappear once all are done, and a user without permission never sees them', async () => {
  await site.db.script(`
    insert into zone (wcode, zone_cd, zone_nm) values ('W01', 'B', 'B') on conflict do nothing;
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select 'clerk', 'clerk', password_hash, 'Y' from app_user where user_id = 'admin';
    insert into user_role (user_id, role_cd) values ('clerk', 'CUSTOMER');
    insert into user_warehouse (user_id, wcode) values ('clerk', 'W01');`)
  expect((await getSetupSteps()).all).toHaveLength(8)
  const clerk = await site.login('clerk')
  expect((await getLines(clerk)).filter(({ PART_CD }) => PART_CD === 'SETUP')).toEqual([])
  await site.db.script(`insert into cell (wcode, cell_cd, zone_cd) values ('W01', 'A-1', 'A')`)
  expect((await getSetupSteps()).all).toEqual([])
})

test('a step that runs a command names an existing one', () => {
  const named = homeLines.flatMap(({ setup }) => setup?.runs ?? [])
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((id) => !commandIds.some((commandId) => commandId === id))).toEqual([])
})
