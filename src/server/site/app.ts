import { join } from 'node:path'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { BackupScheduler } from '#server/backup/backup-scheduler.ts'
import { StoreError, type Database } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import { databaseClock } from '#server/db/database-clock.ts'
import { EventHub } from '#server/events/event-hub.ts'
import { EventView } from '#server/events/event-view.ts'
import { checkEventSources, eventSources } from '#server/events/event-sources.ts'
import { publishSaves } from '#server/events/publish-saves.ts'
import type { JobHandler } from '#server/jobs/job.ts'
import { JobRunner } from '#server/jobs/job-runner.ts'
import { reportCheck } from '#server/jobs/report-rights.ts'
import { describeSchedules, Scheduler } from '#server/jobs/scheduler.ts'
import { createLedgerWorker, readLedgerBadge } from '#server/ledger/ledger-watch.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { recordFirstMail } from '#server/mail/first-mail.ts'
import {
  accountRoutes,
  handlers,
  homeLines,
  lookups,
  partners,
  recordSources,
  registrationRoutes,
  webhookSender,
} from './registry.ts'
import { siteJobs } from './site-jobs.ts'
import { isHttps, toTrustProxyOption } from '#server/base/network-exposure.ts'
import type { Tracing } from '#server/base/spans.ts'
import { readSiteSettings, type SiteSettings } from '#server/http/site-settings.ts'
import { authRoutes } from '#server/http/auth-routes.ts'
import { codeRoutes } from '#server/http/code-routes.ts'
import { factorRoutes } from '#server/http/factor-routes.ts'
import { passkeyLoginRoutes, passkeyRoutes } from '#server/http/passkey-routes.ts'
import { eventStreamRoutes, jobRoutes } from '#server/http/event-routes.ts'
import { explainError, isBug } from '#server/http/explain-error.ts'
import { exportRoutes } from '#server/http/export-routes.ts'
import { Drain } from '#server/http/drain.ts'
import { fileRoutes } from '#server/http/file-routes.ts'
import { addGetRoutes } from '#server/http/get-route.ts'
import { importRoutes } from '#server/http/import-routes.ts'
import { watchCalls, type Metrics } from '#server/http/metrics.ts'
import { addMetricsRoute } from '#server/http/metrics-route.ts'
import { mailRoutes } from '#server/http/mail-routes.ts'
import { operationRoutes } from '#server/http/operation-routes.ts'
import { addPartnerRoutes } from '#server/http/partner-routes.ts'
import { readJson } from '#server/http/read-json.ts'
import { recordRoutes } from '#server/http/record-routes.ts'
import { addReportRoutes, reportRoutes } from '#server/http/report-routes.ts'
import { addRoutes, publicBodyLimit } from '#server/http/route.ts'
import { grantRequestRoutes } from '#server/http/grant-request-routes.ts'
import { homeRoutes } from '#server/http/home-routes.ts'
import { countCalls } from '#server/http/call-limits.ts'
import { rejectBeforeBody } from '#server/http/reject-before-body.ts'
import { CallsInProgress } from '#server/http/calls-in-progress.ts'
import { callerId, writeSecurityLog, logRefusal, traceIdFor } from '#server/http/security-log.ts'
import { shellRoutes } from '#server/http/shell-routes.ts'
import { addSsoRoutes } from '#server/http/sso-routes.ts'
import { addStatusRoutes } from '#server/http/status-routes.ts'
import { checkFileSources, fileSources } from '#server/files/file-sources.ts'
import { importDiskFiles } from '#server/files/import-disk-files.ts'
import { importSiteFiles } from '#server/files/site-files.ts'
import { downloadRoutes, logoRoutes, storedFileRoutes } from '#server/http/stored-file-routes.ts'
import { addThrottledRoutes } from '#server/http/throttled-routes.ts'
import { viewRoutes } from '#server/http/view-routes.ts'
import { PageBuilds } from '#server/http/page-builds.ts'
import { limitSessionRequests, defaultMaxConcurrentCalls } from '#server/http/session-limit.ts'
import { servePage } from '#server/http/serve-page.ts'
import { openRoute, requireDeclaredRoutes } from '#server/http/declared-routes.ts'
import { checkHandlers } from '#server/http/check-handlers.ts'
import { ClockCheck } from './clock-check.ts'
import { openCopies } from './open-copies.ts'
import { ServerWatch } from './server-watch.ts'
import { ServerWarnings } from './server-warnings.ts'
import { readSiteTexts, translator, type SiteText } from '#server/texts/site-texts.ts'
import { requestLanguage } from '#server/http/context.ts'

export interface AppOptions {
  readonly db: Database
  /** Folder of the built page; without it only the API is served. */
  readonly pageDir?: string
  readonly logLevel?: string
  /** Receives log lines as JSON, instead of standard output. */
  readonly logTo?: { write(line: string): void }
  /** Receives the security log lines, if enabled. */
  readonly securityTo?: { write(line: string): void }
  readonly settings?: Partial<SiteSettings>
  readonly jobs?: readonly JobHandler[]
  /** Exports traces. Closed with the server. */
  readonly tracing?: Tracing | undefined
  /** Passed by callers that drain the server before closing it. */
  readonly drain?: Drain
}

const policy = {
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    // The grid and dialogs set their positions as inline styles.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'blob:', 'data:'],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    workerSrc: ["'self'", 'blob:'],
    // Print-outs are displayed from blob URLs inside the page.
    frameSrc: ["'self'", 'blob:'],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    manifestSrc: ["'self'"],
    upgradeInsecureRequests: null,
  },
}

const strictTransportSecurity = 'max-age=31536000; includeSubDomains'

/** Throws if an operation, an event or a stored file does not declare its access. */
function checkDeclarations(): void {
  checkHandlers(handlers)
  checkEventSources(Object.values(eventSources))
  checkFileSources(Object.values(fileSources))
}

/** Builds the server for an open store. Throws if an operation declares no permission or scope. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, drain = new Drain() } = options
  checkDeclarations()
  const settings = { ...readSiteSettings(process.env, storeDir(db)), ...options.settings }
  const { trustProxy, publicUrl } = settings
  const app = fastify({
    genReqId: traceIdFor,
    trustProxy: toTrustProxyOption(trustProxy),
    logger: {
      level: options.logLevel ?? 'warn',
      ...(options.logTo && { stream: options.logTo }),
    },
    bodyLimit: publicBodyLimit,
    requestTimeout: 120_000,
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : unreadablePath),
    // Close all connections: `Drain` has already waited for the last response. Waiting for idle
    // connections would include those that browsers open without sending a request.
    forceCloseConnections: true,
  })
  requireDeclaredRoutes(app)
  drain.watch(app)
  readJson(app)
  await app.register(cookie)
  await app.register(helmet, {
    contentSecurityPolicy: policy,
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: false,
  })
  await app.register(rateLimit, { global: false })
  limitCallers(app, db, settings)
  await app.register(compress, {
    threshold: 4096,
    encodings: ['gzip', 'identity'],
    globalDecompression: false,
  })
  await app.register(multipart)
  const builds = new PageBuilds(db, options.pageDir)
  app.decorateRequest('isHttps', false)
  app.addHook('onRequest', async (request, reply) => {
    request.isHttps = request.protocol === 'https' || isHttps(publicUrl)
    if (request.isHttps) reply.header('strict-transport-security', strictTransportSecurity)
    reply.header('x-build-id', builds.current.buildId)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
  const { tracing } = options
  const metrics = watchCalls(app, { db, slowMs: settings.slowStatementMs, tracing })
  writeSecurityLog(app, db)
  rejectBeforeBody(app, publicUrl)
  const warnings = new ServerWarnings(db)
  handleErrors(app, db, warnings)
  addUnreadableRoute(app)
  addRoutes(app, db, [
    ...authRoutes,
    ...factorRoutes,
    ...shellRoutes.concat(grantRequestRoutes(handlers)),
    ...homeRoutes(homeLines, handlers),
    ...codeRoutes(lookups, handlers),
    ...recordRoutes(recordSources),
    ...operationRoutes(publishSaves(handlers, db), openCopies(app, db, settings)),
    ...fileRoutes(handlers),
    ...importRoutes(handlers),
    ...viewRoutes,
    ...exportRoutes(handlers),
    ...registrationRoutes,
    ...jobRoutes,
    ...mailRoutes,
  ])
  await addSiteRoutes(app, { ...options, drain, warnings, metrics, builds }, settings)
  addStatusRoutes(app, db, drain, builds.ownId)
  await servePage(app, options.pageDir, builds)
  return app
}

function limitCallers(app: FastifyInstance, db: Database, settings: SiteSettings): void {
  countCalls(app, db, settings.callLimits)
  limitSessionRequests(app, settings.callsAtOnce ?? defaultMaxConcurrentCalls[db.kind])
}

/** Route for undecodable URLs, to send the usual error response. */
const unreadablePath = '/api/unreadable-address'
const badAddress = label('주소를 읽을 수 없습니다.', 'The address cannot be read.')

function addUnreadableRoute(app: FastifyInstance): void {
  app.all(unreadablePath, { config: openRoute }, async () => {
    throw new AppError(400, 'ADDRESS_INVALID', badAddress)
  })
}

function isReadable(url: string): boolean {
  try {
    decodeURI(url.split(/[?;#]/, 1)[0] ?? '')
    return true
  } catch {
    return false
  }
}

interface SiteParts {
  readonly drain: Drain
  readonly warnings: ServerWarnings
  readonly metrics: Metrics
  readonly builds: PageBuilds
}

const canReport = reportCheck(handlers)
const eventView = new EventView(handlers.map(({ operation }) => operation))

async function addSiteRoutes(
  app: FastifyInstance,
  options: AppOptions & SiteParts,
  settings: SiteSettings,
): Promise<void> {
  const { db, drain, warnings, metrics, builds } = options
  const { dataDir, publicUrl, heartbeatMs } = settings
  const report = (error: unknown) => app.log.error(error)
  const hub = new EventHub(db, eventView, {
    heartbeatMs,
    ledger: () => readLedgerBadge(db),
    report,
  })
  metrics.followEvents(hub)
  addMetricsRoute(app, db, metrics, settings)
  const lines = options.securityTo ?? process.stdout
  const tell = settings.securityLines ? (line: string) => void lines.write(`${line}\n`) : undefined
  const folder = join(settings.dataDir, 'backups')
  const ledger = createLedgerWorker(db, settings.ledgerMs, report, { tell, headsFolder: folder })
  const backups = new BackupScheduler(db, folder, report)
  const send = recordFirstMail(db, settings, createMailer(settings), report)
  const own = siteJobs({ send, backUp: () => backups.makeNow(), publicUrl })
  const scheduler = new Scheduler(db, report)
  const webhooks = webhookSender(db, report)
  const clock = new ClockCheck(db, warnings, (text) => app.log.warn(text))
  const watch = new ServerWatch(db, warnings, metrics)
  const calls = new CallsInProgress(app, settings.giveWayMs)
  const runner = new JobRunner(db, [...own, ...(options.jobs ?? [])], report, {
    giveWay: () => calls.waitForAll(),
    tracer: options.tracing?.tracer,
  })
  addRoutes(app, db, [...storedFileRoutes(settings, canReport), ...passkeyRoutes(publicUrl)])
  addGetRoutes(app, db, [...downloadRoutes(canReport), ...eventStreamRoutes(hub)])
  await addReportRoutes(app, db, reportRoutes(handlers))
  await addPartnerRoutes(app, db, partners)
  await addPublicRoutes(app, db, settings)
  app.addHook('onReady', async () => {
    await importDiskFiles(db, dataDir)
    await importSiteFiles(db, dataDir)
    await builds.start(report)
    ledger.start()
    backups.start(settings.backupMs)
    await runner.start()
    await db.transaction(async (tx) => describeSchedules(tx, await databaseClock(tx)))
    clock.start(settings.clockMs)
    watch.start(settings.clockMs)
    scheduler.start(settings.scheduleMs)
    webhooks.start(settings.webhookMs)
  })
  // Runs before connections close, so pages learn why their streams end.
  drain.onStart(() => hub.close())
  app.addHook('preClose', async () => {
    await hub.close()
    const cut = await drain.finish(settings.finishMs)
    if (cut > 0) app.log.error(`stopped with ${cut} requests in progress`)
  })
  app.addHook('onClose', async () => {
    await Promise.all([clock.stop(), watch.stop()])
    await Promise.all([warnings.stop(), builds.stop()])
    await ledger.stop()
    await scheduler.stop()
    await webhooks.stop()
    await backups.stop()
    await runner.stop()
  })
}

async function addPublicRoutes(
  app: FastifyInstance,
  db: Database,
  settings: SiteSettings,
): Promise<void> {
  const passkeys = passkeyLoginRoutes(settings.publicUrl)
  const [account, passkey] = [{ shared: 'account' }, { shared: 'passkey' }]
  await addThrottledRoutes(app, db, accountRoutes(settings), { ...account, max: 20, minutes: 10 })
  await addThrottledRoutes(app, db, passkeys, { ...passkey, max: 120, minutes: 10 })
  await addSsoRoutes(app, db, settings)
  await addThrottledRoutes(app, db, logoRoutes(settings), { max: 120, minutes: 1 })
}

/**
 * Folder of an embedded store, null if in memory; undefined for a server, whose files are
 * elsewhere.
 */
function storeDir(db: Database): string | null | undefined {
  if (db.kind === 'server') return undefined
  return 'dataDir' in db && typeof db.dataDir === 'string' ? db.dataDir : null
}

/**
 * The site's own texts for an error. Read only for business errors, because other errors are not
 * worth a query.
 */
async function siteErrorTexts(db: Database, { status }: AppError): Promise<readonly SiteText[]> {
  return status === 409 || status === 422 ? readSiteTexts(db).catch(() => []) : []
}

function handleErrors(app: FastifyInstance, db: Database, warnings: ServerWarnings): void {
  app.setErrorHandler(async (error, request, reply) => {
    if (isClientDisconnect(error, reply)) {
      request.log.debug(error, 'given up by the caller')
      return reply.hijack()
    }
    const isEnglish = /(?:^|,)\s*en/.test(request.headers['accept-language'] ?? '')
    const language = requestLanguage(request, isEnglish ? 'en' : 'ko')
    const refusal = explainError(error)
    if (error instanceof StoreError && warnings.note(refusal.code, error.message)) {
      request.log.warn(error)
    }
    if (isBug(error, refusal)) {
      request.log.error(error)
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
      await db
        .execute(sql`insert into error_log (user_id, path, error_code, trace_id, detail)
          values (${callerId(request) || null}, ${request.routeOptions.url ?? '?'}, ${refusal.code},
            ${request.id}, ${detail.slice(0, 8000)})`)
        .catch((failure: unknown) => request.log.error(failure))
    }
    logRefusal(request, refusal)
    // A route that failed late may already have set a different type.
    reply.type('application/json; charset=utf-8')
    reply.removeHeader('x-rows-expected')
    reply.header('x-error-code', refusal.code)
    if (refusal.status === 503) reply.header('retry-after', '2')
    const say = translator(await siteErrorTexts(db, refusal), language)
    return reply.code(refusal.status).send({
      message: say(refusal.text),
      ...(refusal.requestableGrant && {
        asks: { MENUS: refusal.requestableGrant.menus, ACTION: refusal.requestableGrant.action },
      }),
      rows: refusal.rows.map((row) => ({
        ROW: row.row,
        POSTATUS: -1,
        POERROR: say(row.text),
        ...(row.column && { COLUMN: row.column }),
        ...(row.who && { WHO: row.who }),
        ...(row.when && { WHEN: row.when }),
        ...(row.question && { CONFIRM: row.question }),
      })),
    })
  })
}

/**
 * Returns whether the error only means that the caller disconnected, for example to start a new
 * search. The request's query or stream was then cancelled. Any other error is logged, even after a
 * disconnect.
 */
function isClientDisconnect(error: unknown, reply: FastifyReply): boolean {
  if (!reply.raw.destroyed || !(error instanceof Error)) return false
  const isPrematureClose = 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
  return isPrematureClose || error.name === 'AbortError'
}
