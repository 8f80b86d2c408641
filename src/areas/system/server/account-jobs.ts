import sql from 'sql-template-tag'
import { z } from 'zod'
import type { JobHandler } from '#server/jobs/job.ts'
import { jobMessageId, type SendMail } from '#server/mail/mailer.ts'
import { idsMail, passwordMail, registrationMail, startMail } from './account-mails.ts'
import { makeMailedToken } from './password-token.ts'

export const mailKinds = {
  ids: 'mail-ids',
  password: 'mail-password',
  registration: 'mail-registration',
  start: 'mail-start',
} as const

const lang = z.enum(['ko', 'en'])
const idsPayload = z.object({ EMAIL: z.string(), LANG: lang })
const passwordPayload = z.object({ USER_ID: z.string(), LANG: lang })
const registrationOrder = z.object({
  USER_ID: z.string(),
  EMAIL: z.string(),
  LANG: lang,
  OUTCOME: z.enum(['received', 'taken', 'approved', 'rejected']),
  REASON: z.string().default(''),
})

const startOrder = z.object({ USER_ID: z.string() })

/** Users wait for these emails to log in, so they run as short jobs. */
const accountMail = { bound: 'order', maxAttempts: 6, isShort: true } as const
/** Validity of the link for the initial password. Users read the email at the start of work. */
const startMinutes = 24 * 60

/**
 * Emails about accounts. The account is looked up in the job instead of the request. The response
 * and its timing are then the same for known and unknown accounts.
 */
export function accountJobs(send: SendMail, publicUrl: string | undefined): JobHandler[] {
  return [
    {
      kind: mailKinds.ids,
      ...accountMail,
      run: async ({ db, job }) => {
        const { EMAIL, LANG } = idsPayload.parse(job.payload)
        const users = await db.query<{ user_id: string; email: string }>(sql`
          select user_id, email from app_user
          where lower(email) = ${EMAIL.toLowerCase()} and use_yn = 'Y' order by user_id`)
        const [first] = users
        // Send to the stored address, not to the typed one.
        if (first) {
          const ids = users.map((user) => user.user_id)
          await send({ to: first.email, messageId: jobMessageId(job), ...idsMail(LANG, ids) })
        }
      },
    },
    {
      kind: mailKinds.password,
      ...accountMail,
      run: async ({ db, job }) => {
        const { USER_ID, LANG } = passwordPayload.parse(job.payload)
        // Create the token when the email is sent. No usable token waits in the queue, and a retry
        // creates another.
        const made = await makeMailedToken(db, USER_ID, { condition: sql`u.use_yn = 'Y'` })
        if (!made) return
        const { token, email } = made
        // The fragment is not sent to servers, which keeps the token out of logs and referrers.
        const link = publicUrl && `${publicUrl}/login/pw-init#token=${token}`
        await send({ to: email, ...passwordMail(LANG, USER_ID, token, link) })
      },
    },
    {
      kind: mailKinds.start,
      ...accountMail,
      run: async ({ db, job }) => {
        const { USER_ID } = startOrder.parse(job.payload)
        const condition = sql`user_works(u)`
        const made = await makeMailedToken(db, USER_ID, { condition, minutes: startMinutes })
        if (!made) return
        const { token, email, language } = made
        const link = publicUrl && `${publicUrl}/login/pw-init#token=${token}`
        await send({ to: email, ...startMail(language, USER_ID, token, link) })
      },
    },
    {
      kind: mailKinds.registration,
      ...accountMail,
      run: async ({ job }) => {
        const order = registrationOrder.parse(job.payload)
        const mail = registrationMail(order.LANG, order.USER_ID, order.OUTCOME, order.REASON)
        await send({ to: order.EMAIL, messageId: jobMessageId(job), ...mail })
      },
    },
  ]
}
