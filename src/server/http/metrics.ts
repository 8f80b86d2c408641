import { SpanKind } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import {
  currentTrace,
  readTraceparent,
  runTraced,
  type CallTrace,
} from '#server/base/call-trace.ts'
import { addStatementSpan, endSpan, startSpan, type Tracing } from '#server/base/spans.ts'
import type { Database } from '#server/db/database.ts'
import { watchStatements, type StatementTime } from '#server/db/statement-times.ts'
import { statementName } from '#server/db/prepared-statements.ts'
import { gaugeFigures, requestFigures, type ServerFigure } from './server-figures.ts'
import { readFigures } from './site-figures.ts'

/** Upper bounds in seconds, from key presses to reports. */
const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 5, 30]
/** Conventional status of a request whose caller closed the connection, as every event stream ends. */
const clientClosed = 499
/** A scrape must get a response even if the database does not respond. */
const databaseMs = 2_000

interface Sources {
  readonly db: Database
  /** Statements that take longer are counted and logged. */
  readonly slowMs: number
  /** Exports spans of requests and their statements. */
  readonly tracing?: Tracing | undefined
}

/** Figures of this server and the site, in the text format of Prometheus. */
export class Metrics {
  readonly #sources: Sources
  readonly #all = new Registry()
  readonly #requests: Histogram<'operation' | 'status'>
  readonly #slow: Counter<'operation'>
  readonly #pool: Gauge<'state'>
  readonly #reads: Gauge<'from'>
  readonly #siteGauges: ReadonlyMap<string, Gauge>
  readonly #up: Gauge
  readonly #eventLag: Gauge
  #events: { readonly lagSeconds: number } | undefined

  constructor(sources: Sources) {
    this.#sources = sources
    const registers = [this.#all]
    this.#requests = new Histogram({
      name: 'wms_request_seconds',
      help: 'Time to the end of the response',
      labelNames: ['operation', 'status'],
      buckets,
      registers,
    })
    this.#slow = new Counter({
      name: 'wms_slow_statements_total',
      help: `Statements that took at least ${sources.slowMs} ms`,
      labelNames: ['operation'],
      registers,
    })
    this.#pool = new Gauge({
      name: 'wms_database_connections',
      help: 'Connections in use and idle, and callers that wait for one',
      labelNames: ['state'],
      registers,
    })
    this.#reads = new Gauge({
      name: 'wms_reads_total',
      help: 'Lists and reports read from the primary and from the replica',
      labelNames: ['from'],
      registers,
    })
    const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
    this.#eventLag = gauge('wms_event_lag_seconds', 'Age of the last delivered change')
    this.#up = gauge('wms_database_up', 'Whether the database responds')
    this.#siteGauges = new Map(
      Object.entries(siteMetrics).map(([name, help]) => [name, gauge(name, help)]),
    )
  }

  /** Times every request. Logs slow statements by name with the trace ID of their request. */
  watch(app: FastifyInstance): void {
    const { tracing } = this.#sources
    const calls = new WeakMap<FastifyRequest, CallTrace>()
    app.addHook('onRequest', (request, _, done) => {
      const call: CallTrace = { traceId: request.id, operation: request.routeOptions.url ?? '?' }
      calls.set(request, call)
      const caller = readTraceparent(request.headers['traceparent'])
      if (tracing) startSpan(tracing.tracer, call, SpanKind.SERVER, caller)
      runTraced(call, done)
    })
    app.addHook('onResponse', async (request, reply) => {
      const call = calls.get(request)
      const { operation = '?' } = call ?? {}
      const { statusCode: status, elapsedTime } = reply
      this.#requests.observe({ operation, status }, elapsedTime / 1000)
      if (call) endSpan(call, responseAttributes(request, status), status >= 500)
    })
    app.addHook('onRequestAbort', async (request) => {
      const call = calls.get(request)
      if (call) endSpan(call, responseAttributes(request, clientClosed), false)
    })
    const unwatch = watchStatements((statement) => this.#noteStatement(app, statement))
    app.addHook('onClose', async () => {
      unwatch()
      await tracing?.close()
    })
  }

  #noteStatement(app: FastifyInstance, { text, ms }: StatementTime): void {
    const { tracing, slowMs } = this.#sources
    const call = currentTrace()
    const isSlow = ms >= slowMs
    if (!isSlow && !(tracing && call)) return
    const statement = { name: statementName(text), text: text.replace(/\s+/g, ' ').slice(0, 300) }
    if (tracing && call) addStatementSpan(tracing.tracer, call, { ...statement, ms })
    if (!isSlow) return
    const { traceId, operation } = call ?? { operation: 'background' }
    this.#slow.inc({ operation })
    app.log.warn({ traceId, operation, ms: Math.round(ms), statement }, 'slow statement')
  }

  /** Also reports the age of the changes that open pages received last. */
  followEvents(events: { readonly lagSeconds: number }): void {
    this.#events = events
  }

  get contentType(): string {
    return this.#all.contentType
  }

  async text(): Promise<string> {
    await this.#readAll()
    return this.#all.metrics()
  }

  /**
   * Returns the same figures as rows for the page, with requests of the most used operations only.
   */
  async figures(): Promise<readonly ServerFigure[]> {
    await this.#readAll()
    const requests = await this.#requests.get()
    const metrics = await this.#all.getMetricsAsJSON()
    return [...requestFigures(requests.values), ...metrics.flatMap(gaugeFigures)]
  }

  async #readAll(): Promise<void> {
    const { db } = this.#sources
    this.#eventLag.set(this.#events?.lagSeconds ?? 0)
    for (const [state, count] of Object.entries(db.pool?.() ?? {})) this.#pool.set({ state }, count)
    for (const [from, count] of Object.entries(db.reads?.() ?? {})) this.#reads.set({ from }, count)
    await this.#readSite(db)
  }

  async #readSite(db: Database): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => resolve(undefined), databaseMs)
    const figures = await Promise.race([readFigures(db).catch(() => undefined), late])
    clearTimeout(timer)
    this.#up.set(figures ? 1 : 0)
    const replica = figures?.replica
    const values: Record<keyof typeof siteMetrics, number | undefined> = {
      wms_jobs_waiting: figures?.jobsWaiting,
      wms_jobs_running: figures?.jobsRunning,
      wms_oldest_job_seconds: figures?.oldestJobSeconds,
      wms_ledger_unsealed: figures?.unsealed,
      wms_ledger_uncharged: figures?.uncharged,
      wms_replica_lag_seconds: replica?.seconds,
      wms_replica_lag_bytes: replica?.bytes,
    }
    // A gauge cannot be empty, so NaN marks an unknown figure.
    for (const [name, gauge] of this.#siteGauges) {
      gauge.set(values[name as keyof typeof siteMetrics] ?? Number.NaN)
    }
  }
}

/** Attributes of a request. Its path and query can name records, so only the route is exported. */
const responseAttributes = ({ method, routeOptions }: FastifyRequest, status: number) => ({
  'http.request.method': method,
  'http.route': routeOptions.url ?? '?',
  'http.response.status_code': status,
})

export function watchCalls(app: FastifyInstance, sources: Sources): Metrics {
  const metrics = new Metrics(sources)
  metrics.watch(app)
  return metrics
}

const siteMetrics = {
  wms_jobs_waiting: 'Jobs that could start',
  wms_jobs_running: 'Jobs that run at any server',
  wms_oldest_job_seconds: 'Time for which the oldest waiting job could have been started',
  wms_ledger_unsealed: 'Movements without a seal',
  wms_ledger_uncharged: 'Sealed movements that billing does not follow yet',
  wms_replica_lag_seconds: 'Delay of the slowest replica, if known',
  wms_replica_lag_bytes: 'Log that the slowest replica has not replayed, if known',
} as const
