import { z } from 'zod'
import { readAddresses } from '#areas/system/rules/mail-addresses.ts'
import { label, type Label } from '#kernel/label.ts'
import type { SendMail } from '#server/mail/mailer.ts'
import type { JobCall, JobHandler } from './job.ts'

/** What a site offers to the work it does by the clock. */
export interface SiteServices {
  readonly send: SendMail
  /** Makes a backup now and returns its file once it was restored and verified. Throws Error. */
  readonly backUp: () => Promise<string>
  /** Folder of the site's files. */
  readonly dataDir: string
  /** Address of the site for links in mails, where it is known. */
  readonly publicUrl?: string | undefined
}

export interface ScheduledCall extends JobCall, SiteServices {
  /** What its schedule is called. */
  readonly name: string
  readonly argument: string
  /** Addresses that what comes of it is mailed to. */
  readonly mailTo: readonly string[]
  /** Whoever said what it does: it runs with this user's rights, as they are when it runs. */
  readonly ownerId: string
}

/** Something that can be done by the clock. Registered by one line in `src/server/site/registry.ts`. */
export interface ScheduleKind {
  /** Its code in schedules, upper case. */
  readonly kind: string
  readonly title: Label
  /** What the argument says, where there is one. */
  readonly argument?: {
    readonly title: Label
    /** What is wrong with one. */
    readonly fault: (argument: string) => Label | undefined
  }
  /** Whether what comes of it can be mailed. */
  readonly mails?: boolean
  /** Does it once; returns what was done, in words. May run again after a crash. */
  readonly run: (call: ScheduledCall) => Promise<Label>
}

/** Kind of the jobs that do it. */
export const jobKindOf = (kind: string): string => `schedule/${kind}`

const text = z.string().default('')
const payload = z.object({ NAME: text, ARGUMENT: text, MAIL_TO: text, OWNER_ID: text })

/** Handlers of the jobs that schedules make. */
export function scheduleJobs(kinds: readonly ScheduleKind[], services: SiteServices): JobHandler[] {
  return kinds.map(({ kind, run }) => ({
    kind: jobKindOf(kind),
    attemptsMax: 1,
    run: async (call) => {
      const order = payload.parse(call.job.payload)
      const mailTo = readAddresses(order.MAIL_TO)
      const { NAME: name, ARGUMENT: argument, OWNER_ID: ownerId } = order
      const asked = { name, argument, mailTo, ownerId }
      const { ko, en } = await run({ ...call, ...services, ...asked })
      return label(ko, en)
    },
  }))
}
