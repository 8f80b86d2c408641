import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSso, type SsoSettings } from '#server/auth/single-sign-on.ts'
import { readTrustedProxies } from '#server/base/network-exposure.ts'
import type { MailSettings } from '#server/mail/mailer.ts'
import { usualLimits, type CallLimits } from './call-limits.ts'

/** What an installation decides beside its store and its port. */
export interface SiteSettings extends MailSettings {
  /** Folder of stored files and of the outbox; made when something is first put there. */
  readonly dataDir: string
  /**
   * Address of the page as users type it, for links in mails and for the origin of writes. Never
   * taken from a request: whoever asks for another's password could write an address of his own
   * there. With https the cookie is for https only.
   */
  readonly publicUrl?: string
  /** Proxies whose word about the caller's address is taken: how many in a row, or which ones. */
  readonly trustProxy?: string
  /** Telephone of whoever helps with logging in, shown on the login pages. */
  readonly helpPhone?: string
  /** The company's own login, where it has one. */
  readonly sso?: SsoSettings
  /** Writes each event of the security log to standard output too, for whoever collects it. */
  readonly securityLines: boolean
  /** What one user may keep in stored files. */
  readonly fileQuotaBytes: number
  /** Questions and exports of one user in a minute. */
  readonly callLimits: CallLimits
  /** How often a stream of events says that it is alive, and looks for what it missed. */
  readonly heartbeatMs: number
  /** How long a job stands back at most, between two of its steps, for calls that are under way. */
  readonly giveWayMs: number
  /** Pause between two rounds of sealing and checking the ledger. */
  readonly ledgerMs: number
  /** How often the server looks whether a backup is due. */
  readonly backupMs: number
  /** How often the server looks whether a schedule is due. */
  readonly scheduleMs: number
  /** Pause between two rounds of sending results to webhooks. */
  readonly webhookMs: number
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Settings from the environment: `DATA_DIR`, `SMTP_URL`, `MAIL_FROM`, `PUBLIC_URL`, `TRUST_PROXY`,
 * `HELP_PHONE`, `FILE_QUOTA_MB`, `QUESTIONS_PER_MINUTE`, `EXPORTS_PER_MINUTE`,
 * `SECURITY_LOG_STDOUT`, `OIDC_*`. `storeDir` is the folder of an embedded store, null for one in memory.
 */
export function readSiteSettings(
  env: Environment,
  storeDir: string | null | undefined,
): SiteSettings {
  const smtpUrl = env['SMTP_URL']
  const publicUrl = env['PUBLIC_URL']?.replace(/\/+$/, '')
  const quotaMb = Number(env['FILE_QUOTA_MB'])
  return {
    dataDir: storeDir === null ? temporaryFolder() : (storeDir ?? env['DATA_DIR'] ?? 'data'),
    ...(smtpUrl && { smtpUrl }),
    ...(publicUrl && { publicUrl }),
    ...readTrustedProxies(env),
    ...(env['HELP_PHONE'] && { helpPhone: env['HELP_PHONE'] }),
    ...readSso(env),
    mailFrom: env['MAIL_FROM'] ?? 'WMS <no-reply@localhost>',
    securityLines: env['SECURITY_LOG_STDOUT'] === '1',
    fileQuotaBytes: (quotaMb > 0 ? quotaMb : 500) * 1024 * 1024,
    callLimits: {
      question: limitOf(env['QUESTIONS_PER_MINUTE'], usualLimits.question),
      export: limitOf(env['EXPORTS_PER_MINUTE'], usualLimits.export),
    },
    heartbeatMs: 15_000,
    giveWayMs: 500,
    ledgerMs: 10_000,
    backupMs: 30_000,
    scheduleMs: 10_000,
    webhookMs: 10_000,
  }
}

function limitOf(given: string | undefined, usual: number): number {
  const count = Number(given ?? '')
  return given !== undefined && given !== '' && Number.isInteger(count) && count >= 0
    ? count
    : usual
}

/** What belongs to a store in memory is gone with the machine's temporary files. */
function temporaryFolder(): string {
  return join(tmpdir(), `wms-${randomUUID()}`)
}
