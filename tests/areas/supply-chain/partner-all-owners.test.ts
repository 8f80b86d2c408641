import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { grantEverything } from '#tests/support/all-actions.ts'
import { toRows, orderLine } from '#tests/support/floor.ts'
import { orderNow, createScmOrder, type Row } from './support.ts'

/**
 * User of branch BR1 of HANBIT who sees all owners. Another owner has a branch with the same code.
 */
let site: TestSite
let admin: TestUser
let wide: TestUser
let theirs: string
const REQUEST_DT = addDays(timestampAt(Date.now()).slice(0, 8), 7)
const head = { BRANCH_CD: 'BR1', REQUEST_DT }

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  await grantEverything(site, 'CUSTOMER')
  await site.db.script(`
    insert into stock (owner_cd, stock_cd, stock_nm) values ('GIFT', 'PLAIN', 'of gift')
      on conflict do nothing;
    insert into ship_to (owner_cd, ship_to_cd, ship_to_nm)
      values ('HANBIT', 'SHOP1', 's'), ('GIFT', 'SHOP1', 's');
    insert into scm_partner (owner_cd, partner_cd, partner_nm, kind_cd, ship_to_cd) values
      ('HANBIT', 'BR1', 'branch', 'BRANCH', 'SHOP1'), ('GIFT', 'BR1', 'branch', 'BRANCH', 'SHOP1');
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
      select 'wide', 'wide', password_hash, 'Y' from app_user where user_id = 'admin';
    insert into user_role (user_id, role_cd) values ('wide', 'CUSTOMER');
    insert into user_warehouse (user_id, wcode) values ('wide', 'W01');
    insert into scm_partner_user (owner_cd, partner_cd, user_id) values ('HANBIT', 'BR1', 'wide')`)
  theirs = await createScmOrder(admin, 'OUT', [orderLine('PLAIN', 2)], {
    ...head,
    OWNER_CD: 'GIFT',
  })
  wide = await site.login('wide')
})
afterAll(() => closeVerified(site))

test('a branch user enters orders of their branch, but none of another owner’s branch with the same code', async () => {
  const saveOrder = (OWNER_CD: string) =>
    wide.save('supply-chain/save-shipment-orders', [
      ...toRows({ ...head, PRIORITY: 5, OWNER_CD }, [orderLine('PLAIN', 1)]),
    ])
  expect((await saveOrder('HANBIT')).status).toBe(200)
  expect((await saveOrder('GIFT')).status).toBe(422)
})

test.each([
  ['cancel-orders', { REASON: 'x' }, 409],
  // The order has an owner whom the user must not know.
  ['save-shipment-orders', { ROW_TYPE: 'H', BATCH_FLAG: 'U', REMARK: 'mine' }, 422],
  ['save-shipment-orders', { ROW_TYPE: 'H', BATCH_FLAG: 'D' }, 422],
])(
  'a branch user cannot change an order of another owner by %s %j',
  async (name, values: Row, status) => {
    const before = await orderNow(admin, theirs)
    const row = { ...before, ...values, SCM_NO: theirs, DOC_REF: theirs }
    const response = await wide.save(`supply-chain/${name}`, [row])
    expect(response.status).toBe(status)
    expect(await orderNow(admin, theirs)).toEqual(before)
  },
)

test('a branch user sees only their own branch and its orders', async () => {
  for (const name of ['orders', 'order-lines', 'order-history', 'partner', 'open-lines']) {
    const owners = (await wide.query(`supply-chain/${name}`)).map((row) => row['OWNER_CD'])
    expect([name, owners.filter((owner) => (owner ?? 'HANBIT') !== 'HANBIT')]).toEqual([name, []])
  }
})

test('a branch user learns the names of neither staff nor other owners', async () => {
  const own = await createScmOrder(admin, 'OUT', [orderLine('PLAIN', 2)], head)
  const history = await wide.query('supply-chain/order-history', { SCM_NO: own })
  expect(history.length).toBeGreaterThan(0)
  expect(JSON.stringify(history)).not.toContain('admin')
  const missing = await wide.call('/api/missingGrant', { MENU_ID: 'Owner', ACTION: 'search' })
  expect(missing.status).toBe(200)
  expect(missing.body.message).not.toContain('admin')
  const owners = await wide.call('/api/code/select', { SEARCH: 'owner' })
  expect(owners.body.data.map((row) => row['CODE'])).toEqual(['HANBIT'])
})

test('a link binds the user to its owner until it is removed', async () => {
  const getOwner = async () => Reflect.get((await wide.call('/api/session')).body.data, 'ownerCd')
  expect(await getOwner()).toBe('HANBIT')
  const link = sql`('HANBIT', 'BR1', 'wide')`
  const countAccessEvents = async () =>
    (await site.db.query(sql`select from event_log where event_cd = 'access'`)).length
  const before = await countAccessEvents()
  await site.db.execute(sql`delete from scm_partner_user where user_id = 'wide'`)
  expect(await getOwner()).toBeNull()
  await site.db.execute(sql`
    insert into scm_partner_user (owner_cd, partner_cd, user_id) values ${link}`)
  expect(await getOwner()).toBe('HANBIT')
  expect(await countAccessEvents()).toBe(before + 2)
})
