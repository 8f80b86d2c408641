import sql from 'sql-template-tag'
import { expect } from 'vitest'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import type { TestSite, TestUser } from './app.ts'
import { addItem, toRows, orderLine, pickAll, putStock, runStep } from './floor.ts'

export interface OrdersOfOwner {
  order: string
  /** Batch of date changes that can be undone. */
  batch: number
}

/**
 * Creates branch orders of both owners: requested, accepted, received, and shipped in boxes with
 * serial numbers. Also adds branches with users and items, and long-term stock. Returns the keys of
 * HANBIT's.
 */
export async function addOrdersOfBothOwners(
  site: TestSite,
  admin: TestUser,
): Promise<OrdersOfOwner> {
  await addOrders(site, admin, 'GIFT')
  return addOrders(site, admin, 'HANBIT')
}

async function addOrders(
  site: TestSite,
  admin: TestUser,
  OWNER_CD: string,
): Promise<OrdersOfOwner> {
  const save = async (name: string, rows: readonly Record<string, Value>[]) => {
    const response = await admin.save(name, rows)
    expect(response.status, `${name}: ${JSON.stringify(response.body)}`).toBe(200)
    return response.body.data.rows[0] ?? {}
  }
  const today = timestampAt(Date.now()).slice(0, 8)
  const REQUEST_DT = addDays(today, 7)
  const item = await addItem(site.db, 'ORDERED', { owner_cd: OWNER_CD })
  await site.db.execute(sql`
    update stock set cbm = 0.01 where owner_cd = ${OWNER_CD} and stock_cd = ${item}`)
  const received = addDays(today, -400)
  await putStock(site.db, { owner: OWNER_CD, item, qty: 20, cell: 'A-060', received })

  const branch = { BATCH_FLAG: 'I', OWNER_CD, PARTNER_CD: 'BR9' }
  await save('supply-chain/save-partner', [{ ...branch, PARTNER_NM: 'b', KIND_CD: 'BRANCH' }])
  // A branch user sees only its branch, so no test logs in as this user.
  await site.db.execute(sql`
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
    values ('branch', 'branch', 'none', 'Y') on conflict do nothing`)
  await save('supply-chain/save-partner-user', [{ ...branch, USER_ID: 'branch' }])
  await save('supply-chain/save-partner-stock', [{ ...branch, STOCK_CD: item }])
  await save('supply-chain/save-partner-ship-to', [{ ...branch, SHIP_TO_CD: 'T9' }])
  const closed = { HOLIDAY_DT: addDays(today, 300), HOLIDAY_NM: 'x' }
  await save('supply-chain/save-partner-holiday', [{ ...branch, ...closed }])

  const saveOrder = async (kind: string, qty: number) => {
    const head = { OWNER_CD, BRANCH_CD: 'BR9', SHIP_TO_CD: 'T9', REQUEST_DT, PRIORITY: 5 }
    const rows = toRows(head, [orderLine(item, qty)])
    const created = await save(`supply-chain/save-${kind}-orders`, rows)
    return String(created['SCM_NO'])
  }
  const accept = (SCM_NO: string) => save('supply-chain/accept-orders', [{ SCM_NO }])

  const incoming = await accept(await saveOrder('receipt', 5))
  const into = { RECEIPT_NO: incoming['RECEIPT_NO'] ?? null, LINE_NO: 1, CELL_CD: 'A-061' }
  await save('inbound/receive', [{ ...into, NOW_QTY: 2 }])

  const outgoing = await accept(await saveOrder('serial', 3))
  const SHIPMENT_NO = String(outgoing['SHIPMENT_NO'])
  for (const name of ['allocate', 'mark-listed']) await runStep(admin, name, SHIPMENT_NO)
  await pickAll(admin, SHIPMENT_NO)
  const tie = { SHIPMENT_NO, LINE_NO: 1, MATCH_CD: 'SERIAL', NUMBERS: 'VT-001' }
  await save('outbound/tie-numbers', [tie])
  await save('outbound/pack-scan', [{ SHIPMENT_NO, BOX_NO: '1', CODE: item, QTY: 1 }])

  const moved = await saveOrder('shipment', 1)
  const day = { SCM_NO: moved, NEW_DT: addDays(today, 8), REASON: 'x' }
  const batch = await save('supply-chain/change-dates', [day])
  return { order: await saveOrder('shipment', 1), batch: Number(batch['BATCH_NO']) }
}
