import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receive } from '#areas/inbound/operations/receiving.ts'
import { stock } from '#areas/master/tables/stock.ts'
import type { Value } from '#kernel/field.ts'
import { requiredMessage } from '#kernel/required.ts'
import { valueTexts } from '#kernel/value-texts.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { toRows, expectStock, rowErrors } from '#tests/support/floor.ts'
import { columnLabels } from '#tests/support/labels.ts'

const { fields } = stock

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => site.close())

type Row = Record<string, Value>

describe('value checks', () => {
  const item = (extra: Row): Row => ({
    BATCH_FLAG: 'I',
    OWNER_CD: 'HANBIT',
    STOCK_CD: 'VALUE',
    STOCK_NM: 'value',
    ...extra,
  })

  test.each<[string, Row, string]>([
    ['text in a number', { CBM: 'many' }, valueTexts.notNumber(fields.CBM.label, 'many').ko],
    [
      'too many decimals',
      { WEIGHT_KG: 1.2345 },
      valueTexts.tooManyDecimals(fields.WEIGHT_KG.label, 3).ko,
    ],
    ['less than the minimum', { BOX_QTY: -1 }, valueTexts.tooSmall(fields.BOX_QTY.label, 0.001).ko],
    [
      'more than the maximum',
      { BOX_QTY: 1e9 },
      valueTexts.tooLarge(fields.BOX_QTY.label, 999_999_999).ko,
    ],
    [
      'an unknown code',
      { UNIT_CD: 'CASE' },
      valueTexts.unknownCode(fields.UNIT_CD.label, 'CASE').ko,
    ],
    ['an invalid flag', { GOODS_YN: 'X' }, valueTexts.notFlag(fields.GOODS_YN.label).ko],
    [
      'a text that is too long',
      { STOCK_NM: '가'.repeat(201) },
      valueTexts.tooLong(fields.STOCK_NM.label, 200).ko,
    ],
    [
      'a code that is too long',
      { STOCK_CD: 'A'.repeat(31) },
      valueTexts.tooLong(fields.STOCK_CD.label, 30).ko,
    ],
    ['a blank required value', { STOCK_NM: '   ' }, requiredMessage(columnLabels.STOCK_NM).ko],
  ])('rejects %s at its column', async (_, more, text) => {
    const response = await user.save('master/save-stock', [item(more)])
    expect([response.status, rowErrors(response)]).toEqual([422, [[1, Object.keys(more)[0], text]]])
  })

  test.each(['20260230', '20261301', '2026113', '20250229', 'tomorrow'])(
    '%s is not a valid date',
    async (text) => {
      const rows = toRows({ RECEIPT_DT: text }, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }])
      const response = await user.save('inbound/save-receipts', rows)
      expect(rowErrors(response)).toEqual([
        [1, 'RECEIPT_DT', valueTexts.notDay(columnLabels.RECEIPT_DT, text).ko],
      ])
    },
  )

  test('a number too large for any column is rejected without a server error', async () => {
    const response = await user.save('master/save-stock', [item({ CBM: 1e14 })])
    expect(response.status).toBe(422)
  })

  test('normalizes Korean text to composed form and codes to plain capitals', async () => {
    const name = '한글 품목 Ａ'
    const row = item({
      STOCK_CD: ' ａｂ－０１ ',
      STOCK_NM: name.normalize('NFD'),
      BOX_QTY: '１２',
      REMARK: '  ',
    })
    expect((await user.save('master/save-stock', [row])).body.rows).toBeUndefined()
    const [kept] = await user.query('master/stock', { STOCK_CD: 'AB-01' })
    expect(kept).toMatchObject({ STOCK_NM: name, BOX_QTY: 12, REMARK: null })
  })

  test('a blank counts as no value', async () => {
    const row = item({ STOCK_CD: 'BLANK', USE_YN: ' ', CBM: '', UNIT_CD: '　' })
    expect((await user.save('master/save-stock', [row])).status).toBe(200)
    const [kept] = await user.query('master/stock', { STOCK_CD: 'BLANK' })
    expect(kept).toMatchObject({ USE_YN: 'Y', CBM: 0, UNIT_CD: 'EA' })
  })

  test('the last of two column mappings for one owner and screen wins', async () => {
    const rows = ['{"A":"B"}', '{"A":"C"}'].map((MAPPING) => ({
      OWNER_CD: 'GIFT',
      SCREEN: 'StockUpload',
      MAPPING,
    }))
    expect((await user.save('master/saveOwnerMapping', rows)).status).toBe(200)
    const [kept] = await user.query('master/ownerMapping', { OWNER_CD: 'GIFT' })
    expect(kept?.['MAPPING']).toBe('{"A":"C"}')
  })

  test('a step ignores the delete flag of its rows and validates them', async () => {
    const receipt = await expectStock(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 5 }])
    const row = { BATCH_FLAG: 'D', RECEIPT_NO: receipt, LINE_NO: 1, CELL_CD: 'A-001' }
    const response = await user.save('inbound/receive', [{ ...row, NOW_QTY: -5 }])
    expect(rowErrors(response)).toEqual([
      [1, 'NOW_QTY', valueTexts.tooSmall(receive.input.NOW_QTY.label, 0).ko],
    ])
  })
})
