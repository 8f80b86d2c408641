import { z } from 'zod'
import { readAddresses } from '#areas/system/rules/mail-addresses.ts'
import { label, type Label } from '#kernel/label.ts'
import type { SendMail } from '#server/mail/mailer.ts'
import type { JobBound, JobCall, JobHandler } from './job.ts'

export interface SiteServices {
  readonly send: SendMail
  /** Makes a backup and returns its file once verified. Throws Error. */
  readonly backUp: () => Promise<string>
  readonly publicUrl?: string | undefined
}

export interface ScheduledCall extends JobCall, SiteServices {
  readonly name: string
  readonly argument: string
  readonly mailTo: readonly string[]
  /** User who defined the task. It runs with their permissions at run time. */
  readonly ownerId: string
  /**
   * Scheduled time of a run, in milliseconds. It can be a day in the past, after a retry or a time
   * without a server. Undefined for runs started manually.
   */
  readonly dueAt?: number | undefined
}

/** A task that can be scheduled. Registered in `src/server/site/registry.ts`. */
export interface ScheduleKind {
  readonly kind: string
  readonly title: Label
  readonly bound: Exclude<JobBound, 'order'>
  readonly argument?: {
    readonly title: Label
    readonly error: (argument: string) => Label | undefined
  }
  readonly mails?: boolean
  /** Runs the task and returns a summary. Can run again after a crash. */
  readonly run: (call: ScheduledCall) => Promise<Label>
}

export const scheduleJobKind = (kind: string): string => `schedule/${kind}`

const text = z.string().default('')
const payload = z.object({
  NAME: text,
  ARGUMENT: text,
  MAIL_TO: text,
  OWNER_ID: text,
  DUE_AT: text,
})

export function scheduleJobs(kinds: readonly ScheduleKind[], services: SiteServices): JobHandler[] {
  return kinds.map(({ kind, bound, run }) => ({
    kind: scheduleJobKind(kind),
    bound,
    maxAttempts: 1,
    run: async (call) => {
      const order = payload.parse(call.job.payload)
      const mailTo = readAddresses(order.MAIL_TO)
      const { NAME: name, ARGUMENT: argument, OWNER_ID: ownerId } = order
      const dueAt = order.DUE_AT === '' ? undefined : Date.parse(order.DUE_AT)
      const request = { name, argument, mailTo, ownerId, dueAt }
      const { ko, en } = await run({ ...call, ...services, ...request })
      return label(ko, en)
    },
  }))
}
