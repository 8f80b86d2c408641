import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { testDay, toRows, rowErrors } from '#tests/support/floor.ts'
import { requiredMessage } from '#kernel/required.ts'
import { columnLabels } from '#tests/support/labels.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => site.close())

type Row = Record<string, Value>

const owner = (OWNER_CD: string, extra: Row = {}): Row => ({
  BATCH_FLAG: 'I',
  OWNER_CD,
  OWNER_NM: 'New owner',
  ...extra,
})
const cell = (CELL_CD: string, extra: Row = {}): Row => ({
  BATCH_FLAG: 'I',
  CELL_CD,
  ZONE_CD: 'A',
  ...extra,
})

describe('field formats', () => {
  test.each([
    ['PHONE_NO', 'abc', '전화번호: 02-123-4567 또는 010-1234-5678 형식으로 입력하세요.'],
    ['EMAIL', 'kim@', '이메일: 이메일 주소 형식이 맞지 않습니다.'],
  ])('rejects an owner whose %s is %s, at its row and column', async (column, value, text) => {
    const response = await user.save('master/save-owner', [
      owner('SHAPE1'),
      owner('SHAPE2', { [column]: value }),
    ])
    expect([response.status, rowErrors(response)]).toEqual([422, [[2, column, text]]])
  })

  test('accepts Seoul, regional, mobile and empty phone numbers', async () => {
    const numbers = ['02-0000-1001', '02-123-4567', '031-123-4567', '010-1234-5678', null]
    const rows = numbers.map((PHONE_NO, index) => owner(`SHAPED${index}`, { PHONE_NO }))
    expect(rowErrors(await user.save('master/save-owner', rows))).toEqual([])
  })

  test('the same formats apply to suppliers and ship-tos', async () => {
    const phone = { BATCH_FLAG: 'I', OWNER_CD: 'HANBIT', PHONE_NO: '123' }
    const saves = [
      await user.save('master/save-supplier', [{ ...phone, SUPPLIER_CD: 'P', SUPPLIER_NM: 'x' }]),
      await user.save('master/save-ship-to', [{ ...phone, SHIP_TO_CD: 'P', SHIP_TO_NM: 'x' }]),
    ]
    for (const response of saves)
      expect(rowErrors(response)[0]?.slice(0, 2)).toEqual([1, 'PHONE_NO'])
  })
})

describe('errors of several rows', () => {
  test('field errors are reported together with unknown references and duplicate keys', async () => {
    const response = await user.save('master/save-cell', [
      cell('NEW-1', { ZONE_CD: 'NONE' }),
      cell('NEW-2', { USE_YN: 'X' }),
      cell('A-001'),
      cell('NEW-3', { ZONE_CD: 'NONE', LOCK_YN: 'X' }),
    ])
    expect(response.status).toBe(422)
    expect(rowErrors(response).map(([row, column]) => [row, column])).toEqual([
      [1, 'ZONE_CD'],
      [2, 'USE_YN'],
      [3, 'CELL_CD'],
      [4, 'LOCK_YN'],
      [4, 'ZONE_CD'],
    ])
  })

  test('an invalid line of one document is reported together with an unknown item of another', async () => {
    const rows = [
      ...toRows({ RECEIPT_DT: testDay }, [{ STOCK_CD: 'PLAIN', ORDER_QTY: -1 }], 'ONE'),
      ...toRows({ RECEIPT_DT: 'x' }, [{ STOCK_CD: 'NONE', ORDER_QTY: 1 }], 'TWO'),
      ...toRows(
        { RECEIPT_DT: testDay, OWNER_CD: null },
        [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }],
        'X',
      ),
    ]
    const reported = rowErrors(await user.save('inbound/save-receipts', rows))
    expect(reported.map(([row, column]) => [row, column])).toEqual([
      [2, 'ORDER_QTY'],
      [3, 'RECEIPT_DT'],
      [4, 'STOCK_CD'],
      [5, 'OWNER_CD'],
    ])
  })

  test('an order sheet reports its errors without follow-up errors in other rows', async () => {
    const order: Row = {
      OWNER_CD: 'HANBIT',
      SHIPMENT_DT: testDay,
      OWNER_ORDER_NO: 'FAULTS',
      STOCK_CD: 'PLAIN',
      STOCK_NM: 'x',
      ORDER_QTY: 1,
      SHIP_TO_CD: 'ST1',
    }
    const reported = rowErrors(
      await user.check('outbound/upload-shipments', [
        { ...order, SHIPMENT_DT: 'x' },
        order,
        { ...order, STOCK_CD: 'NONE' },
        { ...order, OWNER_ORDER_NO: 'FAULTS-2', SHIP_TO_CD: 'NONE' },
      ]),
    )
    expect(reported.map(([row, column]) => [row, column])).toEqual([
      [1, 'SHIPMENT_DT'],
      [3, 'STOCK_CD'],
      [4, 'SHIP_TO_CD'],
    ])
  })

  test('records of inaccessible owners are reported only as unknown', async () => {
    const customer = await site.login('customer')
    const rows = [owner('GIFT', { OWNER_NM: null }), owner('HANBIT')]
    const reported = rowErrors(await customer.save('master/save-owner', rows))
    expect(reported).toContainEqual([2, 'OWNER_CD', '등록되지 않은 화주입니다: HANBIT'])
    expect(reported.filter(([row]) => row === 2)).toHaveLength(1)
  })

  test('rejects an unknown BATCH_FLAG at its row', async () => {
    const response = await user.save('master/save-cell', [
      cell('X-1'),
      cell('A-002', { BATCH_FLAG: 'X' }),
    ])
    expect([response.status, rowErrors(response)]).toEqual([
      422,
      [[2, 'BATCH_FLAG', "BATCH_FLAG 'X': I(추가), U(수정), D(삭제) 중 하나여야 합니다."]],
    ])
    expect(await user.query('master/cell', { CELL_CD: 'X-1' })).toEqual([])
  })

  test('inserts a row without BATCH_FLAG, and never overwrites an existing one', async () => {
    const rows = [cell('X-2', { BATCH_FLAG: null })]
    expect((await user.save('master/save-cell', rows)).status).toBe(200)
    expect(await user.query('master/cell', { CELL_CD: 'X-2' })).toHaveLength(1)
    expect((await user.save('master/save-cell', rows)).status).not.toBe(200)
  })
})

describe('a database constraint', () => {
  test('a violation is reported at its row and column, for one row or many', async () => {
    await site.db.execute(sql`alter table cell add constraint cell_no_thirteen
      check (pick_seq is distinct from 9013)`)
    const rows = Array.from({ length: 40 }, (_, index) =>
      cell(`CHK-${index}`, { PICK_SEQ: 9000 + index }),
    )
    const response = await user.save('master/save-cell', rows)
    expect([response.status, response.headers['x-error-code']]).toEqual([422, 'VALUE_REFUSED'])
    expect(rowErrors(response)).toEqual([
      [14, 'PICK_SEQ', "피킹순서: '9013'은 저장할 수 없는 값입니다."],
    ])
    const alone = await user.save('master/save-cell', rows.slice(13, 14))
    expect(rowErrors(alone).map(([row, column]) => [row, column])).toEqual([[1, 'PICK_SEQ']])
  })

  test('a violation is reported at the line or the header that caused it', async () => {
    await site.db.execute(sql`alter table receipt_line add constraint line_no_ninety
      check (order_qty <> 99)`)
    await site.db.execute(sql`alter table receipt add constraint receipt_no_bad
      check (remark is distinct from 'bad')`)
    const save = async (REMARK: string, last: number) =>
      rowErrors(
        await user.save('inbound/save-receipts', [
          ...toRows({ RECEIPT_DT: testDay }, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }], 'ONE'),
          ...toRows(
            { RECEIPT_DT: testDay, REMARK },
            [{ STOCK_CD: 'PLAIN', ORDER_QTY: last }],
            'TWO',
          ),
        ]),
      ).map(([row, column]) => [row, column])
    expect(await save('good', 99)).toEqual([[4, 'ORDER_QTY']])
    expect(await save('bad', 1)).toEqual([[3, 'REMARK']])
    expect(await save('good', 1)).toEqual([])
  })

  test('a violated not-null constraint names the empty column', async () => {
    await site.db.execute(sql`alter table stock_group alter column remark set not null`)
    const rows = ['x', null].map((REMARK, index) => {
      return { BATCH_FLAG: 'I', OWNER_CD: 'HANBIT', GROUP_CD: `G${index}`, GROUP_NM: 'x', REMARK }
    })
    const response = await user.save('master/save-stock-group', rows)
    expect([response.status, rowErrors(response)]).toEqual([
      422,
      [[2, 'REMARK', requiredMessage(columnLabels.REMARK).ko]],
    ])
  })

  test('records in use are not deleted, and each one gives a reason', async () => {
    const owners = await user.query('master/owner')
    const deletedRow = (OWNER_CD: string): Row => {
      const row = owners.find((candidate) => candidate['OWNER_CD'] === OWNER_CD)
      return { OWNER_CD, VERSION: row?.['VERSION'] ?? 1, BATCH_FLAG: 'D' }
    }
    await user.save('master/save-owner', [owner('UNUSED')])
    const response = await user.save('master/save-owner', [
      { OWNER_CD: 'UNUSED', VERSION: 1, BATCH_FLAG: 'D' },
      deletedRow('HANBIT'),
      deletedRow('GIFT'),
    ])
    expect([response.status, response.headers['x-error-code']]).toEqual([409, 'REFERENCE'])
    expect(
      rowErrors(response).map(([row, , text]) => [row, /^(HANBIT|GIFT): .+/.test(text)]),
    ).toEqual([
      [2, true],
      [3, true],
    ])
    expect(await user.query('master/owner', { OWNER_CD: 'UNUSED' })).toHaveLength(1)
  })
})

test('a save without rows is rejected without advice to split it', async () => {
  const response = await user.check('master/save-zone', [])
  expect([response.status, response.headers['x-error-code']]).toEqual([422, 'ROW_COUNT'])
  // Advice to split the rows would contain the limit.
  expect(response.body.message).toMatch(/^\D+$/)
})

describe('too many rows', () => {
  test('a sheet is rejected with its row count and the limit', async () => {
    const response = await user.check(
      'outbound/upload-shipments',
      Array.from({ length: 50_001 }, () => ({})),
    )
    expect([response.status, response.body.message]).toEqual([
      422,
      '한 번에 1건부터 50,000건까지 저장할 수 있습니다(보낸 행 50,001건). 나누어 저장하세요.',
    ])
  })

  test('a save with a lower limit is rejected with that limit', async () => {
    const rows = Array.from({ length: 21 }, () => ({}))
    const response = await user.check('master/generate-cells', rows)
    expect([response.status, response.headers['x-error-code'], response.body.message]).toEqual([
      422,
      'ROW_COUNT',
      '한 번에 1건부터 20건까지 저장할 수 있습니다(보낸 행 21건). 나누어 저장하세요.',
    ])
  })
})
