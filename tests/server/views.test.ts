import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  await site.db.execute(sql`insert into user_role (user_id, role_cd) values ('nobody', 'CUSTOMER')`)
})
afterAll(() => site.close())

const CONTENT = {
  columns: [{ id: 'STOCK_CD', width: 200, hidden: false, frozen: true }],
  sort: [{ column: 'STOCK_CD', direction: 'desc' }],
  filters: [{ column: 'QTY', operator: 'Between', values: [1, 10] }],
}
const save = (who: TestUser, VIEW_NM: string, ROLE_CD: string | null = null, extra: object = {}) =>
  who.call('/api/view/save', { MENU_ID: 'InventoryByLot', VIEW_NM, ROLE_CD, CONTENT, ...extra })

async function listViews(who: TestUser): Promise<Record<string, unknown>[]> {
  const response = await who.call('/api/view/list', { MENU_ID: 'InventoryByLot' })
  return Reflect.get(response.body.data, 'VIEWS')
}

const describeViews = async (who: TestUser) =>
  (await listViews(who)).map((view) => [view['VIEW_NM'], view['USER_ID'], view['MINE']])

test('a saved view is returned unchanged, only to its owner until it is shared', async () => {
  expect((await save(admin, 'By expiry')).status).toBe(200)
  expect((await save(admin, 'For owners', 'CUSTOMER')).status).toBe(200)
  expect(await describeViews(admin)).toEqual([
    ['By expiry', 'admin', true],
    ['For owners', 'admin', true],
  ])
  // Customers do not see names of warehouse staff.
  expect(await describeViews(await site.login('customer'))).toEqual([['For owners', '-', false]])
  expect((await listViews(admin))[0]).toMatchObject({ CONTENT })
})

test('saving a view under the same name replaces it, and only its owner can delete it', async () => {
  const first = (await save(admin, 'Only one')).body.data
  const again = (await save(admin, 'Only one', 'CUSTOMER')).body.data
  expect(again).toEqual(first)
  const customer = await site.login('customer')
  const stolen = await customer.call('/api/view/delete', first)
  expect([stolen.status, stolen.headers['x-error-code']]).toEqual([404, 'VIEW_UNKNOWN'])
  expect((await admin.call('/api/view/delete', first)).status).toBe(200)
  expect((await describeViews(customer)).flat()).not.toContain('Only one')
})

test('users share views only with their roles, on permitted screens, with valid content', async () => {
  const customer = await site.login('customer')
  expect((await save(customer, 'Mine', 'CUSTOMER')).status).toBe(200)
  expect((await describeViews(await site.login('nobody'))).flat()).toContain('Mine')
  expect((await save(customer, 'Their role', 'ADMIN')).status).toBe(403)
  expect((await save(customer, 'Their screen', null, { MENU_ID: 'Cell' })).status).toBe(403)
  expect((await customer.call('/api/view/list', { MENU_ID: 'Cell' })).status).toBe(403)
  const nonsense = { CONTENT: { ...CONTENT, columns: [{ id: 'X', width: 'wide' }] } }
  expect((await save(customer, 'Rubbish', null, nonsense)).status).toBe(400)
  const filters = [{ column: 'QTY', operator: 'Unlike', values: [1] }]
  const unknown = { CONTENT: { ...CONTENT, filters } }
  expect((await save(customer, '모르는 연산자', null, unknown)).status).toBe(400)
})

test('a view that filters by owners reaches no user bound to others', async () => {
  const filterBy = (column: string, ...values: string[]) => ({
    CONTENT: { ...CONTENT, filters: [{ column, operator: 'In', values }] },
  })
  await save(admin, 'Of Gift', 'CUSTOMER', filterBy('OWNER_CD', 'GIFT', ''))
  await save(admin, 'Of both', 'CUSTOMER', filterBy('OWNER_CD', 'GIFT', 'HANBIT'))
  await save(admin, 'By name', 'CUSTOMER', filterBy('OWNER_NM', 'HANBIT Inc.'))
  const getViewNames = async (who: TestUser) =>
    (await listViews(who)).map((view) => view['VIEW_NM'])
  const customer = await getViewNames(await site.login('customer'))
  expect(customer).toContain('Of Gift')
  expect(customer).not.toContain('Of both')
  expect(customer).not.toContain('By name')
  expect(await getViewNames(await site.login('nobody'))).toEqual(
    expect.arrayContaining(['Of Gift', 'Of both', 'By name']),
  )
})

test('a view that filters by items reaches no user who sees fewer owners than its author', async () => {
  const filterBy = (column: string, operator: string, ...values: (string | number)[]) => ({
    CONTENT: { ...CONTENT, filters: [{ column, operator, values }] },
  })
  await save(admin, 'One item', 'CUSTOMER', filterBy('STOCK_CD', 'Like', 'HB-SECRET%'))
  await save(admin, 'One name', 'CUSTOMER', filterBy('STOCK_NM', '=', 'Secret mug'))
  await save(admin, 'Unknown column', 'CUSTOMER', filterBy('NO_SUCH', '=', 'Secret'))
  await save(admin, 'Few left', 'CUSTOMER', filterBy('QTY', '<', 10))
  await save(admin, 'Expiring', 'CUSTOMER', filterBy('VALID_DT', '<', '20270101'))
  await save(admin, 'Without item', 'CUSTOMER', filterBy('STOCK_NM', '=', ''))
  const customer = await site.login('customer')
  await save(customer, 'Own item', 'CUSTOMER', filterBy('STOCK_CD', '=', 'G1'))
  const getViewNames = async (who: TestUser) =>
    (await listViews(who)).map((view) => view['VIEW_NM'])
  const open = ['Few left', 'Expiring', 'Without item', 'Own item']
  const closed = ['One item', 'One name', 'Unknown column']
  expect(await getViewNames(customer)).toEqual(expect.arrayContaining(open))
  for (const name of closed) expect(await getViewNames(customer)).not.toContain(name)
  expect(await getViewNames(await site.login('nobody'))).toEqual(
    expect.arrayContaining([...open, ...closed]),
  )
})

test('a saved view keeps its groups, and a view without groups remains ungrouped', async () => {
  const groups = [{ column: 'OWNER_CD' }, { column: 'VALID_DT', period: 'month' }]
  await save(admin, 'Grouped', null, { CONTENT: { ...CONTENT, groups } })
  const grouped = (await listViews(admin)).find((view) => view['VIEW_NM'] === 'Grouped')
  expect(grouped).toMatchObject({ CONTENT: { ...CONTENT, groups } })
  const unknown = [{ column: 'VALID_DT', period: 'decade' }]
  const refused = await save(admin, 'By decade', null, { CONTENT: { ...CONTENT, groups: unknown } })
  expect(refused.status).toBe(400)
})

test('a view that filters by text reaches only users with access to all owners of its author', async () => {
  const filterBy = (column: string, ...values: (string | number)[]) => ({
    CONTENT: { ...CONTENT, filters: [{ column, operator: 'In', values }] },
  })
  await site.db.script(`
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select 'both', 'both', password_hash, 'N' from app_user where user_id = 'customer';
    insert into user_role (user_id, role_cd) values ('both', 'CUSTOMER');
    insert into user_warehouse (user_id, wcode) values ('both', 'W01');
    insert into user_owner (user_id, owner_cd) values ('both', 'GIFT'), ('both', 'HANBIT')`)
  const both = await site.login('both')
  await save(admin, 'By item', 'CUSTOMER', filterBy('STOCK_CD', 'LOTTED'))
  await save(admin, 'By item name', 'CUSTOMER', filterBy('STOCK_NM', 'Implant'))
  await save(both, 'By lot of both', 'CUSTOMER', filterBy('LOT_NO', 'L-1'))
  await save(admin, 'By quantity', 'CUSTOMER', filterBy('QTY', 5))
  await save(admin, 'By empty lot', 'CUSTOMER', filterBy('LOT_NO', ''))
  const customer = await site.login('customer')
  await save(customer, 'By own item', 'CUSTOMER', filterBy('STOCK_CD', 'PLAIN'))
  const getViewNames = async (who: TestUser) =>
    (await listViews(who)).map((view) => view['VIEW_NM'])
  const seenByCustomer = await getViewNames(customer)
  expect(seenByCustomer).toEqual(
    expect.arrayContaining(['By quantity', 'By empty lot', 'By own item']),
  )
  for (const hidden of ['By item', 'By item name', 'By lot of both']) {
    expect(seenByCustomer).not.toContain(hidden)
  }
  expect(await getViewNames(both)).toContain('By own item')
  expect(await getViewNames(await site.login('nobody'))).toEqual(
    expect.arrayContaining(['By item', 'By lot of both']),
  )
})

test('a view that filters by text reaches no user of another branch or partner', async () => {
  const place = { MENU_ID: 'ShipmentOrderMgtPartner' }
  const shareView = (who: TestUser, name: string, column: string, value: string) =>
    save(who, name, 'CUSTOMER', {
      ...place,
      CONTENT: { ...CONTENT, filters: [{ column, operator: '=', values: [value] }] },
    })
  await site.db.script(`
    insert into role_menu (role_cd, menu_id, actions)
      values ('CUSTOMER', 'ShipmentOrderMgtPartner', '{search}');
    insert into scm_partner (owner_cd, partner_cd, partner_nm, kind_cd)
      select 'HANBIT', p, p, 'PARTNER' from unnest(array['PT1', 'PT2']) p;
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select u, u, password_hash, 'N' from app_user, unnest(array['pt1', 'pt2']) u
      where user_id = 'customer';
    insert into user_role (user_id, role_cd) values ('pt1', 'CUSTOMER'), ('pt2', 'CUSTOMER');
    insert into user_warehouse (user_id, wcode) values ('pt1', 'W01'), ('pt2', 'W01');
    insert into user_owner (user_id, owner_cd) values ('pt1', 'HANBIT'), ('pt2', 'HANBIT');
    insert into scm_partner_user (owner_cd, partner_cd, user_id)
      values ('HANBIT', 'PT1', 'pt1'), ('HANBIT', 'PT2', 'pt2')`)
  const [first, second] = [await site.login('pt1'), await site.login('pt2')]
  await shareView(second, 'Of PT2', 'PARTNER_CD', 'PT2')
  await shareView(second, 'By day', 'REQUEST_DT', '20261130')
  await shareView(second, 'By owner', 'OWNER_CD', 'HANBIT')
  const getListedNames = async (who: TestUser) => {
    const response = await who.call('/api/view/list', place)
    const found: { VIEW_NM: string }[] = Reflect.get(response.body.data, 'VIEWS')
    return found.map(({ VIEW_NM }) => VIEW_NM).toSorted()
  }
  expect(await getListedNames(first)).toEqual(['By day', 'By owner'])
  expect(await getListedNames(second)).toEqual(['By day', 'By owner', 'Of PT2'])
})
