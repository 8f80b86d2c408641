import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { rowErrors } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => site.close())

const generate = (extra: Record<string, string | number> = {}) =>
  user.save('master/generate-cells', [
    {
      ZONE_CD: 'A',
      PATTERN: 'G{AISLE}-{BAY:2}-{LEVEL}',
      AISLES: 'A-B',
      BAYS: '1-20',
      LEVELS: '1-5',
      CELL_TYPE_CD: 'FLOOR',
      MIX_CD: 'STOCK',
      PICK_SEQ: 5000,
      ...extra,
    },
  ])

test('cells of a pattern are created in one save, in picking order', async () => {
  const response = await generate()
  expect(response.body.message).toBe('셀 200개를 생성했습니다.')
  const cells = await user.query('master/cell', { CELL_CD: 'G%' })
  expect(cells).toHaveLength(200)
  const last = cells.find((row) => row['CELL_CD'] === 'GB-20-5')
  expect(last).toMatchObject({
    ZONE_CD: 'A',
    CELL_TYPE_CD: 'FLOOR',
    MIX_CD: 'STOCK',
    PICK_SEQ: 6990,
  })
})

test('one existing cell causes all cells to be rejected', async () => {
  const again = await generate({ AISLES: 'B-C' })
  expect(rowErrors(again)).toEqual([[1, 'PATTERN', '이미 있는 셀이 100개입니다 (GB-01-1 등).']])
  expect(await user.query('master/cell', { CELL_CD: 'GC%' })).toEqual([])
})

test.each([
  [{ ZONE_CD: 'NONE' }, 'ZONE_CD'],
  [{ AISLES: 'C-A' }, 'AISLES'],
])('%o is rejected at its field', async (more, column) => {
  expect(rowErrors(await generate(more)).map(([, at]) => at)).toEqual([column])
})
