import sql, { type Sql } from 'sql-template-tag'
import { inRange, prefixRanges, type RecordSource } from '#server/engine/record-source.ts'
import { bills } from '../operations/bills.ts'
import { bookings } from '../operations/bookings.ts'

/** Bookings and bills name companies but no owner, so owner-restricted users cannot find any. */
const isReachable = (table: Sql, wcode: string, owners: readonly string[] | null): Sql =>
  sql`${table}.wcode = ${wcode} and ${owners === null}`

export const freightRecords: readonly RecordSource[] = [
  {
    kind: 'bill',
    query: bills.query,
    find: ({ codes }, { wcode, owners }, limit) => sql`
      select f.bill_id code, f.number name, f.kind_cd detail, null owner_cd
      from (
        select f.*, f.bill_no number from ${prefixRanges(codes)}, lateral (
          select * from bill b where ${isReachable(sql`b`, wcode, owners)} and b.bill_no is not null
            and ${inRange(sql`b.bill_no`)}
          order by b.bill_no collate "C" limit ${limit}) f
        union
        select f.* from ${prefixRanges(codes)}, lateral (
          select b.*, c.cntr_no number from bill_container c join bill b using (bill_id)
          where ${isReachable(sql`b`, wcode, owners)} and ${inRange(sql`c.cntr_no`)}
          order by c.cntr_no collate "C", b.bill_id limit ${limit}) f) f
      order by f.number, f.bill_id limit ${limit}`,
  },
  {
    kind: 'booking',
    query: bookings.query,
    find: ({ codes }, { wcode, owners }, limit) => sql`
      select distinct f.booking_id code, f.cntr_no name, to_char(f.book_dt, 'YYYY-MM-DD') detail,
        null owner_cd
      from ${prefixRanges(codes)}, lateral (
        select b.*, c.cntr_no from booking_container c join booking b using (booking_id)
        where ${isReachable(sql`b`, wcode, owners)} and c.cntr_no is not null
          and ${inRange(sql`c.cntr_no`)}
        order by c.cntr_no collate "C" limit ${limit}) f
      order by 2, 1 limit ${limit}`,
  },
]
