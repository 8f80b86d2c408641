import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { testDatabase } from '#tests/support/database.ts'
import { emptyMigrationFolder } from '#tests/support/folders.ts'

let db: Database

beforeAll(async () => {
  db = await testDatabase({ migrations: emptyMigrationFolder() })
})
afterAll(() => db.close())

test('a notice reaches its listener with the payload', async () => {
  const received = new Promise<string>(
    (resolve) =>
      void db.listen('Bin changed', resolve).then(() => db.notify('Bin changed', 'A-01 "입고"')),
  )
  expect(await received).toBe('A-01 "입고"')
})

test('notices leave after their transaction commits, never after a rollback', async () => {
  const received: string[] = []
  const last = new Promise<void>((resolve) => {
    void db
      .listen('stock', (payload) => {
        received.push(payload)
        if (payload === 'last') resolve()
      })
      .then(async () => {
        const lost = db.transaction(async (tx) => {
          await tx.query(sql`select pg_notify('stock', 'a trigger, rolled back')`)
          await tx.notify('stock', 'rolled back')
          throw new Error('no')
        })
        await lost.catch(() => undefined)
        await db.transaction(async (tx) => {
          await tx.query(sql`select pg_notify('stock', 'a trigger')`)
          await tx.notify('stock', 'committed')
          await db.notify('other').catch(() => received.push('not inside a transaction'))
        })
        await db.notify('stock', 'last')
      })
  })
  await last
  expect(received).toEqual(['not inside a transaction', 'a trigger', 'committed', 'last'])
})

test('equal notices of one round trip arrive once', async () => {
  const received: string[] = []
  await db.listen('often', (payload) => received.push(payload))
  const last = new Promise<string>((resolve) => void db.listen('end', resolve))
  await db.notify('first trip')
  await Promise.all([
    ...Array.from({ length: 50 }, () => db.notify('often', 'same')),
    db.notify('often', 'other'),
  ])
  await db.notify('end')
  await last
  expect(received).toEqual(['same', 'other'])
})

test('no notice arrives after unsubscribing', async () => {
  const received: string[] = []
  const stop = await db.listen('quiet', (payload) => received.push(payload))
  await stop()
  const sentinel = new Promise<string>(
    (resolve) =>
      void db.listen('end', resolve).then(async () => {
        await db.notify('quiet', 'nobody hears this')
        await db.notify('end', 'end')
      }),
  )
  await sentinel
  expect(received).toEqual([])
})
