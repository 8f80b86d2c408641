import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Query } from '#kernel/operation.ts'
import type { DataScope } from '#server/auth/caller.ts'
import { endsWith, selectOwners, prefixRanges, type RecordSource } from './record-source.ts'

/**
 * Search source for the documents of one table, newest first. Matches the start or end of their
 * number or of the owner's order number.
 */
export function documentRecords(table: 'receipt' | 'shipment', query: Query): RecordSource {
  const from = raw(table)
  const number = raw(`r.${table}_no`)
  const day = raw(`r.${table}_dt`)
  const endedRecords = (ending: string, scope: DataScope, limit: number): Sql => sql`
        union
        select f.* from ${selectOwners(scope)}, lateral (
          select * from ${from} r where r.wcode = ${scope.wcode} and r.owner_cd = o.owner_cd
            and ${endsWith(number, ending)}
          order by ${number} collate "C" desc limit ${limit}) f
        union
        select f.* from ${selectOwners(scope)}, lateral (
          select * from ${from} r where r.wcode = ${scope.wcode} and r.owner_cd = o.owner_cd
            and r.owner_order_no is not null and ${endsWith(sql`r.owner_order_no`, ending)}
          order by ${number} collate "C" desc limit ${limit}) f`
  return {
    kind: table,
    query,
    find: ({ codes, names, ending }, scope, limit) => sql`
      select ${number} code, coalesce(r.owner_order_no, '') name,
        to_char(${day}, 'YYYY-MM-DD') detail, r.owner_cd
      from (
        select f.* from ${selectOwners(scope)}, ${prefixRanges(codes)}, lateral (
          select * from ${from} r where r.wcode = ${scope.wcode} and r.owner_cd = o.owner_cd
            and ${number} collate "C" >= p.low and ${number} collate "C" < p.high
          order by ${number} collate "C" desc limit ${limit}) f
        union
        select f.* from ${selectOwners(scope)}, ${prefixRanges([...new Set([...codes, ...names])])}, lateral (
          select * from ${from} r where r.wcode = ${scope.wcode} and r.owner_cd = o.owner_cd
            and r.owner_order_no is not null
            and r.owner_order_no collate "C" >= p.low and r.owner_order_no collate "C" < p.high
          order by r.owner_order_no collate "C" limit ${limit}) f
        ${ending === undefined ? empty : endedRecords(ending, scope, limit)}
      ) r
      order by ${number} collate "C" desc limit ${limit}`,
  }
}
