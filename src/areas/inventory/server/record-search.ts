import sql, { empty, type Sql } from 'sql-template-tag'
import { hasOnlyOwnLines } from './count-jobs.ts'
import { findStocks } from '#areas/master/server/record-search.ts'
import type { DataScope } from '#server/auth/caller.ts'
import {
  endsWith,
  selectOwners,
  prefixRanges,
  type RecordSource,
} from '#server/engine/record-source.ts'
import { countJobs } from '../operations/counting.ts'
import { stockByLot, stockMovements } from '../operations/stock.ts'

/** Jobs have no owner. Users see a job if it moved stock of an owner they can access. */
function ownerCondition({ owners }: DataScope): Sql {
  return owners ? sql`and m.owner_cd = any(${[...owners]}::text[])` : empty
}

function selectJobs(condition: Sql, scope: DataScope, limit: number): Sql {
  return sql`select * from inventory_work w where w.wcode = ${scope.wcode} and ${condition}
    and exists (select from stock_movement m
      where m.movement_cd in ('MOVE', 'ADJUST', 'TRANSFER') and m.doc_no = w.work_no
        ${ownerCondition(scope)})
    order by w.work_no collate "C" desc limit ${limit}`
}

function endedJobs(ending: string, scope: DataScope, limit: number): Sql {
  return sql`union (${selectJobs(endsWith(sql`w.work_no`, ending), scope, limit)})`
}

function selectCounts(condition: Sql, scope: DataScope, limit: number): Sql {
  return sql`select c.* from count_job c
    where c.wcode = ${scope.wcode} and ${condition} and ${hasOnlyOwnLines(scope, 'c')}
    order by c.job_no collate "C" desc limit ${limit}`
}

export const inventoryRecords: readonly RecordSource[] = [
  { kind: 'stock', query: stockByLot, find: findStocks },
  {
    kind: 'lot',
    query: stockByLot,
    find: ({ codes }, scope, limit) => sql`
      select distinct f.lot_no code, f.stock_cd name, '' detail, f.owner_cd
      from ${selectOwners(scope)}, ${prefixRanges(codes)}, lateral (
        select * from lot l where l.owner_cd = o.owner_cd and l.lot_no <> ''
          and l.lot_no collate "C" >= p.low and l.lot_no collate "C" < p.high
          and exists (select from stock_balance b
            where b.lot_id = l.lot_id and b.wcode = ${scope.wcode} and b.qty > 0)
        order by l.lot_no collate "C" limit ${limit}) f
      order by f.lot_no limit ${limit}`,
  },
  {
    kind: 'pallet',
    query: stockByLot,
    find: ({ codes }, { wcode, owners }, limit) => sql`
      select distinct b.pallet_no code, '' name, b.cell_cd detail, null owner_cd
      from ${prefixRanges(codes)}, lateral (
        select * from stock_balance b
        where b.wcode = ${wcode} and b.pallet_no <> '' and b.qty > 0
          and b.pallet_no collate "C" >= p.low and b.pallet_no collate "C" < p.high
          ${owners ? sql`and b.owner_cd = any(${[...owners]}::text[])` : empty}
        order by b.pallet_no collate "C" limit ${limit}) b
      order by code limit ${limit}`,
  },
  {
    kind: 'count',
    query: countJobs,
    find: ({ codes, ending }, scope, limit) => sql`
      select f.job_no code, f.target name, to_char(f.count_dt, 'YYYY-MM-DD') detail, null owner_cd
      from (
        select f.* from ${prefixRanges(codes)}, lateral (${selectCounts(
          sql`c.job_no collate "C" >= p.low and c.job_no collate "C" < p.high`,
          scope,
          limit,
        )}) f
        ${ending === undefined ? empty : sql`union (${selectCounts(endsWith(sql`c.job_no`, ending), scope, limit)})`}
      ) f
      order by f.job_no collate "C" desc limit ${limit}`,
  },
  {
    kind: 'work',
    query: stockMovements,
    find: ({ codes, ending }, scope, limit) => sql`
      select f.work_no code, '' name, to_char(f.created_at, 'YYYY-MM-DD') detail, null owner_cd
      from (
        select f.* from ${prefixRanges(codes)}, lateral (${selectJobs(
          sql`w.work_no collate "C" >= p.low and w.work_no collate "C" < p.high`,
          scope,
          limit,
        )}) f
        ${ending === undefined ? empty : endedJobs(ending, scope, limit)}
      ) f
      order by f.work_no collate "C" desc limit ${limit}`,
  },
]
