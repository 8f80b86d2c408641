import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { handlers } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())

/** Ages all sessions so the last login was eleven minutes ago. */
const expireFreshness = () =>
  site.db.execute(sql`update session set created_at = now() - interval '11 minutes'`)
const save = (who: TestUser, PROCEDURE: string, row: Readonly<Record<string, Value>>) =>
  who.save(PROCEDURE, [row])
const getSessions = async (userId: string) =>
  (await site.db.query(sql`select from session where user_id = ${userId}`)).length

test('users can end their own sessions only after a recent login', async () => {
  const [elsewhere, here] = [await site.login('second'), await site.login('second')]
  const all = await here.query('freight/my-page', { KIND_CD: 'SESSION' })
  const row = { KIND_CD: 'SESSION', ITEM_ID: all.at(-1)?.['ITEM_ID'] ?? null }
  await expireFreshness()
  const refused = await save(here, 'freight/end-my-sessions', row)
  expect(refused.status).toBe(401)
  expect(refused.body.message).toBe('접속 종료: 본인 확인이 필요합니다.')
  expect(await getSessions('second')).toBe(2)
  // All other requests still succeed in both sessions.
  expect((await elsewhere.call('/api/wms/freight/my-page', {})).status).toBe(200)
  expect((await here.call('/api/wms/freight/my-page', {})).status).toBe(200)
  const again = await site.login('second')
  expect((await save(again, 'freight/end-my-sessions', row)).status).toBe(200)
  expect(await getSessions('second')).toBe(2)
})

test('administrators need a recent login to end sessions or reset second factors', async () => {
  const admin = await site.login('admin')
  await site.login('customer')
  await expireFreshness()
  for (const procedure of ['system/end-sessions', 'system/drop-factors']) {
    expect((await save(admin, procedure, { USER_ID: 'customer' })).status, procedure).toBe(401)
  }
  expect(await getSessions('customer')).toBe(1)
  const again = await site.login('admin')
  expect((await save(again, 'system/end-sessions', { USER_ID: 'customer' })).status).toBe(200)
  expect(await getSessions('customer')).toBe(0)
})

test('only ending sessions and replacing credentials requires a recent login', () => {
  const asking = handlers.flatMap(({ operation }) =>
    'asksLogin' in operation && operation.asksLogin ? [operation.name] : [],
  )
  expect(asking.toSorted()).toEqual([
    'freight/end-my-sessions',
    'system/drop-factors',
    'system/end-sessions',
    'system/issue-password',
  ])
})
