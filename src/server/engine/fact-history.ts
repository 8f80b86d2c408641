import sql from 'sql-template-tag'
import type { SaveCall } from './handler.ts'

/**
 * Sets the user for history triggers (`keep_change`) for the rest of the transaction. The trigger
 * cannot take the user of a deletion from the deleted row.
 */
export async function recordHistory({
  tx,
  userId,
}: Pick<SaveCall, 'tx' | 'userId'>): Promise<void> {
  await tx.query(sql`select set_config('wms.user_id', ${userId}, true)`)
}
