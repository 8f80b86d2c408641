import { addItem, testDay, toRows, pickAll, putStock, runStep } from '#tests/support/floor.ts'
import {
  prepareAll,
  prepareNothing,
  type WalkArguments,
  type Prepare,
  type WalkFloor,
} from './walk-floor.ts'

const prepareStock: Prepare = (floor) => floor.addStock()

async function createTwoOrders(floor: WalkFloor): Promise<WalkArguments> {
  const { STOCK_CD } = await floor.addStock()
  const numbers: string[] = []
  for (const kind of ['receipt', 'shipment']) {
    const rows = toRows({ REQUEST_DT: '20301201' }, [{ STOCK_CD, ORDER_QTY: 1 }])
    numbers.push(await floor.saved(`supply-chain/save-${kind}-orders`, rows, 'SCM_NO'))
  }
  return { SCM_NO: numbers.join(',') }
}

async function createSerialOrder(floor: WalkFloor): Promise<WalkArguments> {
  const { STOCK_CD } = await floor.addStock()
  const rows = toRows({ REQUEST_DT: testDay }, [{ STOCK_CD, ORDER_QTY: 1 }])
  const SCM_NO = await floor.saved('supply-chain/save-serial-orders', rows, 'SCM_NO')
  const number = await floor.saved('supply-chain/accept-orders', [{ SCM_NO }], 'SHIPMENT_NO')
  for (const name of ['allocate', 'mark-listed']) await runStep(floor.user, name, number)
  await pickAll(floor.user, number)
  return { SCM_NO }
}

async function createLongStoredItem(floor: WalkFloor): Promise<WalkArguments> {
  const STOCK_CD = await addItem(floor.db, `OLD${floor.next()}`)
  await putStock(floor.db, { item: STOCK_CD, qty: 1, received: '20200101' })
  return { STOCK_CD }
}

export const supplyChainPreparations: Readonly<Record<string, Prepare>> = {
  ...prepareAll(
    ['receipt', 'shipment', 'serial'].map((kind) => `supply-chain/save-${kind}-orders`),
    prepareStock,
  ),
  'supply-chain/save-partner': prepareStock,
  'supply-chain/upload-basic-data': prepareNothing,
  'supply-chain/change-dates': createTwoOrders,
  ...prepareAll(
    ['boxes', 'serials', 'serial-lines'].map((name) => `supply-chain/${name}`),
    createSerialOrder,
  ),
  'supply-chain/long-stored': createLongStoredItem,
}
