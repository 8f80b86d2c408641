import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { testStore } from '#tests/support/database.ts'
import { expectStock, rowErrors } from '#tests/support/floor.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
})
afterAll(() => site.close())

const findRule = async (RULE_CD: string) =>
  (await admin.query('system/number-rules', { RULE_CD }))[0] ?? {}
const changeRule = async (rule: string, extra: Record<string, Value>) =>
  admin.save('system/save-number-rules', [{ ...(await findRule(rule)), BATCH_FLAG: 'U', ...extra }])

const day = sql`(now() at time zone 'Asia/Seoul')::date`
const draw = (warehouse: string, db: Pick<TestSite['db'], 'query'> = site.db) =>
  db.query<{ no: string }>(sql`select next_numbers('RECEIPT', ${day}, 1, ${warehouse}) no`)
const makeCurrent = (rule: string) =>
  site.db.execute(sql`update auto_number_rule set next_from_dt = ${day} where rule_cd = ${rule}`)
const gaps = async () =>
  (await verifyLedger(site.db))
    .filter(({ name }) => name === 'No gaps in document numbers')
    .flatMap(({ breaches }) => breaches)

test('numbers with and without the warehouse, and under an earlier prefix, have no gaps', async () => {
  await expectStock(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }])
  await changeRule('RECEIPT', { NEXT_PREFIX: 'IN-', NEXT_PATTERN: 'WCODE-YYYYMMDD' })
  expect((await findRule('RECEIPT'))['THEN_THREE']).toMatch(/^IN-W01-\d{8}-0001, 0002, 0003$/)
  await makeCurrent('RECEIPT')
  const number = await expectStock(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }])
  expect(number).toMatch(/^IN-W01-\d{8}-0001$/)
  expect((await findRule('RECEIPT'))['NEXT_THREE']).toMatch(/^IN-W01-\d{8}-0002, 0003, 0004$/)
  await changeRule('RECEIPT', { NEXT_PREFIX: 'RX-', NEXT_PATTERN: 'NONE' })
  await makeCurrent('RECEIPT')
  expect(await expectStock(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }])).toBe('RX-0001')
  expect(await gaps()).toEqual([])
  await site.db.execute(sql`
    update auto_number set last_no = last_no + 1 where rule_cd = 'RECEIPT' and period = ''`)
  expect(await gaps()).toHaveLength(1)
})

test.runIf(testStore() === 'postgres')(
  'a save of one warehouse does not wait for the number of another',
  async () => {
    await changeRule('RECEIPT', { NEXT_PREFIX: 'IN-', NEXT_PATTERN: 'WCODE-YYYYMM' })
    await makeCurrent('RECEIPT')
    const drawn = Promise.withResolvers<string | undefined>()
    const other = Promise.withResolvers<undefined>()
    const held = site.db.transaction(async (tx) => {
      drawn.resolve((await draw('W01', tx))[0]?.no)
      await other.promise
    })
    expect(await drawn.promise).toMatch(/^IN-W01-\d{6}-0001$/)
    expect((await draw('W02'))[0]?.no).toMatch(/^IN-W02-\d{6}-0001$/)
    other.resolve(undefined)
    await held
  },
)

test('customers and payments, which belong to no warehouse, are not numbered by warehouse', async () => {
  for (const rule of ['CUSTOMER', 'PAYMENT'])
    expect(rowErrors(await changeRule(rule, { NEXT_PATTERN: 'WCODE-YYYY' }))).toEqual([
      [1, 'NEXT_PATTERN', expect.any(String)],
    ])
})
