import { z } from 'zod'
import { label } from '#kernel/label.ts'
import { listActions } from '#server/auth/grants.ts'
import { AppError, forbidden } from '#server/base/app-error.ts'
import { enqueueThrottledJob } from '#server/jobs/job-queue.ts'
import { rejectOtherRecipients } from '#server/jobs/report-rights.ts'
import { mailPopup, sendMailKind } from '#server/jobs/mail-job.ts'
import { emailAddress } from './email-address.ts'
import { route } from './route.ts'
import { logEvent } from './security-log.ts'

const maxRecipients = 20
/** A line break would inject another mail header. */
const singleLine = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\r\n]*$/)

const hourlyLimitReached = label(
  '한 시간에 보낼 수 있는 메일 수를 넘었습니다. 잠시 뒤에 다시 보내세요.',
  'The hourly email limit is exceeded. Send again later.',
)
const mailQueued = label('메일을 보내는 중입니다.', 'Sending the email.')

/** Emails written by users (spec §2, SendEmailPopup), sent by a job. */
export const mailRoutes = [
  route({
    path: '/api/mail/send',
    counts: 'save',
    access: 'granted',
    scope: 'self',
    dropsUnstorable: true,
    body: z.object({
      TO: z.array(emailAddress).min(1).max(maxRecipients),
      SUBJECT: singleLine,
      TEXT: z.string().max(20_000),
    }),
    answer: async ({ TO, SUBJECT, TEXT }, { db, session, caller, request }) => {
      if (listActions(session.grants, mailPopup).length === 0) throw forbidden()
      await rejectOtherRecipients(db, session, TO)
      const job = {
        kind: sendMailKind,
        userId: session.userId,
        wcode: caller.scope.wcode,
        payload: {
          TO,
          SUBJECT,
          TEXT: `${TEXT}\n\n-- \n${session.userName} (${session.userId})\n`,
          WRITER: session.userId,
        },
      }
      const throttle = { key: session.userId, max: 30, minutes: 60 }
      const JOB_ID = await db.transaction((tx) => enqueueThrottledJob(tx, job, throttle))
      if (JOB_ID === undefined) throw new AppError(429, 'MAIL_LIMIT', hourlyLimitReached)
      logEvent(request, {
        kind: 'MAIL',
        outcome: 'OK',
        userId: session.userId,
        subject: TO.join(', '),
        rows: TO.length,
      })
      return { message: mailQueued[caller.language], data: { JOB_ID } }
    },
  }),
]
