import sql from 'sql-template-tag'

/** When a save happens, as SQL: now, or the moment told to a save of a demo's past. */
export const thisMoment = sql`coalesce(told_moment(), now())`
