import fastify from 'fastify'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Value } from '#kernel/field.ts'
import { defineQuery, type Action } from '#kernel/operation.ts'
import { label } from '#kernel/label.ts'
import { routesOf } from '#server/auth/routes-of.ts'
import { handleQuery, type Handler } from '#server/engine/handler.ts'
import { checkHandlers } from '#server/http/check-handlers.ts'
import { addRoutes, type Route } from '#server/http/route.ts'
import { handlers } from '#server/registry.ts'
import { testPassword, testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { workOfBothOwners, type OtherOwner } from '#tests/support/both-owners.ts'
import { saveValues } from '#tests/support/save-values.ts'
import { signedRoutes } from '#tests/support/signed-routes.ts'

const savePath = '/api/wms/comm/wmsCommon/saveProcedure'
const everyAction: readonly Action[] = ['search', 'save', 'delete', 'import', 'export', 'print']

let site: TestSite
let admin: TestUser
let hanbit: OtherOwner

/** The same stock, documents and settings for both owners, so that any leak has something to show. */
beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  hanbit = await workOfBothOwners(site, admin)
  await site.db.execute(sql`
    insert into role_menu (role_cd, menu_id, actions)
    select 'CUSTOMER', menu, ${[...everyAction]}::text[]
    from unnest(${[...new Set(handlers.flatMap(({ operation }) => routesOf(operation)))]}::text[]) menu
    on conflict (role_cd, menu_id) do update set actions = excluded.actions`)
})
afterAll(() => site.close())

/** A call of an operation that says nothing but its name. */
function bare(handler: Handler): [string, object] {
  const { name, type } = handler.operation
  if (type === 'query') return [`/api/wms/${name}`, {}]
  if (type === 'print') return [`/api/print/${name}`, { ROWS: [{ SHIPMENT_NO: 'NONE' }] }]
  return [savePath, { PROCEDURE: name, ROWS: [{ NO: 1 }], DRY_RUN: 'Y' }]
}

const code = (answer: { headers: Readonly<Record<string, unknown>> }) =>
  answer.headers['x-error-code']

describe('who may call what', () => {
  const closed = signedRoutes.filter(({ access }) => access !== 'public').map(({ path }) => path)

  test.each([...closed, '/api/logout', '/api/file/readSpreadsheet'])(
    '%s asks for a session',
    async (url) => {
      for (const cookie of ['', 'sid=', 'sid=not-a-session']) {
        const headers = { cookie }
        const answer = await site.app.inject({ method: 'POST', url, payload: {}, headers })
        expect([answer.statusCode, code(answer)]).toEqual([401, 'SESSION_ENDED'])
      }
    },
  )

  test('only the doors are open to everybody', () => {
    const open = signedRoutes.filter(({ access }) => access === 'public').map(({ path }) => path)
    expect(open).toEqual(['/api/login', '/api/logout'])
  })

  test.each(closed)('%s is shut in a warehouse the user is not bound to', async (path) => {
    const nobody = await sessionOf('nobody')
    const answer = await nobody.call(path, {}, { wcode: 'W02' })
    expect([answer.status, code(answer)]).toEqual([403, 'WAREHOUSE_DENIED'])
  })

  test.each(handlers.map((handler) => [handler.operation.name, handler] as const))(
    '%s needs its own action on one of its own menus',
    async (_, handler) => {
      const nobody = await sessionOf('nobody')
      const [path, body] = bare(handler)
      const grant = async (menus: readonly string[], actions: readonly string[]) => {
        await site.db.execute(sql`delete from role_menu where role_cd = 'NOTHING'`)
        await site.db.execute(sql`insert into role_menu (role_cd, menu_id, actions)
          select 'NOTHING', menu, ${[...actions]}::text[] from unnest(${[...menus]}::text[]) menu`)
        const answer = await nobody.call(path, body)
        return [answer.status, code(answer)]
      }
      const { action } = handler.operation
      const menus = routesOf(handler.operation)
      const other = everyAction.filter((one) => one !== action)
      expect(menus).not.toEqual([])
      expect(await grant([], [])).toEqual([403, 'FORBIDDEN'])
      expect(await grant(menus, other)).toEqual([403, 'FORBIDDEN'])
      expect(await grant(['Home'], everyAction)).toEqual([403, 'FORBIDDEN'])
      for (const menu of menus) expect(await grant([menu], [action])).not.toContain('FORBIDDEN')
      await site.db.execute(sql`delete from role_menu where role_cd = 'NOTHING'`)
    },
  )

  test('a procedure that does not exist is answered like one that is forbidden', async () => {
    const body = { PROCEDURE: 'master/drop-everything', ROWS: [{ NO: 1 }] }
    expect(code(await admin.call(savePath, body))).toBe('FORBIDDEN')
    const template = { PROCEDURE: 'master/drop-everything' }
    expect(code(await admin.call('/api/file/templateDownload', template))).toBe('FORBIDDEN')
  })
})

const sessions = new Map<string, TestUser>()

async function sessionOf(userId: string): Promise<TestUser> {
  const known = sessions.get(userId) ?? (await site.login(userId))
  sessions.set(userId, known)
  return known
}

describe('a server that leaves a permission open does not start', () => {
  const whole = {
    name: 'test/question',
    title: label('질문', 'Question'),
    menus: ['Owner'],
    action: 'search',
    scope: 'company',
    search: {},
    output: {},
  } as const
  const handled = (change: object) =>
    handleQuery(defineQuery({ ...whole, ...change }), 'v.x', () => sql`select 1 x`)

  test.each([
    ['no menus', { menus: undefined }, 'declares no'],
    ['an empty list of menus', { menus: [] }, 'declares no'],
    ['nothing that grants it', { menus: undefined }, 'operation test/question declares no menus'],
    ['nobody it goes with', { menus: undefined, with: [] }, 'and no screen calls it'],
    ['a route whose screen calls it', { name: 'master/owner' }, 'take Owner out of its menus'],
    ['no action', { action: undefined }, 'declares no'],
    ['no scope', { scope: undefined }, 'declares no scope'],
    ['a menu that is not in the menu map', { menus: ['Nowhere'] }, 'menu Nowhere is not'],
  ])('an operation with %s', (_, change, message) => {
    expect(() => checkHandlers([handled(change)])).toThrow(message)
  })

  test('an operation with two handlers', () => {
    expect(() => checkHandlers([handled({}), handled({})])).toThrow('has two handlers')
    expect(() => checkHandlers(handlers)).not.toThrow()
  })

  test.each([{ access: undefined }, { scope: undefined }])('a route with %o', (change) => {
    const declared = { path: '/x', access: 'signed-in', scope: 'self', body: z.unknown() } as const
    const broken = Object.assign({}, declared, { answer: async () => ({}) }, change)
    expect(() => addRoutes(fastify(), site.db, [broken as Route])).toThrow('declares no')
  })
})

describe('a customer bound to one owner', () => {
  const queries = handlers.filter(({ operation }) => operation.type === 'query')
  const owned = queries.filter(({ operation }) => operation.scope.endsWith('owner'))

  test.each(owned.map(({ operation }) => operation.name))(
    '%s shows that owner only',
    async (name) => {
      const customer = await sessionOf('customer')
      const all = await admin.query(name)
      const own = await customer.query(name)
      expect(own).toEqual(await admin.query(name, { OWNER_CD: 'GIFT' }))
      expect(own.length).toBeGreaterThan(0)
      expect(all.length).toBeGreaterThan(own.length)
      expect(await customer.query(name, { OWNER_CD: 'HANBIT' })).toEqual([])
      expect(await customer.query(name, { OWNER_CD: '!=GIFT' })).toEqual([])
    },
  )

  test.each(
    owned
      .filter(({ operation }) => operation.scope === 'warehouse-owner')
      .map(({ operation }) => operation.name),
  )('%s shows one warehouse at a time', async (name) => {
    expect(await admin.query(name)).not.toEqual([])
    const elsewhere = await admin.call(`/api/wms/${name}`, {}, { wcode: 'W02' })
    expect(elsewhere.body.data).toEqual([])
  })

  test.each(['zone', 'cell'])('master/%s shows one warehouse at a time', async (name) => {
    for (const wcode of ['W01', 'W02']) {
      const { body } = await admin.call(`/api/wms/master/${name}`, {}, { wcode })
      expect(new Set(body.data.map((row) => row['WCODE']))).toEqual(new Set([wcode]))
    }
  })

  test.each(['owner', 'supplier', 'ship-to', 'stock'])('value help of %s', async (name) => {
    const customer = await sessionOf('customer')
    const pascal =
      { 'ship-to': 'ShipTo' }[name] ?? name.replace(/^./, (first) => first.toUpperCase())
    const ask = async (who: TestUser, body: object) => {
      const path = `/api/pop/commonPopup/select${pascal}`
      const direct = (await who.call(path, body)).body.data
      const generic = await who.call('/api/code/select', { ...body, SEARCH: name })
      expect(generic.body.data).toEqual(direct)
      return direct.map((row) => row['OWNER_CD'] ?? row['CODE'])
    }
    expect(new Set(await ask(admin, {}))).toEqual(new Set(['HANBIT', 'GIFT']))
    expect(new Set(await ask(customer, {}))).toEqual(new Set(['GIFT']))
    if (name !== 'owner') expect(await ask(customer, { OWNER_CD: 'HANBIT' })).toEqual([])
  })

  /** What names the other owner's things in each save, and what names nothing at all. */
  const byNumber: Record<string, readonly [() => Value, Value]> = {
    RECEIPT_NO: [() => hanbit.receipt, 'RC-NONE'],
    SHIPMENT_NO: [() => hanbit.shipment, 'SH-NONE'],
    ALLOC_ID: [() => hanbit.alloc, 999_999],
    DOC_REF: [() => hanbit.receipt, 'RC-NONE'],
    OWNER_CD: [() => 'HANBIT', 'NOSUCH'],
    BALANCE_ID: [() => hanbit.balance, 999_999],
    REQUEST_NO: [() => hanbit.request, 999_999],
    DOC_NO: [() => hanbit.receipt, 'RC-NONE'],
    JOB_NO: [() => hanbit.count, 'ST-NONE'],
    MOVEMENT_NO: [() => hanbit.movement, 999_999],
    MESSAGE_ID: [() => hanbit.message, 999_999],
    TRANSFER_KEY: [() => `B${hanbit.balance}`, 'B999999'],
  }
  const saves = handlers.filter(
    ({ operation }) => operation.type === 'procedure' && operation.scope.endsWith('owner'),
  )

  test.each(saves.map(({ operation }) => operation.name))(
    '%s treats another owner’s rows like rows that do not exist',
    async (name) => {
      const operation = saves.find((one) => one.operation.name === name)?.operation
      const input = operation?.type === 'procedure' ? Object.keys(operation.input) : []
      const customer = await sessionOf('customer')
      const keys = Object.keys(byNumber).filter((key) => input.includes(key))
      if (/save-(receipts|shipments)/.test(name)) keys.push('DOC_REF')
      expect(keys).not.toEqual([])
      const attempt = async (pick: 0 | 1, key: string) => {
        const pair = byNumber[key]
        const named = pick === 0 ? (pair?.[0]() ?? null) : (pair?.[1] ?? null)
        const other = { OWNER_CD: 'GIFT', DOC_REF: 'RC-NONE', RECEIPT_NO: null, SHIPMENT_NO: null }
        const answer = await customer.save(name, [{ ...saveValues, ...other, [key]: named }])
        const text = JSON.stringify([answer.status, answer.body])
        const plain = typeof named === 'string' ? text.replaceAll(named, '?') : text
        return [answer.status >= 400, plain]
      }
      for (const key of keys) {
        const theirs = await attempt(0, key)
        expect(theirs[0], String(theirs[1])).toBe(true)
        expect(theirs).toEqual(await attempt(1, key))
      }
    },
  )

  test('prints nothing of another owner', async () => {
    const customer = await sessionOf('customer')
    for (const { operation } of handlers.filter((one) => one.operation.type === 'print')) {
      const ask = (SHIPMENT_NO: string) =>
        customer.call(`/api/print/${operation.name}`, { ROWS: [{ SHIPMENT_NO }] })
      const theirs = await ask(hanbit.shipment)
      expect([theirs.status, theirs.body]).toEqual([409, (await ask('SH-NONE')).body])
    }
  })
})

describe('rights as they stand now', () => {
  test('a change of role counts at the next call of a running session', async () => {
    const user = await site.login('nobody')
    const ask = async () => (await user.call('/api/wms/master/zone', {})).status
    expect(await ask()).toBe(403)
    await site.db.execute(sql`
      insert into role_menu (role_cd, menu_id, actions) values ('NOTHING', 'Zone', '{search}')`)
    expect(await ask()).toBe(200)
    await site.db.execute(sql`delete from role_menu where role_cd = 'NOTHING'`)
    expect(await ask()).toBe(403)
  })

  test('a user who is disabled, or loses the warehouse, is out at the next call', async () => {
    const user = await site.login('nobody')
    const ask = async () => (await user.call('/api/session', {})).status
    await site.db.execute(sql`delete from user_warehouse where user_id = 'nobody'`)
    expect(await ask()).toBe(403)
    await site.db.execute(sql`insert into user_warehouse values ('nobody', 'W01')`)
    expect(await ask()).toBe(200)
    await site.db.execute(sql`update app_user set use_yn = 'N' where user_id = 'nobody'`)
    expect(await ask()).toBe(401)
    await site.db.execute(sql`update app_user set use_yn = 'Y' where user_id = 'nobody'`)
  })
})

describe('what a browser is told', () => {
  test.each([
    [{ origin: 'https://elsewhere.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost.elsewhere.example' }],
    [{ 'sec-fetch-site': 'cross-site' }],
  ])('a page of another site may not write: %o', async (headers) => {
    for (const { path } of signedRoutes) {
      const answer = await admin.call(path, {}, headers)
      expect([path, answer.status, code(answer)]).toEqual([path, 403, 'FOREIGN_ORIGIN'])
    }
  })

  test('the own page may write', async () => {
    const headers = { host: 'wms.local:3000', origin: 'http://wms.local:3000' }
    const own = { ...headers, 'sec-fetch-site': 'same-origin' }
    expect((await admin.call('/api/session', {}, own)).status).toBe(200)
  })

  test('answers carry the headers that keep other sites out, refusals too', async () => {
    const answers = [
      await admin.call('/api/session', {}),
      await admin.call('/api/wms/master/owner', {}, { wcode: 'W99' }),
      await site.app.inject({ method: 'GET', url: '/api/health' }),
    ]
    for (const { headers } of answers) {
      expect(String(headers['content-security-policy']).split(';')).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "frame-ancestors 'none'",
          "object-src 'none'",
          "base-uri 'none'",
          "form-action 'self'",
        ]),
      )
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'no-store',
        'x-build-id': 'no-page',
      })
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  test('the session cookie is out of reach of scripts and of other sites', async () => {
    const p = `second|W01|${testPassword}`
    const answer = await site.app.inject({ method: 'POST', url: '/api/login', payload: { p } })
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(answer.body).not.toContain(cookie.slice(4, 47))
  })

  test('a failure of the server shows neither statement nor place, and is kept for us', async () => {
    await site.db.script('alter table visit_log rename to visit_log_away')
    const answer = await admin.call('/api/insertVisitLog', { MENU_ID: 'Owner' })
    await site.db.script('alter table visit_log_away rename to visit_log')
    expect([answer.status, code(answer)]).toEqual([500, 'SERVER_ERROR'])
    expect(Object.keys(answer.body)).toEqual(['message', 'rows'])
    expect(JSON.stringify(answer.body)).not.toMatch(/visit_log|insert|select|\.ts|at |node:/)
    const [kept] = await site.db.query(sql`select * from error_log order by error_no desc limit 1`)
    expect(kept).toMatchObject({ path: '/api/insertVisitLog', error_code: 'SERVER_ERROR' })
    expect(String(kept?.['detail'])).toContain('visit_log')
    const [listed] = await admin.query('system/errors', { PATH: 'insertVisitLog' })
    expect(listed).toMatchObject({ ERROR_CODE: kept?.['error_code'] })
    expect(String(listed?.['DETAIL'])).toContain('visit_log')
  })
})
