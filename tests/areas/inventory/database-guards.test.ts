import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '#server/db/database.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { expectStock } from '#tests/support/floor.ts'

// The program rejects these with a message. The database must reject them too.

let site: TestSite
let receipt: string

beforeAll(async () => {
  site = await testSite()
  const user = await site.login('admin')
  receipt = await expectStock(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 10 }])
  await user.save('inbound/receive-bulk', [{ RECEIPT_NO: receipt }])
})
afterAll(() => closeVerified(site))

async function expectRefused(
  constraint: string,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  const tried = site.db.transaction(async (tx) => {
    await work(tx)
    throw new Error('it was taken')
  })
  await expect(tried).rejects.toMatchObject({ constraint })
}

test('the database rejects receiving more than a receipt line allows', async () => {
  await expectRefused('receipt_line_tolerance', (tx) =>
    tx.execute(sql`
      insert into stock_movement (business_dt, wcode, owner_cd, stock_cd, movement_cd, doc_no,
        doc_line, from_place_cd, to_place_cd, to_balance_id, qty, idempotency_key, user_id)
      select business_dt, wcode, owner_cd, stock_cd, movement_cd, doc_no, doc_line, from_place_cd,
        to_place_cd, to_balance_id, 1, idempotency_key, user_id
      from stock_movement where doc_no = ${receipt}`),
  )
})

test('the database rejects an owner’s order number used by another active shipment', async () => {
  const insert = (number: string) => sql`
    insert into shipment (shipment_no, wcode, owner_cd, shipment_dt, owner_order_no)
    values (${number}, 'W01', 'HANBIT', '2026-11-20', 'PO-TWICE')`
  await expectRefused('shipment_owner_order', async (tx) => {
    await tx.execute(insert('SH-FIRST'))
    await tx.execute(sql`update shipment set cancel_yn = 'Y' where shipment_no = 'SH-FIRST'`)
    await tx.execute(insert('SH-SECOND'))
    await tx.execute(insert('SH-THIRD'))
  })
})

test('the database rejects an adjustment approved by its requester', async () => {
  await expectRefused('adjust_request_second_user', async (tx) => {
    await tx.execute(sql`insert into inventory_work (work_no, wcode, work_cd, created_by)
      values ('IV-OWN', 'W01', 'ADJUST', 'admin')`)
    const decide = (user: string) => sql`
      insert into adjust_request (wcode, owner_cd, balance_id, adjust_qty, reason, state_cd,
        requested_by, decided_by, decided_at, work_no)
      select wcode, owner_cd, balance_id, 1, 'x', '20', 'admin', ${user}, now(), 'IV-OWN'
      from stock_balance where stock_cd = 'PLAIN'`
    await tx.execute(decide('second'))
    await tx.execute(decide('admin'))
  })
})

const counted = `count_qty = 9, book_qty = 10, counted_by = 'admin', counted_users = '{admin,second}'`
const recounted = `recount_qty = 9, recount_book_qty = 10, recounted_by = 'second'`

test.each([
  ['count_line_other_approver', `${counted}, approved_by = 'second'`],
  ['count_line_other_counter', `${counted}, ${recounted}, recounted_users = '{second}'`],
  ['count_line_users', `${counted}, ${recounted}`],
  ['count_line_moved', `${counted}, moved_yn = 'Y', work_no = 'IV-MOVED'`],
])('the database rejects a count line against %s', async (constraint, values) => {
  await expectRefused(constraint, async (tx) => {
    await tx.script(`
      insert into inventory_work (work_no, wcode, work_cd, created_by)
        values ('IV-MOVED', 'W01', 'ADJUST', 'admin');
      insert into count_job (job_no, wcode, count_dt, method_cd, target, created_by, updated_by)
        values ('ST-BENEATH', 'W01', '2026-11-20', 'CELL', 'x', 'admin', 'admin');
      insert into count_line (job_no, line_no, owner_cd, balance_id)
        select 'ST-BENEATH', 1, owner_cd, balance_id from stock_balance where stock_cd = 'PLAIN'
        limit 1;
      update count_line set ${counted}`)
    await tx.script(`update count_line set ${values}`)
  })
})
