import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lookupPath } from '#kernel/lookup-path.ts'
import { codeRoutes } from '#server/http/code-routes.ts'
import { handlers, lookups } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { grantEverything } from '#tests/support/all-actions.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
  await site.db.script(`
    insert into app_role (role_cd, role_nm) values ('ONE', 'o'), ('EVERY', 'e');
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select n, n, password_hash, 'N' from app_user, unnest(array['one', 'gift', 'every']) n
      where user_id = 'admin';
    update app_user set all_owners_yn = 'Y' where user_id = 'every';
    insert into user_owner (user_id, owner_cd) values ('one', 'GIFT'), ('gift', 'GIFT');
    insert into user_role (user_id, role_cd)
      values ('one', 'ONE'), ('gift', 'EVERY'), ('every', 'EVERY');
    insert into user_warehouse (user_id, wcode)
      values ('one', 'W01'), ('gift', 'W01'), ('every', 'W01')`)
  await grantEverything(site, 'EVERY')
  const popups = lookups.flatMap(({ menus = [] }) => menus)
  await site.db.execute(sql`insert into role_menu (role_cd, menu_id, actions)
    select 'EVERY', menu, '{search}' from unnest(${popups}::text[]) menu on conflict do nothing`)
})
afterAll(() => site.close())

const generic = ['/api/code/select', '/api/wms/comm/wmsCommon/selectDyanamicContext']

/** Status of a value help on its own route and on both generic ones. */
async function getStatuses(user: TestUser, name: string): Promise<number[]> {
  const own = await user.call(lookupPath(name), {})
  const others = generic.map((path) => user.call(path, { SEARCH: name, TEXT: '' }))
  return [own, ...(await Promise.all(others))].map(({ status }) => status)
}

async function getPermitted(user: TestUser): Promise<string[]> {
  const found = []
  for (const { name } of lookups) {
    const [status, ...others] = await getStatuses(user, name)
    expect([name, ...others]).toEqual([name, status, status])
    if (status === 200) found.push(name)
    else expect([name, status]).toEqual([name, 403])
  }
  return found.toSorted()
}

describe('value helps', () => {
  test('a user without screens can use none', async () => {
    expect(await getPermitted(await site.login('nobody'))).toEqual([])
  })

  test.each([
    ['CInventoryByLot', ['owner', 'stock', 'stock-unit']],
    ['Zone', ['owner']],
    ['MdmCurrencyMgt', []],
    ['Supplier', ['owner']],
  ])('a user of the screen %s can use the value helps of its fields', async (menu, names) => {
    await site.db.execute(sql`delete from role_menu where role_cd = 'ONE'`)
    await site.db.execute(sql`
      insert into role_menu (role_cd, menu_id, actions) values ('ONE', ${menu}, '{search}')`)
    expect(await getPermitted(await site.login('one'))).toEqual(names)
  })

  test('a user bound to an owner cannot use the value helps of other customers and the organization', async () => {
    const [gift, every] = [await site.login('gift'), await site.login('every')]
    const [less, all] = [await getPermitted(gift), await getPermitted(every)]
    expect(all).toEqual(lookups.map(({ name }) => name).toSorted())
    expect(all.filter((name) => !less.includes(name))).toEqual([
      'branch',
      'corp',
      'customer',
      'customer-abbr',
      'menu-group',
      'organization',
      'schedule-kind',
    ])
  })
})

test('a value help of rows without an owner must declare access for users bound to owners', () => {
  const lookup: object = { name: 'x', scope: 'company', select: sql`select` }
  expect(() => codeRoutes([lookup as (typeof lookups)[number]], handlers)).toThrow(
    'declares no bound',
  )
})
