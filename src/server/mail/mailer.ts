import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { syncFolder } from '#server/db/durable-fs.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same for every attempt, to let recipients detect duplicates. */
  readonly messageId?: string
  readonly attachments?: readonly { readonly filename: string; readonly content: Buffer }[]
}

/**
 * ID of a job's mail. A server that ends between the delivery and its record sends the mail again,
 * and mailboxes drop the second copy. Not for mails that differ at each attempt.
 */
export const jobMessageId = ({ jobId }: { readonly jobId: string }): string => `<${jobId}@mail.wms>`

/**
 * Returns the addresses that the mail server rejected while accepting others. Throws if it accepted
 * none; the caller retries.
 */
export type SendMail = (mail: Mail) => Promise<readonly string[] | undefined>

export interface MailSettings {
  /** smtp://… or smtps://…; without it, emails are written to the outbox as files. */
  readonly smtpUrl?: string
  readonly mailFrom: string
  readonly dataDir: string
}

export function createMailer(settings: MailSettings): SendMail {
  const { smtpUrl, mailFrom: from } = settings
  // Mail texts contain user input, which must not reference files or URLs to fetch.
  const noExternalAccess = { disableFileAccess: true, disableUrlAccess: true }
  if (!smtpUrl) {
    const compose = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    return async (mail) => {
      const { message } = await compose.sendMail({
        ...toMailOptions(mail),
        from,
        ...noExternalAccess,
      })
      await writeToOutbox(join(settings.dataDir, 'outbox'), message as Buffer)
      return undefined
    }
  }
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  const transport = createTransport({ url: smtpUrl, ...limits })
  return async (mail) => {
    const { rejected } = await transport.sendMail({
      ...toMailOptions(mail),
      from,
      ...noExternalAccess,
    })
    return rejected
  }
}

function toMailOptions({ attachments = [], ...mail }: Mail) {
  return { ...mail, attachments: [...attachments] }
}

/**
 * Renames the file once complete, so a collector never sends a partial mail. Synced before the job
 * is recorded as done, because a power cut would lose the mail otherwise.
 */
async function writeToOutbox(folder: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID()}.eml`
  const draft = join(folder, `.${name}`)
  await writeFile(draft, message, { mode: 0o600, flush: true })
  await rename(draft, join(folder, name))
  syncFolder(folder)
}
