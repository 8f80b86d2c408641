import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addItem, expectStock } from '#tests/support/floor.ts'
import {
  ok,
  receive,
  ship,
  createTwoWarehouses,
  createWorkedExample,
} from '#tests/support/lot-life.ts'
import type { TwoWarehouses } from '#tests/support/lot-life.ts'
import { readPdfText } from '#tests/server/print/pdf-text.ts'

let site: TestSite
let two: TwoWarehouses

beforeAll(async () => {
  site = await testSite()
  two = await createTwoWarehouses(site)
})
afterAll(() => closeVerified(site))

async function blockLot(STOCK_CD: string, search: Record<string, Value>): Promise<string> {
  const [row] = await two.here.query('inventory/recall-lots', { STOCK_CD, ...search })
  const response = ok(await two.here.save('inventory/block-recall', [row ?? {}]))
  return String(response.body.data.rows[0]?.['RECALL_NO'])
}

test('each ship-to that received recalled stock gets one letter with its own lines', async () => {
  await createWorkedExample(two, 'LETTER')
  const RECALL_NO = await blockLot('LETTER', { LOT_NO: '=ORG' })
  const recipients = await two.here.query('inventory/recall-recipients', { RECALL_NO })
  expect(recipients.map((row) => [row['SHIP_TO_CD'], row['SHIPPED_QTY'], row['OUT_QTY']])).toEqual([
    ['FAR', 2, 2],
    ['NEAR', 5, 5],
  ])
  const paper = await two.here.call('/api/print/inventory/recall-letters', { ROWS: recipients })
  expect(paper.status, paper.body.message).toBe(200)
  const [far = '', near = ''] = readPdfText(paper.bytes)
  expect([far, near].map((text) => /\bNEW\b/.test(text))).toEqual([true, false])
})

test('a letter states the returned quantity, and only recipients get one', async () => {
  const STOCK_CD = await addItem(site.db, 'LETTER-BACK', { lot_yn: 'Y' })
  await receive(two, STOCK_CD, 5, 'L1')
  const SHIPMENT_NO = await ship(two.here, { STOCK_CD, ORDER_QTY: 3 }, 'NEAR')
  const RECALL_NO = await blockLot(STOCK_CD, {})
  const back = [{ STOCK_CD, ORDER_QTY: 2, LOT_NO: 'L1', CELL_CD: 'A-002' }]
  const receipt = await expectStock(two.here, back, { ORDER_KIND_CD: 'RETURN', SHIPMENT_NO })
  ok(await two.here.save('inbound/receive-bulk', [{ RECEIPT_NO: receipt }]))
  const [row] = await two.here.query('inventory/recall-recipients', { RECALL_NO })
  expect(row).toMatchObject({ SHIPPED_QTY: 3, RETURNED_QTY: 2, OUT_QTY: 1 })
  const other = [{ RECALL_NO, SHIP_TO_CD: 'FAR' }]
  const paper = await two.here.call('/api/print/inventory/recall-letters', { ROWS: other })
  expect(paper.status).toBe(409)
})

test('a user bound to another owner sees no recipients and prints no letter', async () => {
  const STOCK_CD = await addItem(site.db, 'LETTER-SCOPE', { lot_yn: 'Y' })
  await receive(two, STOCK_CD, 5, 'L1')
  await ship(two.here, { STOCK_CD, ORDER_QTY: 1 }, 'NEAR')
  const RECALL_NO = await blockLot(STOCK_CD, {})
  await site.db.script(`insert into role_menu (role_cd, menu_id, actions)
    values ('CUSTOMER', 'RecallLetters', '{search,print}')`)
  const customer = await site.login('customer')
  expect(await customer.query('inventory/recall-recipients', { RECALL_NO })).toEqual([])
  const ROWS = [{ RECALL_NO, SHIP_TO_CD: 'NEAR' }]
  const paper = await customer.call('/api/print/inventory/recall-letters', { ROWS })
  expect(paper.status).toBe(409)
})

test.each([
  ['production date', 'MADE_DT', '20260110'],
  ['expiry date', 'VALID_DT', '20310501'],
  ['serial number', 'SERIAL_NO', 'sn-recall-1'],
] as const)('a lot is found by its %s', async (_, field, value) => {
  const STOCK_CD = await addItem(site.db, `LETTER-${field}`, { lot_yn: 'Y', valid_yn: 'Y' })
  const receiveLot = async (LOT_NO: string, MADE_DT: string, VALID_DT: string) => {
    const line = { STOCK_CD, ORDER_QTY: 2, LOT_NO, MADE_DT, VALID_DT }
    const RECEIPT_NO = await expectStock(two.here, [line])
    ok(await two.here.save('inbound/receive-bulk', [{ RECEIPT_NO }]))
  }
  await receiveLot('OTHER', '20260111', '20310502')
  await receiveLot('MEANT', '20260110', '20310501')
  if (field === 'SERIAL_NO') {
    const number = await ship(two.here, { STOCK_CD, ORDER_QTY: 1, LOT_NO: 'MEANT' }, 'NEAR')
    await site.db.script(`insert into shipment_match
      (shipment_no, line_no, match_cd, match_no, owner_cd, stock_cd, qty, created_by)
      values ('${number}', 1, 'SERIAL', 'SN-RECALL-1', 'HANBIT', '${STOCK_CD}', 1, 'admin')`)
  }
  const found = await two.here.query('inventory/recall-lots', {
    OWNER_CD: 'HANBIT',
    [field]: value,
  })
  const own = found.filter((row) => row['STOCK_CD'] === STOCK_CD)
  expect(own.map((row) => row['LOT_NO'])).toEqual(['MEANT'])
})
