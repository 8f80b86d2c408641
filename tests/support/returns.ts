import { expect } from 'vitest'
import type { Value } from '#kernel/field.ts'
import type { Database } from '#server/db/database.ts'
import type { TestUser } from '#tests/support/app.ts'
import {
  addItem,
  checkAll,
  testDay,
  toRows,
  addOrder,
  pickAll,
  putStock,
  runStep,
} from '#tests/support/floor.ts'

type Row = Record<string, Value>

let itemCount = 0

export async function addStockedItem(db: Database, lot = '', columns: Row = {}): Promise<string> {
  itemCount += 1
  const item = await addItem(db, `RETURN-${itemCount}`, columns)
  await putStock(db, { item, qty: 20, lot })
  return item
}

/** Ships pieces of an item. `beforeCheck` runs between picking and checking. */
export async function shipItem(
  user: TestUser,
  item: string,
  qty: number,
  beforeCheck?: (number: string) => Promise<void>,
): Promise<string> {
  const number = await addOrder(user, [{ STOCK_CD: item, ORDER_QTY: qty }])
  for (const name of ['allocate', 'mark-listed']) await runStep(user, name, number)
  await pickAll(user, number)
  await beforeCheck?.(number)
  await checkAll(user, number)
  for (const name of ['finish-check', 'ship']) await runStep(user, name, number)
  return number
}

export function matchSerials(user: TestUser, NUMBERS: string) {
  return async (SHIPMENT_NO: string) => {
    const row = { SHIPMENT_NO, LINE_NO: 1, MATCH_CD: 'SERIAL', NUMBERS }
    expect((await user.save('outbound/tie-numbers', [row])).status).toBe(200)
  }
}

export const returnDocument = (item: string, qty: number, head: Row, line: Row = {}) =>
  toRows({ RECEIPT_DT: testDay, RETURN_KIND_CD: 'RETURN', ...head }, [
    { STOCK_CD: item, ORDER_QTY: qty, ...line },
  ])

export async function saveReturn(
  user: TestUser,
  item: string,
  qty: number,
  head: Row,
  line: Row = {},
): Promise<string> {
  const saved = await user.save('returns/save-returns', returnDocument(item, qty, head, line))
  expect(saved.body.rows ?? [], saved.body.message).toEqual([])
  expect(saved.status).toBe(200)
  return String(saved.body.data.rows[0]?.['RECEIPT_NO'])
}

export async function arriveByReceiving(
  user: TestUser,
  RECEIPT_NO: string,
  qty: number,
  extra: Row = {},
) {
  const row = { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-002', NOW_QTY: qty, ...extra }
  const response = await user.save('inbound/receive', [row])
  expect(response.body.rows ?? [], response.body.message).toEqual([])
  expect(response.status).toBe(200)
}
