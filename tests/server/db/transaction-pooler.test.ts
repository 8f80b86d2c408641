import sql, { raw } from 'sql-template-tag'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Database, StatementTimeoutError, StoreOpenError } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { openStore } from '#server/db/open-store.ts'
import type { StoreLimits } from '#server/db/store-limits.ts'
import { testDatabase, testDatabaseUrl, testStore } from '#tests/support/database.ts'
import { emptyMigrationFolder } from '#tests/support/folders.ts'
import { startPooler } from '#tests/support/pooler.ts'
import type { PoolerOptions } from '#tests/support/pooler-configuration.ts'
import { findOrInstall } from '#tests/support/postgres-install.ts'

const program = testStore() === 'postgres' ? findOrInstall('pgbouncer') : undefined

/** Short time limit for the notice that a starting server waits for. */
const briefLimits = { networkMs: 1_000 }

/** How a pooler treats the settings of a client that connects. */
const ways = [
  { way: 'rejects', ignoresSettings: false },
  { way: 'ignores', ignoresSettings: true },
]

/** Two connections to the server, so the statements of one client alternate between them. */
async function startPooled(options: Partial<PoolerOptions> = {}) {
  const target = await testDatabase({ migrations: emptyMigrationFolder() })
  onTestFinished(() => target.close())
  await target.script(`create table bin (code text primary key, qty int not null);
    insert into bin select 'B-' || n, 0 from generate_series(1, 20) n`)
  const direct = testDatabaseUrl(target)
  const url = await startPooler(program ?? '', direct, {
    mode: 'transaction',
    ignoresSettings: false,
    size: 2,
    ...options,
  })
  const open = async (
    listenUrl?: string,
    limits: Partial<StoreLimits> = {},
    from: typeof openDatabase = openDatabase,
  ) => {
    const db = await from({ url, listenUrl, limits })
    onTestFinished(() => db.close())
    return db
  }
  return { url, direct, open }
}

/** Loads the program again, as a second process does. */
async function importAgain(): Promise<typeof openDatabase> {
  vi.resetModules()
  return (await import('#server/db/open-database.ts')).openDatabase
}

/** Repeats different statements that have equal parameters. */
async function queryOften(db: Database, start: number): Promise<void> {
  await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const n = (index * start) % 20
      const statement = sql`select code, ${raw(String(n))} as n from bin where code = ${`B-${n + 1}`}`
      expect(await db.query(statement)).toEqual([{ code: `B-${n + 1}`, n }])
    }),
  )
}

function addOne(db: Database): Promise<unknown> {
  return Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      db.transaction(async (tx) => {
        const code = `B-${(index % 20) + 1}`
        await tx.query(sql`select pg_advisory_xact_lock(${index % 20})`)
        await tx.execute(sql`update bin set qty = qty + 1 where code = ${code}`)
      }),
    ),
  )
}

describe.runIf(program !== undefined)('a transaction pooler', () => {
  test.each(ways)(
    'that $way settings serves two servers with the right values',
    async ({ ignoresSettings }) => {
      const { direct, open } = await startPooled({ ignoresSettings })
      const servers = [await open(direct), await open(direct, {}, await importAgain())] as const
      await Promise.all([
        queryOften(servers[0], 3),
        queryOften(servers[1], 7),
        ...servers.map((db) => addOne(db)),
      ])
      const sums = await servers[0].query(sql`select distinct qty from bin`)
      expect(sums).toEqual([{ qty: 6 }])
    },
  )

  test.each(ways)(
    'that $way settings requires a direct LISTEN_URL',
    async ({ ignoresSettings }) => {
      const { url, open } = await startPooled({ ignoresSettings })
      const refused = await open(undefined, briefLimits).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(StoreOpenError)
      const { ko, en } = refused as StoreOpenError
      expect([ko, en].every((text) => text.includes('LISTEN_URL'))).toBe(true)
      await expect(open(url, briefLimits)).rejects.toThrow('do not arrive on LISTEN_URL')
    },
  )

  test('requires a LISTEN_URL of the same database', async () => {
    const { direct, open } = await startPooled()
    const other = new URL(direct)
    other.pathname = '/postgres'
    await expect(open(other.href, briefLimits)).rejects.toThrow('do not arrive on LISTEN_URL')
  })

  test('delivers the notices of other servers and of triggers through LISTEN_URL', async () => {
    const { direct, open } = await startPooled()
    const [near, far] = [await open(direct), await open(direct)]
    const received: string[] = []
    const last = new Promise<void>((resolve) => {
      void near
        .listen('stock', (payload) => {
          received.push(payload)
          if (payload === 'last') resolve()
        })
        .then(async () => {
          await far.transaction(async (tx) => {
            await tx.query(sql`select pg_notify('stock', 'a trigger')`)
            await tx.notify('stock', 'committed')
          })
          await far.notify('stock', 'last')
        })
    })
    await last
    expect(received).toEqual(['a trigger', 'committed', 'last'])
  })

  test.each(ways)(
    'that $way settings applies the settings to every statement',
    async ({ ignoresSettings }) => {
      const { direct, open } = await startPooled({ ignoresSettings })
      const db = await open(direct, { statementMs: 7_000, lockMs: 2_000, idleTransactionMs: 4_000 })
      const settings = sql`select name, setting from pg_settings where name in ('TimeZone', 'jit',
      'IntervalStyle', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
      order by name collate "C"`
      const expected = [
        { name: 'IntervalStyle', setting: 'iso_8601' },
        { name: 'TimeZone', setting: 'UTC' },
        { name: 'idle_in_transaction_session_timeout', setting: '4000' },
        { name: 'jit', setting: 'off' },
        { name: 'lock_timeout', setting: '2000' },
        { name: 'statement_timeout', setting: '7000' },
      ]
      await db.script('set local statement_timeout = 0; analyze bin')
      expect(await db.query(settings)).toEqual(expected)
      expect(await db.transaction((tx) => tx.query(settings), { readOnly: true })).toEqual(expected)
    },
  )

  test('cancels a statement past its time limit and continues', async () => {
    const { direct, open } = await startPooled()
    const db = await open(direct, { statementMs: 300 })
    await expect(db.query(sql`select pg_sleep(60)`)).rejects.toBeInstanceOf(StatementTimeoutError)
    expect(await db.execute(sql`update bin set qty = 1`)).toBe(20)
  })

  test('reports the error of a statement and continues', async () => {
    const { direct, open } = await startPooled()
    const db = await open(direct)
    const twice = sql`insert into bin values ('B-1', 0)`
    await expect(db.execute(twice)).rejects.toMatchObject({ code: '23505' })
    const failing = db.transaction(async (tx) => {
      tx.later(twice)
      await tx.query(sql`select 1`)
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await db.query(sql`select count(*)::int n from bin`)).toEqual([{ n: 20 }])
  })

  test('cancels the statement of a reader that disconnected', async () => {
    const { direct, open } = await startPooled()
    const db = await open(direct, { statementMs: 600_000 })
    const leave = new AbortController()
    const slow = sql`select n, pg_sleep(case when n > 5 then 100 else 0 end)
      from generate_series(1, 10) n`
    const stream = await db.stream(slow, { firstRows: 5, stepRows: 5, signal: leave.signal })
    const read = (async () => {
      for await (const { count } of stream.steps) {
        expect(count).toBe(5)
        leave.abort()
      }
    })()
    await expect(read).rejects.toBeInstanceOf(StatementTimeoutError)
    expect(await db.query(sql`select count(*)::int n from bin`)).toEqual([{ n: 20 }])
  })

  test('migrates an empty database', async () => {
    const { url, direct } = await startPooled()
    const db = await openStore({ DATABASE_URL: url, LISTEN_URL: direct })
    onTestFinished(() => db.close())
    expect(await db.query(sql`select count(*)::int n from app_user`)).toEqual([{ n: 0 }])
  })
})

describe.runIf(program !== undefined)('a session pooler', () => {
  test('requires no LISTEN_URL', async () => {
    const { open } = await startPooled({ mode: 'session', ignoresSettings: true, size: 20 })
    const db = await open()
    await queryOften(db, 3)
    const received = new Promise<string>((resolve) => {
      void db.listen('stock', resolve).then(() => db.notify('stock', 'B-1'))
    })
    expect(await received).toBe('B-1')
  })
})

describe.runIf(testStore() === 'postgres')('a direct connection', () => {
  test('prepares the same statement under the same name in every server', async () => {
    const first = await testDatabase({ migrations: emptyMigrationFolder() })
    const second = await openDatabase({ url: testDatabaseUrl(first), limits: { poolSize: 1 } })
    onTestFinished(async () => {
      await second.close()
      await first.close()
    })
    const wanted = sql`select 'the same' as text`
    const name = sql`select name from pg_prepared_statements where statement = ${wanted.text}`
    const names = []
    for (const [db, others] of [
      [first, 3],
      [second, 0],
    ] as const) {
      for (let index = 0; index < 2 * others; index += 1)
        await db.query(sql`select ${raw(String(index >> 1))}`)
      names.push(
        await db.transaction(async (tx) => {
          for (let times = 0; times < 3; times += 1) await tx.query(wanted)
          return tx.query(name)
        }),
      )
    }
    expect(names[0]).toHaveLength(1)
    expect(names[1]).toEqual(names[0])
  })
})
