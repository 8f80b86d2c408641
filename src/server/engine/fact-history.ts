import sql from 'sql-template-tag'
import type { SaveCall } from './handler.ts'

/**
 * Names who changes rows of tables whose history is kept (trigger `keep_change`) for the rest of
 * the transaction. A deleted row could not say it by itself.
 */
export async function keepHistory({ tx, userId }: Pick<SaveCall, 'tx' | 'userId'>): Promise<void> {
  await tx.query(sql`select set_config('wms.user_id', ${userId}, true)`)
}
