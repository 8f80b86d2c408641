import { describe, expect, onTestFinished, test } from 'vitest'
import type { Database, Queryable } from '#server/db/database.ts'
import { EventCursor } from '#server/events/event-cursor.ts'
import { eventSources } from '#server/events/event-sources.ts'
import { publishEvent } from '#server/events/publish-event.ts'
import { testDatabase, testStore } from '#tests/support/database.ts'

async function openStore(): Promise<Database> {
  const db = await testDatabase()
  onTestFinished(() => db.close())
  return db
}

function publish(db: Queryable, name: string): Promise<void> {
  const everyone = { source: eventSources.save, wcode: null, owners: null }
  return publishEvent(db, { ...everyone, content: { NAME: name } })
}

async function readNames(cursor: EventCursor): Promise<unknown[]> {
  return ((await cursor.read()) ?? []).map(({ content }) => content['NAME'])
}

/** A transaction that has logged an event and waits. */
async function publishPending(db: Database, name: string) {
  const published = Promise.withResolvers<void>()
  const end = Promise.withResolvers<boolean>()
  const done = db.transaction(async (tx) => {
    await publish(tx, name)
    published.resolve()
    if (!(await end.promise)) throw new Error('rolled back')
  })
  await published.promise
  return async (shouldCommit: boolean) => {
    end.resolve(shouldCommit)
    await done.catch(() => undefined)
  }
}

test('past events are skipped and later events are read once', async () => {
  const db = await openStore()
  await publish(db, 'past')
  const cursor = new EventCursor(db)
  await cursor.skip()
  await publish(db, 'first')
  await publish(db, 'second')
  expect(await readNames(cursor)).toEqual(['first', 'second'])
  expect(await readNames(cursor)).toEqual([])
})

describe.runIf(testStore() === 'postgres')('transactions that commit out of order', () => {
  test('an event that is committed after newer ones is read once', async () => {
    const db = await openStore()
    const early = await publishPending(db, 'drawn before the reader')
    await publish(db, 'past')
    const cursor = new EventCursor(db)
    await cursor.skip()
    const late = await publishPending(db, 'late')
    await publish(db, 'newer')
    expect(await readNames(cursor)).toEqual(['newer'])
    await late(true)
    await early(true)
    expect(await readNames(cursor)).toEqual(['drawn before the reader', 'late'])
    expect(await readNames(cursor)).toEqual([])
  })

  test('the number of a rolled-back transaction delays no other event', async () => {
    const db = await openStore()
    const cursor = new EventCursor(db)
    await cursor.skip()
    const lost = await publishPending(db, 'lost')
    await publish(db, 'kept')
    await lost(false)
    await publish(db, 'after')
    expect(await readNames(cursor)).toEqual(['kept', 'after'])
    expect(await readNames(cursor)).toEqual([])
  })

  test('a long transaction does not cause every save to be read again', async () => {
    const db = await openStore()
    const read: number[] = []
    const counting: Queryable = {
      query: async (statement) => {
        const rows = await db.query<never>(statement)
        read.push(rows.length)
        return rows
      },
      execute: (statement) => db.execute(statement),
      notify: (channel) => db.notify(channel),
    }
    const cursor = new EventCursor(counting)
    const long = await publishPending(db, 'long')
    await cursor.skip()
    for (let save = 0; save < 30; save += 1) {
      await publish(db, 'short')
      expect(await readNames(cursor)).toEqual(['short'])
    }
    await long(true)
    expect(await readNames(cursor)).toEqual(['long'])
    expect(read.reduce((sum, rows) => sum + rows)).toBeLessThan(40)
  })
})
