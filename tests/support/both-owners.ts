import type { Value } from '#kernel/field.ts'
import sql from 'sql-template-tag'
import type { TestSite, TestUser } from './app.ts'
import { addFloorOfBothOwners } from './both-owners-floor.ts'
import { addOrdersOfBothOwners, type OrdersOfOwner } from './both-owners-orders.ts'
import { addBillingOfBothOwners, type Bills } from './both-owners-billing.ts'
import { addBondedOfBothOwners, type OtherBonded } from './both-owners-bonded.ts'
import { checkAll, toRows, expectStock, addOrder, pickAll, putStock, runStep } from './floor.ts'

/** Keys of records of the owner a customer must not access. */
export interface OtherOwner {
  receipt: string
  shipment: string
  alloc: number
  balance: number
  request: number
  count: string
  message: number
  delivery: number
  movement: number
  recall: string
  orders: OrdersOfOwner
  bills: { HANBIT: Bills; GIFT: Bills }
  bonded: OtherBonded
}

/**
 * Creates the same stock, documents and settings for both owners, so any leak between them is
 * visible. Returns the keys of HANBIT's.
 */
export async function addWorkOfBothOwners(site: TestSite, admin: TestUser): Promise<OtherOwner> {
  const hanbit = {
    receipt: '',
    shipment: '',
    alloc: 0,
    balance: 0,
    request: 0,
    count: '',
    message: 0,
    delivery: 0,
    movement: 0,
    recall: '',
    bills: await addBillingOfBothOwners(site, admin),
  }
  for (const OWNER_CD of ['HANBIT', 'GIFT']) {
    const lines = [{ STOCK_CD: 'PLAIN', ORDER_QTY: 10 }]
    const head = { OWNER_CD }
    const receipt = await expectStock(admin, lines, head)
    await admin.save('inbound/receive-bulk', [{ RECEIPT_NO: receipt }])
    const open = await expectStock(admin, lines, head)
    const shipment = await addOrder(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }], head)
    await runStep(admin, 'allocate', shipment)
    await runStep(admin, 'mark-listed', shipment)
    await admin.save('master/saveOwnerMapping', [
      { OWNER_CD, SCREEN: 'StockUpload', MAPPING: '{}' },
    ])
    const coded = { OWNER_CD, BATCH_FLAG: 'I' }
    await admin.save('master/save-supplier', [{ ...coded, SUPPLIER_CD: 'S9', SUPPLIER_NM: 's' }])
    await admin.save('master/save-ship-to', [{ ...coded, SHIP_TO_CD: 'T9', SHIP_TO_NM: 't' }])
    const format = { FORMAT_NM: 'f', FORMAT_SEQ: 10, PATTERN: 'S{ITEM}', USE_YN: 'Y' }
    await admin.save('master/save-code-format', [{ ...coded, ...format }])
    await addWork(site, admin, OWNER_CD)
    await site.db.execute(sql`
      with kept as (
        insert into stored_file (file_sn, file_nm, media_type, byte_count, sha256, wcode, owner_cds,
          created_by)
        values (gen_random_uuid()::text, 'x.txt', 'text/plain', 1, '', 'W01',
          array[${OWNER_CD}::text], 'admin') returning file_sn)
      insert into attached_file (doc_no, file_sn, wcode, owner_cd, attached_by)
      select ${open}, file_sn, 'W01', ${OWNER_CD}, 'admin' from kept`)
    const count = await countStock(site, admin, OWNER_CD)
    const [lot] = await admin.query('inventory/by-lot', { OWNER_CD, CELL_CD: 'A-050' })
    const date = { WORK_QTY: 1, TO_VALID_DT: '20301231', REASON: 'x' }
    await admin.save('inventory/transfer-lot', [
      { BALANCE_ID: lot?.['BALANCE_ID'] ?? null, ...date },
    ])
    const message = await addMessages(admin, OWNER_CD)
    const delivery = await addWebhook(site, OWNER_CD)
    if (OWNER_CD === 'HANBIT') Object.assign(hanbit, { count, message, delivery })
    if (OWNER_CD === 'HANBIT') Object.assign(hanbit, { receipt: open, shipment })
  }
  // A zone with HANBIT's stock only, for reports by zone.
  await site.db.script(`
    insert into zone (wcode, zone_cd, zone_nm) values ('W01', 'H', 'H존');
    insert into cell (wcode, cell_cd, zone_cd, pick_seq) values ('W01', 'H-001', 'H', 1)`)
  const alone = await putStock(site.db, { item: 'OTHER', qty: 2, cell: 'H-001' })
  // Dates and a user with only HANBIT's work, for reports by date and user.
  await site.db.script(`
    alter table stock_movement disable trigger stock_movement_append_only;
    insert into idempotency (user_id, idempotency_key, body_hash, answer)
      select 'second', i.idempotency_key, i.body_hash, i.answer from idempotency i
      join stock_movement m using (user_id, idempotency_key) where m.to_balance_id = ${alone};
    update stock_movement set posted_at = posted_at - interval '40 days', user_id = 'second'
      where to_balance_id = ${alone};
    alter table stock_movement enable trigger stock_movement_append_only`)
  const [request] = await admin.query('inventory/adjust-requests', { OWNER_CD: 'HANBIT' })
  hanbit.balance = Number(request?.['BALANCE_ID'])
  hanbit.request = Number(request?.['REQUEST_NO'])
  const [allocation] = await admin.query('outbound/picking-lines', { OWNER_CD: 'HANBIT' })
  hanbit.alloc = Number(allocation?.['ALLOC_ID'])
  const changes = { OWNER_CD: 'HANBIT', MOVEMENT_CD: 'TRANSFER' }
  const [change] = await admin.query('inventory/movements', changes)
  hanbit.movement = Number(change?.['MOVEMENT_NO'])
  hanbit.recall = await addFloorOfBothOwners(site, admin)
  const orders = await addOrdersOfBothOwners(site, admin)
  return { ...hanbit, orders, bonded: await addBondedOfBothOwners(site, admin) }
}

/**
 * Adds data of one owner for all other screens, such as a pallet, a picked order, requests and an
 * adjustment request.
 */
async function addWork(site: TestSite, admin: TestUser, OWNER_CD: string): Promise<void> {
  const receipt = await expectStock(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 5 }], { OWNER_CD })
  const goods = {
    NOW_QTY: 5,
    CELL_CD: 'A-050',
    PALLET_NO: `P-${OWNER_CD}`,
    BOX_NO: `B-${OWNER_CD}`,
  }
  await admin.save('inbound/receive', [{ RECEIPT_NO: receipt, LINE_NO: 1, ...goods }])
  const shipment = await addOrder(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }], { OWNER_CD })
  await runStep(admin, 'allocate', shipment)
  await runStep(admin, 'mark-listed', shipment)
  const [line] = await admin.query('outbound/picking-lines', { SHIPMENT_NO: shipment })
  await admin.save('outbound/pick', [{ ALLOC_ID: line?.['ALLOC_ID'] ?? null, PICKED_QTY: 1 }])
  const serial = { SHIPMENT_NO: shipment, LINE_NO: 1, MATCH_CD: 'SERIAL', NUMBERS: 'SN-1' }
  await admin.save('outbound/tie-numbers', [serial])
  const [lot] = await admin.query('inventory/by-lot', { OWNER_CD, CELL_CD: 'A-050' })
  const question = { BALANCE_ID: lot?.['BALANCE_ID'] ?? null, ADJUST_QTY: 500, REASON: 'x' }
  await admin.save('inventory/adjust', [{ ...question, ADJUST_QTY: 1 }])
  await admin.save('inventory/adjust', [question])
  const gone = await addOrder(admin, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }], { OWNER_CD })
  for (const name of ['allocate', 'mark-listed']) await runStep(admin, name, gone)
  await pickAll(admin, gone)
  await checkAll(admin, gone)
  for (const name of ['finish-check', 'ship']) await runStep(admin, name, gone)
  for (const table of ['receipt', 'shipment']) {
    await site.db.script(`
      insert into ${table} (${table}_no, wcode, owner_cd, ${table}_dt, request_yn)
        values ('RQ-${OWNER_CD}', 'W01', '${OWNER_CD}', '20261120', 'Y');
      insert into ${table}_line (${table}_no, line_no, owner_cd, stock_cd, order_qty)
        values ('RQ-${OWNER_CD}', 1, '${OWNER_CD}', 'PLAIN', 1)`)
  }
  const requests = [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }]
  const request = toRows({ OWNER_CD, RECEIPT_DT: '20261120' }, requests)
  await admin.save('inbound/request-sample-receipts', request)
  await addRules(admin, OWNER_CD)
  const [received] = await admin.query('inbound/labels-lines', { DOC_NO: receipt })
  const labelled = {
    DOC_NO: receipt,
    LINE_NO: 1,
    LABEL_CD: 'BOX',
    COPIES: 1,
    ...getBalance(received),
  }
  await admin.save('inbound/labels-printed', [labelled])
}

const getBalance = (row: Record<string, Value> | undefined) => ({
  BALANCE_ID: row?.['BALANCE_ID'] ?? null,
})

async function addRules(admin: TestUser, OWNER_CD: string): Promise<void> {
  const rule = { BATCH_FLAG: 'I', OWNER_CD, STOCK_CD: 'PLAIN', FROM_DT: '20200101', REASON: 'x' }
  const past = { ...rule, TO_DT: '20200102' }
  await admin.save('inventory/save-stock-hold-rules', [past])
  await admin.save('inventory/save-lot-hold-rules', [{ ...past, LOT_NO: 'L1' }])
  await admin.save('master/save-stock-group', [{ ...rule, GROUP_CD: 'G9', GROUP_NM: 'g' }])
  await admin.save('master/save-stock-unit', [{ ...rule, UNIT_CD: 'BOX', UNIT_QTY: 6 }])
  await admin.save('master/save-stock-altcode', [{ ...rule, ALT_CD: 'ALT9' }])
  await admin.save('master/save-stock-moq', [{ ...rule, MOQ_QTY: 1 }])
}

async function addWebhook(site: TestSite, OWNER_CD: string): Promise<number> {
  const [row] = await site.db.query<{ delivery_id: number }>(sql`
    with told as (
      insert into partner_message (wcode, owner_cd, profile_cd, direction_cd, kind_cd, message_no,
        channel_cd, state_cd, raw_body, body_hash, doc_no, result_cd, result_no, created_by,
        updated_by)
      values ('W01', ${OWNER_CD}, 'PIKL', 'OUT', 'STOCK', 'R9001', 'REST', '40', '{}', 'x', 'HOOK',
        'ANSWER', 9001, 'admin', 'admin') returning *)
    insert into webhook_delivery (message_id, wcode, owner_cd, profile_cd, doc_no, created_by,
      updated_by)
    select message_id, wcode, owner_cd, profile_cd, doc_no, 'admin', 'admin' from told
    returning delivery_id`)
  return row?.delivery_id ?? 0
}

async function addMessages(admin: TestUser, OWNER_CD: string): Promise<number> {
  const profile = { OWNER_CD, PROFILE_CD: 'PIKL' }
  const named = { BATCH_FLAG: 'I', ...profile, PROFILE_NM: 'p' }
  await admin.save('master/save-partner-profile', [named])
  const line = { BATCH_FLAG: 'I', ROW_TYPE: 'L', DOC_REF: 'new-1', STOCK_CD: 'NOSUCH' }
  const rows = [{ BATCH_FLAG: 'I', DOC_REF: 'new-1', ...profile }, line]
  const created = ['inbound', 'outbound', 'inventory'].map((area) =>
    admin.save(`${area}/save-partner-messages`, rows),
  )
  const [first] = await Promise.all(created)
  return Number(first?.body.data.rows[0]?.['MESSAGE_ID'])
}

async function countStock(site: TestSite, admin: TestUser, OWNER_CD: string): Promise<string> {
  const second = await site.login('second')
  const group = { METHOD_CD: 'OWNER', OWNER_CD, COUNT_DT: '20261120' }
  const count = async (QTY: number) => {
    const created = await admin.save('inventory/make-count', [group])
    const JOB_NO = String(created.body.data.rows[0]?.['JOB_NO'])
    const scan = { JOB_NO, CELL_CD: 'A-050', CODE: 'PLAIN', QTY }
    await second.save('inventory/count-scan', [scan])
    await second.save('inventory/finish-count', [{ JOB_NO }])
    return JOB_NO
  }
  const [stock] = await admin.query('inventory/by-lot', { OWNER_CD, CELL_CD: 'A-050' })
  await count(Number(stock?.['QTY']))
  const differing = await count(Number(stock?.['QTY']) + 1)
  await admin.save('inventory/make-count', [group])
  return differing
}
