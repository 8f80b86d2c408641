import { expect } from 'vitest'
import type { Value } from '#kernel/field.ts'
import type { SaveResponse, TestSite, TestUser } from '#tests/support/app.ts'
import { addItem, checkAll, expectStock, addOrder, pickAll, runStep } from '#tests/support/floor.ts'

type Row = Record<string, Value>

export interface TwoWarehouses {
  readonly db: TestSite['db']
  readonly here: TestUser
  readonly there: TestUser
}

/** Users of both warehouses, with a supplier and two ship-tos. */
export async function createTwoWarehouses(site: TestSite): Promise<TwoWarehouses> {
  await site.db.script(`
    insert into ship_to (owner_cd, ship_to_cd, ship_to_nm) values
      ('HANBIT', 'NEAR', 'Near store'), ('HANBIT', 'FAR', 'Far store');
    insert into supplier (owner_cd, supplier_cd, supplier_nm) values ('HANBIT', 'MAKER', 'Maker')`)
  const here = await site.login('admin')
  return { db: site.db, here, there: await site.login('admin', 'W02') }
}

export function ok(response: SaveResponse): SaveResponse {
  expect(response.body.rows ?? [], response.body.message).toEqual([])
  expect(response.status, response.body.message).toBe(200)
  return response
}

export async function prepareShipment(
  user: TestUser,
  line: Row,
  SHIP_TO_CD: string,
): Promise<string> {
  const number = await addOrder(user, [line], { SHIP_TO_CD })
  await runStep(user, 'allocate', number)
  await runStep(user, 'mark-listed', number)
  await pickAll(user, number)
  await checkAll(user, number)
  await runStep(user, 'finish-check', number)
  return number
}

export async function ship(user: TestUser, line: Row, SHIP_TO_CD: string): Promise<string> {
  const number = await prepareShipment(user, line, SHIP_TO_CD)
  await runStep(user, 'ship', number)
  return number
}

export async function receive(
  { here }: TwoWarehouses,
  item: string,
  qty: number,
  LOT_NO: string,
): Promise<void> {
  const line = { STOCK_CD: item, ORDER_QTY: qty, LOT_NO }
  const RECEIPT_NO = await expectStock(here, [line], { SUPPLIER_CD: 'MAKER' })
  ok(
    await here.save('inbound/receive', [
      { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-001', NOW_QTY: qty, LOT_NO },
    ]),
  )
}

async function getBalance(user: TestUser, item: string, LOT_NO: string): Promise<string> {
  const [row] = await user.query('inventory/by-lot', { STOCK_CD: item, LOT_NO: `=${LOT_NO}` })
  return String(row?.['BALANCE_ID'])
}

/** Runs an operation on the stock of a lot in the first warehouse. */
export async function changeLotStock(
  { here }: TwoWarehouses,
  name: string,
  item: string,
  lot: string,
  row: Row,
): Promise<SaveResponse> {
  const BALANCE_ID = await getBalance(here, item, lot)
  return ok(await here.save(`inventory/${name}`, [{ BALANCE_ID, REASON: 'relabelled', ...row }]))
}

export async function sendToOtherLocation(
  { here }: TwoWarehouses,
  item: string,
  lot: string,
  WORK_QTY: number,
): Promise<void> {
  const search = { STOCK_CD: item, LOT_NO: `=${lot}`, DIRECTION_CD: 'OUT' }
  const [row] = await here.query('inventory/warehouse-transfers', search)
  ok(await here.save('inventory/transfer-warehouse', [{ ...row, WORK_QTY, TO_WCODE: 'W02' }]))
}

export async function sendToOther(
  site: TwoWarehouses,
  item: string,
  lot: string,
  WORK_QTY: number,
): Promise<void> {
  await sendToOtherLocation(site, item, lot, WORK_QTY)
  const search = { STOCK_CD: item, LOT_NO: `=${lot}`, DIRECTION_CD: 'IN' }
  const [row] = await site.there.query('inventory/warehouse-transfers', search)
  const arriving = { ...row, WORK_QTY, TO_CELL_CD: 'A-100' }
  ok(await site.there.save('inventory/transfer-warehouse', [arriving]))
}

/**
 * Receives 12 of ORG. 5 are shipped and 7 become NEW, of which 3 go to W02, where 2 are shipped.
 */
export async function createWorkedExample(site: TwoWarehouses, item: string): Promise<void> {
  await addItem(site.db, item, { lot_yn: 'Y' })
  await receive(site, item, 12, 'ORG')
  await ship(site.here, { STOCK_CD: item, ORDER_QTY: 5, LOT_NO: 'ORG' }, 'NEAR')
  await changeLotStock(site, 'transfer-lot', item, 'ORG', { WORK_QTY: 7, TO_LOT_NO: 'NEW' })
  await sendToOther(site, item, 'NEW', 3)
  await ship(site.there, { STOCK_CD: item, ORDER_QTY: 2, LOT_NO: 'NEW' }, 'FAR')
}
