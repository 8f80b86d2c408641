import sql, { type Sql } from 'sql-template-tag'
import { timestampAt } from '#kernel/calendar.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label, type Language } from '#kernel/label.ts'
import { canCall } from '#server/auth/grants.ts'
import { readUser, type SiteUser } from '#server/auth/session.ts'
import type { Queryable } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import { enqueueJobs } from '#server/jobs/job-queue.ts'
import type { ScheduledCall, ScheduleKind } from '#server/jobs/schedule-kind.ts'
import { sendMailKind } from '#server/jobs/mail-job.ts'
import { ownerAddresses } from '#areas/master/server/owner-addresses.ts'
import { deadlines } from '../operations/keeping.ts'
import { bondedCodeLists } from '../rules/code-lists.ts'
import { deadlineRows } from './deadlines.ts'

const deadlineNames: Readonly<Record<string, Label>> = bondedCodeLists['bonded-deadline']

const maxDays = 365

interface NotifiedDeadline extends Record<string, unknown> {
  readonly owner_cd: string
  readonly owner_nm: string
  readonly mail_to: readonly string[]
  readonly language: Language
  readonly warehouse_nm: string
  readonly deadline_cd: string
  readonly due_day: string
  readonly left_days: number
  readonly cargo_no: string
  readonly bl_no: string | null
  readonly packages: string
}

/**
 * Deadlines within a user's scope that are due for an email, within `days` or the period of the
 * rule.
 */
const selectNearDeadlines = (user: SiteUser, today: string, days: number | null): Sql => sql`
  select v.* from (${deadlineRows(today)}) v
  where v.wcode = any(${[...user.warehouses]}::text[])
    and (${user.owners === null} or v.owner_cd = any(${[...(user.owners ?? [])]}::text[]))
    and v.left_days <= coalesce(${days}::int,
      bonded_rule_value(v.kind_cd, 'MAIL', ${today}::date)::int, -1)`

/** Records newly mailed deadlines and returns them by owner. */
function recordSent(db: Queryable, near: Sql): Promise<NotifiedDeadline[]> {
  return db.query<NotifiedDeadline>(sql`
    with near as (${near}), address as (${ownerAddresses}),
    told as (
      insert into bonded_deadline_told (bond_no, deadline_cd, due_dt, mail_to)
      select n.bond_no, n.deadline_cd, n.due_dt, a.mail_to
      from near n join address a using (owner_cd) where a.mail_to is not null
      order by n.bond_no, n.deadline_cd
      on conflict do nothing returning bond_no, deadline_cd, due_dt)
    select n.owner_cd, n.owner_nm, a.mail_to, a."language", w.warehouse_nm, n.deadline_cd,
      to_char(n.due_dt, 'YYYY-MM-DD') due_day, n.left_days, n.cargo_no,
      coalesce(n.hbl_no, n.mbl_no) bl_no, n.rest_pkg_qty || ' ' || n.pkg_unit_cd packages
    from told join near n using (bond_no, deadline_cd, due_dt) join address a using (owner_cd)
    join warehouse w using (wcode)
    order by n.owner_cd, n.due_dt, n.bond_no, n.deadline_cd`)
}

function remainingDaysText(days: number): Label {
  if (days === 0) return label('오늘까지', 'due today')
  if (days < 0) {
    return label(`${formatCount(-days)}일 지남`, `${formatCount(-days, 'day')} overdue`)
  }
  return label(`${formatCount(days)}일 남음`, `${formatCount(days, 'day')} left`)
}

function formatLine(row: NotifiedDeadline): Label {
  const code = row.deadline_cd
  const kind = deadlineNames[code] ?? label(code, code)
  const left = remainingDaysText(row.left_days)
  const bl = row.bl_no ?? '-'
  return label(
    `- ${kind.ko} ${row.due_day} (${left.ko}) · 화물관리번호 ${row.cargo_no} · B/L ${bl} · 남은 포장 ${row.packages} · ${row.warehouse_nm}`,
    `- ${kind.en} ${row.due_day} (${left.en}) · Cargo control no. ${row.cargo_no} · B/L ${bl} · Packages left ${row.packages} · ${row.warehouse_nm}`,
  )
}

function buildMail(rows: readonly NotifiedDeadline[], first: NotifiedDeadline) {
  const { language, mail_to: TO, owner_nm: owner } = first
  const count = rows.length
  const subject = label(
    `[보세 기한] ${owner} ${formatCount(count)}건`,
    `[Bonded deadlines] ${owner}: ${formatCount(count)}`,
  )
  const head = label(
    '보세 화물의 기한을 알립니다. 기한 안에 신고하거나 반출하세요.',
    'These bonded cargo deadlines are near. Declare or remove the cargo in time.',
  )
  const text = [head[language], '', ...rows.map((row) => formatLine(row)[language]), '']
  return { TO, SUBJECT: subject[language], TEXT: text.join('\n') }
}

function deniedError(ownerId: string): AppError {
  const text = label(
    `보세재고를 조회할 권한이 없는 사용자입니다: ${ownerId}. 보세재고 권한이 있는 사용자로 배치작업을 등록하세요.`,
    `${ownerId} does not have permission for bonded stock. Have a user with that permission enter this schedule.`,
  )
  return new AppError(403, 'DEADLINES_DENIED', text)
}

async function sendDeadlines({ db, argument, ownerId }: ScheduledCall): Promise<Label> {
  const user = await readUser(db, ownerId)
  if (!user || !canCall(user.grants, deadlines)) throw deniedError(ownerId)
  const today = timestampAt(Date.now()).slice(0, 8)
  const near = selectNearDeadlines(user, today, argument === '' ? null : Number(argument))
  // Recording and sending commit together, so no email is lost or sent twice.
  return db.transaction(async (tx) => {
    const notified = await recordSent(tx, near)
    const mails = [...Map.groupBy(notified, (row) => row.owner_cd).values()].flatMap((rows) =>
      rows[0] ? [buildMail(rows, rows[0])] : [],
    )
    await enqueueJobs(tx, { kind: sendMailKind, payloads: mails, userId: ownerId })
    const withoutAddress = await tx.query<{ owner_cd: string }>(sql`
      with near as (${near}), address as (${ownerAddresses})
      select distinct owner_cd from near join address using (owner_cd)
      where mail_to is null order by 1`)
    return outcomeText(notified.length, mails.length, withoutAddress)
  })
}

function outcomeText(
  deadlineCount: number,
  mailCount: number,
  withoutAddress: readonly { readonly owner_cd: string }[],
): Label {
  const done =
    deadlineCount === 0
      ? label('새로 알릴 기한이 없습니다.', 'No new deadlines to report.')
      : label(
          `기한 ${formatCount(deadlineCount)}건을 메일 ${formatCount(mailCount)}통으로 보냅니다.`,
          `Sending ${formatCount(deadlineCount, 'deadline')} in ${formatCount(mailCount, 'email')}.`,
        )
  if (withoutAddress.length === 0) return done
  const names = withoutAddress.map(({ owner_cd: owner }) => owner).join(', ')
  return label(
    `${done.ko} 메일주소가 없는 화주: ${names}. 화주관리에서 이메일을 입력하세요.`,
    `${done.en} Owners without an email address: ${names}. Enter one in "Owners".`,
  )
}

export const deadlineMailKind: ScheduleKind = {
  kind: 'BONDED-MAIL',
  bound: 'reader',
  title: label('보세 기한 메일', 'Bonded deadline emails'),
  argument: {
    title: label('며칠 전 (비우면 보세 기준값)', 'Days before (blank: bonded rule)'),
    error: (argument) =>
      argument === '' || (/^\d{1,3}$/.test(argument) && Number(argument) <= maxDays)
        ? undefined
        : label(
            `며칠 전에 알릴지 0~${maxDays} 숫자로 입력하거나 비우세요.`,
            `Enter the days before a deadline as a number from 0 to ${maxDays}, or leave it empty.`,
          ),
  },
  run: sendDeadlines,
}
