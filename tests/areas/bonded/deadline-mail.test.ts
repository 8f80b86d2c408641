import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, addMonths, daysBetween, timestampAt } from '#kernel/calendar.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addSheds, arrive, expectCargo, quayShed } from '#tests/support/customs-floor.ts'
import { openMailbox, type ReceivedMail } from '#tests/support/mailbox.ts'
import { createSiteApp, type Visitor } from '#tests/support/site-app.ts'

const today = timestampAt(Date.now()).slice(0, 8)
const toIsoDate = (day: string) => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`

let site: TestSite
let clerk: TestUser
const cargo: Record<string, string> = {}
let hanbitEnd = ''
let quayDeadline = ''

async function receiveAt(name: string, owner: string, day: string, head = {}): Promise<void> {
  const bondNo = await expectCargo(clerk, 'PLAIN', { OWNER_CD: owner, ...head })
  await arrive(clerk, bondNo, { DONE_AT: `${day}090000` })
  const [row] = await clerk.query('bonded/stock', { BOND_NO: bondNo })
  cargo[name] = String(row?.['CARGO_NO'])
  if (name === 'near') hanbitEnd = String(row?.['END_DT'])
  if (name === 'quay') quayDeadline = String(row?.['DECLARE_DT'])
}

beforeAll(async () => {
  site = await testSite()
  clerk = await site.login('admin')
  await addSheds(clerk)
  await receiveAt('near', 'HANBIT', addMonths(addDays(today, 12), -6), { HBL_NO: 'HBL-77' })
  await receiveAt('far', 'HANBIT', addMonths(addDays(today, 80), -6))
  await receiveAt('quay', 'HANBIT', addDays(today, -40), { SHED_CD: quayShed, MBL_NO: 'MBL-9' })
  await receiveAt('gift', 'GIFT', addMonths(addDays(today, -4), -6))
  await site.db.script(`
    update owner set email = 'desk@hanbit.example' where owner_cd = 'HANBIT';
    update app_user set email = 'customer@gift.example', lang_cd = 'en' where user_id = 'customer';
    insert into role_menu (role_cd, menu_id, actions)
      values ('CUSTOMER', 'BondedInventory', '{search}')`)
  // Close the server, which has no mail server. Only the tests run jobs.
  await site.app.close()
})
afterAll(() => site.db.close())

const post = (who: Visitor, PROCEDURE: string, row: object) =>
  who.post(
    '/api/wms/comm/wmsCommon/saveProcedure',
    { PROCEDURE, ROWS: [{ NO: 1, ...row }] },
    { 'idempotency-key': randomUUID() },
  )

let count = 0

async function run(who: Visitor, ARGUMENT: string | null, user = 'admin'): Promise<string> {
  count += 1
  const SCHEDULE_CD = `MAIL${count}`
  const row = { BATCH_FLAG: 'I', SCHEDULE_CD, SCHEDULE_NM: 'x', KIND_CD: 'BONDED-MAIL', ARGUMENT }
  const created = await post(who, 'system/save-schedules', { ...row, PAUSE_YN: 'Y' })
  expect(created.status, created.text).toBe(200)
  await site.db.execute(sql`
    update schedule set run_as = ${user} where schedule_cd = ${SCHEDULE_CD}`)
  await post(who, 'system/start-schedule', { SCHEDULE_CD })
  const getLastRun = async () => {
    const { body } = await who.post('/api/wms/system/schedule-runs', { SCHEDULE_CD })
    return body.data[0] ?? {}
  }
  await expect
    .poll(async () => (await getLastRun())['STATE_CD'], { timeout: 60_000 })
    .toMatch(/DONE|FAIL/)
  return String((await getLastRun())['RESULT_TEXT'])
}

async function waitUntilSent(): Promise<void> {
  const getPendingMails = () =>
    site.db.query(
      sql`select from job where kind = 'mail-send' and state_cd in ('QUEUED', 'RUNNING')`,
    )
  await expect.poll(async () => (await getPendingMails()).length, { timeout: 60_000 }).toBe(0)
}

const getLines = ({ text }: ReceivedMail) =>
  text.split('\n').filter((line) => line.startsWith('- '))

test('each owner gets one mail with the deadlines and remaining packages of their cargo', async () => {
  const box = await openMailbox()
  const here = await createSiteApp(site, { smtpUrl: box.url, scheduleMs: 3_600_000 })
  const admin = await here.login('admin')
  expect(await run(admin, null)).toBe('기한 4건을 메일 2통으로 보냅니다.')
  const hanbit = await box.next('desk@hanbit.example')
  expect(hanbit.text).toContain('[보세 기한] 한빛헬스 3건')
  const near = getLines(hanbit).find((line) => line.includes(cargo['near'] ?? ''))
  expect(near).toContain(`장치기한 ${toIsoDate(hanbitEnd)}`)
  expect(near).toMatch(/\(\d+일 남음\).*B\/L HBL-77 · 남은 포장 88 CT · 인천/)
  const quayLines = getLines(hanbit).filter((line) => line.includes(cargo['quay'] ?? ''))
  expect(quayLines).toHaveLength(2)
  const late = daysBetween(quayDeadline, today)
  expect(late).toBeGreaterThan(0)
  expect(quayLines[0]).toContain(`신고기한 ${toIsoDate(quayDeadline)} (${late}일 지남)`)
  expect(quayLines[0]).toContain('B/L MBL-9')
  expect(hanbit.text).not.toContain(cargo['far'])
  expect(hanbit.text).not.toContain(cargo['gift'])
  const gift = await box.next('customer@gift.example')
  expect(gift.text).toContain('[Bonded deadlines]')
  expect(getLines(gift)).toHaveLength(1)
  expect(gift.text).toContain(cargo['gift'])
  expect(gift.text).toContain('days over')
  // Reported deadlines are not reported again, and without new ones no mail is sent.
  expect(await run(admin, null)).toBe('새로 알릴 기한이 없습니다.')
  await waitUntilSent()
  expect(box.unread()).toEqual([])
})

test('the days argument widens the deadline window, and an extended deadline is reported again', async () => {
  const box = await openMailbox()
  const here = await createSiteApp(site, { smtpUrl: box.url, scheduleMs: 3_600_000 })
  const admin = await here.login('admin')
  expect(await run(admin, '100')).toBe('기한 1건을 메일 1통으로 보냅니다.')
  expect((await box.next('desk@hanbit.example')).text).toContain(cargo['far'])
  const [near] = await site.db.query<{ bond_no: string }>(sql`
    select bond_no from bonded_cargo where cargo_no = ${cargo['near'] ?? ''}`)
  const longer = { BOND_NO: near?.bond_no ?? '', MONTHS: 1, BASIS_NO: 'EXT-1' }
  expect((await post(admin, 'bonded/extend', longer)).status).toBe(200)
  expect(await run(admin, '30')).toBe('새로 알릴 기한이 없습니다.')
  expect(await run(admin, '100')).toBe('기한 1건을 메일 1통으로 보냅니다.')
  expect(getLines(await box.next('desk@hanbit.example'))[0]).toContain(cargo['near'])
})

test('an owner without an address is reported, and mailed once they have one', async () => {
  await site.db.execute(sql`truncate bonded_deadline_told`)
  await site.db.script(`update owner set email = ' '; update app_user set email = null`)
  const box = await openMailbox()
  const here = await createSiteApp(site, { smtpUrl: box.url, scheduleMs: 3_600_000 })
  const admin = await here.login('admin')
  expect(await run(admin, null)).toContain('메일주소가 없는 화주: GIFT, HANBIT.')
  await site.db.script(`update owner set email = 'new@gift.example' where owner_cd = 'GIFT'`)
  expect(await run(admin, null)).toMatch(/^기한 1건.*없는 화주: HANBIT\./)
  expect((await box.next('new@gift.example')).text).toContain(cargo['gift'])
})

test('the mail covers only the owners its user can see, and none without permission', async () => {
  await site.db.execute(sql`truncate bonded_deadline_told`)
  await site.db.script(`update owner set email = lower(owner_cd) || '@x.example'`)
  const box = await openMailbox()
  const here = await createSiteApp(site, { smtpUrl: box.url, scheduleMs: 3_600_000 })
  const admin = await here.login('admin')
  expect(await run(admin, null, 'nobody')).toContain('nobody')
  expect(await site.db.query(sql`select from bonded_deadline_told`)).toEqual([])
  expect(await run(admin, null, 'customer')).toContain('기한 1건')
  await waitUntilSent()
  expect(box.unread().map(({ to }) => to)).toEqual([['gift@x.example']])
})

test('an argument that is not a valid number of days is rejected', async () => {
  const here = await createSiteApp(site, { scheduleMs: 3_600_000 })
  const admin = await here.login('admin')
  const row = { BATCH_FLAG: 'I', SCHEDULE_CD: 'BAD', SCHEDULE_NM: 'x', KIND_CD: 'BONDED-MAIL' }
  for (const ARGUMENT of ['x', '-1', '366', '1.5']) {
    const { status, body } = await post(admin, 'system/save-schedules', { ...row, ARGUMENT })
    expect([ARGUMENT, status]).toEqual([ARGUMENT, 422])
    expect(JSON.stringify(body)).toContain('"COLUMN":"ARGUMENT"')
  }
})
