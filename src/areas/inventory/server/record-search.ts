import sql from 'sql-template-tag'
import { findStocks } from '#areas/master/server/record-search.ts'
import { ownersOf, ranges, type RecordSource } from '#server/engine/record-source.ts'
import { stockByLot } from '../operations/stock.ts'

/** Lots with stock in the warehouse, and items for those who may see stock but not master data. */
export const inventoryRecords: readonly RecordSource[] = [
  { kind: 'stock', question: stockByLot, find: findStocks },
  {
    kind: 'lot',
    question: stockByLot,
    find: ({ codes }, scope, limit) => sql`
      select distinct f.lot_no code, f.stock_cd name, '' detail, f.owner_cd
      from ${ownersOf(scope)}, ${ranges(codes)}, lateral (
        select * from lot l where l.owner_cd = o.owner_cd and l.lot_no <> ''
          and l.lot_no collate "C" >= p.low and l.lot_no collate "C" < p.high
          and exists (select from stock_balance b
            where b.lot_id = l.lot_id and b.wcode = ${scope.wcode} and b.qty > 0)
        order by l.lot_no collate "C" limit ${limit}) f
      order by f.lot_no limit ${limit}`,
  },
]
