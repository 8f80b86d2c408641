import sql from 'sql-template-tag'
import type { Queryable } from '#server/db/database.ts'
import { eventSources } from '#server/events/event-sources.ts'
import { changeContent, publishEvent } from '#server/events/publish-event.ts'
import type { MailSettings, SendMail } from './mailer.ts'

/** Event that makes Home recount its setup steps. */
const setupStepEvent = {
  source: eventSources.firstMail,
  content: changeContent({ operation: 'mail', tables: ['site_start'], by: '' }),
} as const

/**
 * Sends emails, and records the first one that the mail server accepted on a site in setup. Emails
 * to the outbox do not test a mail server.
 */
export function recordFirstMail(
  db: Queryable,
  { smtpUrl }: Pick<MailSettings, 'smtpUrl'>,
  send: SendMail,
  report: (error: unknown) => void,
): SendMail {
  if (!smtpUrl) return send
  return async (mail) => {
    const refused = await send(mail)
    // An error would make the job send the email again. The next email repeats the record.
    await recordSetupStep(db).catch(report)
    return refused
  }
}

async function recordSetupStep(db: Queryable): Promise<void> {
  const noted = await db.execute(sql`
    update site_start set mail_sent_at = now() where mail_sent_at is null`)
  if (noted > 0) await publishEvent(db, setupStepEvent)
}
