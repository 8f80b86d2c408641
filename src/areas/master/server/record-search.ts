import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { DataScope } from '#server/auth/caller.ts'
import { containsNamePart } from '#server/engine/name-search.ts'
import {
  selectOwners,
  prefixRanges,
  type RecordSource,
  type RecordText,
} from '#server/engine/record-source.ts'
import { cells, stocks } from '../operations/masters.ts'

const pairsOfItem = sql`name_pairs(s.owner_cd, s.stock_nm)`

/** Ranks matches inside a name last, after prefixes of codes and names. */
function namePartConditions(
  { parts }: RecordText,
  scope: DataScope,
  limit: number,
): readonly Sql[] {
  return parts.map(
    (part) => sql`
    union all
    select f.*, 4 from ${selectOwners(scope)}, lateral (
      select * from stock s where s.use_yn = 'Y' and s.owner_cd = o.owner_cd
        and ${containsNamePart(pairsOfItem, sql`o.owner_cd`, sql`s.stock_nm`, part)}
      limit ${limit}) f`,
  )
}

/** Finds items by prefix of a code, barcode or name, or by any part or the initials of a name. */
export const findStocks: RecordSource['find'] = (text, scope, limit) => sql`
  select s.stock_cd code, s.stock_nm name, coalesce(s.barcode, '') detail, s.owner_cd
  from (
    select f.*, 1 place from ${selectOwners(scope)}, ${prefixRanges(text.codes)}, lateral (
      select * from stock s where s.use_yn = 'Y' and s.owner_cd = o.owner_cd
        and s.stock_cd collate "C" >= p.low and s.stock_cd collate "C" < p.high
      order by s.stock_cd collate "C" limit ${limit}) f
    union all
    select f.*, 2 from ${selectOwners(scope)}, ${prefixRanges(text.codes)}, lateral (
      select * from stock s where s.use_yn = 'Y' and s.owner_cd = o.owner_cd
        and s.barcode is not null
        and s.barcode collate "C" >= p.low and s.barcode collate "C" < p.high
      order by s.barcode collate "C" limit ${limit}) f
    union all
    select f.*, 3 from ${selectOwners(scope)}, ${prefixRanges(text.names)}, lateral (
      select * from stock s where s.use_yn = 'Y' and s.owner_cd = o.owner_cd
        and s.stock_nm collate "C" >= p.low and s.stock_nm collate "C" < p.high
      order by s.stock_nm collate "C" limit ${limit}) f
    ${join([empty, ...namePartConditions(text, scope, limit)], ' ')}
  ) s
  group by s.owner_cd, s.stock_cd, s.stock_nm, s.barcode
  order by s.stock_cd = any(${[...text.codes]}::text[]) desc, min(place), s.stock_cd collate "C",
    s.owner_cd
  limit ${limit}`

export const masterRecords: readonly RecordSource[] = [
  { kind: 'stock', query: stocks.query, find: findStocks },
  {
    kind: 'cell',
    query: cells.query,
    find: ({ codes }, scope, limit) => sql`
      select f.cell_cd code, f.zone_cd name, f.cell_type_cd detail, null owner_cd
      from ${prefixRanges(codes)}, lateral (
        select * from cell c where c.wcode = ${scope.wcode} and c.use_yn = 'Y'
          and c.cell_cd collate "C" >= p.low and c.cell_cd collate "C" < p.high
        order by c.cell_cd collate "C" limit ${limit}) f
      order by f.cell_cd collate "C" limit ${limit}`,
  },
]
