import sql from 'sql-template-tag'

/**
 * Cell `c` of zone `z` accepts stock: it exists, and both are in use and not locked. Never null.
 */
export const openCell = sql`((c.use_yn, z.use_yn, c.lock_yn, z.lock_yn)
  is not distinct from ('Y', 'Y', 'N', 'N'))`
