import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireRow } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { rowErrors } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(async () => site.close())

const format = {
  BATCH_FLAG: 'I',
  OWNER_CD: 'HANBIT',
  FORMAT_SEQ: 10,
  USE_YN: 'Y',
  PATTERN: 'HB{ITEM:8}{QTY:3}',
}
const save = (...rows: WireRow[]) =>
  user.save(
    'master/save-code-format',
    rows.map((row) => ({ ...format, ...row })),
  )
const names = async () =>
  (await user.query('master/code-format', { OWNER_CD: 'HANBIT' })).map((row) => row['FORMAT_NM'])

test('the formats of an owner are listed in their order', async () => {
  const first = { FORMAT_NM: 'piece', FORMAT_SEQ: 20 }
  const second = { FORMAT_NM: 'box', PATTERN: 'HX{ITEM:8}', SAMPLE_CODE: 'HX00000001' }
  expect((await save(first, second)).status).toBe(200)
  expect(await names()).toEqual(['box', 'piece'])
})

test('an invalid pattern and a sample that does not match are rejected at their columns', async () => {
  const response = await save(
    { FORMAT_NM: 'a', PATTERN: '{ITEM}' },
    { FORMAT_NM: 'b', SAMPLE_CODE: 'HB00000001' },
    { FORMAT_NM: 'c', PATTERN: 'HV{ITEM:3}{VALID:yyMMdd}', SAMPLE_CODE: 'HVABC261332' },
    { FORMAT_NM: 'd', OWNER_CD: 'NOBODY' },
  )
  expect(rowErrors(response)).toEqual([
    [1, 'PATTERN', '어느 코드에나 일치합니다. 고정된 문자나 길이를 입력하세요'],
    [2, 'SAMPLE_CODE', '예시 코드가 형식과 맞지 않습니다.'],
    [3, 'SAMPLE_CODE', '유통기한 값이 아닙니다: 261332'],
  ])
  expect(rowErrors(await save({ FORMAT_NM: 'd', OWNER_CD: 'NOBODY' }))[0]?.[1]).toBe('OWNER_CD')
  expect(await names()).toEqual(['box', 'piece'])
})

test('a format that another user changed first is not overwritten', async () => {
  const [row] = await user.query('master/code-format', { FORMAT_NM: 'box' })
  const changed = { BATCH_FLAG: 'U', FORMAT_NM: 'box', VERSION: Number(row?.['VERSION']) }
  expect((await save({ ...changed, PATTERN: 'HY{ITEM:8}' })).status).toBe(200)
  expect((await save({ ...changed, PATTERN: 'HZ{ITEM:8}' })).status).toBe(409)
  expect((await save({ ...changed, BATCH_FLAG: 'D', VERSION: 2 })).status).toBe(200)
  expect(await names()).toEqual(['piece'])
})
