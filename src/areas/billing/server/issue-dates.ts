import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { issueInvoices } from '../operations/invoices.ts'

export const issuedAfterToday = label(
  '작성일자는 오늘보다 늦을 수 없습니다.',
  'The issue date cannot be after today.',
)

const calculatedAtOtherRate = label(
  '작성일자의 환율로 계산한 청구서입니다. 작성을 취소하고 새 작성일자로 다시 작성하세요.',
  'The amounts use the exchange rate of the issue date. Withdraw the invoice and create it again with the new issue date.',
)
const outsideBillMonth = label(
  '작성일자가 청구월과 다른 달입니다. 작성을 취소하고 새 작성일자로 다시 작성하세요.',
  'The issue date is in another month. Withdraw the invoice and create it again with the new issue date.',
)
const outsideBillCycle = label(
  '작성일자가 청구월의 기간 밖입니다. 공급한 기간 안의 날짜를 입력하세요.',
  'The issue date is outside the billing month. Enter a date of the period that is billed.',
)

interface DatedInvoice extends Record<string, unknown> {
  readonly no: number
  readonly is_future: boolean
  readonly is_converted: boolean
  readonly is_other_month: boolean
  readonly is_of_payer: boolean
}

function dateError(row: DatedInvoice): Label | undefined {
  if (row.is_future) return issuedAfterToday
  if (row.is_converted) return calculatedAtOtherRate
  if (row.is_other_month) return row.is_of_payer ? outsideBillMonth : outsideBillCycle
  return undefined
}

/**
 * Rejects issue dates after today or in another month, and any change for invoices converted at the
 * rate of their issue date.
 */
export async function rejectIssueDates(call: SaveCall): Promise<void> {
  const found = await call.tx.query<DatedInvoice>(sql`
    select r.no, d.write_dt > ${call.today}::date is_future, i.payer_cd is not null is_of_payer,
      d.write_dt <> i.write_dt and case when i.payer_cd is null
        then cycle_month(d.write_dt, coalesce(t.close_day, 0))
        else to_char(d.write_dt, 'YYYYMM') end <> i.bill_month is_other_month,
      d.write_dt <> i.write_dt and coalesce(c.rate_day_cd, '') = 'ISSUE' and exists (
        select from invoice_line l
        where l.invoice_no = i.invoice_no and l.from_currency_cd <> i.currency_cd) is_converted
    from ${recordsetSql(issueInvoices.input, ['INVOICE_NO', 'WRITE_DT'], call.rows)}
    join invoice i on i.invoice_no = r.invoice_no
    cross join lateral (select coalesce(r.write_dt, i.write_dt) write_dt) d
    left join billing_terms t on t.owner_cd = i.owner_cd
    left join customer c on c.customer_cd = i.payer_cd order by r.no`)
  const errors = found.flatMap((row): RowError[] => {
    const text = dateError(row)
    return text ? [{ row: row.no, text, column: 'WRITE_DT' }] : []
  })
  if (errors.length) throw invalidRows(errors)
}
