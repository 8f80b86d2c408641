import sql from 'sql-template-tag'
import { ownersOf, ranges, type RecordSource } from '#server/engine/record-source.ts'
import { cells, stocks } from '../operations/masters.ts'

/** Items by code, barcode or name. */
export const findStocks: RecordSource['find'] = ({ codes, names }, scope, limit) => sql`
  select s.stock_cd code, s.stock_nm name, coalesce(s.barcode, '') detail, s.owner_cd
  from (
    select f.* from ${ownersOf(scope)}, ${ranges(codes)}, lateral (
      select * from stock s where s.owner_cd = o.owner_cd
        and s.stock_cd collate "C" >= p.low and s.stock_cd collate "C" < p.high
      order by s.stock_cd collate "C" limit ${limit}) f
    union
    select f.* from ${ownersOf(scope)}, ${ranges(codes)}, lateral (
      select * from stock s where s.owner_cd = o.owner_cd and s.barcode is not null
        and s.barcode collate "C" >= p.low and s.barcode collate "C" < p.high
      order by s.barcode collate "C" limit ${limit}) f
    union
    select f.* from ${ownersOf(scope)}, ${ranges(names)}, lateral (
      select * from stock s where s.owner_cd = o.owner_cd
        and s.stock_nm collate "C" >= p.low and s.stock_nm collate "C" < p.high
      order by s.stock_nm collate "C" limit ${limit}) f
  ) s
  where s.use_yn = 'Y'
  order by s.stock_cd = any(${[...codes]}::text[]) desc, s.stock_cd collate "C", s.owner_cd
  limit ${limit}`

/** Items and cells. */
export const masterRecords: readonly RecordSource[] = [
  { kind: 'stock', question: stocks.query, find: findStocks },
  {
    kind: 'cell',
    question: cells.query,
    find: ({ codes }, scope, limit) => sql`
      select f.cell_cd code, f.zone_cd name, f.cell_type_cd detail, null owner_cd
      from ${ranges(codes)}, lateral (
        select * from cell c where c.wcode = ${scope.wcode} and c.use_yn = 'Y'
          and c.cell_cd collate "C" >= p.low and c.cell_cd collate "C" < p.high
        order by c.cell_cd collate "C" limit ${limit}) f
      order by f.cell_cd collate "C" limit ${limit}`,
  },
]
