import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Transaction } from '#server/db/database.ts'
import type { JobHandler } from '#server/jobs/job.ts'
import { recordSent } from '#server/jobs/until-stored.ts'
import { jobMessageId, type SendMail } from '#server/mail/mailer.ts'
import { renderPdf } from '#server/print/pdf.ts'
import { toLanguage } from '#server/print/print-document.ts'
import { insertEvents, noOrigin } from '#server/security/security-event.ts'
import { composeArrivalNotices } from './delivery-papers.ts'

export const arrivalNoticeKind = 'arrival-notice'

const order = z.object({
  NOTICE_ID: z.string(),
  BILL_ID: z.string(),
  WCODE: z.string(),
  USER_ID: z.string(),
})

/** Emails an arrival notice as a document, once for each notice. */
export function arrivalNoticeJob(send: SendMail): JobHandler {
  return {
    kind: arrivalNoticeKind,
    bound: 'order',
    maxAttempts: 6,
    run: async ({ db, job, signal, progress }) => {
      const { NOTICE_ID, BILL_ID, WCODE, USER_ID } = order.parse(job.payload)
      const [notice] = await db.query<{ to: string; bill: string; today: string }>(sql`
        select a.mail_to "to", t.bill_no bill,
          to_char(now() at time zone 'Asia/Seoul', 'YYYYMMDD') today
        from arrival_notice a join bill t using (bill_id)
        where a.notice_id = ${NOTICE_ID}::bigint and a.sent_at is null
          and t.state_cd = 'CONFIRMED'`)
      if (!notice) return null
      await progress(10, notice.to)
      const scope = { wcode: WCODE, owners: null }
      const caller = { userId: USER_ID, scope, language: 'ko', today: notice.today } as const
      const document = await composeArrivalNotices({ ...caller, db, rows: [{ BILL_ID }] })
      const content = Buffer.from(await renderPdf(toLanguage(document, 'ko')))
      await send({
        to: notice.to,
        messageId: jobMessageId(job),
        subject: `화물 도착통지 ${notice.bill}`,
        text: `화물 도착통지서를 보내드립니다.\nB/L·AWB: ${notice.bill}\n`,
        attachments: [{ filename: `${document.fileName}.pdf`, content }],
      })
      const event = {
        kind: 'MAIL',
        outcome: 'OK',
        userId: USER_ID,
        operation: arrivalNoticeKind,
        detail: notice.to,
      } as const
      const record = async (tx: Transaction): Promise<void> => {
        await tx.execute(sql`
          update arrival_notice set sent_at = now() where notice_id = ${NOTICE_ID}::bigint`)
        tx.later(insertEvents(noOrigin, [{ ...event, subject: BILL_ID, rows: 1 }]))
      }
      await recordSent({ signal }, () => db.transaction(record))
      return { TO: notice.to }
    },
  }
}
