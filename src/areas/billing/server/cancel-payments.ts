import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import { selectWarehouses } from '#server/auth/session.ts'
import {
  handleProcedure,
  handleQuery,
  type Handler,
  type SaveCall,
} from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { cancelPayments, payments } from '../operations/payments.ts'

/** Matches that are neither reversals nor reversed, of payment `p`. */
const validMatches = sql`payment_match m where m.payment_no = p.payment_no and m.reverses_no is null
  and not exists (select from payment_match x where x.reverses_no = m.match_no)`

const paymentsHandler = handleQuery(
  payments,
  'v.paid_dt desc, v.payment_no desc',
  ({ userId, scope: { owners } }) => sql`
    select p.*, o.owner_nm,
      payment_left(p) left_amt,
      case when p.cancelled_at is not null then 'CANCELLED' when payment_left(p) = p.amount then 'OPEN'
        when payment_left(p) > 0 then 'PART' when p.matched_amt = 0 then 'REFUNDED'
        else 'MATCHED' end payment_state_cd,
      (select string_agg(distinct m.invoice_no, ', ' order by m.invoice_no)
        from ${validMatches} and exists (select from invoice i where i.invoice_no = m.invoice_no
          and i.wcode in (${selectWarehouses(sql`${userId}`)})
          and (${owners === null} or i.owner_cd = any(${[...(owners ?? [])]}::text[])))
        ) invoice_nos
    from payment p left join owner o using (owner_cd)`,
)

interface CancelRequest extends Record<string, unknown> {
  readonly no: number
  readonly payment_no: string | null
  readonly is_cancelled: boolean
  readonly is_refunded: boolean
  readonly is_elsewhere: boolean
  readonly is_of_others: boolean
  readonly closed_to: string | null
}

/** The payment date can be closed for the owner of the payment or for owners of invoices it paid. */
function readRequested(call: SaveCall): Promise<CancelRequest[]> {
  const { owners } = call.scope
  return call.tx.query<CancelRequest>(sql`
    select r.no, p.payment_no, p.cancelled_at is not null is_cancelled, p.refunded_amt > 0 is_refunded,
      exists (select from ${validMatches} and not exists (select from invoice i
        where i.invoice_no = m.invoice_no
          and i.wcode in (${selectWarehouses(sql`${call.userId}`)}))) is_elsewhere,
      ${owners !== null} and exists (select from ${validMatches} and not exists (
        select from invoice i where i.invoice_no = m.invoice_no
          and i.owner_cd = any(${[...(owners ?? [])]}::text[]))) is_of_others,
      (select to_char(max(d.closed_to_dt), 'YYYY-MM-DD') from doc_period d
        where d.reopened_at is null and d.closed_to_dt >= p.paid_dt
          and (d.owner_cd = p.owner_cd or exists (select from ${validMatches}
            and exists (select from invoice i where i.invoice_no = m.invoice_no
              and i.owner_cd = d.owner_cd)))) closed_to
    from ${recordsetSql(cancelPayments.input, Object.keys(cancelPayments.input), call.rows)}
    left join payment p on p.payment_no = r.payment_no and (${owners === null}
      or p.owner_cd = any(${[...(owners ?? [])]}::text[]))
    order by r.no`)
}

export const paymentAlreadyCancelled = label(
  '이미 취소했거나 없는 입금입니다.',
  'Payment not found or already cancelled.',
)
export const matchedElsewhere = label(
  '다른 창고의 청구서에 매칭한 입금입니다. 그 창고에서 매칭을 먼저 취소하세요.',
  'The payment is matched with an invoice of another warehouse. Cancel the match there first.',
)
export const matchedOfOtherOwner = label(
  '다른 화주의 청구서에 매칭한 입금입니다. 물류센터 관리자에게 요청하세요.',
  'The payment is matched with an invoice of another owner. Ask the warehouse administrator.',
)
export const refundedPayment = label(
  '환불한 입금입니다. 환불내역에서 환불을 먼저 취소하세요.',
  'The payment was refunded. Cancel its refund in Refunds first.',
)
export const paymentDayClosed = (day: string): Label =>
  label(
    `${day}까지 전표를 마감했습니다. 마감을 취소한 뒤 입금을 취소하세요.`,
    `Documents are closed up to ${day}. Reopen the period, then cancel the payment.`,
  )

function cancelError(row: CancelRequest): Label | undefined {
  if (row.is_refunded) return refundedPayment
  if (row.is_of_others) return matchedOfOtherOwner
  if (row.is_elsewhere) return matchedElsewhere
  return row.closed_to === null ? undefined : paymentDayClosed(row.closed_to)
}

/**
 * Cancels payments and their matches, which opens the invoices again. Payments, matches and their
 * reversals are kept.
 */
const cancelHandler = handleProcedure(cancelPayments, async (call) => {
  await call.tx.execute(sql`lock table payment in share row exclusive mode`)
  const requested = await readRequested(call)
  const seen = new Set<string>()
  const gone = requested.flatMap(({ no, payment_no: number, is_cancelled: isCancelled }) => {
    if (number !== null && !isCancelled && !seen.has(number)) {
      seen.add(number)
      return []
    }
    return [{ row: no, column: 'PAYMENT_NO', text: paymentAlreadyCancelled }]
  })
  if (gone.length > 0) throw conflictingRows(gone)
  const errors = requested.flatMap((row): RowError[] => {
    const text = cancelError(row)
    return text ? [{ row: row.no, column: 'PAYMENT_NO', text }] : []
  })
  if (errors.length > 0) throw invalidRows(errors)
  const numbers = [...seen]
  const reversed = await call.tx.execute(sql`
    insert into payment_match (payment_no, invoice_no, amount, paid_amount, reverses_no, matched_by)
    select m.payment_no, m.invoice_no, -m.amount, -m.paid_amount, m.match_no, ${call.userId}
    from payment p cross join lateral (select m.* from ${validMatches}) m
    where p.payment_no = any(${numbers}::text[]) order by m.match_no`)
  await call.tx.execute(sql`
    update payment p set cancelled_by = ${call.userId}, cancelled_at = now(),
      cancel_reason = r.cancel_reason
    from ${recordsetSql(cancelPayments.input, Object.keys(cancelPayments.input), call.rows)}
    where p.payment_no = r.payment_no`)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: paymentsCancelledText(numbers.length, reversed),
  }
})

export const paymentsCancelledText = (cancelled: number, reversed: number): Label =>
  label(
    `입금 ${formatCount(cancelled)}건을 취소했습니다.${reversed ? ` 매칭 ${formatCount(reversed)}건도 취소했습니다.` : ''}`,
    `${formatCount(cancelled, 'payment')} cancelled.${reversed ? ` ${formatCount(reversed, 'match', 'matches')} cancelled too.` : ''}`,
  )

export const cancelPaymentHandlers: readonly Handler[] = [paymentsHandler, cancelHandler]
