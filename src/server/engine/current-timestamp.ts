import sql from 'sql-template-tag'

/** Current timestamp as SQL, or the simulated time while generating a demo history. */
export const currentTimestamp = sql`coalesce(told_moment(), now())`
