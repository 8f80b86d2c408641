import fastify from 'fastify'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Value, WireRow } from '#kernel/field.ts'
import { defineProcedure, defineQuery, type Operation } from '#kernel/operation.ts'
import { grantingRoutes } from '#server/auth/screen-routes.ts'
import { userColumns } from '#server/engine/user-columns.ts'
import { handleProcedure, handleQuery, type Handler } from '#server/engine/handler.ts'
import { checkHandlers } from '#server/http/check-handlers.ts'
import { addRoutes, type Route } from '#server/http/route.ts'
import { handlers } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addWorkOfBothOwners, type OtherOwner } from '#tests/support/both-owners.ts'
import { searchesOfOneRecord } from '#tests/support/both-owners-billing.ts'
import { allActions, grantEverything } from '#tests/support/all-actions.ts'
import { getCorrection, foreignKeys } from '#tests/support/foreign-keys.ts'
import { sampledOperations } from '#tests/support/sampled-operations.ts'
import { validSaveValues } from '#tests/support/save-values.ts'
import { signedRoutes } from '#tests/support/signed-routes.ts'
import { testLabel } from '#tests/support/labels.ts'

const savePath = '/api/wms/comm/wmsCommon/saveProcedure'

let site: TestSite
let admin: TestUser
let hanbit: OtherOwner

/** Both owners have the same stock, documents and settings, so any leak is visible. */
beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  hanbit = await addWorkOfBothOwners(site, admin)
  await grantEverything(site, 'CUSTOMER')
})
afterAll(() => site.close())

function callWithoutFields(handler: Handler): [string, object] {
  const { name, type } = handler.operation
  if (type === 'query') return [`/api/wms/${name}`, {}]
  if (type === 'print') return [`/api/print/${name}`, { ROWS: [{ SHIPMENT_NO: 'NONE' }] }]
  return [savePath, { PROCEDURE: name, ROWS: [{ NO: 1 }], DRY_RUN: 'Y' }]
}

const errorCode = (response: { headers: Readonly<Record<string, unknown>> }) =>
  response.headers['x-error-code']

describe('access control', () => {
  const closed = signedRoutes.filter(({ access }) => access !== 'public').map(({ path }) => path)

  test.each([...closed, '/api/logout', '/api/file/readSpreadsheet'])(
    '%s requires a session',
    async (url) => {
      for (const cookie of ['', 'sid=', 'sid=not-a-session']) {
        const headers = { cookie }
        const response = await site.app.inject({ method: 'POST', url, payload: {}, headers })
        expect([response.statusCode, errorCode(response)]).toEqual([401, 'SESSION_ENDED'])
      }
    },
  )

  test('only login and logout are public', () => {
    const open = signedRoutes.filter(({ access }) => access === 'public').map(({ path }) => path)
    expect(open).toEqual(['/api/login', '/api/logout'])
  })

  test.each(closed)('%s is denied in a warehouse the user is not assigned to', async (path) => {
    const nobody = await getSession('nobody')
    const response = await nobody.call(path, {}, { wcode: 'W02' })
    expect([response.status, errorCode(response)]).toEqual([403, 'WAREHOUSE_DENIED'])
  })

  test.each(
    sampledOperations(
      'actions required',
      handlers.map((handler) => [handler.operation.name, handler] as const),
      ([name]) => name,
    ),
  )('%s requires its action on one of its menus', async (_, handler) => {
    const nobody = await getSession('nobody')
    const [path, body] = callWithoutFields(handler)
    const grant = async (menus: readonly string[], actions: readonly string[]) => {
      await site.db.execute(sql`delete from role_menu where role_cd = 'NOTHING'`)
      await site.db.execute(sql`insert into role_menu (role_cd, menu_id, actions)
          select 'NOTHING', menu, ${[...actions]}::text[] from unnest(${[...menus]}::text[]) menu`)
      const response = await nobody.call(path, body)
      return [response.status, errorCode(response)]
    }
    const { action } = handler.operation
    const menus = grantingRoutes(handler.operation)
    const other = allActions.filter((candidate) => candidate !== action)
    expect(menus).not.toEqual([])
    expect(await grant([], [])).toEqual([403, 'FORBIDDEN'])
    expect(await grant(menus, other)).toEqual([403, 'FORBIDDEN'])
    expect(await grant(['Home'], allActions)).toEqual([403, 'FORBIDDEN'])
    for (const menu of menus) expect(await grant([menu], [action])).not.toContain('FORBIDDEN')
    await site.db.execute(sql`delete from role_menu where role_cd = 'NOTHING'`)
  })

  test('a nonexistent procedure gets the same response as a forbidden one', async () => {
    const body = { PROCEDURE: 'master/drop-everything', ROWS: [{ NO: 1 }] }
    expect(errorCode(await admin.call(savePath, body))).toBe('FORBIDDEN')
    const template = { PROCEDURE: 'master/drop-everything' }
    expect(errorCode(await admin.call('/api/file/templateDownload', template))).toBe('FORBIDDEN')
  })
})

/** Staff rows with the user columns masked, as a customer sees them. */
async function getMasked(name: string, search: WireRow): Promise<WireRow[]> {
  const operation = handlers.find((handler) => handler.operation.name === name)?.operation
  const users = new Set(operation?.type === 'query' ? userColumns(operation) : [])
  const rows = await admin.query(name, search)
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        users.has(column) && !/^(?:|partner:.*)$/.test(String(value ?? '')) ? '-' : value,
      ]),
    ),
  )
}

/**
 * Queries grouped by user. For customers these groups are merged, and rows are not ordered by user.
 */
const byUser: Readonly<Record<string, string>> = {
  'reports/work-chart': 'LINE_COUNT',
  'reports/workers': 'ROW_COUNT',
}

/** Columns computed from the rows of the caller's owners only, as `bound-users.test.ts` checks. */
const fromOwnRows: Readonly<Record<string, readonly string[]>> = {
  'outbound/picks': ['WORK_HOURS'],
  'reports/picking': ['WORK_HOURS', 'LINES_PER_HOUR'],
  'tasks/slotting': ['TO_CELL_CD', 'TO_SEQ', 'GAIN'],
}

function expectAlike(name: string, own: readonly WireRow[], all: readonly WireRow[]): void {
  const counted = byUser[name]
  const sum = (rows: readonly WireRow[]) =>
    rows.reduce((total, row) => total + Number(row[counted ?? '']), 0)
  if (counted !== undefined) return expect(sum(own)).toBe(sum(all))
  const computed = new Set(fromOwnRows[name])
  const sortedRows = (rows: readonly WireRow[]) =>
    rows
      .map((row) => JSON.stringify(Object.entries(row).filter(([column]) => !computed.has(column))))
      .toSorted()
  expect(sortedRows(own)).toEqual(sortedRows(all))
}

const sessions = new Map<string, TestUser>()

async function getSession(userId: string): Promise<TestUser> {
  const known = sessions.get(userId) ?? (await site.login(userId))
  sessions.set(userId, known)
  return known
}

describe('startup checks of permission declarations', () => {
  const whole = {
    name: 'test/question',
    title: testLabel('Question'),
    menus: ['Owner'],
    action: 'search',
    scope: 'company',
    bound: 'open',
    search: {},
    output: {},
  } as const
  const handleChanged = (change: object) =>
    handleQuery(defineQuery({ ...whole, ...change }), 'v.x', () => sql`select 1 x`)

  test.each([
    ['no menus', { menus: undefined }, 'declares no'],
    ['an empty list of menus', { menus: [] }, 'declares no'],
    ['no grant', { menus: undefined }, 'operation test/question declares no menus'],
    [
      'an empty list of related operations',
      { menus: undefined, with: [] },
      'and no screen calls it',
    ],
    ['a route whose screen calls it', { name: 'master/owner' }, 'take Owner out of its menus'],
    ['no action', { action: undefined }, 'declares no'],
    ['no scope', { scope: undefined }, 'declares no scope'],
    ['a menu that is not in the menu map', { menus: ['Nowhere'] }, 'menu Nowhere is not'],
  ])('rejects an operation with %s', (_, change, message) => {
    expect(() => checkHandlers([handleChanged(change)])).toThrow(message)
  })

  test.each([
    ['a query of the warehouse', handleChanged({ scope: 'warehouse', bound: undefined })],
    ['a query of the entire site', handleChanged({ bound: undefined })],
    [
      'a procedure of the entire site',
      // @ts-expect-error -- the types require `bound` too
      handleProcedure(defineProcedure({ ...whole, bound: undefined, input: {} }), async () => ({})),
    ],
  ])('rejects %s that does not declare access for users bound to owners', (_, handler) => {
    expect(() => checkHandlers([handler])).toThrow('declares no bound')
  })

  test('rejects an operation with two handlers', () => {
    expect(() => checkHandlers([handleChanged({}), handleChanged({})])).toThrow('has two handlers')
    expect(() => checkHandlers(handlers)).not.toThrow()
  })

  test.each([{ access: undefined }, { scope: undefined }])('rejects a route with %o', (change) => {
    const access = { access: 'signed-in', scope: 'self', counts: 'none' } as const
    const declared = { path: '/x', ...access, body: z.unknown() }
    const broken = Object.assign({}, declared, { answer: async () => ({}) }, change)
    expect(() => addRoutes(fastify(), site.db, [broken as Route])).toThrow('declares no')
  })
})

const getName = ({ operation }: Handler): string => operation.name

describe('a customer bound to one owner', () => {
  const queries = handlers.filter(({ operation }) => operation.type === 'query')
  const owned = queries.filter(
    ({ operation: { name, scope } }) => scope.endsWith('owner') && !(name in searchesOfOneRecord),
  )

  test.each(sampledOperations('rows of one owner', owned.map(getName), String))(
    '%s shows only rows of that owner',
    async (name) => {
      const customer = await getSession('customer')
      const all = await admin.query(name)
      const own = await customer.query(name)
      expectAlike(name, own, await getMasked(name, { OWNER_CD: 'GIFT' }))
      expect(own.length).toBeGreaterThan(0)
      expect(all.length).toBeGreaterThan(own.length)
      expect(await customer.query(name, { OWNER_CD: 'HANBIT' })).toEqual([])
      expect(await customer.query(name, { OWNER_CD: '!=GIFT' })).toEqual([])
    },
  )

  const placed = owned.filter(({ operation }) => operation.scope === 'warehouse-owner')

  test.each(sampledOperations('rows of one warehouse', placed.map(getName), String))(
    '%s shows one warehouse at a time',
    async (name) => {
      expect(await admin.query(name)).not.toEqual([])
      const elsewhere = await admin.call(`/api/wms/${name}`, {}, { wcode: 'W02' })
      expect(elsewhere.body.data).toEqual([])
    },
  )

  test.each(Object.entries(searchesOfOneRecord))(
    '%s shows nothing of another owner, even if requested',
    async (name, searchOf) => {
      const customer = await getSession('customer')
      const [theirs, ours] = [searchOf(hanbit.bills.HANBIT), searchOf(hanbit.bills.GIFT)]
      const own = await customer.query(name, ours)
      expect(own).not.toEqual([])
      expectAlike(name, own, await getMasked(name, ours))
      expect(await admin.query(name, theirs)).not.toEqual([])
      expect(await customer.query(name, theirs)).toEqual([])
      expect([own, []]).toContainEqual(await customer.query(name))
      const elsewhere = await admin.call(`/api/wms/${name}`, theirs, { wcode: 'W02' })
      expect(elsewhere.body.data).toEqual([])
    },
  )

  test.each(['zone', 'cell'])('master/%s shows one warehouse at a time', async (name) => {
    for (const wcode of ['W01', 'W02']) {
      const { body } = await admin.call(`/api/wms/master/${name}`, {}, { wcode })
      expect(new Set(body.data.map((row) => row['WCODE']))).toEqual(new Set([wcode]))
    }
  })

  test.each(['owner', 'supplier', 'ship-to', 'stock'])(
    'the value help %s shows only entries of that owner',
    async (name) => {
      const customer = await getSession('customer')
      const pascal =
        { 'ship-to': 'ShipTo' }[name] ?? name.replace(/^./, (first) => first.toUpperCase())
      const queryBoth = async (who: TestUser, body: object) => {
        const path = `/api/pop/commonPopup/select${pascal}`
        const direct = (await who.call(path, body)).body.data
        const generic = await who.call('/api/code/select', { ...body, SEARCH: name })
        expect(generic.body.data).toEqual(direct)
        return direct.map((row) => row['OWNER_CD'] ?? row['CODE'])
      }
      expect(new Set(await queryBoth(admin, {}))).toEqual(new Set(['HANBIT', 'GIFT']))
      expect(new Set(await queryBoth(customer, {}))).toEqual(new Set(['GIFT']))
      if (name !== 'owner') expect(await queryBoth(customer, { OWNER_CD: 'HANBIT' })).toEqual([])
    },
  )

  const isOwnerScoped = ({ scope, bound }: Operation) =>
    scope.endsWith('owner') || (scope === 'warehouse' && bound === 'own')
  const saves = handlers.filter(
    ({ operation }) => operation.type === 'procedure' && isOwnerScoped(operation),
  )

  test.each(sampledOperations('saves by one owner', saves.map(getName), String))(
    '%s treats another owner’s rows like rows that do not exist',
    async (name) => {
      const operation = saves.find((save) => save.operation.name === name)?.operation
      const input = operation?.type === 'procedure' ? Object.keys(operation.input) : []
      const customer = await getSession('customer')
      const keys = Object.keys(foreignKeys(hanbit)).filter((key) => input.includes(key))
      if (/save-(receipts|shipments)/.test(name)) keys.push('DOC_REF')
      expect(keys).not.toEqual([])
      const byNumber = foreignKeys(hanbit)
      const attempt = async (pick: 0 | 1, key: string) => {
        const pair = byNumber[key]
        const named = pick === 0 ? (pair?.[0](name) ?? null) : (pair?.[1] ?? null)
        const other = { OWNER_CD: 'GIFT', DOC_REF: 'RC-NONE', RECEIPT_NO: null, SHIPMENT_NO: null }
        const row = {
          ...validSaveValues,
          ...other,
          ...getCorrection(hanbit, name, key),
          [key]: named,
        }
        const response = await customer.save(name, [row])
        const text = JSON.stringify([response.status, response.body])
        // Error messages contain no numeric IDs, and digits can occur anywhere, so only texts are
        // masked.
        const isMasked = typeof named === 'string' && /\D/.test(named)
        const plain = isMasked ? text.replaceAll(named, '?') : text
        return [response.status >= 400, plain]
      }
      for (const key of keys) {
        const theirs = await attempt(0, key)
        expect(theirs[0], String(theirs[1])).toBe(true)
        expect(theirs).toEqual(await attempt(1, key))
      }
    },
  )

  // Print-outs of the warehouse belong to no owner, and print-outs of users have their own test.
  const prints = handlers.flatMap(({ operation }) =>
    operation.type === 'print' && operation.scope.endsWith('owner') ? [operation] : [],
  )

  test.each(prints.map(({ name, input }) => [name, input] as const))(
    '%s prints nothing of another owner',
    async (name, input) => {
      const customer = await getSession('customer')
      const byNumber = foreignKeys(hanbit)
      const keys = Object.keys(byNumber).filter((key) => key in input)
      expect(keys).not.toEqual([])
      for (const key of keys) {
        const [theirs, none] = byNumber[key] ?? []
        const printNamed = (named: Value) =>
          customer.call(`/api/print/${name}`, {
            ROWS: [{ ...validSaveValues, DOC_NO: hanbit.receipt, [key]: named }],
          })
        const response = await printNamed(theirs?.(name) ?? null)
        expect([response.status, response.body]).toEqual([
          409,
          (await printNamed(none ?? null)).body,
        ])
      }
    },
  )
})

describe('current permissions', () => {
  test('a role change applies to the next request of a running session', async () => {
    const user = await site.login('nobody')
    const getZoneStatus = async () => (await user.call('/api/wms/master/zone', {})).status
    expect(await getZoneStatus()).toBe(403)
    await site.db.execute(sql`
      insert into role_menu (role_cd, menu_id, actions) values ('NOTHING', 'Zone', '{search}')`)
    expect(await getZoneStatus()).toBe(200)
    await site.db.execute(sql`delete from role_menu where role_cd = 'NOTHING'`)
    expect(await getZoneStatus()).toBe(403)
  })

  test('a user who is disabled or loses the warehouse is rejected on the next request', async () => {
    const user = await site.login('nobody')
    const getSessionStatus = async () => (await user.call('/api/session', {})).status
    await site.db.execute(sql`delete from user_warehouse where user_id = 'nobody'`)
    expect(await getSessionStatus()).toBe(403)
    await site.db.execute(sql`insert into user_warehouse values ('nobody', 'W01')`)
    expect(await getSessionStatus()).toBe(200)
    await site.db.execute(sql`update app_user set use_yn = 'N' where user_id = 'nobody'`)
    expect(await getSessionStatus()).toBe(401)
    await site.db.execute(sql`update app_user set use_yn = 'Y' where user_id = 'nobody'`)
  })
})
