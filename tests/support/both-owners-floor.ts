import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { Value } from '#kernel/field.ts'
import type { TestSite, TestUser } from './app.ts'
import {
  addItem,
  checkAll,
  toRows,
  expectStock,
  addOrder,
  pickAll,
  putStock,
  runStep,
} from './floor.ts'

const earlierDate = '20261119'

async function saveRow(user: TestUser, name: string, row: Record<string, Value>): Promise<void> {
  const { status, body } = await user.save(name, [row])
  expect([name, status, body.rows ?? []]).toEqual([name, 200, []])
}

/**
 * Data for floor reports of both owners: held stock, recalls, cancellations, reversals and
 * shortages. One date and one user have only work of HANBIT, for reports grouped by date or user.
 * Returns the number of HANBIT's recall.
 */
export async function addFloorOfBothOwners(site: TestSite, admin: TestUser): Promise<string> {
  const recall = { HANBIT: '', GIFT: '' }
  await site.db.script(`update cell set cell_type_cd = 'DOCK' where cell_cd = 'A-064'`)
  for (const owner of ['HANBIT', 'GIFT'] as const) {
    recall[owner] = await addRecall(site, admin, owner)
    const BALANCE_ID = await putStock(site.db, { owner, item: 'PLAIN', qty: 3, cell: 'A-060' })
    await saveRow(admin, 'inventory/hold', {
      BALANCE_ID,
      HOLD_CD: 'HOLD',
      WORK_QTY: 1,
      REASON: 'x',
    })
    await putStock(site.db, { owner, item: 'PLAIN', qty: 1, cell: 'A-064' })
    await cancelDocuments(admin, owner)
    await addReturn(admin, owner)
    await addRefill(site, admin, owner)
    await addSerial(site, admin, owner)
    await site.db.execute(sql`
      insert into doc_request (wcode, owner_cd, doc_no, reason, requested_by)
      values ('W01', ${owner}, ${`RC-${owner}`}, 'x', 'admin')`)
    await addOrder(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 9000 }], { OWNER_CD: owner })
  }
  const other = [{ STOCK_CD: 'OTHER', ORDER_QTY: 1 }]
  await expectStock(admin, other, { RECEIPT_DT: earlierDate })
  await putStock(site.db, { item: 'OTHER', qty: 1, cell: 'A-061' })
  const picked = await addOrder(admin, other, { SHIPMENT_DT: earlierDate })
  for (const name of ['allocate', 'mark-listed']) await runStep(admin, name, picked)
  const checker = await addChecker(site)
  await pickAll(checker, picked)
  await checkAll(checker, picked)
  return recall.HANBIT
}

/** A received piece of an item that requires its serial at every posting. */
async function addSerial(site: TestSite, admin: TestUser, OWNER_CD: string): Promise<void> {
  const item = await addItem(site.db, 'SERIAL', { owner_cd: OWNER_CD })
  await site.db.execute(sql`update stock set serial_cd = 'ALL' where stock_cd = ${item}`)
  const RECEIPT_NO = await expectStock(admin, [{ STOCK_CD: item, ORDER_QTY: 1 }], { OWNER_CD })
  const line = { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A-069', NOW_QTY: 1 }
  await saveRow(admin, 'inbound/receive', { ...line, SERIALS: `SN-${OWNER_CD}` })
}

/** A pick face with an open task whose source cell contains only this owner's stock. */
async function addRefill(site: TestSite, admin: TestUser, OWNER_CD: 'HANBIT' | 'GIFT') {
  const { face, source } = refillCells[OWNER_CD]
  await site.db.execute(sql`update cell set role_cd = 'PICK' where cell_cd = ${face}`)
  await putStock(site.db, {
    owner: OWNER_CD,
    item: 'PLAIN',
    qty: 9,
    cell: source,
    valid: '20991231',
  })
  const row = { OWNER_CD, STOCK_CD: 'PLAIN', CELL_CD: face, MIN_QTY: 1, MAX_QTY: 5, UNIT_CD: 'EA' }
  await saveRow(admin, 'master/save-pick-face', {
    BATCH_FLAG: 'I',
    ...row,
    FIXED_YN: 'Y',
    USE_YN: 'Y',
  })
  await saveRow(admin, 'inventory/plan-replenishment', row)
}

export const refillCells = {
  HANBIT: { face: 'A-065', source: 'A-067' },
  GIFT: { face: 'A-066', source: 'A-068' },
} as const

/** A return of which one piece waits for its disposition and another for its inspection. */
async function addReturn(admin: TestUser, OWNER_CD: string): Promise<void> {
  const head = { OWNER_CD, RECEIPT_DT: '20261120', RETURN_KIND_CD: 'BLIND' }
  const rows = toRows(head, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 2 }])
  const { body } = await admin.save('returns/save-returns', rows)
  const RECEIPT_NO = String(body.data.rows[0]?.['RECEIPT_NO'])
  const piece = { RECEIPT_NO, CODE: 'PLAIN', QTY: 1 }
  await saveRow(admin, 'returns/arrive', { ...piece, QTY: 2 })
  await saveRow(admin, 'returns/grade-scan', { ...piece, GRADE_CD: 'X' })
  const policy = { BATCH_FLAG: 'I', OWNER_CD, GROUP_CD: '*', GRADE_CD: 'B', APPROVE_YN: 'N' }
  await saveRow(admin, 'returns/save-policies', { ...policy, DISPOSE_CD: 'DAMAGED' })
}

async function addRecall(site: TestSite, admin: TestUser, owner: string): Promise<string> {
  await putStock(site.db, { owner, item: 'PLAIN', qty: 3, cell: 'A-063', lot: 'R-1' })
  const row = { OWNER_CD: owner, STOCK_CD: 'PLAIN', LOT_NO: 'R-1' }
  const shipped = { STOCK_CD: 'PLAIN', LOT_NO: 'R-1', ORDER_QTY: 1 }
  const number = await addOrder(admin, [shipped], { OWNER_CD: owner })
  for (const name of ['allocate', 'mark-listed']) await runStep(admin, name, number)
  await pickAll(admin, number)
  await checkAll(admin, number)
  for (const name of ['finish-check', 'ship']) await runStep(admin, name, number)
  const { body } = await admin.save('inventory/block-recall', [row])
  return String(body.data.rows[0]?.['RECALL_NO'])
}

/** User with work of HANBIT only. All others work for both owners. */
async function addChecker(site: TestSite): Promise<TestUser> {
  await site.db.execute(sql`
    insert into app_user (user_id, user_nm, password_hash, all_owners_yn)
    select 'checker', 'checker', password_hash, 'Y' from app_user where user_id = 'second'`)
  await site.db.execute(sql`
    insert into user_role (user_id, role_cd) values ('checker', 'ADMIN')`)
  await site.db.execute(sql`
    insert into user_warehouse (user_id, wcode) values ('checker', 'W01')`)
  return site.login('checker')
}

async function cancelDocuments(admin: TestUser, OWNER_CD: string): Promise<void> {
  const lines = [{ STOCK_CD: 'PLAIN', ORDER_QTY: 2 }]
  const off = { ROW_TYPE: 'H', BATCH_FLAG: 'D', VERSION: 1 }
  const receipt = await expectStock(admin, lines, { OWNER_CD })
  await saveRow(admin, 'inbound/save-receipts', { ...off, DOC_REF: receipt })
  const shipment = await addOrder(admin, lines, { OWNER_CD })
  await saveRow(admin, 'outbound/save-shipments', { ...off, DOC_REF: shipment })
  const RECEIPT_NO = await expectStock(admin, lines, { OWNER_CD })
  const goods = { RECEIPT_NO, LINE_NO: 1, NOW_QTY: 2, CELL_CD: 'A-062' }
  await saveRow(admin, 'inbound/receive', goods)
  const [done] = await admin.query('inbound/received-movements', { RECEIPT_NO })
  const MOVEMENT_NO = done?.['MOVEMENT_NO'] ?? null
  await saveRow(admin, 'inbound/cancel-receiving', { RECEIPT_NO, MOVEMENT_NO, REASON: 'x' })
}
