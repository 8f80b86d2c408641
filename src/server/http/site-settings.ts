import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSso, type SsoSettings } from '#server/auth/single-sign-on.ts'
import { readTrustedProxies } from '#server/base/network-exposure.ts'
import type { CopyLimits } from '#server/columns/column-copy.ts'
import type { MailSettings } from '#server/mail/mailer.ts'
import { defaultCallLimits, type CallLimits } from './call-limits.ts'

export interface SiteSettings extends MailSettings {
  /** Folder of stored files and the outbox; created on first use. */
  readonly dataDir: string
  /**
   * Address of the site for links in emails and the origin check of writes. Never taken from a
   * request: an attacker who requests a password reset for another user could insert their own
   * address. With https, the cookie is secure.
   */
  readonly publicUrl?: string
  /** Trusted proxies for the caller's address: number of hops or addresses. */
  readonly trustProxy?: string
  /** Phone number of the help desk, shown on the login pages. */
  readonly helpPhone?: string
  readonly sso?: SsoSettings
  /** Also writes security events to standard output, for a log collector. */
  readonly securityLines: boolean
  /** Token of the collector that reads `/metrics`. */
  readonly metricsToken?: string
  /** Statements that take longer are logged and counted. */
  readonly slowStatementMs: number
  readonly fileQuotaBytes: number
  readonly callLimits: CallLimits
  readonly reportCopy: CopyLimits
  /** Maximum concurrent requests per session; 0 means unlimited. Defaults depend on the store. */
  readonly callsAtOnce?: number
  /** Interval at which event streams send a heartbeat and check for missed events. */
  readonly heartbeatMs: number
  /** Maximum time a job waits between two steps for pending requests. */
  readonly giveWayMs: number
  /** Maximum time a stopping server waits for requests in progress. */
  readonly finishMs: number
  /** Interval at which the server compares its clock with the database's. */
  readonly clockMs: number
  readonly ledgerMs: number
  readonly backupMs: number
  readonly scheduleMs: number
  readonly webhookMs: number
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings from the environment: `DATA_DIR`, `SMTP_URL`, `MAIL_FROM`, `PUBLIC_URL`,
 * `TRUST_PROXY`, `HELP_PHONE`, `FILE_QUOTA_MB`, `QUESTIONS_PER_MINUTE`, `EXPORTS_PER_MINUTE`,
 * `PRINTS_PER_MINUTE`, `SAVES_PER_MINUTE`, `LARGE_CALLS_PER_MINUTE`, `CALLS_AT_ONCE`,
 * `REPORT_COPY_MB`, `SECURITY_LOG_STDOUT`, `OIDC_*`, `METRICS_TOKEN`, `SLOW_STATEMENT_MS`.
 * `storeDir` is the folder of an embedded store, null if in memory.
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
    ...(env['METRICS_TOKEN'] && { metricsToken: env['METRICS_TOKEN'] }),
    slowStatementMs: readLimit(env['SLOW_STATEMENT_MS'], 1_000),
    fileQuotaBytes: (quotaMb > 0 ? quotaMb : 500) * 1024 * 1024,
    callLimits: {
      question: readLimit(env['QUESTIONS_PER_MINUTE'], defaultCallLimits.question),
      export: readLimit(env['EXPORTS_PER_MINUTE'], defaultCallLimits.export),
      print: readLimit(env['PRINTS_PER_MINUTE'], defaultCallLimits.print),
      save: readLimit(env['SAVES_PER_MINUTE'], defaultCallLimits.save),
      large: readLimit(env['LARGE_CALLS_PER_MINUTE'], defaultCallLimits.large),
    },
    reportCopy: { megabytes: readLimit(env['REPORT_COPY_MB'], 512), minRows: 50_000 },
    ...(env['CALLS_AT_ONCE'] && { callsAtOnce: readLimit(env['CALLS_AT_ONCE'], 0) }),
    heartbeatMs: 15_000,
    giveWayMs: 500,
    finishMs: 30_000,
    clockMs: 60_000,
    ledgerMs: 10_000,
    backupMs: 30_000,
    scheduleMs: 10_000,
    webhookMs: 10_000,
  }
}

function readLimit(given: string | undefined, usual: number): number {
  const count = Number(given ?? '')
  return given !== undefined && given !== '' && Number.isInteger(count) && count >= 0
    ? count
    : usual
}

/** Files of an in-memory store are temporary too. */
function temporaryFolder(): string {
  return join(tmpdir(), `wms-${randomUUID()}`)
}
