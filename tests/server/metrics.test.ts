import { randomUUID } from 'node:crypto'
import os from 'node:os'
import fastify from 'fastify'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { timeRoundTrip, watchStatements } from '#server/db/statement-times.ts'
import { systemCodeLists } from '#areas/system/rules/code-lists.ts'
import { requestFigures } from '#server/http/server-figures.ts'
import { Metrics } from '#server/http/metrics.ts'
import type { SiteFigures } from '#server/http/site-figures.ts'
import { buildApp } from '#server/site/app.ts'
import { findAlerts, ServerWatch } from '#server/site/server-watch.ts'
import { ServerWarnings } from '#server/site/server-warnings.ts'
import { testPassword, testSite, type TestSite } from '#tests/support/app.ts'
import { createSiteApp } from '#tests/support/site-app.ts'
import { testStore } from '#tests/support/database.ts'

const savePath = '/api/wms/comm/wmsCommon/saveProcedure'
const token = 'token-of-the-collector'
const publicUrl = 'https://wms.example.com'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
  await site.db.script(`
    create function dawdle() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.3); return new; end $$;
    create trigger dawdle before insert on owner
      for each row when (new.owner_nm = 'slow') execute function dawdle()`)
})
afterAll(() => site.close())

const addOwner = (OWNER_NM: string) => {
  const OWNER_CD = randomUUID().slice(0, 8).toUpperCase()
  const ROWS = [{ NO: 1, BATCH_FLAG: 'I', OWNER_CD, OWNER_NM }]
  return { PROCEDURE: 'master/save-owner', ROWS }
}

/** Value of a sample, by its name and labels. */
function readSample(text: string, name: string): number | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

describe('/metrics', () => {
  test('counts requests by operation and status, and exports site metrics', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const saved = await admin.post(savePath, addOwner('fast'), { 'idempotency-key': randomUUID() })
    expect(saved.status, saved.text).toBe(200)
    await admin.post(savePath, { PROCEDURE: 'no/such', ROWS: [] })
    await admin.post('/api/wms/master/owner', {})
    await site.db.execute(sql`
      insert into job (kind, created_at, run_after)
      select 'metrics', now() - interval '10 minutes', now() + late
      from unnest(array[interval '-10 minutes', interval '1 day']) late`)
    onTestFinished(
      async () => void (await site.db.execute(sql`delete from job where kind = 'metrics'`)),
    )
    const { headers, text } = await admin.get('/metrics')
    expect(headers['content-type']).toContain('text/plain; version=0.0.4')
    const countRequests = (operation: string, status: number) =>
      readSample(text, `wms_request_seconds_count{operation="${operation}",status="${status}"}`)
    expect(countRequests('master/save-owner', 200)).toBe(1)
    expect(countRequests(savePath, 403)).toBe(1)
    expect(countRequests('/api/wms/master/owner', 200)).toBe(1)
    expect(readSample(text, 'wms_database_up')).toBe(1)
    expect(readSample(text, 'wms_jobs_waiting')).toBe(1)
    expect(readSample(text, 'wms_oldest_job_seconds')).toBeGreaterThan(599)
    expect(readSample(text, 'wms_ledger_unsealed')).toBe(0)
    const used = readSample(text, 'wms_database_connections{state="used"}')
    expect(used === undefined).toBe(testStore() === 'embedded')
  })

  test.each([
    ['an address of another machine', {}, { remoteAddress: '10.0.0.5' }],
    ['a foreign host name', {}, { headers: { host: 'evil.example.com' } }],
    ['a forwarded call', {}, { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['a site with a public address', { publicUrl }, {}],
    ['a site behind a proxy', { trustProxy: '1' }, {}],
    ['this machine without the token', { metricsToken: token }, {}],
    ['a wrong token', { metricsToken: token }, { headers: { authorization: 'Bearer wrong' } }],
    ['another scheme', { metricsToken: token }, { headers: { authorization: `Basic ${token}` } }],
  ])('rejects %s', async (_, settings, call) => {
    const { app } = await createSiteApp(site, settings)
    const response = await app.inject({ method: 'GET', url: '/metrics', ...call })
    expect([response.statusCode, response.headers['x-error-code']]).toEqual([404, 'METRICS_CLOSED'])
    expect(response.body).not.toContain('wms_')
  })

  test('accepts the token from any address, even behind a proxy', async () => {
    const { app } = await createSiteApp(site, { metricsToken: token, publicUrl, trustProxy: '1' })
    const headers = { authorization: `Bearer ${token}` }
    const call = { method: 'GET', url: '/metrics', remoteAddress: '10.0.0.5', headers } as const
    expect((await app.inject(call)).statusCode).toBe(200)
  })

  test('serves one address sixty times a minute, including calls without a token', async () => {
    const { app } = await createSiteApp(site, { metricsToken: token })
    const statuses: number[] = []
    for (let calls = 0; calls < 61; calls += 1) {
      statuses.push((await app.inject({ method: 'GET', url: '/metrics' })).statusCode)
    }
    expect(statuses.slice(58)).toEqual([404, 404, 429])
  })
})

describe('the trace of a request', () => {
  async function startSlowServer() {
    const lines: string[] = []
    const logTo = { write: (line: string) => void lines.push(line) }
    const settings = { slowStatementMs: 200, ledgerMs: 3_600_000, scheduleMs: 3_600_000 }
    const app = await buildApp({ db: site.db, settings, logTo })
    onTestFinished(() => app.close())
    const payload = { p: 'admin|W01|', c: testPassword }
    const login = await app.inject({ method: 'POST', url: '/api/login', payload })
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? ''
    const getSlowStatements = () =>
      lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ msg, operation }) => msg === 'slow statement' && operation !== 'background')
    return { app, cookie, slow: getSlowStatements }
  }

  test('links the request of the page to the log line of its slow statement, which has a name', async () => {
    const { app, cookie, slow } = await startSlowServer()
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const headers = {
      cookie,
      traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      'idempotency-key': randomUUID(),
    }
    const payload = addOwner('slow')
    const saved = await app.inject({ method: 'POST', url: savePath, headers, payload })
    expect([saved.statusCode, saved.headers['x-trace-id']]).toEqual([200, traceId])
    const [line, ...others] = slow().filter((entry) => entry['traceId'] === traceId)
    expect(line).toMatchObject({
      operation: 'master/save-owner',
      statement: { name: expect.stringMatching(/^kept_/), text: expect.stringContaining('owner') },
    })
    expect(others).toEqual([])
    expect(JSON.stringify(line)).not.toContain(payload.ROWS[0]?.OWNER_CD)
    const metrics = await app.inject({ method: 'GET', url: '/metrics' })
    const name = 'wms_slow_statements_total{operation="master/save-owner"}'
    expect(readSample(metrics.body, name)).toBe(1)
  })

  test.each([
    ['no trace context', undefined],
    ['only zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['no span', `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`],
    ['upper case', '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01'],
    ['an invalid version', 'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
    ['arbitrary text', "'; drop table owner; --"],
  ])('uses a random ID if the page sends %s', async (_, traceparent) => {
    const headers = traceparent === undefined ? {} : { traceparent }
    const { app } = await createSiteApp(site)
    const ids = await Promise.all(
      [1, 2].map(async () => {
        const response = await app.inject({ method: 'GET', url: '/api/live', headers })
        return String(response.headers['x-trace-id'])
      }),
    )
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) {
      expect(id).toMatch(/^[\da-f]{32}$/)
      expect(traceparent ?? '').not.toContain(id)
    }
  })
})

test('a statement of a round trip starts when the previous one has ended', async () => {
  const received: number[] = []
  onTestFinished(watchStatements(({ text, ms }) => text.startsWith('trip') && received.push(ms)))
  const statements = ['trip 1', 'trip 2'].map((text) => ({ text, values: [] }))
  const first = Promise.withResolvers<void>()
  const result = { rows: [], rowCount: 0, command: '' }
  const outcomes = timeRoundTrip(statements, async () => {
    await first.promise
    return result
  })
  setTimeout(first.resolve, 100)
  await Promise.all(outcomes)
  expect(received).toHaveLength(2)
  expect(received[0]).toBeGreaterThan(10 * (received[1] ?? Infinity))
})

const calm: SiteFigures = {
  jobsWaiting: 0,
  jobsRunning: 0,
  oldestJobSeconds: 0,
  unsealed: 0,
  uncharged: 0,
  replica: undefined,
}

test.each<[string, Partial<SiteFigures>, string[]]>([
  ['a healthy site', {}, []],
  ['an up-to-date replica', { replica: { seconds: 1, bytes: 1_000 } }, []],
  ['a replica two minutes late', { replica: { seconds: 120, bytes: 0 } }, ['REPLICA_BEHIND']],
  ['a disconnected replica', { replica: { seconds: 0, bytes: 1e9 } }, ['REPLICA_BEHIND']],
  [
    'a job that waits while others run',
    { jobsRunning: 2, oldestJobSeconds: 900, jobsWaiting: 9 },
    [],
  ],
  ['jobs that no server starts', { oldestJobSeconds: 900, jobsWaiting: 9 }, ['JOBS_WAITING']],
])('%s causes the expected alerts', (_, figures, codes) => {
  expect(findAlerts({ ...calm, ...figures }).map(([code]) => code)).toEqual(codes)
})

test('Home counts jobs that no server starts', async () => {
  const warnings = new ServerWarnings(site.db)
  await site.db.execute(sql`
    insert into job (kind, created_at, run_after)
    values ('nobody', now() - interval '10 minutes', now() - interval '10 minutes')`)
  const metrics = new Metrics({ db: site.db, slowMs: 1_000 })
  await new ServerWatch(site.db, warnings, metrics).check()
  await warnings.write()
  await site.db.execute(sql`delete from job where kind = 'nobody'`)
  const admin = await site.login('admin')
  const { bytes } = await admin.call('/api/home', {})
  const { data } = JSON.parse(bytes.toString()) as {
    data: { LINES: { ID: string; COUNT: number }[] }
  }
  const count = (id: string) => data.LINES.find(({ ID }) => ID === `system/${id}`)?.COUNT
  expect([count('jobs-waiting'), count('replica-behind'), count('disk-full')]).toEqual([1, 0, 0])
})

test('administrators see the figures of each server, and of a stopped server for an hour', async () => {
  const metrics = new Metrics({ db: site.db, slowMs: 1_000 })
  const served = fastify()
  metrics.watch(served)
  served.get('/ping', async () => 'pong')
  await served.inject('/ping')
  await served.close()
  await site.db.execute(sql`
    insert into server_figure (server_nm, figure_cd, figure, read_at)
    values ('stopped', 'EVENT_LAG', 3, now() - interval '59 minutes'),
      ('forgotten', 'EVENT_LAG', 3, now() - interval '61 minutes')`)
  await new ServerWatch(site.db, new ServerWarnings(site.db), metrics).check()
  const admin = await site.login('admin')
  const rows = await admin.query('system/server-figures')
  const here = `${os.hostname()} ${process.pid}`
  expect(new Set(rows.map((row) => row['SERVER_NM']))).toEqual(new Set(['stopped', here]))
  const own = rows.filter((row) => row['SERVER_NM'] === here)
  const values = own.map((row) => [row['FIGURE_CD'], row['DETAIL'], row['FIGURE']])
  expect(values).toContainEqual(['REQUESTS', '/ping', 1])
  expect(values).toContainEqual(['UNSEALED', null, 0])
  const known = Object.keys(systemCodeLists['server-figure'])
  expect(
    own.map((row) => row['FIGURE_CD']).filter((code) => !known.includes(String(code))),
  ).toEqual([])
})

test('figures of an operation include its requests, mean time and number of slow requests', () => {
  const labels = { operation: 'master/save-owner' }
  const [times] = requestFigures([
    { metricName: 'r_bucket', labels: { ...labels, status: 200, le: 1 }, value: 3 },
    { metricName: 'r_bucket', labels: { ...labels, status: 200, le: '+Inf' }, value: 4 },
    { metricName: 'r_sum', labels: { ...labels, status: 200 }, value: 2 },
    { metricName: 'r_count', labels: { ...labels, status: 200 }, value: 4 },
    { metricName: 'r_bucket', labels: { ...labels, status: 409, le: 1 }, value: 1 },
    { metricName: 'r_sum', labels: { ...labels, status: 409 }, value: 0.5 },
    { metricName: 'r_count', labels: { ...labels, status: 409 }, value: 1 },
  ])
  expect(times).toMatchObject({ value: 5, meanMs: 500, slow: 1 })
})
