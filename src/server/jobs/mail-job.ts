import { z } from 'zod'
import { label } from '#kernel/label.ts'
import { listActions } from '#server/auth/grants.ts'
import { readUser } from '#server/auth/session.ts'
import { AppError } from '#server/base/app-error.ts'
import type { Queryable } from '#server/db/database.ts'
import { insertEvents, noOrigin, type SecurityEvent } from '#server/security/security-event.ts'
import type { Job, JobHandler } from './job.ts'
import { rejectOtherRecipients } from './report-rights.ts'
import { jobMessageId, type SendMail } from '#server/mail/mailer.ts'
import { recordSent } from './until-stored.ts'

export const sendMailKind = 'mail-send'

/** Popup in which users write emails, and which permits it. */
export const mailPopup = 'SendEmailPopup'

const mailPayload = z.object({
  TO: z.array(z.string()),
  SUBJECT: z.string(),
  TEXT: z.string(),
  /** User who wrote the text freely. Absent for notices of the site. */
  WRITER: z.string().optional(),
})

const writerMayNotSend = label(
  '작성한 사용자에게 메일 권한이 없어 보내지 않았습니다.',
  'Not sent, because its writer may no longer send email.',
)

/** Throws AppError 403 if a user may not, or no longer, send this email. */
async function rejectWriter(db: Queryable, writer: string, to: readonly string[]): Promise<void> {
  const user = await readUser(db, writer)
  if (!user || listActions(user.grants, mailPopup).length === 0) {
    throw new AppError(403, 'MAIL_DENIED', writerMayNotSend)
  }
  await rejectOtherRecipients(db, user, to)
}

/** Events with the recipients that the mail server accepted and refused. */
function deliveryEvents(
  { userId }: Pick<Job, 'userId'>,
  to: readonly string[],
  refused: readonly string[],
): SecurityEvent[] {
  const accepted = to.filter((address) => !refused.includes(address))
  const event = { kind: 'MAIL', userId: userId ?? '', operation: sendMailKind } as const
  const recipients = (addresses: readonly string[]) => {
    return { subject: addresses.join(', '), rows: addresses.length }
  }
  return [
    { ...event, ...recipients(accepted), outcome: 'OK' as const },
    { ...event, ...recipients(refused), outcome: 'FAILED' as const },
  ].filter(({ rows }) => rows > 0)
}

/**
 * Sends an email written by a user, in one message to all recipients. Retried while the mail server
 * is unreachable, in which time its writer can lose the permission.
 */
export function sendMailJob(send: SendMail): JobHandler {
  return {
    kind: sendMailKind,
    bound: 'order',
    maxAttempts: 6,
    isShort: true,
    run: async ({ db, job, signal, progress }) => {
      const { TO, SUBJECT, TEXT, WRITER } = mailPayload.parse(job.payload)
      if (WRITER !== undefined) await rejectWriter(db, WRITER, TO)
      const to = TO.join(', ')
      await progress(10, to)
      const messageId = jobMessageId(job)
      const refused = (await send({ to, subject: SUBJECT, text: TEXT, messageId })) ?? []
      const events = deliveryEvents(job, TO, refused).filter(
        // The email of a user was logged when they sent it.
        ({ outcome }) => outcome === 'FAILED' || WRITER === undefined,
      )
      if (events.length > 0)
        await recordSent({ signal }, () => db.execute(insertEvents(noOrigin, events)))
      return { TO }
    },
  }
}
