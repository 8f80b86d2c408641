import sql, { type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label, type Language } from '#kernel/label.ts'
import { canCall } from '#server/auth/grants.ts'
import { readUser, type SiteUser } from '#server/auth/session.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import { enqueueJobs } from '#server/jobs/job-queue.ts'
import type { ScheduleKind } from '#server/jobs/schedule-kind.ts'
import { sendMailKind } from '#server/jobs/mail-job.ts'
import { bookings } from '../operations/bookings.ts'
import { freightCodeLists } from '../rules/code-lists.ts'
import { cutoffRows } from './cutoff-rows.ts'

const cutoffNames: Readonly<Record<string, Label>> = freightCodeLists['booking-cutoff']

interface NotifiedCutoff extends Record<string, unknown> {
  readonly mail_to: string
  readonly language: Language
  readonly booking: string
  readonly carrier_nm: string
  readonly port_nm: string
  readonly cutoff_cd: string
  readonly at: string
  readonly time_zone: string
  readonly hours: number
}

/**
 * Cut-offs within 48 hours in a user's warehouses, with the current alarm (48, 24 or 4 hours) and
 * the recipient. The recipient is the manager of the booking, or the user who created it. `mail_to`
 * is null if neither works at the warehouse and has an email address.
 */
const nearCutoffs = (user: SiteUser, now: Date): Sql => sql`
  select t.booking_id, coalesce(t.booking_no, t.booking_id) booking, k.carrier_nm, pl.port_nm,
    coalesce(pl.time_zone, 'Asia/Seoul') time_zone, c.cd cutoff_cd, c.at cutoff_at, c.hours,
    case when c.hours <= 4 then 4 when c.hours <= 24 then 24 else 48 end alarm_hours,
    u.mail_to, u.lang_cd "language"
  from booking t join carrier k using (carrier_cd) join port pl on pl.port_cd = t.pol_cd
  cross join lateral (${cutoffRows(sql`${now.toISOString()}::timestamptz`)}) c
  left join lateral (
    select trim(u.email) mail_to, u.lang_cd from app_user u join user_warehouse w using (user_id)
    where u.user_id in (lower(t.manager_id), t.created_by) and w.wcode = t.wcode
      and trim(u.email) <> '' and user_works(u)
    order by u.user_id <> coalesce(lower(t.manager_id), '') limit 1) u on true
  where t.wcode = any(${[...user.warehouses]}::text[]) and c.hours between 0 and 48`

const recordNotified = (db: Queryable, near: Sql): Promise<NotifiedCutoff[]> =>
  db.query<NotifiedCutoff>(sql`
    with near as materialized (${near}), told as (
      insert into booking_cutoff_told (booking_id, cutoff_cd, cutoff_at, alarm_hours, mail_to)
      select booking_id, cutoff_cd, cutoff_at, alarm_hours, mail_to from near
      where mail_to is not null order by booking_id, cutoff_cd
      on conflict do nothing returning booking_id, cutoff_cd)
    select n.mail_to, n."language", n.booking, n.carrier_nm, n.port_nm, n.cutoff_cd, n.time_zone,
      n.hours::float8 hours, overlay(to_char(to_timestamp(n.cutoff_at, 'YYYYMMDDHH24MISS'),
        'YYYY-MM-DD HH24:MI') placing ' ' from 11 for 1) "at"
    from told join near n using (booking_id, cutoff_cd)
    order by n.mail_to, n.hours, n.booking`)

function cutoffLine(row: NotifiedCutoff): Label {
  const code = row.cutoff_cd
  const kind = cutoffNames[code] ?? label(code, code)
  const { at, time_zone: zone, booking, carrier_nm: carrier, port_nm: port, hours } = row
  return label(
    `- ${kind.ko} 마감 ${at} ${zone} (${hours}시간 남음) · 부킹 ${booking} · ${carrier} · ${port}`,
    `- ${kind.en} cut-off ${at} ${zone} (${hours} h left) · Booking ${booking} · ${carrier} · ${port}`,
  )
}

function composeMail(rows: readonly NotifiedCutoff[], { language, mail_to: to }: NotifiedCutoff) {
  const subject = label(
    `[부킹 마감] ${formatCount(rows.length)}건`,
    `[Booking cut-offs] ${formatCount(rows.length)}`,
  )
  const head = label(
    '부킹 마감이 가까워졌습니다. 시각은 선적항 현지시각입니다.',
    'These booking cut-offs are near. Times are local at the port of loading.',
  )
  const text = [head[language], '', ...rows.map((row) => cutoffLine(row)[language]), '']
  return { TO: [to], SUBJECT: subject[language], TEXT: text.join('\n') }
}

function outcomeText(notified: number, mails: number, silent: readonly string[]): Label {
  const done =
    notified === 0
      ? label('새로 알릴 마감이 없습니다.', 'No new cut-offs to report.')
      : label(
          `마감 ${formatCount(notified)}건을 메일 ${formatCount(mails)}통으로 보냅니다.`,
          `Sending ${formatCount(notified, 'cut-off')} in ${formatCount(mails, 'email')}.`,
        )
  if (silent.length === 0) return done
  return label(
    `${done.ko} 받을 사람이 없는 부킹: ${silent.join(', ')}. 담당자의 사용자 이메일을 입력하세요.`,
    `${done.en} Bookings without a recipient: ${silent.join(', ')}. Enter the email address of the contact's user account.`,
  )
}

/**
 * Emails users the cut-offs of their bookings that are near at `now`, once per alarm. Limited to
 * the warehouses of user `ownerId`. Throws AppError if that user has no permission to see bookings.
 */
export async function mailCutoffs(db: Database, ownerId: string, now: Date): Promise<Label> {
  const user = await readUser(db, ownerId)
  if (!user || !canCall(user.grants, bookings.query)) {
    const text = label(
      `부킹을 조회할 권한이 없는 사용자입니다: ${ownerId}. 부킹 권한이 있는 사용자로 배치작업을 등록하세요.`,
      `${ownerId} does not have permission for bookings. Have a user with that permission enter this schedule.`,
    )
    throw new AppError(403, 'CUTOFFS_DENIED', text)
  }
  const near = nearCutoffs(user, now)
  // The record and the email job commit together, so no email is lost or sent twice.
  return db.transaction(async (tx) => {
    const notified = await recordNotified(tx, near)
    const mails = [...Map.groupBy(notified, (row) => row.mail_to).values()].flatMap((rows) =>
      rows[0] ? [composeMail(rows, rows[0])] : [],
    )
    await enqueueJobs(tx, { kind: sendMailKind, payloads: mails, userId: ownerId })
    const silent = await tx.query<{ booking: string }>(sql`
      select distinct booking from (${near}) n where mail_to is null order by 1`)
    return outcomeText(
      notified.length,
      mails.length,
      silent.map((row) => row.booking),
    )
  })
}

/** Cut-off alarms 48, 24 and 4 hours ahead. The schedule sets how often they are checked. */
export const cutoffMailKind: ScheduleKind = {
  kind: 'BOOKING-MAIL',
  bound: 'reader',
  title: label('부킹 마감 메일', 'Booking cut-off emails'),
  run: ({ db, ownerId }) => mailCutoffs(db, ownerId, new Date()),
}
