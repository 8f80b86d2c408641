import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { menuEntries } from '#areas/menu-map.ts'
import { lookupPath } from '#kernel/lookup-path.ts'
import { partnerMenus } from '#server/auth/partner-menus.ts'
import { grantingRoutes } from '#server/auth/screen-routes.ts'
import type { Handler } from '#server/engine/handler.ts'
import { handlers, lookups } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addWorkOfBothOwners, type OtherOwner } from '#tests/support/both-owners.ts'
import { allActions, grantEverything } from '#tests/support/all-actions.ts'
import { readEvents } from '#tests/support/event-reader.ts'
import { expectStock } from '#tests/support/floor.ts'
import { createPartner } from '#tests/support/partner.ts'
import { validSaveValues } from '#tests/support/save-values.ts'
import { createSiteApp, type Reply, type SiteApp, type Visitor } from '#tests/support/site-app.ts'
import { listSiteRoutes } from '#tests/support/site-routes.ts'

/**
 * Six kinds of callers make every possible call on the work of two owners. Operations and lookups
 * are listed by the registry and routes by the server, so new calls are covered automatically.
 */
let site: TestSite
let admin: TestUser
let hanbit: OtherOwner
/** Texts found only in HANBIT's data. */
let marks: string[]
let file: string

const savePath = '/api/wms/comm/wmsCommon/saveProcedure'
/** Screens for owners' own staff, as sites grant them. */
const ownerScreens = menuEntries.map(({ route }) => route).filter((route) => /^C[A-Z]/.test(route))

/** Users restricted to GIFT: in the warehouse, at the owner and at a branch of the owner. */
const bound = ['customer', 'reader', 'agent'] as const

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  hanbit = await addWorkOfBothOwners(site, admin)
  for (const role of ['CUSTOMER', 'NOTHING']) await grantEverything(site, role)
  await site.db.execute(sql`insert into app_role (role_cd, role_nm) values ('READER', 'reader')`)
  await site.db.execute(sql`insert into role_menu (role_cd, menu_id, actions)
    select 'READER', menu, ${[...allActions]}::text[] from unnest(${ownerScreens}::text[]) menu`)
  await site.db.script(`
    insert into app_user (user_id, user_nm, password_hash)
      select name, name, password_hash from app_user, unnest(array['reader', 'agent']) name
      where user_id = 'customer';
    insert into user_role (user_id, role_cd) values ('reader', 'READER'), ('agent', 'CUSTOMER');
    insert into user_warehouse (user_id, wcode) values ('reader', 'W01'), ('agent', 'W01');
    insert into user_owner (user_id, owner_cd) values ('reader', 'GIFT'), ('agent', 'GIFT');
    insert into scm_partner (owner_cd, partner_cd, partner_nm, kind_cd)
      values ('GIFT', 'KIND-BR', 'branch', 'BRANCH');
    insert into scm_partner_user (owner_cd, partner_cd, user_id)
      values ('GIFT', 'KIND-BR', 'agent');
    insert into stock (owner_cd, stock_cd, stock_nm, valid_yn, lot_yn, goods_yn)
      values ('HANBIT', 'ONLY-HB', 'ONLY-HB', 'N', 'N', 'Y')`)
  const [kept] = await site.db.query<{ file_sn: string }>(sql`
    select file_sn from attached_file where owner_cd = 'HANBIT' limit 1`)
  file = kept?.file_sn ?? ''
  const { receipt, shipment, count, orders, bills, bonded } = hanbit
  const numbers = [receipt, shipment, count, orders.order, bonded.bondNo, bonded.error]
  marks = ['HANBIT', '한빛', 'ONLY-HB', file, bills.HANBIT.invoice, ...numbers]
})
afterAll(() => site.close())

const statusAndCode = ({ status, headers }: Reply) => [status, headers['x-error-code']]
const findLeaks = ({ bytes }: Reply, name: string) => {
  const text = bytes.toString('utf8')
  return marks.filter((mark) => text.includes(mark)).map((mark) => `${name}: ${mark}`)
}

const rowThatNames = () => ({
  ...validSaveValues,
  NO: 1,
  RECEIPT_NO: hanbit.receipt,
  SHIPMENT_NO: hanbit.shipment,
  DOC_NO: hanbit.receipt,
  JOB_NO: hanbit.count,
  SCM_NO: hanbit.orders.order,
  BOND_NO: hanbit.bonded.bondNo,
  INVOICE_NO: hanbit.bills.HANBIT.invoice,
})

interface Call {
  readonly path: string
  readonly body: object
}

/** Routes open without a login. */
const openToAll = [
  'GET /api/health',
  'GET /api/live',
  'GET /api/ready',
  'GET /api/unreadable-address',
  'GET /metrics',
  'POST /api/auth/find/password',
  'POST /api/auth/findMyId',
  'POST /api/auth/initPassword',
  'POST /api/auth/privacyPolicy',
  'POST /api/auth/register',
  'POST /api/file/logoImageDownload',
  'POST /api/login',
  'POST /api/login/passkey',
  'POST /api/login/passkey/ask',
  'POST /api/unreadable-address',
]

/** Excluded because sample pages in product texts mention a fictional owner. */
const reported = handlers.filter(({ operation }) => operation.name !== 'system/site-texts')

function getCalls({ operation }: Handler): Call[] {
  const { name, type } = operation
  if (type === 'query') {
    const COLUMNS = Object.keys(operation.output).map((key) => ({
      name: key,
      title: key,
      kind: 'text',
    }))
    const taken = { QUERY: name, FILE_NM: 'x', COLUMNS }
    return [
      { path: `/api/wms/${name}`, body: {} },
      { path: '/api/file/exportQuery', body: taken },
    ]
  }
  if (type === 'print') {
    return [
      { path: `/api/print/${name}`, body: { ROWS: [{ NO: 1 }] } },
      { path: '/oz80/server', body: { reportName: name, jsonData: [{ NO: 1 }] } },
    ]
  }
  return [
    { path: savePath, body: { PROCEDURE: name, ROWS: [{ NO: 1 }], DRY_RUN: 'Y' } },
    { path: '/api/file/templateDownload', body: { PROCEDURE: name } },
  ]
}

const valueHelpCalls = (): Call[] =>
  lookups.flatMap(({ name }) => [
    { path: lookupPath(name), body: { SEARCH: '' } },
    { path: '/api/code/select', body: { SEARCH: name, TEXT: '' } },
  ])

function listOtherRoutes(here: SiteApp): Call[] {
  const known = new Set(
    [...handlers.flatMap(getCalls), ...valueHelpCalls()].map(({ path }) => path),
  )
  const ends = new Set(['/api/login', '/api/logout'])
  const routes = listSiteRoutes(here.app).filter((siteRoute) => siteRoute.startsWith('POST '))
  const body = { SEARCH: 'RC-', fileSn: file, FILE_SN: file, IMPORT_NO: 1, MENU_ID: 'Home' }
  return routes
    .map((route) => route.slice('POST '.length))
    .filter((path) => !known.has(path) && !ends.has(path) && !path.startsWith('/api/partner/'))
    .map((path) => ({ path, body }))
}

async function callInBatches<T, R>(
  items: readonly T[],
  call: (item: T) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = []
  for (let index = 0; index < items.length; index += 8)
    answers.push(...(await Promise.all(items.slice(index, index + 8).map(call))))
  return answers
}

/** HANBIT data leaked in responses, and the number of successful responses. */
async function collectLeaks(who: Visitor, calls: readonly Call[]) {
  const found = await callInBatches(calls, async ({ path, body }) => {
    const response = await who.post(path, body, { 'idempotency-key': crypto.randomUUID() })
    return {
      isGiven: response.status < 300,
      leaked: findLeaks(response, `${path} ${response.status}`),
    }
  })
  return {
    leaked: found.flatMap(({ leaked }) => leaked),
    given: found.filter(({ isGiven }) => isGiven).length,
  }
}

describe('access by six kinds of callers', () => {
  const allCalls = () => [...reported.flatMap(getCalls), ...valueHelpCalls()]

  test('an administrator sees the other owner in most queries', async () => {
    const who = await (await createSiteApp(site)).login('admin')
    const owned = handlers.filter(
      ({ operation: { type, scope } }) => type === 'query' && scope.endsWith('owner'),
    )
    const silent = await callInBatches(owned, async ({ operation: { name } }) => {
      const response = await who.post(`/api/wms/${name}`)
      expect([name, response.status]).toEqual([name, 200])
      return findLeaks(response, name).length === 0 ? [name] : []
    })
    expect(silent.flat().length).toBeLessThan(owned.length / 5)
  })

  test('a warehouse clerk is denied every call in another warehouse', async () => {
    const who = await (await createSiteApp(site)).login('nobody')
    const open = await callInBatches(allCalls(), async ({ path, body }) => {
      const response = await who.post(path, body, { wcode: 'W02' })
      return statusAndCode(response)[1] === 'WAREHOUSE_DENIED' ? [] : [`${path} ${response.status}`]
    })
    expect(open.flat()).toEqual([])
  })

  test.each(bound)('%s, bound to one owner, receives nothing of the other', async (userId) => {
    const here = await createSiteApp(site)
    const who = await here.login(userId)
    const { leaked, given } = await collectLeaks(who, [...allCalls(), ...listOtherRoutes(here)])
    expect(leaked).toEqual([])
    expect(given).toBeGreaterThan(60)
    for (const response of [
      await who.get(`/api/file/fileDownload?fileSn=${file}`),
      await who.post('/api/file/base64ImageDownload', { fileSn: file }),
    ])
      expect(statusAndCode(response)).toEqual([404, 'FILE_UNKNOWN'])
  })

  test.each(bound)('%s prints nothing of the other owner', async (userId) => {
    const who = await (await createSiteApp(site)).login(userId)
    const prints = handlers.flatMap(({ operation }) =>
      operation.type === 'print' && operation.scope.endsWith('owner') ? [operation.name] : [],
    )
    const printed = await callInBatches(prints, async (name) => {
      const response = await who.post(`/api/print/${name}`, { ROWS: [rowThatNames()] })
      return response.status < 400 ? [`${name} ${response.status}`] : []
    })
    expect(printed.flat()).toEqual([])
  })

  test.each([
    ['reader', ownerScreens],
    ['agent', partnerMenus],
  ] as const)('%s can call exactly what its screens call', async (userId, screens) => {
    const who = await (await createSiteApp(site)).login(userId)
    const wrong = await callInBatches(handlers, async (handler) => {
      const [call] = getCalls(handler)
      if (!call) return []
      const { name, bound: stands } = handler.operation
      const response = await who.post(call.path, call.body)
      const isOpen =
        stands !== 'refused' &&
        grantingRoutes(handler.operation).some((grantingRoute) => screens.includes(grantingRoute))
      const isLet = statusAndCode(response)[1] !== 'FORBIDDEN'
      return isLet === isOpen ? [] : [`${name} ${response.status} ${isOpen ? 'shut' : 'open'}`]
    })
    expect(wrong.flat()).toEqual([])
  })

  test.each(bound)('%s receives no events of the other owner’s work', async (userId) => {
    const here = await createSiteApp(site)
    const address = await here.listen()
    const reader = await readEvents(address, (await here.login(userId)).cookie)
    const lines = [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }]
    const number = await expectStock(admin, lines)
    await expectStock(admin, lines, { OWNER_CD: 'GIFT' })
    const own = await reader.next(({ data }) => data['OPERATION'] === 'inbound/save-receipts')
    expect(own.data['OWNERS']).toEqual(['GIFT'])
    const passed = JSON.stringify(reader.passed)
    expect([...marks, number].filter((mark) => passed.includes(mark))).toEqual([])
  })

  test('a visitor and a partner’s system can reach only their own routes', async () => {
    const here = await createSiteApp(site)
    const named = listSiteRoutes(here.app).filter(
      (siteRoute) => !siteRoute.includes(' /api/partner/'),
    )
    const findOpenDoors = async (who: Visitor) => {
      const open = await callInBatches(named, async (each) => {
        const [method = '', path = ''] = each.split(' ')
        const response = method === 'GET' ? await who.get(path) : await who.post(path)
        return statusAndCode(response)[1] === 'SESSION_ENDED' ? [] : [each]
      })
      return open.flat().toSorted()
    }
    const visitorDoors = await findOpenDoors(here.visitor())
    expect(visitorDoors).toEqual(openToAll)
    const { token } = await createPartner(site, admin, { OWNER_CD: 'GIFT', PROFILE_CD: 'KIND' })
    const system = here.visitor({ authorization: `Bearer ${token}` })
    expect(await findOpenDoors(system)).toEqual(visitorDoors)
    const own = listSiteRoutes(here.app).filter((siteRoute) =>
      siteRoute.startsWith('POST /api/partner/'),
    )
    const line = { OWNER_ORDER_NO: hanbit.orders.order, STOCK_CD: 'ONLY-HB', ORDER_QTY: 1 }
    const body = { MESSAGE_NO: 'M-1', KIND: 'SHIPMENT', LINES: [line], RESULT_NOS: [1] }
    const bodies = own.map((path) => ({ path: path.slice('POST '.length), body }))
    expect(bodies.length).toBeGreaterThan(3)
    // Responses may contain values that the caller sent itself.
    const { leaked } = await collectLeaks(system, bodies)
    const sent = [line.OWNER_ORDER_NO, line.STOCK_CD]
    expect(leaked.filter((each) => !sent.some((one) => each.endsWith(`: ${one}`)))).toEqual([])
  })
})
