import sql, { raw } from 'sql-template-tag'
import type { Transaction } from '#server/db/database.ts'

/**
 * Locks the documents of orders in number order. Work on a document locks it before its order, and
 * steps that need both lock in the same order.
 */
export async function lockOrderDocuments(
  tx: Transaction,
  orders: readonly string[],
): Promise<void> {
  for (const table of ['receipt', 'shipment']) {
    const number = raw(`${table}_no`)
    await tx.query(sql`
      select 1 from ${raw(table)} where ${number} in (
        select k.${number} from scm_order_link k where k.scm_no = any(${[...orders]}::text[]))
      order by ${number} for update`)
  }
}
