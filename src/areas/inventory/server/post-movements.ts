import sql, { type Sql } from 'sql-template-tag'
import type { Transaction } from '#server/db/database.ts'

/**
 * The one posting function: every change of stock is rows inserted here, and the database's own
 * triggers change the balances, lock them in key order and hold the invariants (domain.md, *Stock
 * is a ledger*). `movements` is a SELECT with the columns `wcode, owner_cd, stock_cd, movement_cd,
 * doc_no, doc_line, from_place_cd, from_balance_id, to_place_cd, to_balance_id, qty, reason,
 * reverses_no`; measures are taken from the item on the day. All are posted at one moment and are of
 * its day: a save that began before midnight would else be of one day in reports of documents and of
 * the next in the ledger's. Returns how many were posted.
 */
export function postMovements(
  tx: Transaction,
  userId: string,
  idempotencyKey: string,
  movements: Sql,
): Promise<number> {
  return tx.execute(sql`
    insert into stock_movement (posted_at, business_dt, wcode, owner_cd, stock_cd, movement_cd,
      doc_no, doc_line, from_place_cd, from_balance_id, to_place_cd, to_balance_id, qty, cbm,
      weight_kg, reason, reverses_no, idempotency_key, user_id)
    with clock as materialized (select coalesce(told_moment(), clock_timestamp()) at)
    select clock.at, warehouse_day(clock.at), m.wcode, m.owner_cd, m.stock_cd, m.movement_cd,
      m.doc_no, m.doc_line, m.from_place_cd, m.from_balance_id, m.to_place_cd, m.to_balance_id, m.qty,
      round(m.qty * s.cbm, 6), round(m.qty * s.weight_kg, 3), m.reason, m.reverses_no,
      ${idempotencyKey}, ${userId}
    from clock cross join (${movements}) m
    join stock s on s.owner_cd = m.owner_cd and s.stock_cd = m.stock_cd
    order by m.doc_no, m.doc_line, m.from_balance_id, m.to_balance_id`)
}
