import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { priceQuantity } from '#areas/freight/rules/price-amount.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { rowErrors } from '#tests/support/floor.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => site.close())

type Row = Record<string, Value>

const line = (PRICE_CD: string, extra: Row = {}): Row => ({
  BATCH_FLAG: 'I',
  PRICE_CD,
  OWNER_CD: 'HANBIT',
  CHARGE_CD: 'OUT',
  UNIT_CD: 'EA',
  UNIT_PRICE: 100,
  FROM_DT: '20260101',
  ...extra,
})
const save = (...rows: Row[]) => user.save('freight/save-price-line', rows)
const prices = (search: Row) => user.query('freight/price-line', search)

test('overlapping lines with equal conditions are rejected at their row', async () => {
  expect((await save(line('OUT-1'))).status).toBe(200)
  const refused = rowErrors(await save(line('OTHER', { CHARGE_CD: 'PICK' }), line('OUT-2')))
  expect(refused).toEqual([
    [2, 'FROM_DT', '단가 OUT-1과 조건이 같고 기간이 겹칩니다. 기간이나 조건을 변경하세요.'],
  ])
  expect(
    rowErrors(await save(line('A', { CHARGE_CD: 'LOAD' }), line('B', { CHARGE_CD: 'LOAD' }))),
  ).toHaveLength(2)
  expect((await save(line('OUT-3', { SAMPLE_CD: 'Y' }))).status).toBe(200)
  expect((await save(line('OUT-U', { ORDER_KIND_CD: 'URGENT' }))).status).toBe(200)
  expect(rowErrors(await save(line('OUT-V', { ORDER_KIND_CD: 'URGENT' })))[0]?.[2]).toMatch(/OUT-U/)
  expect((await save(line('OUT-4', { STATE_CD: '10' }))).status).toBe(200)
})

test('a line can start the day after another ends', async () => {
  await save(line('HALF-1', { CHARGE_CD: 'LABEL', TO_DT: '20260630' }))
  expect((await save(line('HALF-2', { CHARGE_CD: 'LABEL', FROM_DT: '20260630' }))).status).toBe(422)
  expect((await save(line('HALF-2', { CHARGE_CD: 'LABEL', FROM_DT: '20260701' }))).status).toBe(200)
})

test('a line used in billing can only be changed by a new version', async () => {
  const typed = { CHARGE_CD: 'COUNT', UNIT_PRICE: 7 }
  await save(line('USED', typed))
  await site.db.script(`
    insert into bill_month (wcode, owner_cd, bill_month) values ('W01', 'HANBIT', '202601');
    insert into charge (wcode, owner_cd, charge_cd, service_dt, bill_month, cause_cd, doc_no, qty,
      unit_cd, price_id, amount, vat_cd, tax_rate, currency_cd, rounding_cd, created_by)
    select 'W01', 'HANBIT', 'COUNT', '20260105', '202601', 'COUNT', 'X', 1, 'EA', price_id, 7, 'TAX',
      10, 'KRW', '2', 'admin' from price_line where price_cd = 'USED'`)
  const [kept] = await prices({ PRICE_CD: 'USED' })
  expect(kept).toMatchObject({ USED_YN: 'Y' })
  const changed = await save({ ...kept, BATCH_FLAG: 'U', UNIT_PRICE: 8 })
  expect(rowErrors(changed)[0]?.[2]).toMatch(/버전을 올려/)
  await expect(
    site.db.execute(sql`update price_line set unit_price = 8 where price_cd = 'USED'`),
  ).rejects.toThrow(/billed by/)
  expect((await save(line('USED', { ...typed, VERSION_NO: 2, UNIT_PRICE: 8 }))).status).toBe(200)
})

test('invalid values are rejected at their column', async () => {
  const errors = async (extra: Row) => rowErrors(await save(line('BAD', extra)))[0]?.[1]
  expect(await errors({ CHARGE_CD: 'STORE' })).toBe('BASIS_CD')
  expect(await errors({ UNIT_CD: 'CELL' })).toBe('UNIT_CD')
  expect(await errors({ TIER_CD: 'WHOLE' })).toBe('TIERS')
  expect(await errors({ TIER_CD: 'WHOLE', TIERS: '5:1' })).toBe('TIERS')
  expect(await errors({ GROUP_CD: 'NONE' })).toBe('GROUP_CD')
  expect(await errors({ CHARGE_CD: 'COUNT', ORDER_KIND_CD: 'URGENT' })).toBe('ORDER_KIND_CD')
  expect(await errors({ CHARGE_CD: 'IN', ORDER_KIND_CD: 'RETURN' })).toBe('ORDER_KIND_CD')
  expect(await errors({ CHARGE_CD: 'STORE', BASIS_CD: 'DAY_END', UNIT_CD: 'DOC' })).toBe('UNIT_CD')
})

describe('database pricing and the pricing rule', () => {
  test('database pricing and the pricing rule agree over a thousand lines and quantities', async () => {
    const cases = Array.from({ length: 1000 }, (_, n) => {
      const tierCd = ([null, 'GRADUATED', 'WHOLE'] as const)[n % 3] ?? null
      return {
        qty: `${(n * 37) % 211}.${(n * 13) % 100}`,
        unitPrice: `${(n * 7) % 900}.${n % 4}`,
        tierCd,
        tiers: tierCd && `0:${(n % 50) + 1}, ${(n % 90) + 1}:${(n * 3) % 40}, 150:${n % 7}`,
        freeQty: String(n % 5 === 0 ? n % 30 : 0),
        minAmt: n % 4 === 0 ? String(n % 500) : null,
        maxAmt: n % 7 === 0 ? String(500 + (n % 5000)) : null,
        surcharge: String(n % 3 === 1 ? n % 300 : 0),
      }
    })
    const rows = await site.db.query<{ n: number; amount: string }>(sql`
      select c.n, trim_scale(charge_amount(jsonb_populate_record(null::price_line,
        jsonb_build_object('unit_price', c.v ->> 'unitPrice', 'tier_cd', c.v ->> 'tierCd', 'tiers',
          c.v ->> 'tiers', 'free_qty', c.v ->> 'freeQty', 'min_amt', c.v ->> 'minAmt', 'max_amt',
          c.v ->> 'maxAmt', 'cool_rate', c.v ->> 'surcharge', 'frozen_rate', 0, 'bonded_rate', 0,
          'over_rate', 0)),
        (c.v ->> 'qty')::numeric, 'COOL', 'FREE', 0))::text amount
      from jsonb_array_elements(${JSON.stringify(cases)}::jsonb) with ordinality c(v, n) order by n`)
    const expected = cases.map(({ qty, ...terms }) => priceQuantity(qty, terms).amount)
    expect(rows.map(({ amount }) => amount)).toEqual(expected)
  })
})
