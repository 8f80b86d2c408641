import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timestampAt } from '#kernel/calendar.ts'
import { cutoffMailKind, mailCutoffs } from '#areas/freight/server/cutoff-mail.ts'
import { scheduleKinds } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'

let site: TestSite
let user: TestUser
let booking = ''

const hour = 3_600_000
const cutoff = Date.now() + 200 * hour
const hoursBeforeCutoff = (hours: number) => new Date(cutoff - hours * hour)
const mailHoursBefore = async (hours: number, who = 'admin') =>
  (await mailCutoffs(site.db, who, hoursBeforeCutoff(hours))).ko

interface Mail extends Record<string, unknown> {
  to: string
  subject: string
  text: string
}

async function mails(): Promise<Mail[]> {
  const found = await site.db.query<Mail>(sql`
    select payload->'TO'->>0 "to", payload->>'SUBJECT' subject, payload->>'TEXT' "text"
    from job where kind = 'mail-send' order by job_id`)
  await site.db.execute(sql`delete from job where kind = 'mail-send'`)
  return found
}

const change = (values: object) =>
  site.db.execute(sql`
    update booking b set fco = r.fco, state_cd = r.state_cd, manager_id = r.manager_id
    from jsonb_populate_record((select b from booking b where booking_id = ${booking}),
      ${JSON.stringify(values)}::jsonb) r where b.booking_id = r.booking_id`)

beforeAll(async () => {
  site = await testSite({ referenceData: true })
  await site.db.script(`
    insert into carrier (carrier_cd, carrier_nm, scac) values ('HMM', '에이치엠엠', 'HDMU');
    update app_user set email = user_id || '@line.example', lang_cd = 'ko';
    update app_user set lang_cd = 'en' where user_id = 'second'`)
  user = await site.login('admin')
  const { body } = await user.save('freight/save-booking', [
    {
      BATCH_FLAG: 'I',
      ROW_TYPE: 'H',
      DOC_REF: 'n1',
      CARRIER_CD: 'HMM',
      POL_CD: 'USLAX',
      POD_CD: 'KRPUS',
      FCO: timestampAt(cutoff, 'America/Los_Angeles'),
    },
  ])
  booking = String(body.data.rows[0]?.['BOOKING_ID'])
  // Close the server, which would send the emails itself.
  await site.app.close()
})
afterAll(() => site.db.close())

test('one email is sent at each of 48, 24 and 4 hours before a cut-off, in port time', async () => {
  expect(await mailHoursBefore(49)).toBe('새로 알릴 마감이 없습니다.')
  for (const [alarm, later] of [
    [48, 30],
    [24, 5],
    [4, 1],
  ] as const) {
    expect(await mailHoursBefore(alarm)).toBe('마감 1건을 메일 1통으로 보냅니다.')
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'admin@line.example', subject: '[부킹 마감] 1건' })
    expect(mail?.text).toContain(`(${alarm}시간 남음) · 부킹 ${booking} · 에이치엠엠`)
    const at = timestampAt(cutoff, 'America/Los_Angeles')
    expect(mail?.text).toContain(
      `${at.slice(0, 4)}-${at.slice(4, 6)}-${at.slice(6, 8)} ${at.slice(8, 10)}:`,
    )
    expect(await mailHoursBefore(later)).toBe('새로 알릴 마감이 없습니다.')
  }
  expect(await mailHoursBefore(-1)).toBe('새로 알릴 마감이 없습니다.')
  expect(await mails()).toEqual([])
})

test('a rescheduled cut-off is mailed again to its manager, but only for the nearer alarm', async () => {
  const FCO = timestampAt(cutoff + 10 * hour, 'America/Los_Angeles')
  await change({ fco: FCO, manager_id: 'SECOND' })
  // 20 hours before the new cut-off, the 48-hour alarm has passed without being sent.
  expect(await mailHoursBefore(10)).toBe('마감 1건을 메일 1통으로 보냅니다.')
  expect(await mails()).toMatchObject([
    { to: 'second@line.example', subject: '[Booking cut-offs] 1' },
  ])
  expect(await mailHoursBefore(10)).toBe('새로 알릴 마감이 없습니다.')
})

test('a booking without a reachable user is reported, and mailed once it has one', async () => {
  await site.db.script('truncate booking_cutoff_told; update app_user set email = null')
  expect(await mailHoursBefore(10)).toContain(`받을 사람이 없는 부킹: ${booking}.`)
  expect(await mails()).toEqual([])
  await site.db.script("update app_user set email = 'late@line.example' where user_id = 'admin'")
  expect(await mailHoursBefore(10)).toBe('마감 1건을 메일 1통으로 보냅니다.')
  expect(await mails()).toMatchObject([{ to: 'late@line.example' }])
})

test('a cancelled booking is not mailed, and a user without permission cannot send mails', async () => {
  await site.db.script('truncate booking_cutoff_told')
  await change({ state_cd: 'CANCELLED' })
  expect(await mailHoursBefore(10)).toBe('새로 알릴 마감이 없습니다.')
  await expect(mailHoursBefore(10, 'nobody')).rejects.toThrow(/nobody/)
  expect(scheduleKinds).toContain(cutoffMailKind)
})
