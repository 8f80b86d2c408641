import sql from 'sql-template-tag'
import { codeLists } from '#areas/code-lists.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label, type Language } from '#kernel/label.ts'
import type { Queryable } from '#server/db/database.ts'
import { enqueueJobs } from '#server/jobs/job-queue.ts'
import type { JobHandler } from '#server/jobs/job.ts'
import { sendMailKind } from '#server/jobs/mail-job.ts'

/** Maximum number of lines in one email. Further lines are only counted. */
const maxLines = 300

interface OrderNotice extends Record<string, unknown> {
  readonly owner_cd: string
  readonly partner_cd: string
  readonly partner_nm: string
  readonly email: string
  readonly language: Language
  readonly scm_no: string
  readonly partner_order_no: string | null
  readonly event_cd: 'STATE' | 'ACTIVE' | 'DATE' | 'REJECT'
  readonly was: string | null
  readonly now_is: string | null
  readonly reason: string | null
}

/**
 * Claims pending notices, each only once. The language is English only if all users of the partner
 * use English.
 */
function claimNotices(db: Queryable): Promise<OrderNotice[]> {
  return db.query<OrderNotice>(sql`
    with told as (
      update scm_notice set told_at = now() where (log_no, owner_cd, partner_cd) in (
        select log_no, owner_cd, partner_cd from scm_notice where told_at is null
        order by log_no for update skip locked)
      returning log_no, owner_cd, partner_cd)
    select t.owner_cd, t.partner_cd, p.partner_nm, p.email, o.scm_no, o.partner_order_no,
      g.event_cd, g.was, g.now_is, g.reason,
      case when (select bool_and(u.lang_cd = 'en') from scm_partner_user x
        join app_user u using (user_id)
        where x.owner_cd = t.owner_cd and x.partner_cd = t.partner_cd) then 'en' else 'ko' end "language"
    from told t
    join scm_order_log g using (log_no)
    join scm_order o using (scm_no)
    join scm_partner p on p.owner_cd = t.owner_cd and p.partner_cd = t.partner_cd
    where p.email is not null
    order by t.owner_cd, t.partner_cd, g.log_no`)
}

const eventNames: Readonly<Record<OrderNotice['event_cd'], Label>> = {
  STATE: label('상태', 'Status'),
  ACTIVE: label('활성', 'Active'),
  DATE: label('일자', 'Date'),
  REJECT: label('반려 수량', 'Rejected quantity'),
}

function formatValue(
  { event_cd: event }: OrderNotice,
  value: string | null,
  language: Language,
): string {
  if (value === null) return ''
  return (event === 'STATE' && codeLists['scm-state']?.[value]?.[language]) || value
}

/** `- SO-20261124-0001 (PO-77) 상태: 요청 → 접수`, followed by the reason if there is one. */
function formatLine(row: OrderNotice): string {
  const { language, partner_order_no: theirs, reason } = row
  const number = theirs === null ? row.scm_no : `${row.scm_no} (${theirs})`
  const [was, is] = [row.was, row.now_is].map((value) => formatValue(row, value, language))
  const change = was === '' ? is : `${was} → ${is}`
  const why = reason === null ? '' : ` · ${label('사유', 'Reason')[language]}: ${reason}`
  return `- ${number} ${eventNames[row.event_cd][language]}: ${change}${why}`
}

function buildMail(
  rows: readonly OrderNotice[],
  { language, email, partner_nm: name }: OrderNotice,
) {
  const orders = new Set(rows.map((row) => row.scm_no)).size
  const subject = label(
    `[오더 알림] ${name} ${formatCount(orders)}건`,
    `[Orders] ${name}: ${formatCount(orders)} changed`,
  )
  const head = label('오더 처리 상황을 알립니다.', 'These orders changed.')
  const more = rows.length - maxLines
  const rest = label(`외 ${formatCount(more)}건`, `and ${formatCount(more)} more`)
  const lines = rows.slice(0, maxLines).map((row) => formatLine(row))
  const text = [head[language], '', ...lines, ...(more > 0 ? [rest[language]] : []), '']
  return { TO: [email], SUBJECT: subject[language], TEXT: text.join('\n') }
}

/**
 * Emails each branch and partner the events of its orders in one message. The notices are marked as
 * sent in the transaction that enqueues the emails.
 */
export const orderNoticeJob: JobHandler = {
  kind: 'scm-notice',
  bound: 'site',
  maxAttempts: 6,
  run: ({ db }) =>
    db.transaction(async (tx) => {
      const notices = await claimNotices(tx)
      const partners = Map.groupBy(notices, (row) => `${row.owner_cd}|${row.partner_cd}`)
      const mails = [...partners.values()].flatMap((rows) =>
        rows[0] ? [buildMail(rows, rows[0])] : [],
      )
      await enqueueJobs(tx, { kind: sendMailKind, payloads: mails })
      return { MAILS: mails.length }
    }),
}
