import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookupPath } from '#kernel/lookup-path.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  await site.db.execute(sql`insert into stock (owner_cd, stock_cd, stock_nm) values
    ('GIFT', 'VH-1', '한빛 종합 Vitamin'), ('GIFT', 'VH-2', '할인 50% 세트'),
    ('HANBIT', 'VH-3', '종합 (세일)'), ('HANBIT', 'HB-9', '가방')`)
})
afterAll(() => site.close())

async function find(user: TestUser, SEARCH: string, extra = {}): Promise<unknown[]> {
  const { status, body } = await user.call(lookupPath('stock'), { SEARCH, ...extra })
  expect(status, SEARCH).toBe(200)
  return body.data.map((row) => row['CODE']).filter((code) => /^(VH|HB)-/.test(String(code)))
}

test.each([
  ['종합', ['VH-3', 'VH-1']],
  ['한빛종합', ['VH-1']],
  ['ㅎㅂ', ['VH-1']],
  ['ㅈㅎ', ['VH-3', 'VH-1']],
  ['한비', ['VH-1']],
  ['종합 v', ['VH-1']],
  ['gksqlc', ['VH-1']],
  ['ㅍㅑㅅ므', ['VH-1']],
  ['vh-', ['VH-1', 'VH-2', 'VH-3']],
  ['hb', ['HB-9']],
  ['ｖｈ－１', ['VH-1']],
])('the value help finds items by %s', async (typed, codes) => {
  expect(await find(admin, typed)).toEqual(codes)
})

test('disabled codes with the same prefix do not hide the best matches of a long list', async () => {
  await site.db.script(`insert into customer (customer_cd, customer_nm, biz_no, use_yn)
      select 'QZ' || to_char(n, 'fm0000'), '옛상사 ' || n, null, 'N' from generate_series(1, 300) n;
    insert into customer (customer_cd, customer_nm, biz_no) values
      ('QZ9998', '새벽상사', '1248100998'), ('QZ9999', '한강상사', null)`)
  const searchCodes = async (SEARCH: string, extra = {}) =>
    (await admin.call(lookupPath('customer'), { SEARCH, ...extra })).body.data.map(
      (row) => row['CODE'],
    )
  expect(await searchCodes('qz')).toEqual(['QZ9998', 'QZ9999'])
  for (const typed of ['QZ9998', '새벽상사', 'ㅅㅂㅅㅅ', '124-81-00998', 'toqur']) {
    expect(await searchCodes(typed), typed).toEqual(['QZ9998'])
  }
  for (const typed of ['qz9998', '새벽상사']) {
    expect(await searchCodes(typed, { EXACT: 'Y' }), typed).toEqual(['QZ9998'])
  }
  for (const typed of ['QZ999', '새벽', 'QZ0001', '상사']) {
    expect(await searchCodes(typed, { EXACT: 'Y' }), typed).toEqual([])
  }
})

test('search text is matched literally, never as a pattern', async () => {
  expect(await find(admin, '50%')).toEqual(['VH-2'])
  expect(await find(admin, '(세일)')).toEqual(['VH-3'])
  for (const text of ['%', '.', '\\', '[', '(', '*', 'V_']) {
    const codes = await find(admin, text)
    expect(codes.length, text).toBeLessThan(2)
  }
})

test('the value help shows no items of another owner', async () => {
  const customer = await site.login('customer')
  expect(await find(customer, 'ㅈㅎ')).toEqual(['VH-1'])
  expect(await find(customer, 'ㅈㅎ', { OWNER_CD: 'HANBIT' })).toEqual([])
})
