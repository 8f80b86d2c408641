import sql from 'sql-template-tag'

/**
 * Timeline of the primary. It changes when a standby takes over, which may not have received the
 * last commits and then assigns their numbers and transaction IDs again.
 */
export const timeline = sql`left(pg_walfile_name(pg_current_wal_flush_lsn()), 8)`
