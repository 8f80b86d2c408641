import sql from 'sql-template-tag'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Database, StatementTimeoutError, StoreUnavailableError } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import type { StoreLimits } from '#server/db/store-limits.ts'
import { testDatabase, testDatabaseUrl, testStore } from '#tests/support/database.ts'
import { emptyMigrationFolder } from '#tests/support/folders.ts'

async function openWith(limits: Partial<StoreLimits> = {}): Promise<Database> {
  const db = await testDatabase({ migrations: emptyMigrationFolder(), limits })
  onTestFinished(() => db.close())
  await db.script(
    'create table bin (code text primary key, qty int); insert into bin values (1, 1)',
  )
  return db
}

function openSameDatabase(db: Database, limits: Partial<StoreLimits> = {}): Promise<Database> {
  return openDatabase({ url: testDatabaseUrl(db), limits })
}

const endOthers = sql`select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

describe.runIf(testStore() === 'postgres')('the PostgreSQL store', () => {
  test('disables JIT compilation, which costs more time than it saves', async () => {
    const db = await openWith()
    expect(await db.query(sql`show jit`)).toEqual([{ jit: 'off' }])
  })

  test('cancels a statement past its time limit and continues', async () => {
    const db = await openWith({ statementMs: 300 })
    await expect(db.query(sql`select pg_sleep(60)`)).rejects.toBeInstanceOf(StatementTimeoutError)
    expect(await db.query(sql`select qty from bin`)).toEqual([{ qty: 1 }])
  })

  test('stops waiting for a row locked by another transaction', async () => {
    const db = await openWith()
    const other = await openSameDatabase(db, { lockMs: 200 })
    await db.transaction(async (tx) => {
      await tx.execute(sql`update bin set qty = 2`)
      const late = other.execute(sql`update bin set qty = 3`)
      await expect(late).rejects.toMatchObject({ code: '55P03' })
    })
    await other.close()
    expect(await db.query(sql`select qty from bin`)).toEqual([{ qty: 2 }])
  })

  test('rolls back an idle transaction', async () => {
    const db = await openWith({ idleTransactionMs: 200, poolSize: 1 })
    const { promise: holding, resolve: hold } = Promise.withResolvers<undefined>()
    const { promise: woken, resolve: wake } = Promise.withResolvers<undefined>()
    const idle = db.transaction(async (tx) => {
      await tx.execute(sql`update bin set qty = 9`)
      hold(undefined)
      await woken
      await tx.execute(sql`update bin set qty = 10`)
    })
    await holding
    const other = await openSameDatabase(db, { lockMs: 20_000 })
    expect(await other.execute(sql`update bin set qty = qty + 1`)).toBe(1)
    await other.close()
    wake(undefined)
    await expect(idle).rejects.toMatchObject({ code: '25P03' })
    expect(await db.query(sql`select qty from bin`)).toEqual([{ qty: 2 }])
  })

  test('replaces busy or idle connections closed by the server, without a restart', async () => {
    const db = await openWith()
    const other = await openSameDatabase(db)
    await Promise.all([db.query(sql`select 1`), db.query(sql`select 2`)])
    const cut = db.transaction(async (tx) => {
      await tx.execute(sql`update bin set qty = 5`)
      await other.query(endOthers)
      await tx.query(sql`select 1`)
    })
    await expect(cut).rejects.toBeInstanceOf(StoreUnavailableError)
    await other.close()
    expect(await db.transaction((tx) => tx.query(sql`select qty from bin`))).toEqual([{ qty: 1 }])
  })

  test('retries on another connection if an idle one has died', async () => {
    const db = await openWith({ poolSize: 3 })
    const other = await openSameDatabase(db)
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([1, 2, 3].map((n) => db.query(sql`select ${n}`)))
      await other.query(endOthers)
      // Run immediately, before the pool notices that the connections have ended.
      const reading = db.transaction((tx) => tx.query(sql`select qty from bin`))
      await expect(reading).resolves.toEqual([{ qty: 1 }])
    }
    await other.close()
  })

  test('listens again after its connection is closed', async () => {
    const db = await openWith()
    const other = await openSameDatabase(db)
    let isHeard = false
    await db.listen('stock', () => (isHeard = true))
    await other.query(endOthers)
    // Each notification takes a round trip, so the first one after the reconnection arrives.
    while (!isHeard) await other.notify('stock', 'again')
    await other.close()
    expect(isHeard).toBe(true)
  })

  test('an unreachable server is reported as unavailable', async () => {
    const opened = openDatabase({ url: 'postgresql://postgres@127.0.0.1:1/none' })
    await expect(opened).rejects.toBeInstanceOf(StoreUnavailableError)
  })
})
