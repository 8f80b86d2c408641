import sql from 'sql-template-tag'
import { z } from 'zod'
import type { JobHandler } from '#server/jobs/job.ts'
import { recordSent } from '#server/jobs/until-stored.ts'
import { jobMessageId, type SendMail } from '#server/mail/mailer.ts'
import { renderPdf } from '#server/print/pdf.ts'
import { withSeals } from '#server/print/seals.ts'
import { insertEvents, noOrigin } from '#server/security/security-event.ts'
import { toLanguage } from '#server/print/print-document.ts'
import { evidenceSheet } from './evidence-sheet.ts'
import { mailAddress } from './mail-address.ts'
import { composeStatement } from './papers.ts'

export const billMailKind = 'bill-mail'

const billMailPayload = z.object({ INVOICE_NO: z.string(), WCODE: z.string(), USER_ID: z.string() })

/**
 * Emails an invoice statement as a document, with its evidence as a sheet.
 */
export function billMailJob(send: SendMail): JobHandler {
  return {
    kind: billMailKind,
    bound: 'order',
    maxAttempts: 6,
    run: async ({ db, job, signal, progress }) => {
      const { INVOICE_NO, WCODE, USER_ID } = billMailPayload.parse(job.payload)
      const [invoice] = await db.query<{ to: string; from: string | null; month: string }>(sql`
        select ${mailAddress} "to", supplier ->> 'CORP_NM' "from", bill_month "month"
        from invoice i where invoice_no = ${INVOICE_NO}`)
      if (!invoice) return null
      await progress(10, invoice.to)
      const caller = {
        userId: USER_ID,
        scope: { wcode: WCODE, owners: null },
        language: 'ko',
        today: invoice.month,
      } as const
      const document = await composeStatement({ ...caller, db, rows: [{ INVOICE_NO }] })
      const sheet = await evidenceSheet(db, caller, INVOICE_NO)
      const content = Buffer.from(await renderPdf(toLanguage(await withSeals(document, db), 'ko')))
      const month = `${invoice.month.slice(0, 4)}년 ${Number(invoice.month.slice(4))}월`
      await send({
        to: invoice.to,
        messageId: jobMessageId(job),
        subject: `${invoice.from ?? ''} ${month} 거래명세서 ${INVOICE_NO}`.trim(),
        text: `${month} 거래명세서를 보내드립니다.\n청구번호: ${INVOICE_NO}\n`,
        attachments: [
          { filename: `${document.fileName}.pdf`, content },
          ...(sheet ? [{ filename: `${document.fileName}.xlsx`, content: sheet }] : []),
        ],
      })
      const event = {
        kind: 'MAIL',
        outcome: 'OK',
        userId: USER_ID,
        operation: billMailKind,
        detail: invoice.to,
      } as const
      const events = insertEvents(noOrigin, [{ ...event, subject: INVOICE_NO, rows: 1 }])
      await recordSent({ signal }, () => db.execute(events))
      return { TO: invoice.to }
    },
  }
}
