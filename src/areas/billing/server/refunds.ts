import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  handleQuery,
  type Handler,
  type SaveCall,
} from '#server/engine/handler.ts'
import { nextNumbers } from '#server/engine/next-numbers.ts'
import { rejectRepeatedRows } from '#server/engine/reject-repeated-rows.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { cancelRefunds, refundPayments, refunds } from '../operations/refunds.ts'
import { decimalsError } from '../rules/currency-error.ts'
import { rejectLaterDates } from './later-dates.ts'
import { paymentNotFound } from './match-payments.ts'
import { isInOwnWarehouse, paymentSources } from './payments.ts'

/** Source of refund `f`: payment `p`, or credit `c` if the user works in its warehouse. */
const joinSource = sql`left join payment p on p.payment_no = f.payment_no
  left join invoice c on c.invoice_no = f.credit_no`

const refundsHandler = handleQuery(
  refunds,
  'v.refund_dt desc, v.refund_no desc',
  ({ userId }) => sql`
    select f.refund_no, case when f.cancelled_at is null then 'VALID' else 'CANCELLED' end
        refund_state_cd,
      f.refund_dt, coalesce(f.payment_no, f.credit_no) payment_no,
      coalesce(p.payer_nm, o.owner_nm, x.customer_nm) payer_nm, f.amount,
      coalesce(p.currency_cd, c.currency_cd) currency_cd, f.bank_ref, f.reason, s.owner_cd,
      o.owner_nm, s.payer_cd, f.created_by, f.created_at, f.cancel_reason, f.cancelled_by,
      f.cancelled_at
    from payment_refund f ${joinSource}
    cross join lateral (select coalesce(p.owner_cd, c.owner_cd) owner_cd,
      coalesce(p.payer_cd, c.payer_cd) payer_cd) s
    left join owner o on o.owner_cd = s.owner_cd
    left join customer x on x.customer_cd = s.payer_cd
    where f.credit_no is null or ${isInOwnWarehouse('c', userId)}`,
)

interface RequestedRefund extends Record<string, unknown> {
  readonly no: number
  readonly left_amt: number | null
  readonly refund_amt: string
  readonly currency_cd: string
  readonly is_early: boolean
  /** Earlier refund of the payment with this bank reference. */
  readonly known_no: string | null
  readonly is_same: boolean
}

function readRequested(call: SaveCall): Promise<readonly RequestedRefund[]> {
  const { owners } = call.scope
  return call.tx.query<RequestedRefund>(sql`
    select r.no, r.refund_amt::text, p.currency_cd, r.refund_dt < p.paid_dt is_early,
      p.left_amt - sum(case when k.refund_no is null then r.refund_amt else 0 end)
        over (partition by r.payment_no) left_amt,
      k.refund_no known_no, (k.amount, k.refund_dt) = (r.refund_amt, r.refund_dt) is_same
    from ${recordsetSql(refundPayments.input, Object.keys(refundPayments.input), call.rows)}
    left join ${paymentSources(call.userId)} p on p.payment_no = r.payment_no and (${owners === null}
      or p.owner_cd = any(${[...(owners ?? [])]}::text[]))
    left join payment_refund k on k.cancelled_at is null and k.bank_ref = r.bank_ref
      and coalesce(k.payment_no, k.credit_no) = p.payment_no
    order by r.no`)
}

const refundedAfterToday = label(
  '환불일은 오늘보다 늦을 수 없습니다.',
  'The refund date cannot be after today.',
)
export const refundBeforePayment = label(
  '환불일은 입금일보다 빠를 수 없습니다.',
  'The refund date cannot be before the payment date.',
)
export const refundLeftExceeded = label(
  '매칭하지 않은 잔액까지만 환불할 수 있습니다.',
  'Only the unmatched balance can be refunded.',
)
const refundAmountMissing = label('환불액을 입력하세요.', 'Enter the amount to refund.')
const refundRepeated = label(
  '같은 입금과 거래번호가 두 번 있습니다.',
  'The same payment and bank reference are listed twice.',
)
export const refundOfSameReference = (number: string): Label =>
  label(
    `이 거래번호의 환불이 이미 있고 금액이나 날짜가 다릅니다: ${number}. 잘못 등록했으면 먼저 취소하세요.`,
    `This bank reference was entered with another amount or date: ${number}. If that is wrong, cancel it first.`,
  )

function refundError(row: RequestedRefund): readonly [column: string, text: Label] | undefined {
  if (row.left_amt === null) return ['PAYMENT_NO', paymentNotFound]
  if (row.known_no !== null)
    return row.is_same ? undefined : ['BANK_REF', refundOfSameReference(row.known_no)]
  if (Number(row.refund_amt) === 0) return ['REFUND_AMT', refundAmountMissing]
  const decimals = decimalsError(row.refund_amt, row.currency_cd)
  if (decimals) return ['REFUND_AMT', decimals]
  if (row.is_early) return ['REFUND_DT', refundBeforePayment]
  return row.left_amt < 0 ? ['REFUND_AMT', refundLeftExceeded] : undefined
}

export const refundsEnteredText = (entered: number, known: number): Label =>
  label(
    `환불 ${formatCount(entered)}건을 등록했습니다.${known ? ` ${formatCount(known)}건은 이미 있는 환불입니다.` : ''}`,
    `${formatCount(entered, 'refund')} entered.${known ? ` ${formatCount(known)} already existed.` : ''}`,
  )

/**
 * Records money that was paid back. A repeated bank reference of a payment is the same transfer and
 * adds nothing.
 */
const refundHandler = handleProcedure(refundPayments, async (call) => {
  rejectRepeatedRows(call, ['PAYMENT_NO', 'BANK_REF'], refundRepeated)
  rejectLaterDates(call, 'REFUND_DT', refundedAfterToday)
  await call.tx.execute(sql`lock table payment in share row exclusive mode`)
  const requested = await readRequested(call)
  const errors = requested.flatMap((row): RowError[] => {
    const error = refundError(row)
    return error ? [{ row: row.no, column: error[0], text: error[1] }] : []
  })
  if (errors.length > 0) throw invalidRows(errors)
  const known = new Set(requested.flatMap((row) => (row.known_no === null ? [] : [row.no])))
  const rows = call.rows.filter(({ no }) => !known.has(no))
  if (rows.length > 0) {
    await call.tx.execute(sql`
      with numbers as (select n, row_number() over (order by n) at
        from ${nextNumbers(call, 'REFUND', rows.length)} n),
      typed as (select r.*, row_number() over (order by r.no) at
        from ${recordsetSql(refundPayments.input, Object.keys(refundPayments.input), rows)})
      insert into payment_refund (refund_no, payment_no, credit_no, refund_dt, amount, bank_ref,
        reason, created_by)
      select n, p.payment_no, case when p.payment_no is null then t.payment_no end, t.refund_dt,
        t.refund_amt, t.bank_ref, t.reason, ${call.userId}
      from typed t join numbers using (at) left join payment p on p.payment_no = t.payment_no`)
  }
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: refundsEnteredText(rows.length, known.size),
  }
})

export const refundAlreadyCancelled = label(
  '이미 취소했거나 없는 환불입니다.',
  'Refund not found or already cancelled.',
)
export const refundDayClosed = (day: string): Label =>
  label(
    `${day}까지 전표를 마감했습니다. 마감을 취소한 뒤 환불을 취소하세요.`,
    `Documents are closed up to ${day}. Reopen the period, then cancel the refund.`,
  )

interface CancelRequest extends Record<string, unknown> {
  readonly no: number
  readonly refund_no: string | null
  readonly closed_to: string | null
}

/** Refunds to cancel that the user can see and that still count. */
function readCancelled(call: SaveCall): Promise<CancelRequest[]> {
  const { owners } = call.scope
  return call.tx.query<CancelRequest>(sql`
    select r.no, s.refund_no,
      (select to_char(max(d.closed_to_dt), 'YYYY-MM-DD') from doc_period d
        where d.reopened_at is null and d.closed_to_dt >= s.refund_dt and d.owner_cd = s.owner_cd
          and d.wcode = coalesce(s.wcode, d.wcode)) closed_to
    from ${recordsetSql(cancelRefunds.input, Object.keys(cancelRefunds.input), call.rows)}
    left join (
      select f.refund_no, f.refund_dt, coalesce(p.owner_cd, c.owner_cd) owner_cd, c.wcode
      from payment_refund f ${joinSource}
      where f.cancelled_at is null
        and (f.credit_no is null or ${isInOwnWarehouse('c', call.userId)})) s
      on s.refund_no = r.refund_no and (${owners === null}
        or s.owner_cd = any(${[...(owners ?? [])]}::text[]))
    order by r.no`)
}

const cancelHandler = handleProcedure(cancelRefunds, async (call) => {
  await call.tx.execute(sql`lock table payment in share row exclusive mode`)
  const requested = await readCancelled(call)
  const seen = new Set<string>()
  const gone = requested.flatMap(({ no, refund_no: number }) => {
    if (number === null || seen.has(number))
      return [{ row: no, column: 'REFUND_NO', text: refundAlreadyCancelled }]
    seen.add(number)
    return []
  })
  if (gone.length > 0) throw conflictingRows(gone)
  const errors = requested.flatMap(({ no, closed_to: day }): RowError[] =>
    day === null ? [] : [{ row: no, column: 'REFUND_NO', text: refundDayClosed(day) }],
  )
  if (errors.length > 0) throw invalidRows(errors)
  await call.tx.execute(sql`
    update payment_refund f set cancelled_by = ${call.userId}, cancelled_at = now(),
      cancel_reason = r.cancel_reason
    from ${recordsetSql(cancelRefunds.input, Object.keys(cancelRefunds.input), call.rows)}
    where f.refund_no = r.refund_no`)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `환불 ${formatCount(seen.size)}건을 취소했습니다. 입금 잔액에 다시 더했습니다.`,
      `${formatCount(seen.size, 'refund')} cancelled. The money is unmatched again.`,
    ),
  }
})

export const refundHandlers: readonly Handler[] = [refundsHandler, refundHandler, cancelHandler]
