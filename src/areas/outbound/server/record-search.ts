import sql from 'sql-template-tag'
import { ownersOf, ranges, type RecordSource } from '#server/engine/record-source.ts'
import { shipments } from '../operations/shipments.ts'

/** Shipments by their number, newest first, or by the owner's order number. */
export const outboundRecords: readonly RecordSource[] = [
  {
    kind: 'shipment',
    question: shipments,
    find: ({ codes, names }, scope, limit) => sql`
      select r.shipment_no code, coalesce(r.owner_order_no, '') name,
        to_char(r.shipment_dt, 'YYYY-MM-DD') detail, r.owner_cd
      from (
        select f.* from ${ownersOf(scope)}, ${ranges(codes)}, lateral (
          select * from shipment r where r.wcode = ${scope.wcode} and r.owner_cd = o.owner_cd
            and r.shipment_no collate "C" >= p.low and r.shipment_no collate "C" < p.high
          order by r.shipment_no collate "C" desc limit ${limit}) f
        union
        select f.* from ${ownersOf(scope)}, ${ranges([...new Set([...codes, ...names])])}, lateral (
          select * from shipment r where r.wcode = ${scope.wcode} and r.owner_cd = o.owner_cd
            and r.owner_order_no is not null
            and r.owner_order_no collate "C" >= p.low and r.owner_order_no collate "C" < p.high
          order by r.owner_order_no collate "C" limit ${limit}) f
      ) r
      order by r.shipment_no collate "C" desc limit ${limit}`,
  },
]
