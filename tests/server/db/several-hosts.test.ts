import sql from 'sql-template-tag'
import { describe, expect, onTestFinished, test } from 'vitest'
import { StoreRestartingError } from '#server/db/database.ts'
import { openStore } from '#server/db/open-store.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { testDatabase, testDatabaseUrl, testStore } from '#tests/support/database.ts'
import { startDatabaseProxy } from '#tests/support/database-proxy.ts'
import { emptyMigrationFolder } from '#tests/support/folders.ts'

async function startTwoHosts() {
  const target = await testDatabase({ migrations: emptyMigrationFolder() })
  await target.script('create table bin (qty int); insert into bin values (0)')
  const first = await startDatabaseProxy(testDatabaseUrl(target))
  const second = await startDatabaseProxy(testDatabaseUrl(target))
  onTestFinished(async () => {
    await first.close()
    await second.close()
    await target.close()
  })
  const [a, b] = [new URL(first.url), new URL(second.url)]
  const url = first.url.replace(a.host, `${a.host},${b.host}`)
  const open = async () => {
    const db = await openDatabase({ url, limits: { poolSize: 3, connectMs: 2_000 } })
    onTestFinished(() => db.close())
    return db
  }
  return { first, second, url, open }
}

const write = sql`update bin set qty = qty + 1`

describe.runIf(testStore() === 'postgres')('several database hosts', () => {
  test('the first host that accepts writes is used', async () => {
    const { first, open } = await startTwoHosts()
    first.isStandby = true
    const db = await open()
    expect(await db.execute(write)).toBe(1)
    expect(await db.transaction((tx) => tx.execute(write))).toBe(1)
  })

  test('notifications are received from the host that accepts writes', async () => {
    const { first, second, url } = await startTwoHosts()
    first.isStandby = true
    const db = await openDatabase({ url: second.url, listenUrl: url, limits: { poolSize: 3 } })
    onTestFinished(() => db.close())
    let isHeard = false
    await db.listen('stock', () => (isHeard = true))
    await db.notify('stock', 'again')
    await expect.poll(() => isHeard).toBe(true)
  })

  test('startup waits while no host accepts writes', async () => {
    const { first, second, url } = await startTwoHosts()
    first.isStandby = true
    second.isStandby = true
    const db = await openStore({ DATABASE_URL: url }, { poolSize: 3 }, () => {
      second.isStandby = false
    })
    onTestFinished(() => db.close())
    expect(await db.execute(write)).toBe(1)
  })

  test('an unreachable host is skipped', async () => {
    const { first, open } = await startTwoHosts()
    first.mode = 'refuse'
    const db = await open()
    expect(await db.execute(write)).toBe(1)
  })

  test('after a failure of the primary the promoted host is used, including for notifications', async () => {
    const { first, second, open } = await startTwoHosts()
    second.isStandby = true
    const db = await open()
    let isHeard = false
    await db.listen('stock', () => (isHeard = true))
    expect(await db.execute(write)).toBe(1)
    second.isStandby = false
    first.mode = 'refuse'
    await expect.poll(() => db.execute(write).catch(() => 0), { timeout: 10_000 }).toBe(1)
    const notifyAndCheck = () => db.notify('stock', 'again').then(() => isHeard)
    await expect.poll(notifyAndCheck, { timeout: 10_000 }).toBe(true)
  })

  test('the connections to a primary that became read-only are replaced', async () => {
    const { open } = await startTwoHosts()
    const db = await open()
    const demote = sql`select set_config('default_transaction_read_only', 'on', false), pg_sleep(0.2)`
    await Promise.all([1, 2, 3].map(() => db.query(demote)))
    await expect(db.execute(write)).rejects.toBeInstanceOf(StoreRestartingError)
    expect(await Promise.all([1, 2, 3].map(() => db.execute(write)))).toEqual([1, 1, 1])
  })

  test('a write in a read-only transaction remains an error of the program', async () => {
    const { open } = await startTwoHosts()
    const db = await open()
    const wrong = db.transaction((tx) => tx.execute(write), { readOnly: true })
    await expect(wrong).rejects.toMatchObject({ code: '25006' })
    expect(await db.execute(write)).toBe(1)
  })

  test('the absence of a host that accepts writes is reported as unavailable', async () => {
    const { first, second, open } = await startTwoHosts()
    first.isStandby = true
    second.isStandby = true
    await expect(open()).rejects.toBeInstanceOf(StoreRestartingError)
  })
})
