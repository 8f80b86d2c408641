import sql from 'sql-template-tag'
import type { Database, Transaction } from '#server/db/database.ts'

/**
 * Thrown to skip a step. Users can work in a demo while its history is being generated. Stock they
 * moved or created today does not exist on a past date, so a step that used it would prevent that
 * date from being closed.
 */
export class StepSkipped extends Error {}

/** SQL condition: there is work that the demo did not create. */
export const userWorkExists = sql`exists (
  select from audit_log where idempotency_key not like 'demo-%')`

export async function hasUserWork(db: Database): Promise<boolean> {
  const [site] = await db.query<{ is_worked_in: boolean }>(
    sql`select ${userWorkExists} is_worked_in`,
  )
  return site?.is_worked_in === true
}

/** Returns whether a balance would be negative at the end of a date that is not yet closed. */
export async function wouldGoNegative(
  tx: Transaction,
  wcode: string,
  day: string,
): Promise<boolean> {
  const [found] = await tx.query<{ is_short: boolean }>(sql`
    select exists (
      select from (
        select to_balance_id balance_id, qty from stock_movement
        where wcode = ${wcode} and business_dt = ${day}::date
        union all
        select from_balance_id, -qty from stock_movement
        where wcode = ${wcode} and business_dt = ${day}::date) e
      -- A balance that received nothing later had at least its current quantity.
      where e.balance_id in (select to_balance_id from stock_movement
        where wcode = ${wcode} and business_dt > ${day}::date)
      group by e.balance_id
      having coalesce((select d.qty from stock_day d where d.balance_id = e.balance_id
        order by d.stock_dt desc limit 1), 0) + sum(e.qty) < 0) is_short`)
  return found?.is_short === true
}
