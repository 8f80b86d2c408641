import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireRow } from '#kernel/field.ts'
import { checkEventSources, eventSources, type EventSource } from '#server/events/event-sources.ts'
import { changeContent, publishEvent, type NewEvent } from '#server/events/publish-event.ts'
import { publishSaves } from '#server/events/publish-saves.ts'
import type { ProcedureHandler, SaveCall } from '#server/engine/handler.ts'
import { addGetRoutes, type GetRoute } from '#server/http/get-route.ts'
import { eventStreamRoutes } from '#server/http/event-routes.ts'
import type { EventHub } from '#server/events/event-hub.ts'
import { handlers } from '#server/site/registry.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import {
  addBoundUsers,
  boundUsers,
  everyUser,
  ownerPlaces,
  canReach,
  type Place,
} from '#tests/support/boundary.ts'
import { readEvents, type EventReader } from '#tests/support/event-reader.ts'
import { createSiteApp } from '#tests/support/site-app.ts'

/** Tests every event source and every save with recipients of every access scope. */
let site: TestSite

beforeAll(async () => {
  site = await testSite()
  await addBoundUsers(site)
})
afterAll(() => site.close())

const getName = (name: string, { wcode, owner }: Place) => `${name} ${wcode} ${owner}`

/**
 * Opens a stream for each user, runs the work, and returns the changes that each of them received.
 */
async function getMessages(
  users: readonly string[],
  work: () => Promise<void>,
): Promise<Map<string, EventReader['passed'][number]['data'][]>> {
  const here = await createSiteApp(site)
  const address = await here.listen()
  const readers: [string, EventReader][] = []
  for (const id of users) {
    readers.push([id, await readEvents(address, (await here.login(id)).cookie)])
  }
  await work()
  await site.db.transaction((tx) =>
    publishEvent(tx, {
      source: eventSources.save,
      wcode: null,
      owners: null,
      content: { OPERATION: 'end' },
    }),
  )
  const found = new Map<string, EventReader['passed'][number]['data'][]>()
  for (const [id, reader] of readers) {
    await reader.next(({ data }) => data['OPERATION'] === 'end')
    const events = reader.passed.filter(({ event }) => event === 'change' || event === 'job')
    expectRedacted(id, events)
    found.set(
      id,
      events.map(({ data }) => data),
    )
  }
  return found
}

/** The operations that each user was notified of by the work. */
async function collectReceivers(work: () => Promise<void>): Promise<Map<string, Set<unknown>>> {
  const ids = everyUser.map(({ id }) => id)
  const seen = await getMessages(ids, work)
  return new Map(ids.map((id) => [id, new Set(seen.get(id)?.map(({ OPERATION }) => OPERATION))]))
}

/**
 * Expects an event to contain no owners outside the reader's scope, no keys of other users and, for
 * customers, no names of staff.
 */
function expectRedacted(id: string, events: EventReader['passed']): void {
  const user = everyUser.find((candidate) => candidate.id === id)
  for (const { event, data } of events) {
    if (event === 'job') continue
    const owners = (data['OWNERS'] ?? []) as string[]
    expect(owners.filter((owner) => !(user?.owners?.includes(owner) ?? true))).toEqual([])
    if (data['BY'] !== id) expect(data).not.toHaveProperty('KEY')
    expect(data).not.toHaveProperty('BY_WCODES')
    if (user?.owners) expect(['-', id, undefined]).toContain(data['BY'])
  }
}

function getEvent(source: EventSource, { wcode, owner }: Place, userId: string): NewEvent {
  const content = { OPERATION: getName(source.name, { wcode, owner }), BY: userId, KEY: 'k' }
  // Sets every field that can select recipients. A source uses only those of its `bound`.
  return Object.assign({ source, content }, { wcode, owners: [owner], userId }) as NewEvent
}

describe('an event reaches exactly the users its source declares', () => {
  test.each(Object.values(eventSources))('$name: $bound', async (source) => {
    const target = 'both'
    const receivers = await collectReceivers(async () => {
      await site.db.transaction(async (tx) => {
        for (const place of ownerPlaces) await publishEvent(tx, getEvent(source, place, target))
      })
    })
    for (const user of everyUser) {
      const isMeant = {
        rows: (place: Place) => canReach(user, place),
        self: () => user.id === target,
        'every-owner': () => user.owners === null,
      }[source.bound]
      const expected = ownerPlaces.filter(isMeant).map((place) => getName(source.name, place))
      expect([user.id, receivers.get(user.id)]).toEqual([user.id, new Set(expected)])
    }
  })

  test('an event about rows of several owners names only the owners of its reader', async () => {
    await collectReceivers(async () => {
      await site.db.transaction((tx) =>
        publishEvent(tx, {
          source: eventSources.save,
          wcode: 'W02',
          owners: ['GIFT', 'HANBIT'],
          content: { OPERATION: 'both' },
        }),
      )
    })
  })

  test('a change without an owner reveals to bound users only the tables they can query', async () => {
    const tables = ['customer', 'owner', 'user_role']
    const content = changeContent({ operation: 'freight/save-customer', tables, by: 'wide' })
    const seen = await getMessages(['wide', 'owner'], async () => {
      await site.db.transaction(async (tx) => {
        for (const wcode of ['W02', null]) {
          await publishEvent(tx, { source: eventSources.save, wcode, owners: null, content })
        }
        const hidden = changeContent({ operation: 'x', tables: ['customer'], by: 'wide' })
        await publishEvent(tx, {
          source: eventSources.save,
          wcode: null,
          owners: null,
          content: hidden,
        })
      })
    })
    expect(seen.get('wide')?.map(({ TABLES }) => TABLES)).toEqual([tables, tables, ['customer']])
    const bound = { TABLES: ['owner', 'user_role'], BY: '-', OWNERS: null, AT: expect.any(String) }
    expect(seen.get('owner')).toEqual([
      { ...bound, WCODE: 'W02' },
      { ...bound, WCODE: null },
    ])
  })

  test('a change without a warehouse reveals its user only to staff of that user’s warehouses', async () => {
    const first = { ...boundUsers.place, id: 'first', warehouses: ['W01'] }
    await addBoundUsers(site, [first])
    const content = changeContent({ operation: 'x', tables: ['owner'], by: 'first' })
    const readers = ['wide', 'place', 'owner', 'first']
    const seen = await getMessages(readers, async () => {
      await site.db.transaction(async (tx) => {
        await publishEvent(tx, { source: eventSources.save, wcode: null, owners: null, content })
      })
    })
    const names = readers.map((id) => [id, ...(seen.get(id) ?? []).map(({ BY }) => BY)])
    expect(names).toEqual([
      ['wide', 'first'],
      ['place', '-'],
      ['owner', '-'],
      ['first', 'first'],
    ])
  })

  const procedures = handlers.filter(
    (handler): handler is ProcedureHandler => handler.operation.type === 'procedure',
  )

  test('every save reaches exactly the users of its scope', async () => {
    const receivers = await collectReceivers(async () => {
      await site.db.transaction(async (tx) => {
        for (const handler of procedures)
          for (const place of ownerPlaces) await announce(tx, handler, place)
      })
    })
    for (const user of everyUser) {
      const expected = procedures.flatMap(({ operation: { name, scope, bound } }) =>
        ownerPlaces
          .filter(({ wcode, owner }) => {
            const isOfPlace = scope.startsWith('warehouse')
            const isOfOwner = scope.endsWith('owner') || (isOfPlace && bound === 'own')
            const { warehouses, owners } = user
            const isNear = !isOfPlace || warehouses.includes(wcode)
            return isNear && (owners === null || (isOfOwner && owners.includes(owner)))
          })
          .map((place) => getName(name, place)),
      )
      expect([user.id, receivers.get(user.id)]).toEqual([user.id, new Set(expected)])
    }
  })
})

/** Publishes the event of saving one row in this place, as after a successful save. */
async function announce(
  tx: SaveCall['tx'],
  handler: ProcedureHandler,
  place: Place,
): Promise<void> {
  const operation = { ...handler.operation, name: getName(handler.operation.name, place) }
  const values: WireRow = { OWNER_CD: place.owner }
  const [saved] = publishSaves([{ ...handler, operation, run: async () => ({}) }], site.db)
  const call: SaveCall = {
    tx,
    userId: 'wide',
    scope: { wcode: place.wcode, owners: null },
    language: 'ko',
    today: '20261120',
    rows: [{ no: 1, type: 'H', flag: 'U', values }] as never,
    idempotencyKey: 'k',
  }
  await (saved as ProcedureHandler).run(call)
}

describe('startup', () => {
  test.each([undefined, '', 'all'])('rejects an event source bound to %s', (bound) => {
    const source: object = { name: 'x', kind: 'change', bound }
    expect(() => checkEventSources([source as EventSource])).toThrow('event x declares no bound')
  })

  test.each([{ access: undefined }, { scope: undefined }])(
    'rejects an event stream that declares %o',
    (change) => {
      const hub: object = {}
      const [stream] = eventStreamRoutes(hub as EventHub)
      const broken: object = { ...stream, ...change }
      expect(() => addGetRoutes(fastify(), site.db, [broken as GetRoute])).toThrow('does not start')
    },
  )
})
