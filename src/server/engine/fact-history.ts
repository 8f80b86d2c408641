import sql from 'sql-template-tag'
import type { SaveCall } from './handler.ts'

/**
 * Sets the user for history triggers (`keep_change`) for the rest of the transaction. A deleted row
 * cannot record the user itself.
 */
export async function recordHistory({
  tx,
  userId,
}: Pick<SaveCall, 'tx' | 'userId'>): Promise<void> {
  await tx.query(sql`select set_config('wms.user_id', ${userId}, true)`)
}
