import sql, { type Sql } from 'sql-template-tag'

const open = sql`t.state_cd not in ('REJECTED', 'DECLINED', 'CANCELLED', 'COMPLETED')`

/**
 * `cd, at, hours`: cut-offs of booking `t` with the remaining hours, in the time zone of its
 * loading port `pl`.
 */
export const cutoffRows = (now: Sql = sql`now()`): Sql => sql`
  select c.cd, c.at,
    round(extract(epoch from local_moment(c.at, pl.time_zone) - ${now}) / 3600, 1) hours
  from (values ('DCO', t.dco), ('VCO', t.vco), ('FCO', t.fco), ('LCO', t.lco), ('ERO', t.ero)) c (cd, at)
  where c.at is not null and t.atd is null and ${open}`
