import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { rowErrors } from '#tests/support/floor.ts'
import type { Row } from './support.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => closeVerified(site))

const sheet: readonly Row[] = [
  { SHEET_CD: 'BRANCH', CODE: 'N1', NAME: 'New branch', SHIP_TO_CD: 'ST1' },
  { SHEET_CD: 'ITEM', CODE: 'NEWITEM', NAME: 'New item' },
  { SHEET_CD: 'ITEM', CODE: 'NEWITEM2', NAME: 'New item 2' },
  {
    SHEET_CD: 'ORDER',
    CODE: 'NEWITEM',
    PARTNER_CD: 'N1',
    PARTNER_ORDER_NO: 'F1',
    REQUEST_DT: '20290110',
    ORDER_QTY: 3,
  },
  {
    SHEET_CD: 'ORDER',
    CODE: 'NEWITEM2',
    PARTNER_CD: 'N1',
    PARTNER_ORDER_NO: 'F1',
    REQUEST_DT: '20290110',
    ORDER_QTY: 5,
  },
].map((row, index) => ({ NO: index + 1, OWNER_CD: 'HANBIT', NAME: '이름', ...row }))

const upload = (ROWS: readonly Row[]) =>
  user.call(
    '/api/wms/comm/wmsCommon/saveProcedure',
    { PROCEDURE: 'supply-chain/upload-basic-data', ROWS, IMPORT: { FILE_NM: 'basic.xlsx' } },
    { 'idempotency-key': randomUUID() },
  )

test('one sheet creates branches, items and orders and is undone as a whole', async () => {
  const response = await upload(sheet)
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  expect(response.body.message).toBe('지점·협력사 1행, 품목 2행, 오더 2행을 저장했습니다.')
  const orders = () => user.query('supply-chain/orders', { PARTNER_ORDER_NO: 'F1' })
  expect(await orders()).toMatchObject([
    { BRANCH_CD: 'N1', LINE_COUNT: 2, SHIP_TO_CD: 'ST1', ORDER_QTY: 8 },
  ])
  const { data } = (await user.call('/api/import/list')).body
  const IMPORT_NO = data[0]?.['IMPORT_NO'] ?? null
  const undo = () =>
    user.call('/api/import/undo', { IMPORT_NO }, { 'idempotency-key': randomUUID() })
  const back = await undo()
  expect(back.status, JSON.stringify(back.body)).toBe(200)
  expect(await orders()).toMatchObject([{ STATE_CD: '90' }])
  // Master data of the cancelled order remains, but inactive.
  const [branch] = await user.query('supply-chain/partner', { PARTNER_CD: 'N1' })
  expect(branch).toMatchObject({ USE_YN: 'N' })
})

test('an invalid row is reported and nothing of the sheet is saved', async () => {
  const [branch, ...others] = sheet
  const bad = await upload([
    { ...branch, CODE: 'N2' },
    ...others.slice(0, 2),
    { ...others[2], ORDER_QTY: null },
  ])
  expect(rowErrors(bad)).toEqual([[4, 'ORDER_QTY', '오더 행에는 요청 항목이 필요합니다.']])
  const unknown = await upload([
    { ...branch, CODE: 'N3' },
    { ...others[2], NO: 2, CODE: 'NOSUCH', PARTNER_CD: 'N3', PARTNER_ORDER_NO: 'F9' },
  ])
  expect(rowErrors(unknown)[0]?.[1]).toBe('STOCK_CD')
  expect(await user.query('supply-chain/partner', { PARTNER_CD: 'N2,N3' })).toEqual([])
})

test('a sheet over the row limit is rejected with its row count and instructions', async () => {
  const response = await upload(Array.from({ length: 50_001 }, (_, index) => ({ NO: index + 1 })))
  expect(response.status).toBe(422)
  expect(response.body.message).toBe(
    '한 번에 1건부터 50,000건까지 저장할 수 있습니다(보낸 행 50,001건). 나누어 저장하세요.',
  )
})
