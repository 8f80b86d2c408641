import sql from 'sql-template-tag'

/** Current timestamp as SQL, or the simulated time while generating the past of a demo. */
export const thisMoment = sql`coalesce(told_moment(), now())`
