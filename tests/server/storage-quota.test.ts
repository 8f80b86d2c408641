import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
})
afterAll(() => site.close())

const kb = 1024
const statusAndCode = ({ status, headers }: Awaited<ReturnType<TestUser['call']>>) => [
  status,
  headers['x-error-code'],
]

test('a setting is limited to 256 KB, counted in bytes', async () => {
  const save = (VALUE: string) => admin.call('/api/setting/save', { KEY: 'large', VALUE })
  expect((await save('x'.repeat(256 * kb - 2))).status).toBe(200)
  expect(statusAndCode(await save('x'.repeat(256 * kb - 1)))).toEqual([413, 'TOO_LARGE_TO_KEEP'])
  expect(statusAndCode(await save('가'.repeat(100 * kb)))).toEqual([413, 'TOO_LARGE_TO_KEEP'])
})

test('the settings of a user are limited to 4 MB in total, excluding replaced values', async () => {
  const user = await site.login('second')
  const save = (KEY: string) => user.call('/api/setting/save', { KEY, VALUE: 'x'.repeat(255 * kb) })
  for (let n = 0; n < 16; n += 1) expect((await save(`k${n}`)).status).toBe(200)
  const refused = await save('one more')
  expect(statusAndCode(refused)).toEqual([413, 'KEEP_QUOTA'])
  expect(refused.body.message).toContain('설정 보관 한도(2,000개, 4 MB)를 넘습니다')
  expect((await save('k3')).status).toBe(200)
  expect(
    (await (await site.login('customer')).call('/api/setting/save', { KEY: 'k', VALUE: 1 })).status,
  ).toBe(200)
})

test('the number of settings and views per user is limited', async () => {
  const user = await site.login('customer')
  await site.db.execute(sql`
    insert into user_setting (user_id, setting_key, setting_value)
    select 'customer', 'n' || n, '1' from generate_series(1, 2000) n`)
  const more = await user.call('/api/setting/save', { KEY: 'more', VALUE: 1 })
  expect(statusAndCode(more)).toEqual([413, 'KEEP_QUOTA'])
  await site.db.execute(sql`
    insert into grid_view (user_id, menu_id, grid_cd, view_nm, content)
    select 'customer', 'Owner', 'grid', 'n' || n, '{}' from generate_series(1, 500) n`)
  const view = { MENU_ID: 'Owner', VIEW_NM: 'x', CONTENT: { columns: [], sort: [], filters: [] } }
  expect(statusAndCode(await user.call('/api/view/save', view))).toEqual([413, 'KEEP_QUOTA'])
})

test('visits are recorded once a minute, and only for permitted screens', async () => {
  const user = await site.login('customer')
  for (const MENU_ID of ['Owner', 'Owner', 'Cell', 'nothing', 'Owner', 'InventoryByLot']) {
    expect((await user.call('/api/insertVisitLog', { MENU_ID })).status).toBe(200)
  }
  const getVisits = () => site.db.query(sql`select menu_id from visit_log order by menu_id`)
  expect(await getVisits()).toEqual([{ menu_id: 'InventoryByLot' }, { menu_id: 'Owner' }])
  await site.db.execute(sql`update visit_log set visited_at = now() - interval '1 minute'`)
  await user.call('/api/insertVisitLog', { MENU_ID: 'Owner' })
  expect((await getVisits()).length).toBe(3)
})
