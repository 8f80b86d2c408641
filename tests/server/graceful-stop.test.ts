import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { testPassword, testSite, type TestSite } from '#tests/support/app.ts'
import { testDatabaseUrl, testStore } from '#tests/support/database.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { createSiteApp } from '#tests/support/site-app.ts'

const saves = 12
const holdableLock = 4_711

let site: TestSite

beforeAll(async () => {
  site = await testSite({ referenceData: true })
  await site.db.script(`
    create function wait_for_turn() returns trigger language plpgsql set lock_timeout = 0 as $$
    begin perform pg_advisory_xact_lock_shared(${holdableLock}); return new; end $$;
    create trigger wait_for_turn before insert on owner
      for each row when (new.owner_nm = 'slow') execute function wait_for_turn()`)
})
afterAll(() => site.close())

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const DATABASE_URL = testDatabaseUrl(site.db)
  const server = await startServer({
    env: { DATABASE_URL, DATABASE_POOL: '20', CALLS_AT_ONCE: '0', ...env },
  })
  onTestFinished(() => server.discard())
  return server
}

const post = (url: string, path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

async function login({ url }: ServerProcess): Promise<string> {
  const response = await post(url, '/api/login', { p: `admin|W01|${testPassword}` })
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

const saveSlowly = (url: string, cookie: string) => {
  const OWNER_CD = randomUUID().slice(0, 8)
  return post(
    url,
    '/api/wms/comm/wmsCommon/saveProcedure',
    {
      PROCEDURE: 'master/save-owner',
      ROWS: [{ NO: 1, BATCH_FLAG: 'I', OWNER_CD, OWNER_NM: 'slow' }],
    },
    { cookie, 'idempotency-key': OWNER_CD },
  )
}

/** Saves that wait in the database until `release` is called. */
async function startSaves(url: string, cookie: string) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const holding = site.db.transaction(async (tx) => {
    await tx.script('set local idle_in_transaction_session_timeout = 0')
    await tx.query(sql`select pg_advisory_xact_lock(${holdableLock})`)
    lock()
    await held
  })
  await locked
  const responses = Array.from({ length: saves }, () => saveSlowly(url, cookie))
  const countWaiting = async () => {
    const [row] = await site.db.query<{ n: number }>(sql`
      select count(*)::int n from pg_locks
      where locktype = 'advisory' and objid = ${holdableLock} and not granted`)
    return row?.n
  }
  await expect.poll(countWaiting, { timeout: 20_000 }).toBe(saves)
  return {
    answers: responses,
    release: async () => {
      release()
      await holding
    },
  }
}

const getReady = async (url: string): Promise<unknown> => {
  const response = await fetch(new URL('/api/ready', url))
  return [response.status, await response.json()]
}

describe.runIf(testStore() === 'postgres')('a server that is asked to stop', () => {
  test('responds to every save in progress and ends with exit code 0', async () => {
    const server = await start()
    const { answers, release } = await startSaves(server.url, await login(server))
    const ended = once(server.child, 'exit')
    server.child.kill('SIGTERM')
    await expect
      .poll(() => fetch(new URL('/api/live', server.url)).then(({ status }) => status))
      .toBe(503)
    await release()
    const statuses = await Promise.all(answers.map(async (response) => (await response).status))
    expect(statuses).toEqual(Array.from({ length: saves }, () => 200))
    expect(await ended).toEqual([0, null])
  })

  test('reports itself as draining, ends event streams and still serves saves', async () => {
    const server = await start({ DRAIN_SECONDS: '60' })
    const cookie = await login(server)
    expect(await getReady(server.url)).toMatchObject([200, { ok: true }])
    const stream = await fetch(new URL('/api/events', server.url), { headers: { cookie } })
    const ended = once(server.child, 'exit')
    server.child.kill('SIGTERM')
    expect(await stream.text()).toContain('event: end\ndata: {"WHY":"stop"}')
    expect(await getReady(server.url)).toMatchObject([503, { ok: false, why: 'draining' }])
    const saved = await saveSlowly(server.url, cookie)
    expect([saved.status, saved.headers.get('connection')]).toEqual([200, 'close'])
    expect((await fetch(new URL('/api/live', server.url))).status).toBe(200)
    server.child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})

describe('the status of a server', () => {
  const getStatus = async (here: Awaited<ReturnType<typeof createSiteApp>>, path: string) => {
    const response = await here.visitor().get(path)
    return [response.status, JSON.parse(response.text)]
  }

  test('a server is ready while every migration of the program is applied, regardless of newer ones', async () => {
    const here = await createSiteApp(site)
    await site.db.execute(sql`
      insert into schema_migration (version, name, checksum) values (9999, '9999_newer.sql', 'x')`)
    expect(await getStatus(here, '/api/ready')).toMatchObject([200, { ok: true }])
    await site.db.execute(sql`update schema_migration set version = 9998 where version = 1`)
    const unready = [503, { ok: false, why: 'migrations' }]
    expect(await getStatus(here, '/api/ready')).toMatchObject(unready)
    expect(await getStatus(here, '/api/health')).toMatchObject(unready)
    expect(await getStatus(here, '/api/live')).toMatchObject([200, { ok: true }])
    await site.db.execute(sql`update schema_migration set version = 1 where version = 9998`)
    await site.db.execute(sql`delete from schema_migration where version = 9999`)
  })

  test('a server whose database does not respond is alive but not ready', async () => {
    const hung = Promise.withResolvers<never>()
    const health = (): Promise<never> => hung.promise
    const db = new Proxy(site.db, {
      get(target, name): unknown {
        const value: unknown = name === 'health' ? health : Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const here = await createSiteApp({ db })
    expect(await getStatus(here, '/api/ready')).toMatchObject([503, { why: 'database' }])
    expect(await getStatus(here, '/api/live')).toMatchObject([200, { ok: true }])
  })
})
