import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasCheckDigit } from '#kernel/gs1/check-digit.ts'
import type { Value } from '#kernel/field.ts'
import { interpretScan } from '#ui/scanner/codes/scan-code.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { expectStock } from '#tests/support/floor.ts'
import { readPdfCodes, readZplCodes } from '#tests/support/read-labels.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

const request = (KIND_CD: string, NUMBER_COUNT: number): Row => ({ KIND_CD, NUMBER_COUNT })

async function issueNumbers(KIND_CD: string, NUMBER_COUNT: number): Promise<Row> {
  const response = await user.save('inventory/give-handling-numbers', [
    request(KIND_CD, NUMBER_COUNT),
  ])
  expect(response.status, response.body.message).toBe(200)
  return response.body.data.rows[0] ?? {}
}

async function printLabels(row: Row): Promise<string[]> {
  const response = await user.call('/api/print/inventory/handling-number-labels', { ROWS: [row] })
  expect(response.status, response.body.message).toBe(200)
  const isPdf = response.headers['content-type'] === 'application/pdf'
  const codes = isPdf
    ? await readPdfCodes(response.bytes)
    : await readZplCodes(response.bytes.toString('utf8'))
  return codes.flat().map((code) => {
    const [{ kind, value } = { kind: '', value: '' }] = interpretScan(code).parts
    return `${kind} ${value}`
  })
}

const batchRow = ({ BATCH_NO = null }: Row, extra: Row = {}): Row => ({ BATCH_NO, ...extra })

describe('new pallet and box numbers', () => {
  test('new numbers follow a sequence, print in both label formats and are read back by stations', async () => {
    const pallets = await issueNumbers('PALLET', 3)
    expect(pallets).toMatchObject({ FIRST_NO: 'PLT-000001', LAST_NO: 'PLT-000003' })
    const read = ['pallet PLT-000001', 'pallet PLT-000002', 'pallet PLT-000003']
    expect(await printLabels(batchRow(pallets))).toEqual(read)
    expect(await printLabels(batchRow(pallets, { FORMAT_CD: 'ZPL' }))).toEqual(read)
    const boxes = await issueNumbers('BOX', 1)
    expect(await printLabels(batchRow(boxes))).toEqual(['box BOX-000001'])
  })

  test('new numbers can be reprinted, all or a range', async () => {
    const [newest] = await user.query('inventory/handling-batches', { KIND_CD: 'PALLET' })
    expect(newest).toMatchObject({
      FIRST_NO: 'PLT-000001',
      LAST_NO: 'PLT-000003',
      NUMBER_COUNT: 3,
      CREATED_BY: 'admin',
    })
    const some = { FIRST_NO: 'PLT-000002', LAST_NO: 'PLT-000002' }
    expect(await printLabels(batchRow(newest ?? {}, some))).toEqual(['pallet PLT-000002'])
    const others = await user.call('/api/print/inventory/handling-number-labels', {
      ROWS: [batchRow(newest ?? {}, { FIRST_NO: 'PLT-000009' })],
    })
    expect([others.status, others.body.message]).toEqual([
      409,
      '발급한 번호가 아닙니다. 첫 번호와 마지막 번호를 확인하세요.',
    ])
  })

  test('new numbers stay the same for a repeated request and are never issued again', async () => {
    const key = randomUUID()
    const rows = [request('PALLET', 2)]
    const first = await user.save('inventory/give-handling-numbers', rows, key)
    const again = await user.save('inventory/give-handling-numbers', rows, key)
    expect(again.body).toEqual(first.body)
    expect(first.body.data.rows[0]).toMatchObject({ FIRST_NO: 'PLT-000004' })
    // A counter that was set back never reissues a number.
    await site.db.execute(sql`update auto_number set last_no = 0 where rule_cd = 'PALLET'`)
    expect(await issueNumbers('PALLET', 2)).toMatchObject({
      FIRST_NO: 'PLT-000006',
      LAST_NO: 'PLT-000007',
    })
    for (const change of [
      sql`update handling_number set place = 99`,
      sql`delete from handling_number`,
      sql`delete from handling_batch`,
    ]) {
      await expect(site.db.execute(change)).rejects.toThrow('given numbers stay')
    }
  })

  test('new numbers skip numbers that were typed on stock before', async () => {
    const RECEIPT_NO = await expectStock(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }])
    const typed = { PALLET_NO: 'PLT-000008', BOX_NO: 'BOX-000002', CELL_CD: 'A-007' }
    const received = { RECEIPT_NO, LINE_NO: 1, NOW_QTY: 1, ...typed }
    expect((await user.save('inbound/receive', [received])).status).toBe(200)
    expect(await issueNumbers('PALLET', 1)).toMatchObject({ FIRST_NO: 'PLT-000009' })
    expect(await issueNumbers('BOX', 1)).toMatchObject({ FIRST_NO: 'BOX-000003' })
  })

  test('new numbers never overlap between concurrent requests', async () => {
    const given = await Promise.all(Array.from({ length: 6 }, () => issueNumbers('BOX', 5)))
    const [{ n } = { n: 0 }] = await site.db.query<{ n: number }>(sql`
      select count(distinct handle_no)::integer n from handling_number
      where batch_no = any(${given.map((row) => String(row['BATCH_NO']))}::bigint[])`)
    expect(n).toBe(30)
  })

  test.each([
    ['PALLET', 0],
    ['PALLET', 501],
    ['CELL', 1],
  ])('a request for kind %s and count %i is rejected', async (kind, count) => {
    const response = await user.save('inventory/give-handling-numbers', [request(kind, count)])
    expect(response.status).toBe(422)
  })

  test('new numbers follow the SSCC rule with a check digit, until none remain', async () => {
    const change = async (extra: Row) => {
      const [rule = {}] = await user.query('system/number-rules', { RULE_CD: 'PALLET' })
      return user.save('system/save-number-rules', [{ ...rule, BATCH_FLAG: 'U', ...extra }])
    }
    const wrong = await change({ NEXT_PREFIX: 'PLT-', NEXT_PATTERN: 'SSCC' })
    expect(wrong.body.rows?.[0]).toMatchObject({ COLUMN: 'NEXT_PREFIX' })
    expect((await change({ NEXT_PREFIX: '0880123456', NEXT_PATTERN: 'SSCC' })).status).toBe(200)
    await site.db.execute(sql`
      update auto_number_rule set next_from_dt = '2020-01-01' where rule_cd = 'PALLET'`)
    const { FIRST_NO, ...given } = await issueNumbers('PALLET', 2)
    expect(FIRST_NO).toMatch(/^0880123456\d{8}$/)
    expect(hasCheckDigit(String(FIRST_NO))).toBe(true)
    const read = [FIRST_NO, given['LAST_NO']].map((number) => `handling-unit ${number}`)
    expect(await printLabels(batchRow(given))).toEqual(read)
    expect(await printLabels(batchRow(given, { FORMAT_CD: 'ZPL' }))).toEqual(read)
    await site.db.execute(sql`update auto_number set last_no = 9999999 where rule_cd = 'PALLET'`)
    const none = await user.save('inventory/give-handling-numbers', [request('PALLET', 1)])
    expect(none.status).toBe(409)
    expect(JSON.stringify(none.body)).toContain('SSCC 번호를 모두 사용했습니다.')
  })
})
