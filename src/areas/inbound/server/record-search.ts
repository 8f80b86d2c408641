import sql from 'sql-template-tag'
import { ownersOf, ranges, type RecordSource } from '#server/engine/record-source.ts'
import { receipts } from '../operations/receipts.ts'

/** Receipts by their number, newest first, or by the owner's order number. */
export const inboundRecords: readonly RecordSource[] = [
  {
    kind: 'receipt',
    question: receipts,
    find: ({ codes, names }, scope, limit) => sql`
      select r.receipt_no code, coalesce(r.owner_order_no, '') name,
        to_char(r.receipt_dt, 'YYYY-MM-DD') detail, r.owner_cd
      from (
        select f.* from ${ownersOf(scope)}, ${ranges(codes)}, lateral (
          select * from receipt r where r.wcode = ${scope.wcode} and r.owner_cd = o.owner_cd
            and r.receipt_no collate "C" >= p.low and r.receipt_no collate "C" < p.high
          order by r.receipt_no collate "C" desc limit ${limit}) f
        union
        select f.* from ${ownersOf(scope)}, ${ranges([...new Set([...codes, ...names])])}, lateral (
          select * from receipt r where r.wcode = ${scope.wcode} and r.owner_cd = o.owner_cd
            and r.owner_order_no is not null
            and r.owner_order_no collate "C" >= p.low and r.owner_order_no collate "C" < p.high
          order by r.owner_order_no collate "C" limit ${limit}) f
      ) r
      order by r.receipt_no collate "C" desc limit ${limit}`,
  },
]
