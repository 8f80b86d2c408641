import { expect } from 'vitest'
import type { Value } from '#kernel/field.ts'
import type { SaveResponse, TestSite, TestUser } from './app.ts'
import { addItem, orderLine, addOrder, getUnpicked, putStock, runStep } from './floor.ts'

type Row = Record<string, Value>

export async function expectSaved(response: Promise<SaveResponse>): Promise<SaveResponse> {
  const reply = await response
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply
}

/** Records short picks on a site, each for a new item. */
export function createShortPicks(site: TestSite, user: TestUser) {
  let items = 0

  const newItem = () => addItem(site.db, `GONE-${(items += 1)}`)

  /** A shipment released for picking, of a new item with a balance per cell. */
  async function createPickingList(
    qty: number,
    cells: Readonly<Record<string, number>>,
    head: Row = {},
  ) {
    const item = await newItem()
    const balances: number[] = []
    for (const [cell, stock] of Object.entries(cells)) {
      balances.push(await putStock(site.db, { item, qty: stock, cell }))
    }
    const number = await addOrder(user, [orderLine(item, qty)], head)
    await runStep(user, 'allocate', number)
    await runStep(user, 'mark-listed', number)
    return { item, number, balances }
  }

  /** Picks a quantity of the first open allocation of a shipment. */
  async function pick(number: string, PICKED_QTY: number, extra: Row = { REASON: 'not there' }) {
    const [allocation] = await getUnpicked(user, number)
    const row = { ALLOC_ID: allocation?.['ALLOC_ID'] ?? null, PICKED_QTY, ...extra }
    return expectSaved(user.save('outbound/pick', [row]))
  }

  async function getAllocations(number: string): Promise<Value[][]> {
    const rows = await getUnpicked(user, number)
    return rows.map((row) => [row['CELL_CD'] ?? null, row['ALLOC_QTY'] ?? null])
  }

  async function sumAvailable(item: string): Promise<number> {
    const rows = await user.query('inventory/by-lot', { STOCK_CD: item })
    return rows.reduce((sum, row) => sum + Number(row['AVAILABLE_QTY']), 0)
  }

  async function getLine(number: string): Promise<Row> {
    return (await user.query('outbound/shipment-lines', { SHIPMENT_NO: number }))[0] ?? {}
  }

  async function isAllocated(item: string): Promise<boolean> {
    const number = await addOrder(user, [orderLine(item, 1)])
    await runStep(user, 'allocate', number)
    const isFound = (await getLine(number))['ALLOC_QTY'] === 1
    if (isFound) await runStep(user, 'cancel-allocation', number)
    return isFound
  }

  const release = (balance: number, extra: Row = { REASON: 'found behind the rack' }) =>
    user.save('inventory/release-missing', [{ BALANCE_ID: String(balance), ...extra }])

  return {
    newItem,
    listed: createPickingList,
    pick,
    allocatedTo: getAllocations,
    available: sumAvailable,
    lineOf: getLine,
    isAllocated,
    release,
  }
}
