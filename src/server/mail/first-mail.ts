import sql from 'sql-template-tag'
import type { Queryable } from '#server/db/database.ts'
import type { SiteSettings } from '#server/site-settings.ts'
import type { SendMail } from './mailer.ts'

/**
 * Sends, and writes down on a site that began empty when its mail server first took a mail. A mail
 * that is put into the outbox shows nothing of a mail server.
 */
export function noteFirstMail(
  db: Queryable,
  { smtpUrl }: Pick<SiteSettings, 'smtpUrl'>,
  send: SendMail,
): SendMail {
  if (!smtpUrl) return send
  return async (mail) => {
    const refused = await send(mail)
    await db.execute(sql`
      update site_start set mail_sent_at = now() where mail_sent_at is null`)
    return refused
  }
}
