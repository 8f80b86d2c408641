import sql, { empty } from 'sql-template-tag'
import { inRange, prefixRanges, type RecordSource } from '#server/engine/record-source.ts'
import { invoices } from '../operations/invoices.ts'

/** Invoices of owners. Users without an owner restriction also find freight invoices. */
export const billingRecords: readonly RecordSource[] = [
  {
    kind: 'invoice',
    query: invoices,
    find: ({ codes }, { wcode, owners }, limit) => sql`
      select f.invoice_no code, coalesce(f.owner_cd, f.payer_cd, '') name,
        to_char(f.write_dt, 'YYYY-MM-DD') detail, f.owner_cd
      from ${prefixRanges(codes)}, lateral (
        select * from invoice i where i.wcode = ${wcode} and ${inRange(sql`i.invoice_no`)}
          ${owners ? sql`and i.owner_cd = any(${[...owners]}::text[])` : empty}
        order by i.invoice_no collate "C" desc limit ${limit}) f
      order by f.invoice_no collate "C" desc limit ${limit}`,
  },
]
