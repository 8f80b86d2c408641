import { randomUUID } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { notAnAddress } from '#areas/system/rules/mail-addresses.ts'
import type { Value } from '#kernel/field.ts'
import { readSpreadsheet } from '#server/files/spreadsheet-reader.ts'
import type { AppOptions } from '#server/site/app.ts'
import { mailNotSentText, reportKind } from '#server/jobs/report-kind.ts'
import { deliveryText, nothingToReport } from '#server/jobs/report-mail.ts'
import { otherRecipients } from '#server/jobs/report-rights.ts'
import { scheduleJobs } from '#server/jobs/schedule-kind.ts'
import { Scheduler } from '#server/jobs/scheduler.ts'
import { handlers } from '#server/site/registry.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { openMailbox, type Mailbox } from '#tests/support/mailbox.ts'
import { createSiteApp, type Reply, type SiteApp, type Visitor } from '#tests/support/site-app.ts'
import { columnTitles } from '#tests/support/labels.ts'

let site: TestSite
let count = 0

beforeAll(async () => {
  site = await testSite()
  await site.db.execute(sql`update app_user set email = user_id || '@example.com'`)
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.db.execute(sql`update schedule set pause_yn = 'Y'`)
})

type Row = Record<string, Value>
const publicUrl = 'https://wms.example.com'

interface ReportDesk {
  readonly box: Mailbox
  readonly here: SiteApp
  readonly admin: Visitor
}

async function openDesk(options: Parameters<typeof reportKind>[1] = {}): Promise<ReportDesk> {
  const box = await openMailbox()
  const dataDir = temporaryFolder()
  const settings: AppOptions['settings'] = { smtpUrl: box.url, dataDir, publicUrl }
  const services = { send: box.send, backUp: async () => 'x', publicUrl }
  const jobs = scheduleJobs([reportKind(() => handlers, options)], services)
  const here = await createSiteApp(site, settings, jobs)
  return { box, here, admin: await here.login('admin') }
}

function save(user: Visitor, PROCEDURE: string, row: Row): Promise<Reply> {
  const headers = { 'idempotency-key': randomUUID(), wcode: 'W01' }
  const body = { PROCEDURE, ROWS: [{ NO: 1, ...row }] }
  return user.post('/api/wms/comm/wmsCommon/saveProcedure', body, headers)
}

async function queryRows(user: Visitor, name: string, SEARCH: Row = {}): Promise<Row[]> {
  const response = await user.post(`/api/wms/${name}`, { SEARCH }, { wcode: 'W01' })
  expect(response.status, response.text).toBe(200)
  return response.body.data as Row[]
}

async function createSchedule({ admin }: ReportDesk, extra: Row): Promise<string> {
  count += 1
  const SCHEDULE_CD = `M${count}`
  const row = { SCHEDULE_NM: 'mail', KIND_CD: 'REPORT', PAUSE_YN: 'Y', BATCH_FLAG: 'I', ...extra }
  const response = await save(admin, 'system/save-schedules', { SCHEDULE_CD, ...row })
  expect(response.status, response.text).toBe(200)
  return SCHEDULE_CD
}

async function getRefusal({ admin }: ReportDesk, extra: Row): Promise<string> {
  const row = { SCHEDULE_CD: 'NO', SCHEDULE_NM: 'x', KIND_CD: 'REPORT', BATCH_FLAG: 'I', ...extra }
  const response = await save(admin, 'system/save-schedules', row)
  expect(response.status).toBe(422)
  const { rows }: { rows: { COLUMN: string; POERROR: string }[] } = JSON.parse(response.text)
  return rows.map(({ COLUMN, POERROR }) => `${COLUMN}: ${POERROR}`).join('\n')
}

const start = ({ admin }: ReportDesk, SCHEDULE_CD: string) =>
  save(admin, 'system/start-schedule', { SCHEDULE_CD })

async function getLastRun({ admin }: ReportDesk, SCHEDULE_CD: string): Promise<Row> {
  const [run] = await queryRows(admin, 'system/schedule-runs', { SCHEDULE_CD })
  return run ?? {}
}

const expectState = (at: ReportDesk, code: string, state: string) =>
  expect.poll(() => getLastRun(at, code), { timeout: 20_000 }).toMatchObject({ STATE_CD: state })

async function getPendingJob({ admin }: ReportDesk, code: string): Promise<Row> {
  const jobs = await queryRows(admin, 'system/active-jobs')
  return jobs.find((row) => row['SCHEDULE_CD'] === code) ?? {}
}

const queuedAgain = { STATE_CD: 'QUEUED', ATTEMPT: 1 }

/** Skips the retry delay. */
async function tryAgain(): Promise<void> {
  await site.db.execute(sql`update job set run_after = now() where state_cd = 'QUEUED'`)
  await site.db.query(sql`select pg_notify('wms_job', '')`)
}

async function readSheet(bytes: Buffer | undefined) {
  const { rows } = await readSpreadsheet(bytes ?? Buffer.alloc(0), { fileName: 'report.xlsx' })
  return rows.map(({ cells }) => cells)
}

const attached = { kind: 'attached', name: '', bytes: Buffer.alloc(0) } as const
const notSent = new RegExp(mailNotSentText('.*not now.*').ko.replaceAll(/[()]/g, String.raw`\$&`))

const sender = { MAIL_TO: 'one@example.com, two@example.com' }

test('a report mail goes to all recipients with its search, row count and rows', async () => {
  const at = await openDesk()
  const code = await createSchedule(at, { ...sender, ARGUMENT: 'master/owner W01 OWNER_NM=한' })
  await start(at, code)
  const letter = await at.box.next('two@example.com')
  expect(letter.to).toEqual(['one@example.com', 'two@example.com'])
  expect(letter.text).toContain('Subject: [WMS] mail 2')
  expect(letter.text).toContain('보고서: 화주 조회')
  expect(letter.text).toMatch(/조회 조건: 창고 W01, \S+ 한/)
  expect(letter.text).toContain('행 수: 1행')
  const [file] = letter.attachments
  expect(file?.name).toMatch(/^화주.*\.xlsx$/)
  const [titles = [], ...rows] = await readSheet(file?.bytes)
  const shown = await queryRows(at.admin, 'master/owner', { OWNER_NM: '한' })
  const nameAt = titles.indexOf(columnTitles.OWNER_NM)
  expect(rows.map((row) => row[nameAt])).toEqual(shown.map((row) => row['OWNER_NM']))
  await expectState(at, code, 'DONE')
  expect((await getLastRun(at, code))['RESULT_TEXT']).toBe(
    deliveryText(attached, ['one@example.com', 'two@example.com'], []).ko,
  )
  expect(await site.db.query(sql`select from stored_file`)).toEqual([])
})

test('the mail of an empty report states that it is empty and has no attachment', async () => {
  const at = await openDesk()
  await start(
    at,
    await createSchedule(at, { ...sender, ARGUMENT: 'master/owner W01 OWNER_CD=NONE' }),
  )
  const letter = await at.box.next()
  expect(letter.text).toContain('행 수: 0행')
  expect(letter.text).toContain(nothingToReport.ko)
  expect(letter.attachments).toEqual([])
})

test('a mail is written in the language of the user it runs as', async () => {
  await site.db.execute(sql`update app_user set lang_cd = 'en' where user_id = 'admin'`)
  const at = await openDesk()
  await start(
    at,
    await createSchedule(at, { ...sender, ARGUMENT: 'master/owner W01 OWNER_CD=NONE' }),
  )
  const letter = await at.box.next()
  await site.db.execute(sql`update app_user set lang_cd = 'ko' where user_id = 'admin'`)
  expect(letter.text).toContain('Rows: 0')
  expect(letter.text).toContain('Nothing to report.')
})

test('a workbook too large to attach is stored and linked, and the link requires a login', async () => {
  const at = await openDesk({ maxAttachedBytes: 100 })
  const code = await createSchedule(at, {
    ...sender,
    ARGUMENT: 'master/owner W01',
    ATTEMPTS_MAX: 2,
  })
  at.box.setRejecting(true)
  await start(at, code)
  await expect.poll(() => getPendingJob(at, code)).toMatchObject(queuedAgain)
  at.box.setRejecting(false)
  await tryAgain()
  const letter = await at.box.next()
  expect(letter.attachments).toEqual([])
  const address = /https:\S+/.exec(letter.text)?.[0] ?? ''
  expect(address).toContain(`${publicUrl}/api/file/fileDownload?fileSn=`)
  const path = address.slice(publicUrl.length)
  expect((await at.here.visitor().get(path)).status).toBe(401)
  const stranger = await at.here.login('nobody')
  expect((await stranger.get(path)).status).toBe(404)
  const response = await at.admin.get(path)
  expect(response.status).toBe(200)
  expect(await readSheet(response.bytes)).toHaveLength(3)
  expect(await site.db.query(sql`select from stored_file`)).toHaveLength(1)
})

test('relative dates count from the run date in the time zone of the warehouse', async () => {
  const at = await openDesk({ now: () => Date.parse('2026-11-22T16:00:00Z') })
  await site.db.execute(sql`insert into error_log (happened_at, path, error_code, detail) values
    ('2026-11-15T14:59:59Z', 'mail', 'BEFORE', ''), ('2026-11-15T15:00:00Z', 'mail', 'FIRST', ''),
    ('2026-11-22T14:59:59Z', 'mail', 'LAST', ''), ('2026-11-22T15:00:00Z', 'mail', 'AFTER', '')`)
  const argument = 'system/errors W01 PATH=mail HAPPENED_AT=-7d~-1d'
  await start(at, await createSchedule(at, { ...sender, ARGUMENT: argument }))
  const letter = await at.box.next()
  expect(letter.text).toContain('2026-11-16 ~ 2026-11-22')
  const rows = (await readSheet(letter.attachments[0]?.bytes)).flat()
  const found = ['BEFORE', 'FIRST', 'LAST', 'AFTER'].filter((candidate) => rows.includes(candidate))
  expect(found).toEqual(['FIRST', 'LAST'])
})

test('a run that is caught up a day later searches the dates of the day it was due', async () => {
  const at = await openDesk()
  await site.db.execute(sql`insert into error_log (happened_at, path, error_code, detail) values
    (now() - interval '1 day', 'due', 'DUE', ''), (now(), 'due', 'LATER', '')`)
  const argument = 'system/errors W01 PATH=due HAPPENED_AT=today'
  const code = await createSchedule(at, { ...sender, ARGUMENT: argument, PAUSE_YN: 'N' })
  await site.db.execute(sql`
    update schedule set next_at = now() - interval '1 day' where schedule_cd = ${code}`)
  await new Scheduler(site.db, (error) => expect(error).toBeUndefined()).tick()
  const letter = await at.box.next()
  const rows = (await readSheet(letter.attachments[0]?.bytes)).flat()
  expect(['DUE', 'LATER'].filter((candidate) => rows.includes(candidate))).toEqual(['DUE'])
})

test('rejects invalid addresses and dates at their field with a message', async () => {
  const at = await openDesk()
  const ARGUMENT = 'master/owner W01'
  expect(await getRefusal(at, { ARGUMENT, MAIL_TO: 'a@example.com, b.example.com' })).toBe(
    `MAIL_TO: ${notAnAddress('b.example.com').ko}`,
  )
  expect(await getRefusal(at, { KIND_CD: 'VERIFY', MAIL_TO: 'a@example.com' })).toMatch(
    /^MAIL_TO: /,
  )
  expect(await getRefusal(at, { ARGUMENT: 'system/errors W01 HAPPENED_AT=-7x' })).toMatch(
    /^ARGUMENT: .*'-7x'/,
  )
  expect(await getRefusal(at, { ARGUMENT: 'system/errors W01 NONE=1' })).toMatch(
    /^ARGUMENT: 'NONE'/,
  )
})

test('an unavailable mail server is retried, the reason is shown and one mail is sent', async () => {
  const at = await openDesk()
  const code = await createSchedule(at, {
    ...sender,
    ARGUMENT: 'master/owner W01',
    ATTEMPTS_MAX: 2,
  })
  at.box.setRejecting(true)
  await start(at, code)
  await expect.poll(() => getPendingJob(at, code)).toMatchObject(queuedAgain)
  expect((await getPendingJob(at, code))['ERROR_TEXT']).toMatch(notSent)
  at.box.setRejecting(false)
  await tryAgain()
  await expectState(at, code, 'DONE')
  expect(await getLastRun(at, code)).toMatchObject({ ATTEMPT: 2 })
  expect(at.box.unread()).toHaveLength(1)
})

test('a failed run appears on Home with the response of the mail server', async () => {
  const at = await openDesk()
  const countFailed = async () => {
    const response = await at.admin.post('/api/home', {}, { wcode: 'W01' })
    const { LINES }: { LINES: Row[] } = JSON.parse(response.text).data
    return Number(LINES.find(({ ID }) => ID === 'system/jobs-failed')?.['COUNT'] ?? 0)
  }
  const before = await countFailed()
  at.box.setRejecting(true)
  const code = await createSchedule(at, { ...sender, ARGUMENT: 'master/owner W01' })
  await start(at, code)
  await expectState(at, code, 'FAILED')
  expect((await getLastRun(at, code))['RESULT_TEXT']).toMatch(notSent)
  expect(await countFailed()).toBe(before + 1)
})

test('a revoked permission fails the run and is named in its result', async () => {
  const at = await openDesk()
  await site.db.execute(sql`
    update role_menu set actions = '{search,save,export}' where menu_id = 'Owner'`)
  const mine = { ARGUMENT: 'master/owner W01', MAIL_TO: 'customer@example.com' }
  const code = await createSchedule(at, mine)
  await site.db.execute(sql`update schedule set run_as = 'customer' where schedule_cd = ${code}`)
  await start(at, code)
  const rows = (await readSheet((await at.box.next()).attachments[0]?.bytes)).flat()
  expect([rows.includes('GIFT'), rows.includes('HANBIT')]).toEqual([true, false])
  await expectState(at, code, 'DONE')
  await site.db.execute(sql`
    update role_menu set actions = '{search,save}' where menu_id = 'Owner'`)
  await start(at, code)
  await expectState(at, code, 'FAILED')
  expect((await getLastRun(at, code))['RESULT_TEXT']).toMatch(
    /customer: 권한이 없습니다: 화주.* › 내보내기/,
  )
  expect(at.box.unread()).toEqual([])
})

test('a run as an owner-bound user fails for recipients other than that user', async () => {
  const at = await openDesk()
  await site.db.execute(sql`
    update role_menu set actions = '{search,save,export}' where menu_id = 'Owner'`)
  const code = await createSchedule(at, { ...sender, ARGUMENT: 'master/owner W01' })
  await site.db.execute(sql`update schedule set run_as = 'customer' where schedule_cd = ${code}`)
  await start(at, code)
  await expectState(at, code, 'FAILED')
  expect((await getLastRun(at, code))['RESULT_TEXT']).toContain(
    otherRecipients('customer', ['one@example.com', 'two@example.com']).ko,
  )
  expect(at.box.unread()).toEqual([])
})

test('changing the recipients, but not the time, makes the editor the run-as user', async () => {
  const at = await openDesk()
  const code = await createSchedule(at, { ...sender, ARGUMENT: 'master/owner W01' })
  const read = async () =>
    (await queryRows(at.admin, 'system/schedules', { SCHEDULE_CD: code }))[0] ?? {}
  const second = await at.here.login('second')
  const change = async (extra: Row) => {
    const row = { ...(await read()), BATCH_FLAG: 'U', ...extra }
    expect((await save(second, 'system/save-schedules', row)).status).toBe(200)
    return (await read())['RUN_AS']
  }
  expect((await read())['RUN_AS']).toBe('admin')
  expect(await change({ HOUR_CRON: '5' })).toBe('admin')
  expect(await change({ MAIL_TO: 'second@example.com' })).toBe('second')
})

const losses: readonly (readonly [string, Sql, string])[] = [
  ['its account', sql`update app_user set use_yn = 'N' where user_id = 'second'`, 'inactive'],
  ['its role', sql`delete from user_role where user_id = 'second'`, 'second'],
  ['an owner', sql`update app_user set all_owners_yn = 'N' where user_id = 'second'`, 'second'],
]

test.each(losses)(
  'no report is mailed if its user lost %s while it was made',
  async (_, statement, why) => {
    onTestFinished(async () => {
      await site.db.script(`
        update app_user set use_yn = 'Y', all_owners_yn = 'Y' where user_id = 'second';
        insert into user_role (user_id, role_cd) values ('second', 'ADMIN') on conflict do nothing`)
    })
    const sent: unknown[] = []
    const kind = reportKind(() => handlers)
    const made = kind.run({
      db: site.db,
      job: { jobId: randomUUID(), kind: '', payload: {}, userId: null, wcode: null, attempt: 1 },
      signal: new AbortController().signal,
      // The last step before the mail leaves.
      progress: async () => void (await site.db.execute(statement)),
      name: 'items',
      argument: 'master/stock W01',
      mailTo: ['second@example.com'],
      ownerId: 'second',
      send: async (mail) => void sent.push(mail),
      backUp: async () => 'x',
    })
    await expect(made).rejects.toThrow(why)
    expect(sent).toEqual([])
  },
)
