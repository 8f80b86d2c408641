import sql from 'sql-template-tag'
import type { Transaction } from './database.ts'

/**
 * Serializes transactions that share a key until they end. Required before a statement that counts
 * rows and inserts one: two concurrent ones would each count without the other.
 */
export async function lockKeys(tx: Transaction, ...keys: readonly string[]): Promise<void> {
  // All callers lock in the same order, so they cannot deadlock.
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended(key, 7)) from unnest(${keys.toSorted()}::text[]) key`)
}
