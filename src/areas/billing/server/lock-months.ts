import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '#server/db/database.ts'

/*
 * A month read as open remains open until the charges written to it are committed. Charges of a
 * warehouse are written by one transaction at a time, except those that users type: they depend on
 * no other charge, so they only exclude the closing of their warehouse and the charging of margins.
 */

const keyOf = (name: Sql | string) => sql`hashtextextended(${name}, 8)`
const site = keyOf('months')
const typedCharges = keyOf('typed')

/** Excludes servers of the previous version, which lock the table for every charge. */
async function excludePreviousVersion(tx: Queryable): Promise<void> {
  await tx.execute(sql`lock table bill_month in row exclusive mode`)
}

/** Locks the months of warehouses for charges that depend on others. */
export async function lockMonths(tx: Queryable, warehouses: readonly string[]): Promise<void> {
  await excludePreviousVersion(tx)
  await tx.query(sql`select pg_advisory_xact_lock_shared(${site})`)
  // All callers lock in the same order, so they cannot deadlock.
  await tx.query(sql`
    select pg_advisory_xact_lock(${keyOf(sql`'months ' || wcode`)})
    from unnest(${warehouses.toSorted()}::text[]) wcode`)
}

/** Locks the months of a warehouse to change their status. */
export async function lockMonthsToClose(tx: Queryable, wcode: string): Promise<void> {
  await lockMonths(tx, [wcode])
  await tx.query(sql`select pg_advisory_xact_lock(${keyOf(`typed ${wcode}`)})`)
}

/** Locks the months of a warehouse for charges that a user types. */
export async function lockMonthsToType(tx: Queryable, wcode: string): Promise<void> {
  await excludePreviousVersion(tx)
  await tx.query(sql`select pg_advisory_xact_lock_shared(${typedCharges})`)
  await tx.query(sql`select pg_advisory_xact_lock_shared(${keyOf(`typed ${wcode}`)})`)
}

/** Locks the months of all warehouses. Users can still type charges. */
export async function lockAllMonths(tx: Queryable): Promise<void> {
  await excludePreviousVersion(tx)
  await tx.query(sql`select pg_advisory_xact_lock(${site})`)
}

/** Locks the months of all warehouses for charges that depend on typed ones. */
export async function lockTypedCharges(tx: Queryable): Promise<void> {
  await lockAllMonths(tx)
  await tx.query(sql`select pg_advisory_xact_lock(${typedCharges})`)
}

/** Locks the months of the warehouses whose documents (`cause_cd, doc_no`) are charged. */
export async function lockMonthsOf(tx: Queryable, touched: Sql): Promise<void> {
  const found = await tx.query<{ wcode: string }>(sql`
    with touched as materialized (${touched})
    select r.wcode from touched t join receipt r on r.receipt_no = t.doc_no
    union select s.wcode from touched t join shipment s on s.shipment_no = t.doc_no
    union select b.wcode from touched t join bonded_cargo b on b.bond_no = t.doc_no
    union select m.wcode from touched t
      join stock_movement m on m.movement_cd = t.cause_cd and m.doc_no = t.doc_no
    union select c.wcode from touched t
      join charge c on c.doc_no = t.doc_no and c.cause_cd = t.cause_cd`)
  await lockMonths(
    tx,
    found.map(({ wcode }) => wcode),
  )
}
