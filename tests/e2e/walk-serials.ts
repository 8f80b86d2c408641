import { addItem, expectStock } from '#tests/support/floor.ts'
import { prepareAll, type WalkArguments, type Prepare, type WalkFloor } from './walk-floor.ts'

/** A receipt of one piece of an item that requires its serial at every posting. */
async function createReceipt(floor: WalkFloor) {
  const STOCK_CD = `WALK-SN${floor.next()}`
  await addItem(floor.db, STOCK_CD, { LOT_YN: 'N' })
  await floor.db.script(`update stock set serial_cd = 'ALL' where stock_cd = '${STOCK_CD}'`)
  const RECEIPT_NO = await expectStock(floor.user, [{ STOCK_CD, ORDER_QTY: 1 }])
  return { STOCK_CD, RECEIPT_NO, SERIALS: STOCK_CD }
}

async function receiveSerial(floor: WalkFloor): Promise<WalkArguments> {
  const { STOCK_CD, RECEIPT_NO } = await createReceipt(floor)
  const line = { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-001', NOW_QTY: 1, SERIALS: STOCK_CD }
  await floor.saved('inbound/receive', [line], 'RECEIPT_NO')
  return { STOCK_CD, SERIAL_NO: STOCK_CD }
}

export const serialPreparations: Readonly<Record<string, Prepare>> = {
  ...prepareAll(['inventory/serial-stock', 'inventory/serial-trace'], receiveSerial),
  'inbound/upload-serials': createReceipt,
}
