import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, type Handler, type SaveCall } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { homeCurrency } from '#areas/freight/rules/freight-charge.ts'
import { matchPayments } from '../operations/payments.ts'
import { invoiceStepFrom } from '../rules/billing-status.ts'
import { decimalsError } from '../rules/currency-error.ts'
import { isInOwnWarehouse, isSameParty, partyOfInvoice, paymentSources } from './payments.ts'

interface RequestedMatch extends Record<string, unknown> {
  readonly no: number
  readonly left_amt: number | null
  readonly open_amt: number | null
  readonly is_other: boolean
  readonly is_credit: boolean
  readonly match_amt: string
  readonly paid_amt: string | null
  readonly currency_cd: string
  readonly invoice_currency: string
  readonly invoice_no: string
  readonly is_odd_rate: boolean
}

/** Amount of payment `p` used by row `r`. */
const usedAmount = sql`case when i.currency_cd = p.currency_cd then r.match_amt
  else coalesce(r.paid_amt, 0) end`

/** Share by which the rate of a payment can differ from that of the invoice without a warning. */
const usualRateChange = 0.1

function readRequested(call: SaveCall): Promise<readonly RequestedMatch[]> {
  const { owners } = call.scope
  return call.tx.query<RequestedMatch>(sql`
    select r.no, r.match_amt::text, r.paid_amt::text, p.currency_cd, p.is_credit, r.invoice_no,
      i.currency_cd invoice_currency,
      p.left_amt - sum(${usedAmount}) over (partition by r.payment_no) left_amt,
      invoice_open(i) - sum(r.match_amt) over (partition by r.invoice_no) open_amt,
      not ${isSameParty()} and r.other_owner_yn is distinct from 'Y' is_other,
      coalesce(p.currency_cd = ${homeCurrency} and i.currency_cd <> p.currency_cd
        and abs(r.paid_amt - r.match_amt * i.rate / i.rate_unit)
          > r.match_amt * i.rate / i.rate_unit * ${usualRateChange}::numeric, false) is_odd_rate
    from ${recordsetSql(matchPayments.input, Object.keys(matchPayments.input), call.rows)}
    left join ${paymentSources(call.userId)} p on p.payment_no = r.payment_no and (${owners === null}
      or p.owner_cd = any(${[...(owners ?? [])]}::text[]))
    left join invoice i on i.invoice_no = r.invoice_no and i.state_cd in (${quoteCodes(invoiceStepFrom.pay)})
      and invoice_open(i) > 0 and ${isInOwnWarehouse('i', call.userId)} and (${owners === null}
      or i.owner_cd = any(${[...(owners ?? [])]}::text[]))
    ${partyOfInvoice}
    order by r.no`)
}

export const paymentNotFound = label('입금을 찾을 수 없습니다.', 'Payment not found.')
const invoiceNotOpen = label('발행한 미수 청구서가 아닙니다.', 'Not an outstanding invoice.')
const creditOfOtherCurrency = label(
  '같은 통화로 발행한 청구서만 상계할 수 있습니다.',
  'A credit can be set off against invoices in its own currency only.',
)
const otherParty = label(
  '이 청구서 화주·청구처의 입금이 아닙니다. 그래도 매칭하려면 타 화주를 Y로 선택하세요.',
  'The payment is not from the party of this invoice. Set Other owner to Y to match it.',
)
const leftExceeded = label('입금 잔액을 넘습니다.', 'Exceeds the balance of the payment.')
const openExceeded = label('미수금을 넘습니다.', 'Exceeds the outstanding amount of the invoice.')
const paidAmountUnused = label(
  '입금과 청구서의 통화가 같으면 사용 입금액을 비워 두세요.',
  'Leave the amount of the payment empty if its currency is that of the invoice.',
)
const paidAmountMissing = (paid: string, billed: string) =>
  label(
    `${billed} 청구서에 ${paid} 입금을 매칭합니다. 사용할 ${paid} 입금액을 입력하세요. 매칭 금액은 ${billed}입니다.`,
    `The invoice is in ${billed}, the payment in ${paid}. Enter the amount in ${paid} that is used. The matched amount is in ${billed}.`,
  )

type MatchError = readonly [column: string, text: Label]

/** Error of the amounts of a match, in the currencies of its invoice and its payment. */
function amountError(row: RequestedMatch): MatchError | undefined {
  const { currency_cd: paid, invoice_currency: billed, paid_amt: used } = row
  const isOther = paid !== billed
  const matchDecimals = decimalsError(row.match_amt, billed)
  if (matchDecimals) return ['MATCH_AMT', matchDecimals]
  if (!isOther && used !== null && Number(used) !== Number(row.match_amt))
    return ['PAID_AMT', paidAmountUnused]
  if (isOther && (used === null || Number(used) === 0))
    return ['PAID_AMT', paidAmountMissing(paid, billed)]
  const paidDecimals = isOther ? decimalsError(used, paid) : undefined
  return paidDecimals ? ['PAID_AMT', paidDecimals] : undefined
}

function matchError(row: RequestedMatch): MatchError | undefined {
  if (row.left_amt === null) return ['PAYMENT_NO', paymentNotFound]
  if (row.open_amt === null) return ['INVOICE_NO', invoiceNotOpen]
  const isOtherCurrency = row.currency_cd !== row.invoice_currency
  if (row.is_credit && isOtherCurrency) return ['INVOICE_NO', creditOfOtherCurrency]
  if (row.is_other) return ['OTHER_OWNER_YN', otherParty]
  const error = amountError(row)
  if (error) return error
  if (row.left_amt < 0) return [isOtherCurrency ? 'PAID_AMT' : 'MATCH_AMT', leftExceeded]
  return row.open_amt < 0 ? ['MATCH_AMT', openExceeded] : undefined
}

const oddRateText = (invoices: string): Label =>
  label(
    ` 입금 환율이 청구 환율과 10% 넘게 다른 청구서: ${invoices}. 금액을 확인하고, 잘못이면 입금매칭내역에서 취소하세요.`,
    ` The exchange rate differs from that of the invoice by more than 10%: ${invoices}. Check the amounts; wrong matches can be cancelled in Matches.`,
  )

/**
 * Matches payments with invoices. If their currencies differ, a match has two amounts: one settled
 * of the invoice and one used of the payment.
 */
const matchHandler = handleProcedure(matchPayments, async (call) => {
  await call.tx.execute(sql`lock table payment in share row exclusive mode`)
  const found = await readRequested(call)
  const errors = found.flatMap((row): RowError[] => {
    const error = matchError(row)
    return error ? [{ row: row.no, column: error[0], text: error[1] }] : []
  })
  if (errors.length) throw invalidRows(errors)
  await call.tx.execute(sql`
    insert into payment_match (payment_no, credit_no, invoice_no, amount, paid_amount, matched_by)
    select p.payment_no, case when p.payment_no is null then r.payment_no end, r.invoice_no,
      r.match_amt, case when p.currency_cd <> i.currency_cd then r.paid_amt end, ${call.userId}
    from ${recordsetSql(matchPayments.input, Object.keys(matchPayments.input), call.rows)}
    join invoice i on i.invoice_no = r.invoice_no
    left join payment p on p.payment_no = r.payment_no`)
  const odd = found.flatMap(({ is_odd_rate: isOdd, invoice_no: no }) => (isOdd ? [no] : []))
  const warning = odd.length > 0 ? oddRateText(odd.join(', ')) : undefined
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `${formatCount(call.rows.length)}건을 매칭했습니다.${warning?.ko ?? ''}`,
      `${formatCount(call.rows.length)} matched.${warning?.en ?? ''}`,
    ),
    ...(warning && { warns: true }),
  }
})

export const matchPaymentHandlers: readonly Handler[] = [matchHandler]
