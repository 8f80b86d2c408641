import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { createMailer, type SendMail } from '#server/mail/mailer.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

export interface Attachment {
  readonly name: string
  readonly bytes: Buffer
}

export interface ReceivedMail {
  readonly to: readonly string[]
  /** Decoded headers and text. For an email with attachments, its first part. */
  readonly text: string
  readonly attachments: readonly Attachment[]
}

export interface Mailbox {
  readonly url: string
  readonly send: SendMail
  /** Returns the next unread email, optionally to the given address. */
  next(to?: string): Promise<ReceivedMail>
  unread(): readonly ReceivedMail[]
  setRejecting(isRefused: boolean): void
}

/** Starts a local SMTP server, closed after the test. */
export async function openMailbox(): Promise<Mailbox> {
  const letters: ReceivedMail[] = []
  const readers: { to: string | undefined; read: (letter: ReceivedMail) => void }[] = []
  let isRefused = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom: (_, __, done) => done(isRefused ? new Error('not now') : null),
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const letter = { to, ...readParts(Buffer.concat(parts).toString('latin1')) }
        const index = readers.findIndex((reader) => isFor(letter, reader.to))
        if (index === -1) letters.push(letter)
        else readers.splice(index, 1)[0]?.read(letter)
        done()
      })
    },
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => new Promise<void>((closed) => server.close(closed)))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const url = `smtp://127.0.0.1:${port}`
  return {
    url,
    send: createMailer({
      smtpUrl: url,
      dataDir: temporaryFolder(),
      mailFrom: 'WMS <wms@example.com>',
    }),
    next: (to) => {
      const index = letters.findIndex((letter) => isFor(letter, to))
      const [letter] = index === -1 ? [] : letters.splice(index, 1)
      if (letter) return Promise.resolve(letter)
      return new Promise((read) => readers.push({ to, read }))
    },
    unread: () => letters,
    setRejecting: (refused) => {
      isRefused = refused
    },
  }
}

function isFor(letter: ReceivedMail, to: string | undefined): boolean {
  return to === undefined || letter.to.includes(to)
}

/** Reads a multipart email: text of the first part with the headers of the email. */
function readParts(raw: string): Omit<ReceivedMail, 'to'> {
  const [head, body] = splitOnce(raw)
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1]
  if (boundary === undefined) return { text: readReceivedMail(raw), attachments: [] }
  const [, first = '', ...rest] = body.split(`--${boundary}`).map((part) => part.trimStart())
  const attachments = rest.slice(0, -1).map((part) => {
    const [about, content] = splitOnce(part)
    // RFC 2231: a non-ASCII name is split into numbered pieces, each encoded separately.
    const pieces = [...about.matchAll(/filename\*\d+\*?="?([^";\r\n]*)/g)].map(
      ([, piece = '']) => piece,
    )
    const plain = /filename="?([^";\r\n]*)/.exec(about)?.[1] ?? ''
    const named = decodeURIComponent(pieces.join('').replace(/^utf-8''/i, '')) || plain
    return { name: named, bytes: Buffer.from(content, 'base64') }
  })
  return { text: `${readReceivedMail(`${head}\r\n\r\n`)}${readReceivedMail(first)}`, attachments }
}

/** Decodes an email for reading: encoded subject, and base64 or quoted-printable body. */
export function readReceivedMail(raw: string): string {
  const [head, body] = splitOnce(raw)
  const subject = head
    .replaceAll(/\r\n[ \t]+/g, '')
    .replaceAll(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : unquote(text.replaceAll('_', ' ')),
    )
  if (/transfer-encoding: base64/i.test(head)) {
    return `${subject}\n\n${Buffer.from(body, 'base64').toString('utf8')}`
  }
  return `${subject}\n\n${unquote(body.replaceAll('=\r\n', ''))}`
}

function splitOnce(raw: string): [string, string] {
  const index = raw.indexOf('\r\n\r\n')
  return [raw.slice(0, index), raw.slice(index + 4)]
}

function unquote(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
