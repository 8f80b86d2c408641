import sql from 'sql-template-tag'
import type { Queryable } from '#server/db/database.ts'
import { changeContent, publishEvent } from '#server/events/publish-event.ts'
import type { MailSettings, SendMail } from './mailer.ts'

/** Home counts the steps of the start anew. */
const told = {
  kind: 'change',
  wcode: null,
  owners: [],
  userId: null,
  content: changeContent({ operation: 'mail', tables: ['site_start'], by: '' }),
} as const

/**
 * Sends, and writes down on a site that began empty when its mail server first took a mail. A mail
 * that is put into the outbox shows nothing of a mail server.
 */
export function noteFirstMail(
  db: Queryable,
  { smtpUrl }: Pick<MailSettings, 'smtpUrl'>,
  send: SendMail,
): SendMail {
  if (!smtpUrl) return send
  return async (mail) => {
    const refused = await send(mail)
    const noted = await db.execute(sql`
      update site_start set mail_sent_at = now() where mail_sent_at is null`)
    if (noted > 0) await publishEvent(db, told)
    return refused
  }
}
