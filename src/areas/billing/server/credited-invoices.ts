import sql, { type Sql } from 'sql-template-tag'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { invoiceStatus } from '../rules/billing-status.ts'

/** Invoices of owners with the net amount of their corrections, as `credited`. */
const correctedInvoices = sql`
  select i.wcode, i.owner_cd, i.bill_month, i.currency_cd, i.vat_cd, i.supply_amt, c.credited
  from invoice i join (
    select origin_no, sum(supply_amt) credited from invoice
    where origin_no is not null and state_cd <> ${quoteCodes(invoiceStatus.reopened)} group by 1) c
    on c.origin_no = i.invoice_no
  where i.owner_cd is not null`

/** Whether charge `c` is on an invoice that was credited in full. */
export const isCredited = (c: Sql): Sql => sql`(${c}.wcode, ${c}.owner_cd, ${c}.bill_month,
  ${c}.currency_cd, ${c}.vat_cd) in (
    select x.wcode, x.owner_cd, x.bill_month, x.currency_cd, x.vat_cd
    from (${correctedInvoices}) x where x.credited = -x.supply_amt)`

/**
 * Net amount by which the invoices of the month and currency of `s` were corrected, without those
 * credited in full.
 */
export const correctedAmount = (s: Sql): Sql => sql`coalesce((
  select sum(x.credited) from (${correctedInvoices}) x where x.credited <> -x.supply_amt
    and (x.wcode, x.owner_cd, x.bill_month, x.currency_cd)
      = (${s}.wcode, ${s}.owner_cd, ${s}.bill_month, ${s}.currency_cd)), 0)`
