import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same each time one mail is tried, so that whoever gets it twice can tell. */
  readonly messageId?: string
  readonly attachments?: readonly { readonly filename: string; readonly content: Buffer }[]
}

/**
 * Answers the addresses that the mail server refused while it took the mail for others. Throws when
 * the mail could not be handed over to anybody; the caller tries again.
 */
export type SendMail = (mail: Mail) => Promise<readonly string[] | undefined>

export interface MailSettings {
  /** smtp://… or smtps://…; without it mails become files in the outbox. */
  readonly smtpUrl?: string
  readonly mailFrom: string
  /** Folder of the outbox, created with the first mail. */
  readonly dataDir: string
}

/** Sends through SMTP, or writes `.eml` files into the outbox when no server is named. */
export function createMailer(settings: MailSettings): SendMail {
  const { smtpUrl, mailFrom: from } = settings
  // Texts of mails hold what users typed; none of it may name a file or an address to be fetched.
  const shut = { disableFileAccess: true, disableUrlAccess: true }
  if (!smtpUrl) {
    const compose = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    return async (mail) => {
      const { message } = await compose.sendMail({ ...plain(mail), from, ...shut })
      await putIntoOutbox(join(settings.dataDir, 'outbox'), message as Buffer)
      return undefined
    }
  }
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  const transport = createTransport({ url: smtpUrl, ...limits })
  return async (mail) => {
    const { rejected } = await transport.sendMail({ ...plain(mail), from, ...shut })
    return rejected
  }
}

/** The mail as the transport takes it: it keeps a list of its own. */
function plain({ attachments = [], ...mail }: Mail) {
  return { ...mail, attachments: [...attachments] }
}

/** Under its final name only when it is whole, so that whoever collects the folder sends no half. */
async function putIntoOutbox(folder: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID()}.eml`
  const draft = join(folder, `.${name}`)
  await writeFile(draft, message, { mode: 0o600 })
  await rename(draft, join(folder, name))
}
