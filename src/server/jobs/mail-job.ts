import { z } from 'zod'
import type { JobHandler } from './job.ts'
import type { SendMail } from '#server/mail/mailer.ts'

export const sendMailKind = 'mail-send'

const order = z.object({ TO: z.array(z.string()), SUBJECT: z.string(), TEXT: z.string() })

/** A mail that a user wrote: handed over in one piece, tried again while the mail server is away. */
export function sendMailJob(send: SendMail): JobHandler {
  return {
    kind: sendMailKind,
    attemptsMax: 6,
    run: async ({ job, progress }) => {
      const { TO, SUBJECT, TEXT } = order.parse(job.payload)
      const to = TO.join(', ')
      await progress(10, to)
      await send({ to, subject: SUBJECT, text: TEXT })
      return { TO }
    },
  }
}
