import { z } from 'zod'
import type { JobHandler } from './job.ts'
import type { SendMail } from '#server/mail/mailer.ts'

export const sendMailKind = 'mail-send'

const mailPayload = z.object({ TO: z.array(z.string()), SUBJECT: z.string(), TEXT: z.string() })

/**
 * Sends an email written by a user, in one message to all recipients. Retried while the mail server
 * is unreachable.
 */
export function sendMailJob(send: SendMail): JobHandler {
  return {
    kind: sendMailKind,
    bound: 'order',
    maxAttempts: 6,
    run: async ({ job, progress }) => {
      const { TO, SUBJECT, TEXT } = mailPayload.parse(job.payload)
      const to = TO.join(', ')
      await progress(10, to)
      await send({ to, subject: SUBJECT, text: TEXT })
      return { TO }
    },
  }
}
