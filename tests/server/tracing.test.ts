import { createServer } from 'node:http'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import { openTracing } from '#server/site/open-tracing.ts'
import { buildApp } from '#server/site/app.ts'
import { testPassword, testSite, type TestSite } from '#tests/support/app.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())

interface Exported {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly status: { readonly code?: number }
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[]
}

/** OpenTelemetry collector that keeps the spans it receives. */
async function startCollector() {
  const spans: Exported[] = []
  const resources: unknown[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(body)
      for (const { resource, scopeSpans } of resourceSpans) {
        resources.push(resource)
        spans.push(...scopeSpans.flatMap((scope: { spans: Exported[] }) => scope.spans))
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  return { spans, resources }
}

const attributeValue = ({ attributes }: Exported, key: string): unknown =>
  Object.values(attributes.find((attribute) => attribute.key === key)?.value ?? {})[0]

test('a call is exported as a span of its caller, with its statements below and no values', async () => {
  const collector = await startCollector()
  const tracing = await openTracing(process.env)
  const settings = { ledgerMs: 3_600_000, scheduleMs: 3_600_000 }
  const app = await buildApp({ db: site.db, settings, tracing })
  const payload = { p: 'admin|W01|', c: testPassword }
  const login = await app.inject({ method: 'POST', url: '/api/login', payload })
  const cookie = String(login.headers['set-cookie']).split(';')[0] ?? ''
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
  const search = { OWNER_NM: 'secret-search' }
  const url = '/api/wms/master/owner'
  const headers = { cookie, traceparent }
  const found = await app.inject({ method: 'POST', url, headers, payload: search })
  expect(found.statusCode).toBe(200)
  await app.close()

  const own = collector.spans.filter((span) => span.traceId === traceId)
  const [request, ...others] = own.filter(({ kind }) => kind === 2)
  expect(others).toEqual([])
  expect(request).toMatchObject({ parentSpanId: '00f067aa0ba902b7', name: url })
  expect(request && attributeValue(request, 'http.response.status_code')).toBe(200)
  const statements = own.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(statements.length).toBeGreaterThan(0)
  expect(
    statements.map((statement) => String(attributeValue(statement, 'db.query.text'))).join('\n'),
  ).toMatch(/from owner/)
  expect(JSON.stringify(collector.spans)).not.toContain(search.OWNER_NM)
  const logins = collector.spans.filter(({ name }) => name === '/api/login')
  expect(logins.map((span) => span.traceId)).toEqual([login.headers['x-trace-id']])
})

test('a job is exported as a span of a separate trace, failed if it throws', async () => {
  const collector = await startCollector()
  vi.stubEnv('OTEL_SERVICE_NAME', 'site-7')
  const tracing = await openTracing(process.env)
  const { promise: ran, resolve } = Promise.withResolvers<void>()
  const job = {
    kind: 'TRACED',
    bound: 'site',
    maxAttempts: 1,
    run: async () => {
      await site.db.query(sql`select 1 traced`)
      resolve()
      throw new Error('no paper')
    },
  } as const
  await enqueueJob(site.db, { kind: job.kind, payload: {} })
  const settings = { ledgerMs: 3_600_000, scheduleMs: 3_600_000 }
  const app = await buildApp({ db: site.db, settings, tracing, jobs: [job] })
  await app.ready()
  await ran
  await app.close()
  const span = collector.spans.find(({ name }) => name === 'job TRACED')
  expect(span).toMatchObject({ kind: 5, status: { code: 2 } })
  const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId)
  expect(statements.map((statement) => attributeValue(statement, 'db.query.text'))).toEqual([
    'select 1 traced',
  ])
  expect(JSON.stringify(collector.resources)).toContain('site-7')
})

test('nothing is exported without a collector', async () => {
  expect(await openTracing({})).toBeUndefined()
  const disabled = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' }
  expect(await openTracing(disabled)).toBeUndefined()
})
