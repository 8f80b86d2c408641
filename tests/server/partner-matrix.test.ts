import fastify from 'fastify'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireRow } from '#kernel/field.ts'
import { addPartnerRoutes, type PartnerInterface } from '#server/http/partner-routes.ts'
import { openRoute, requireDeclaredRoutes } from '#server/http/declared-routes.ts'
import { buildApp } from '#server/site/app.ts'
import { partners } from '#server/site/registry.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { addBoundUsers, everyUser, ownerPlaces, type Place } from '#tests/support/boundary.ts'
import { testDay, putStock } from '#tests/support/floor.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import {
  issueToken,
  createPartner,
  createPartnerClient,
  type PartnerAnswer,
  type TestPartner,
} from '#tests/support/partner.ts'
import { createSiteApp } from '#tests/support/site-app.ts'
import { signedRoutes } from '#tests/support/signed-routes.ts'

/**
 * Tests every partner call with keys of every warehouse and owner, for work inside and outside
 * their scope.
 */
let site: TestSite

interface Key extends Place {
  readonly partner: TestPartner
  readonly message: string
  /** Document number that no other key may receive. */
  readonly number: string
  /** Item that only keys of the same warehouse and owner may receive. */
  readonly item: string
}

let keys: readonly Key[]

beforeAll(async () => {
  site = await testSite()
  await addBoundUsers(site)
  // The last profile repeats the first place: one owner has two partners in one warehouse.
  const profiles = [...ownerPlaces, ownerPlaces[0]].flatMap((place) => place ?? [])
  const made: Key[] = []
  for (const [index, place] of profiles.entries()) made.push(await addKey(place, index))
  keys = made
})
afterAll(() => site.close())

/** Adds a partner with stock, a received message, and a receipt with a result. */
async function addKey(place: Place, index: number): Promise<Key> {
  const { wcode, owner } = place
  const at = await site.login('admin', wcode)
  const [message, item] = [`MSG-${index}-`, `ITEM-${index}-`]
  // Profiles of different places have the same code.
  const PROFILE_CD = index < ownerPlaces.length ? 'KEY' : 'KEY-2'
  await site.db.execute(sql`
    insert into stock (owner_cd, stock_cd, stock_nm, valid_yn, lot_yn, goods_yn)
    values (${owner}, ${item}, ${item}, 'N', 'N', 'Y')`)
  await putStock(site.db, { item, qty: 5, owner, wcode })
  const partner = await createPartner(site, at, { OWNER_CD: owner, PROFILE_CD })
  const number = await send(partner, message, item)
  expect((await at.save('inbound/receive-bulk', [{ RECEIPT_NO: number }])).status).toBe(200)
  return { ...place, partner, message, number, item }
}

async function send(partner: TestPartner, message: string, item: string, extra: WireRow = {}) {
  const line = {
    OWNER_ORDER_NO: `PO-${message}`,
    RECEIPT_DT: testDay,
    STOCK_CD: item,
    ORDER_QTY: 5,
  }
  const { data, message: text } = await partner.send(message, 'RECEIPT', [{ ...line, ...extra }])
  expect(data?.DOCUMENTS, text).toHaveLength(1)
  return String(data.DOCUMENTS[0])
}

/** Texts that no response to this other key may contain. */
const secretsFrom = (of: Key, from: Key) =>
  of.wcode === from.wcode && of.owner === from.owner
    ? [of.message, of.number]
    : [of.message, of.number, of.item]

/** Body of each declared call about the work of a key. */
const bodies: Readonly<Record<string, (of: Key) => readonly object[]>> = {
  '/api/partner/messages': ({ item, message }) => [
    {
      KIND: 'RECEIPT',
      MESSAGE_NO: `${message}again`,
      LINES: [{ OWNER_ORDER_NO: 'PO', RECEIPT_DT: testDay, STOCK_CD: item, ORDER_QTY: 1 }],
    },
  ],
  '/api/partner/message': ({ message }) => [{ KIND: 'RECEIPT', MESSAGE_NO: message }],
  '/api/partner/results': () => [{}, { KINDS: ['RECEIPT', 'ADJUST', 'ORDER'] }],
  '/api/partner/acknowledge': () => [{ RESULT_NOS: [1, 2, 3] }],
  '/api/partner/stock': () => [{}],
}

const post = (partner: TestPartner, path: string, body: object, headers = {}) =>
  partner.call(path.replace('/api/partner/', ''), body, headers)

describe.each(partners.routes.map(({ path }) => path))('%s', (path) => {
  const callBodies = (of: Key) => bodies[path]?.(of) ?? []

  test('returns nothing of other warehouses, owners and partners to a key', async () => {
    for (const key of keys) {
      const others = keys.filter((other) => other !== key)
      for (const body of [key, ...others].flatMap(callBodies)) {
        const sent = JSON.stringify(body)
        const response = await post(key.partner, path, body)
        const text = JSON.stringify(response)
        const leaked = others
          .flatMap((other) => secretsFrom(other, key))
          .filter((mark) => text.includes(mark) && !sent.includes(mark))
        expect([path, body, leaked]).toEqual([path, body, []])
        expect(response.status).toBeLessThan(500)
      }
    }
  })

  test('responds only to the key of an active partner', async () => {
    expect(callBodies(keys[0] as Key)).not.toEqual([])
    const expectRefused = (response: PartnerAnswer) =>
      expect([response.status, response.code]).toEqual([401, 'TOKEN_UNKNOWN'])
    for (const key of keys.slice(0, 1)) {
      for (const body of callBodies(key)) {
        for (const authorization of ['', 'Bearer ', 'Basic x', `Bearer ${key.partner.token}x`]) {
          expectRefused(await post(key.partner, path, body, { authorization }))
        }
        for (const { id } of everyUser) {
          const { cookie } = await (await createSiteApp(site)).login(id)
          expectRefused(await post(key.partner, path, body, { authorization: '', cookie }))
        }
      }
    }
  })
})

describe('a key of a partner', () => {
  test('writes for its own warehouse and owner, regardless of those in the message', async () => {
    for (const [index, key] of keys.entries()) {
      for (const { wcode, owner } of ownerPlaces) {
        const name = `W-${index}-${wcode}-${owner}`
        const number = await send(key.partner, name, key.item, { WCODE: wcode, OWNER_CD: owner })
        const [row] = await site.db.query(sql`
          select wcode, owner_cd from receipt where receipt_no = ${number}`)
        expect([name, row]).toEqual([name, { wcode: key.wcode, owner_cd: key.owner }])
      }
    }
  })

  test('reads its stock and its results', async () => {
    for (const { partner, item, number } of keys) {
      const { data } = await partner.call('stock', {})
      expect(data.STOCK.map((row) => row['STOCK_CD'])).toContain(item)
      const fresh = await partner.call('results', { KINDS: ['RECEIPT'] })
      const all = fresh.data.RESULTS.map((row) => row['DOC_NO'])
      const [kept] = await site.db.query(sql`
        select from partner_message where direction_cd = 'OUT' and doc_no = ${number}`)
      expect(all.includes(number) || kept !== undefined).toBe(true)
    }
  })

  test('a key of a partner cannot call user routes', async () => {
    const [key] = keys
    for (const { path, access } of signedRoutes) {
      if (access === 'public') continue
      const headers = { authorization: `Bearer ${key?.partner.token}` }
      const response = await site.app.inject({ method: 'POST', url: path, payload: {}, headers })
      expect([path, response.statusCode]).toEqual([path, 401])
    }
  })

  test('becomes invalid with its profile, and when a new key is issued', async () => {
    for (const { partner, owner, wcode } of keys.slice(0, 2)) {
      const at = await site.login('admin', wcode)
      const PROFILE_CD = 'KEY'
      const TOKEN = await issueToken(at, { OWNER_CD: owner, PROFILE_CD })
      expect((await partner.call('stock', {})).status).toBe(401)
      const next = createPartnerClient(site, TOKEN)
      expect((await next.call('stock', {})).status).toBe(200)
      const setUsed = (yn: string) =>
        site.db.execute(sql`
          update partner_profile set use_yn = ${yn}
          where wcode = ${wcode} and owner_cd = ${owner} and profile_cd = ${PROFILE_CD}`)
      await setUsed('N')
      expect((await next.call('stock', {})).status).toBe(401)
    }
  })
})

describe('startup', () => {
  test.each([{ access: undefined }, { scope: undefined }, { access: '' }])(
    'rejects a partner call or page that declares %o',
    async (change) => {
      for (const list of ['routes', 'pages'] as const) {
        const [first] = partners[list]
        const broken: object = {
          ...partners,
          pages: [],
          routes: [],
          [list]: [{ ...first, ...change }],
        }
        const door = broken as PartnerInterface<Place & { code: string }>
        const app = fastify()
        await app.register(import('@fastify/rate-limit'), { global: false })
        await expect(addPartnerRoutes(app, site.db, door)).rejects.toThrow('does not start')
        await app.close()
      }
    },
  )

  test.each([
    [{}],
    [{ config: {} }],
    [{ config: { access: 'public' as const } }],
    [{ config: { scope: 'none' as const } }],
    [{ config: { ...openRoute, access: 'all' as never } }],
  ])('rejects a route added with %o', async (options) => {
    const here = fastify()
    requireDeclaredRoutes(here)
    await here.register(async (part) => {
      part.get('/declared', { config: openRoute }, () => ({}))
      part.get('/side-door', options, () => ({}))
    })
    await expect(here.ready()).rejects.toThrow('/side-door declares no')
  })
})

test('the server of a site does not start with an additional route', async () => {
  const app = await buildApp({
    db: site.db,
    logLevel: 'silent',
    settings: { dataDir: temporaryFolder() },
  })
  app.get('/api/side-door', () => ({}))
  await expect(app.ready()).rejects.toThrow('/api/side-door declares no access')
  await app.close()
})
