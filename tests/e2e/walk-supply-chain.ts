import { addItem, day, document, pickAll, putGoods, step } from '#tests/support/floor.ts'
import { all, nothing, type Found, type Prepare, type WalkFloor } from './walk-floor.ts'

const goods: Prepare = (floor) => floor.goods()

async function twoOrders(floor: WalkFloor): Promise<Found> {
  const { STOCK_CD } = await floor.goods()
  const numbers: string[] = []
  for (const kind of ['receipt', 'shipment']) {
    const rows = document({ REQUEST_DT: '20301201' }, [{ STOCK_CD, ORDER_QTY: 1 }])
    numbers.push(await floor.saved(`supply-chain/save-${kind}-orders`, rows, 'SCM_NO'))
  }
  return { SCM_NO: numbers.join(',') }
}

async function serialOrder(floor: WalkFloor): Promise<Found> {
  const { STOCK_CD } = await floor.goods()
  const rows = document({ REQUEST_DT: day }, [{ STOCK_CD, ORDER_QTY: 1 }])
  const SCM_NO = await floor.saved('supply-chain/save-serial-orders', rows, 'SCM_NO')
  const number = await floor.saved('supply-chain/accept-orders', [{ SCM_NO }], 'SHIPMENT_NO')
  for (const name of ['allocate', 'mark-listed']) await step(floor.user, name, number)
  await pickAll(floor.user, number)
  return { SCM_NO }
}

async function longStoredItem(floor: WalkFloor): Promise<Found> {
  const STOCK_CD = await addItem(floor.db, `OLD${floor.next()}`)
  await putGoods(floor.db, { item: STOCK_CD, qty: 1, received: '20200101' })
  return { STOCK_CD }
}

export const supplyChainPreparations: Readonly<Record<string, Prepare>> = {
  ...all(
    ['receipt', 'shipment', 'serial'].map((kind) => `supply-chain/save-${kind}-orders`),
    goods,
  ),
  'supply-chain/save-partner': goods,
  'supply-chain/upload-basic-data': nothing,
  'supply-chain/change-dates': twoOrders,
  ...all(
    ['boxes', 'serials', 'serial-lines'].map((name) => `supply-chain/${name}`),
    serialOrder,
  ),
  'supply-chain/long-stored': longStoredItem,
}
