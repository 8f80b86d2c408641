import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { eventSources } from '#server/events/event-sources.ts'
import { publishEvent } from '#server/events/publish-event.ts'
import { maxStreamsPerUser } from '#server/events/event-hub.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { testStore } from '#tests/support/database.ts'
import { readEvents, type StreamMessage } from '#tests/support/event-reader.ts'
import { toRows, testDay } from '#tests/support/floor.ts'
import { createSiteApp, type SiteApp, type Visitor } from '#tests/support/site-app.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())

const savePath = '/api/wms/comm/wmsCommon/saveProcedure'

function save(user: Visitor, PROCEDURE: string, rows: readonly object[], headers: object = {}) {
  const ROWS = rows.map((row, index) => ({ NO: index + 1, ...row }))
  const key = { 'idempotency-key': randomUUID() }
  return user.post(savePath, { PROCEDURE, ROWS }, { ...key, ...headers })
}

async function saveReceipt(user: Visitor, owner = 'HANBIT', headers: object = {}) {
  const rows = toRows({ RECEIPT_DT: testDay, OWNER_CD: owner }, [
    { STOCK_CD: 'PLAIN', ORDER_QTY: 5 },
  ])
  const response = await save(user, 'inbound/save-receipts', rows, headers)
  expect(response.status, response.text).toBe(200)
  return response
}

/** Publishes an event to all clients, as a marker after all events of a test. */
async function publishMark(text: string): Promise<(message: StreamMessage) => boolean> {
  await site.db.transaction((tx) =>
    publishEvent(tx, {
      source: eventSources.save,
      wcode: null,
      owners: null,
      content: { OPERATION: text },
    }),
  )
  return ({ data }) => data['OPERATION'] === text
}

async function watchEvents(here: SiteApp, userId: string, headers: Record<string, string> = {}) {
  const address = await here.listen()
  const user = await here.login(userId)
  return { user, reader: await readEvents(address, user.cookie, headers) }
}

const isChange = ({ event }: StreamMessage) => event === 'change'

test("a setting change reaches the user's other windows with the key of the window that saved it", async () => {
  const here = await createSiteApp(site)
  const address = await here.listen()
  const user = await here.login('admin')
  const { cookie } = await here.login('second')
  const reader = await readEvents(address, user.cookie)
  const stranger = await readEvents(address, cookie)
  const path = '/api/setting/save'
  // A setting saved without a `SAVE` ID notifies no window, because recently used screens change
  // all the time.
  expect((await user.post(path, { KEY: 'recent-screens', VALUE: ['Cell'] })).status).toBe(200)
  expect((await user.post(path, { KEY: 'keymap', VALUE: [], SAVE: 'one' })).status).toBe(200)
  const { data } = await reader.next(isChange)
  expect(data).toMatchObject({ OPERATION: 'keymap', TABLES: ['user_setting'], KEY: 'one' })
  const isMark = await publishMark('after the setting')
  expect(isMark(await stranger.next(isChange))).toBe(true)
})

test('a committed save notifies others with the changed tables and the user', async () => {
  const here = await createSiteApp(site)
  const { reader } = await watchEvents(here, 'admin')
  const second = await here.login('second')
  await saveReceipt(second)
  const { id, data } = await reader.next(isChange)
  expect(reader.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(reader.headers.get('cache-control')).toBe('no-store')
  expect(id).toMatch(/^\d+$/)
  expect(data).toEqual({
    OPERATION: 'inbound/save-receipts',
    TABLES: ['receipt', 'receipt_line'],
    WCODE: 'W01',
    OWNERS: ['HANBIT'],
    BY: 'second',
    AT: expect.stringMatching(/^\d{14}$/),
  })
})

test('a save that only names documents is announced with the owners of those documents', async () => {
  const here = await createSiteApp(site)
  const second = await here.login('second')
  const numbers: unknown[] = []
  for (const owner of ['GIFT', 'HANBIT']) {
    const { body } = await saveReceipt(second, owner)
    const saved = z.object({ rows: z.array(z.looseObject({ RECEIPT_NO: z.string() })) })
    numbers.push(saved.parse(body.data).rows[0]?.RECEIPT_NO)
  }
  const { reader } = await watchEvents(here, 'admin')
  const rows = numbers.map((RECEIPT_NO) => ({ RECEIPT_NO }))
  expect((await save(second, 'inbound/receive-bulk', rows)).status).toBe(200)
  const { data } = await reader.next(isChange)
  expect(data['OWNERS']).toEqual(['GIFT', 'HANBIT'])
  expect(data['TABLES']).toEqual(
    expect.arrayContaining(['receipt', 'receipt_line', 'stock_balance', 'stock_movement']),
  )
  expect(data['TABLES']).not.toContain('idempotency')
})

test('only the page that saved receives the key of its save', async () => {
  const here = await createSiteApp(site)
  const own = await watchEvents(here, 'admin')
  const second = await here.login('second')
  const other = await readEvents(await getAddress(here), second.cookie)
  const key = randomUUID()
  await saveReceipt(own.user, 'HANBIT', { 'idempotency-key': key })
  expect((await own.reader.next(isChange)).data['KEY']).toBe(key)
  expect((await other.next(isChange)).data).not.toHaveProperty('KEY')
})

async function getAddress(here: SiteApp): Promise<string> {
  const bound = here.app.server.address()
  return `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`
}

test('a customer only receives events of one owner, without names of other owners', async () => {
  const here = await createSiteApp(site)
  const { reader } = await watchEvents(here, 'customer')
  const admin = await here.login('admin')
  await saveReceipt(admin, 'HANBIT')
  const both = ['HANBIT', 'GIFT'].flatMap((owner) =>
    toRows({ RECEIPT_DT: testDay, OWNER_CD: owner }, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }], owner),
  )
  expect((await save(admin, 'inbound/save-receipts', both)).status).toBe(200)
  const isEnd = await publishMark('end of the customer')
  await reader.next(isEnd)
  const reported = reader.passed.filter(isChange)
  expect(reported.map(({ data }) => data['OWNERS'])).toEqual([['GIFT']])
  expect(JSON.stringify(reported)).not.toContain('HANBIT')
  // The name of the warehouse user is hidden as well.
  expect(reported.map(({ data }) => data['BY'])).toEqual(['-'])
  expect(JSON.stringify(reported)).not.toContain('admin')
})

test('a user receives no events of a warehouse they are not assigned to', async () => {
  const here = await createSiteApp(site)
  await site.db.execute(sql`delete from user_warehouse where user_id = 'second'`)
  await site.db.execute(sql`insert into user_warehouse values ('nobody', 'W02')`)
  const { reader } = await watchEvents(here, 'customer')
  const admin = await here.login('admin')
  await saveReceipt(admin, 'GIFT', { wcode: 'W02' })
  await saveReceipt(admin, 'GIFT', { wcode: 'W01' })
  await reader.next(await publishMark('end of the warehouse'))
  expect(reader.passed.filter(isChange).map(({ data }) => data['WCODE'])).toEqual(['W01'])
})

test('a dry run, a rejected save and a repeated save send no event', async () => {
  const here = await createSiteApp(site)
  const { reader, user } = await watchEvents(here, 'admin')
  const rows = toRows({ RECEIPT_DT: testDay }, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 5 }])
  const numbered = rows.map((row, index) => ({ NO: index + 1, ...row }))
  const body = { PROCEDURE: 'inbound/save-receipts', ROWS: numbered }
  expect((await user.post(savePath, { ...body, DRY_RUN: 'Y' })).status).toBe(200)
  const unknown = toRows({ RECEIPT_DT: testDay }, [{ STOCK_CD: 'NOSUCH', ORDER_QTY: 5 }])
  expect((await save(user, 'inbound/save-receipts', unknown)).status).toBe(422)
  const key = { 'idempotency-key': randomUUID() }
  for (let n = 0; n < 2; n += 1) expect((await user.post(savePath, body, key)).status).toBe(200)
  await reader.next(await publishMark('end of the repeat'))
  expect(reader.passed.filter(isChange).length).toBe(1)
})

test('two processes on one store notify each other', async () => {
  // Without heartbeats, events only arrive by notification.
  const slowHeartbeat = { heartbeatMs: 3_600_000 }
  const secondApp = await createSiteApp(site, slowHeartbeat)
  const other = await createSiteApp(site, slowHeartbeat)
  const { reader } = await watchEvents(secondApp, 'admin')
  await saveReceipt(await other.login('second'))
  expect((await reader.next(isChange)).data['BY']).toBe('second')
})

test('a reconnecting page receives missed events from any process', async () => {
  const secondApp = await createSiteApp(site)
  const first = await watchEvents(secondApp, 'admin')
  const seen = await first.reader.next(await publishMark('before the cut'))
  first.reader.stop()
  const user = await secondApp.login('customer')
  await publishMark('missed one')
  await saveReceipt(await secondApp.login('second'))
  const other = await createSiteApp(site)
  const again = await watchEvents(other, 'admin', { 'last-event-id': seen.id })
  await again.reader.next(await publishMark('after the cut'))
  const missed = again.reader.passed.filter(isChange).map(({ data }) => data['OPERATION'])
  expect(missed).toEqual(['missed one', 'inbound/save-receipts'])
  const customer = await readEvents(await getAddress(other), user.cookie, {
    'last-event-id': seen.id,
  })
  await customer.next(await publishMark('after the cut of the customer'))
  const own = customer.passed.filter(isChange).map(({ data }) => data['OPERATION'])
  expect(own).not.toContain('inbound/save-receipts')
})

test('a page disconnected for too long receives a reset event', async () => {
  const here = await createSiteApp(site)
  const { reader } = await watchEvents(here, 'admin', { 'last-event-id': '999999999' })
  expect((await reader.next(({ event }) => event === 'reset')).data).toEqual({})
})

test.runIf(testStore() === 'postgres')(
  'a change started before the last received event and committed after it is not missed',
  async () => {
    const here = await createSiteApp(site)
    const { reader, user } = await watchEvents(here, 'admin')
    const late = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const slow = site.db.transaction(async (tx) => {
      await publishEvent(tx, {
        source: eventSources.save,
        wcode: null,
        owners: null,
        content: { OPERATION: 'slow' },
      })
      begun.resolve()
      await late.promise
    })
    await begun.promise
    const seen = await reader.next(await publishMark('quick'))
    expect(reader.passed.filter(isChange)).toEqual([])
    reader.stop()
    late.resolve()
    await slow
    const back = await readEvents(await getAddress(here), user.cookie, { 'last-event-id': seen.id })
    const reported = await back.next(({ data }) => data['OPERATION'] === 'slow')
    expect(Number(reported.id)).toBeLessThan(Number(seen.id))
  },
)

test.runIf(testStore() === 'postgres')(
  'a stream opened during a long transaction receives no earlier events',
  async () => {
    const here = await createSiteApp(site)
    const ended = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const long = site.db.transaction(async (tx) => {
      await tx.query(sql`select pg_current_xact_id()`)
      begun.resolve()
      await ended.promise
    })
    await begun.promise
    try {
      await publishMark('before the stream')
      const { reader } = await watchEvents(here, 'admin')
      await reader.next(await publishMark('after it'))
      expect(reader.passed.filter(isChange)).toEqual([])
    } finally {
      ended.resolve()
      await long
    }
  },
)

test('a lost notification delays an event until the next heartbeat without losing it', async () => {
  const here = await createSiteApp(site, { heartbeatMs: 40 })
  const { reader } = await watchEvents(here, 'admin')
  await site.db.execute(sql`
    insert into event_log (event_cd, content) values ('change', '{"OPERATION": "unannounced"}')`)
  await reader.next(({ data }) => data['OPERATION'] === 'unannounced')
  await reader.next(({ event }) => event === 'comment')
})

test('the stream ends with its session in any process', async () => {
  const secondApp = await createSiteApp(site)
  const other = await createSiteApp(site)
  const { reader, user } = await watchEvents(secondApp, 'admin')
  const response = await other.visitor({ cookie: user.cookie }).post('/api/logout')
  expect(response.status).toBe(200)
  const remaining = await reader.readRemaining()
  expect(remaining.at(-1)).toMatchObject({ event: 'end', data: { WHY: 'session' } })
  const again = await readEvents(await getAddress(secondApp), user.cookie)
  expect(again.status).toBe(401)
})

test('an expired session ends its stream, and watching the stream does not extend the session', async () => {
  const here = await createSiteApp(site, { heartbeatMs: 40 })
  const { reader } = await watchEvents(here, 'second')
  await site.db.execute(sql`
    update session set seen_at = now() - interval '90 minutes' where user_id = 'second'`)
  for (let n = 0; n < 3; n += 1) await reader.next(({ event }) => event === 'comment')
  const [kept] = await site.db.query<{ is_old: boolean }>(sql`
    select bool_and(seen_at < now() - interval '1 hour') is_old from session
    where user_id = 'second'`)
  expect(kept?.is_old).toBe(true)
  await site.db.execute(sql`
    update session set seen_at = now() - interval '1 day' where user_id = 'second'`)
  const remaining = await reader.readRemaining()
  expect(remaining.at(-1)).toMatchObject({ event: 'end', data: { WHY: 'session' } })
})

test('a revoked owner is excluded from the next event', async () => {
  const here = await createSiteApp(site)
  const { reader } = await watchEvents(here, 'customer')
  const admin = await here.login('admin')
  await saveReceipt(admin, 'GIFT')
  await reader.next(isChange)
  await site.db.execute(sql`update user_owner set owner_cd = 'HANBIT' where user_id = 'customer'`)
  await saveReceipt(admin, 'GIFT')
  await reader.next(await publishMark('end of the rights'))
  expect(reader.passed.filter(isChange)).toEqual([])
  await site.db.execute(sql`update user_owner set owner_cd = 'GIFT' where user_id = 'customer'`)
})

test('a stream ends when impersonation starts and when it ends', async () => {
  const here = await createSiteApp(site)
  const base = await here.listen()
  const user = await here.login('admin')
  const reader = await readEvents(base, user.cookie)
  await save(user, 'system/see-as', [{ USER_ID: 'customer' }])
  const end = { event: 'end', data: { WHY: 'session' } }
  expect((await reader.readRemaining()).at(-1)).toMatchObject(end)
  const looking = await readEvents(base, user.cookie)
  await user.post('/api/seeAs/end', {})
  expect((await looking.readRemaining()).at(-1)).toMatchObject(end)
})

test('streams per user are limited, and closing one frees a slot', async () => {
  const here = await createSiteApp(site)
  const base = await here.listen()
  const user = await here.login('second')
  const open = await Promise.all(
    Array.from({ length: maxStreamsPerUser }, () => readEvents(base, user.cookie)),
  )
  expect(open.map(({ status }) => status)).toEqual(open.map(() => 200))
  const full = await readEvents(base, user.cookie)
  expect([full.status, full.headers.get('x-error-code')]).toEqual([429, 'TOO_MANY_STREAMS'])
  open[0]?.stop()
  let status = 429
  while (status === 429) status = (await readEvents(base, user.cookie)).status
  expect(status).toBe(200)
})

test('a stopping server sends an end event and closes the stream', async () => {
  const here = await createSiteApp(site)
  const { reader } = await watchEvents(here, 'admin')
  const remaining = reader.readRemaining()
  await here.app.close()
  expect((await remaining).at(-1)).toMatchObject({ event: 'end', data: { WHY: 'stop' } })
})
