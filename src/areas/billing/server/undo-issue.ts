import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { invalidRows } from '#server/base/app-error.ts'
import { handleProcedure, type Handler } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { undoIssue } from '../operations/invoices.ts'
import { invoiceStatus, invoiceStepFrom } from '../rules/billing-status.ts'
import { lockInvoices } from './invoices.ts'

const issueNotUndoable = label(
  '이미 발송·승인·입금되었거나 이의·수정발행이 있습니다. 수정세금계산서를 작성하세요.',
  'Already sent, approved, paid, objected to or corrected. Issue a corrected invoice.',
)

/** Buyer, supplier and means of payment are set again at the next issue. */
const undoHandler = handleProcedure(undoIssue, async (call) => {
  const named = await lockInvoices(call, invoiceStepFrom.undo)
  const numbers = named.map((row) => row.invoice_no ?? '')
  const boundInvoices = await call.tx.query<{ invoice_no: string }>(sql`
    select i.invoice_no from invoice i where i.invoice_no = any(${numbers}::text[])
      and (num_nonnulls(i.sent_at, i.approval_no, i.origin_no) > 0 or i.paid_amt <> 0
        or exists (select from invoice c where c.origin_no = i.invoice_no)
        or exists (select from invoice_objection x where x.invoice_no = i.invoice_no))`)
  const boundNumbers = new Set(boundInvoices.map((row) => row.invoice_no))
  const errors = named.filter((row) => boundNumbers.has(row.invoice_no ?? ''))
  if (errors.length) {
    throw invalidRows(
      errors.map(({ no: row }) => ({ row, text: issueNotUndoable, column: 'INVOICE_NO' })),
    )
  }
  await call.tx.execute(sql`
    update invoice set state_cd = ${quoteCodes(invoiceStatus.closed)}, issued_by = null,
      issued_at = null, buyer = null, supplier = null, cash_amt = 0, cheque_amt = 0, note_amt = 0
    where invoice_no = any(${numbers}::text[])`)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no, STATE_CD: invoiceStatus.closed })),
    message: label(
      `청구서 ${formatCount(named.length)}건의 발행을 취소했습니다.`,
      `Issuing undone for ${formatCount(named.length, 'invoice')}.`,
    ),
  }
})

export const undoIssueHandlers: readonly Handler[] = [undoHandler]
