import { once } from 'node:events'
import sql from 'sql-template-tag'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Database, StoreUnavailableError } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { testDatabase, testDatabaseUrl, testStore } from '#tests/support/database.ts'
import { startDatabaseProxy } from '#tests/support/database-proxy.ts'
import { emptyMigrationFolder } from '#tests/support/folders.ts'
import { startServer } from '#tests/support/server-process.ts'

const limits = { statementMs: 300, maintenanceMs: 300, connectMs: 1_000, networkMs: 300 }

async function openOverNetwork() {
  const target = await testDatabase({ migrations: emptyMigrationFolder() })
  const proxy = await startDatabaseProxy(testDatabaseUrl(target))
  const db = await openDatabase({ url: proxy.url, limits })
  onTestFinished(async () => {
    await db.close()
    await proxy.close()
    await target.close()
  })
  return { db, proxy, url: proxy.url }
}

const readAll = async (db: Database): Promise<void> => {
  const { steps } = await db.stream(sql`select 1`, {
    firstRows: 10,
    stepRows: 10,
    signal: new AbortController().signal,
  })
  for await (const step of steps) if (step.count === 0) return
}

const isHealthy = async (db: Database): Promise<void> => {
  const { ok, problem } = await db.health()
  if (!ok) throw new Error(problem)
}

const calls: [string, (db: Database) => Promise<unknown>][] = [
  ['a query', (db) => db.query(sql`select 1`)],
  ['a write', (db) => db.execute(sql`create temp table lost ()`)],
  ['a transaction', (db) => db.transaction((tx) => tx.query(sql`select 1`))],
  ['a stream', readAll],
  ['a script', (db) => db.script('select 1')],
  ['a subscription', (db) => db.listen('stock', () => undefined)],
]

describe.runIf(testStore() === 'postgres')('a network that swallows every packet', () => {
  test.each(calls)('ends %s after its limit, and it works again afterwards', async (_, call) => {
    const { db, proxy } = await openOverNetwork()
    // This also connects the listener.
    await db.listen('before', () => undefined)
    await Promise.all(Array.from({ length: 10 }, () => db.query(sql`select 1`)))
    proxy.mode = 'drop'
    const lost = Promise.all(Array.from({ length: 10 }, () => call(db)))
    await expect(lost).rejects.toBeInstanceOf(StoreUnavailableError)
    proxy.mode = 'pass'
    await expect
      .poll(() => Promise.all(Array.from({ length: 10 }, () => call(db))), { timeout: 10_000 })
      .toBeTruthy()
  })

  test('does not keep the store from closing', async () => {
    const { db, proxy } = await openOverNetwork()
    await db.listen('stock', () => undefined)
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    const busy = db.transaction(async (tx) => {
      await tx.query(sql`select 1`)
      proxy.mode = 'drop'
      reach()
      await tx.query(sql`select 2`)
    })
    const outcome = busy.catch((error: unknown) => error)
    await reached
    await db.close()
    expect(await outcome).toBeInstanceOf(StoreUnavailableError)
  })

  test('the time limits of statements that share a round trip add up', async () => {
    const { db } = await openOverNetwork()
    const slow = db.transaction((tx) =>
      Promise.all([1, 2, 3, 4].map(() => tx.query(sql`select pg_sleep(0.25)`))),
    )
    await expect(slow).resolves.toHaveLength(4)
  })

  test('a transaction without a statement limit waits up to the limit for maintenance', async () => {
    const { db, url } = await openOverNetwork()
    const slow = db.transaction(async (tx) => {
      await tx.script('set local statement_timeout = 0')
      await tx.query(sql`select pg_sleep(1)`)
      return 'done'
    })
    await expect(slow).rejects.toBeInstanceOf(StoreUnavailableError)
    const patient = await openDatabase({
      url,
      limits: { ...limits, maintenanceMs: 60_000 },
    })
    onTestFinished(() => patient.close())
    const waited = patient.transaction(async (tx) => {
      await tx.script('set local statement_timeout = 0')
      await tx.query(sql`select pg_sleep(1)`)
      return 'done'
    })
    await expect(waited).resolves.toBe('done')
  })
})

describe.runIf(testStore() === 'postgres')('a connection that ends during a call', () => {
  test.each([...calls, ['a health check', isHealthy] as const])(
    'makes only %s fail',
    async (_, call) => {
      const { db, proxy } = await openOverNetwork()
      await Promise.all(Array.from({ length: 10 }, () => db.query(sql`select 1`)))
      proxy.mode = 'drop'
      const lost = Promise.allSettled(Array.from({ length: 10 }, () => call(db)))
      await new Promise((resolve) => setImmediate(resolve))
      proxy.mode = 'refuse'
      for (const { status } of await lost) expect(status).toBe('rejected')
      proxy.mode = 'pass'
      await expect.poll(() => call(db).then(() => true)).toBe(true)
    },
  )
})

describe.runIf(testStore() === 'postgres')('a server whose database is unreachable', () => {
  test.each(['refuse', 'drop'] as const)('ends with exit code 0 (%s)', async (mode) => {
    const target = await testDatabase({ referenceData: true })
    const proxy = await startDatabaseProxy(testDatabaseUrl(target))
    const server = await startServer({
      env: { DATABASE_URL: proxy.url, WMS_DEMO: '0', DATABASE_STATEMENT_SECONDS: '20' },
    })
    onTestFinished(async () => {
      await server.discard()
      await proxy.close()
      await target.close()
    })
    proxy.mode = mode
    const ready = await fetch(new URL('/api/ready', server.url))
    expect([ready.status, await ready.json()]).toMatchObject([503, { why: 'database' }])
    const ended = once(server.child, 'exit')
    server.child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})
