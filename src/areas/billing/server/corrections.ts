import sql, { raw } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { addDecimal, compareDecimal, roundDecimal, toDecimal } from '#kernel/decimal.ts'
import { label, type Label } from '#kernel/label.ts'
import { badRows } from '#server/base/app-error.ts'
import { handleProcedure, type Handler, type SaveCall } from '#server/engine/handler.ts'
import { currencyDecimals } from '#areas/freight/rules/currency-decimals.ts'
import { enqueueJob } from '#server/jobs/job-queue.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { nextNumbers } from '#server/engine/next-numbers.ts'
import { correctInvoice, mailInvoices } from '../operations/invoices.ts'
import { invoiceStatus, invoiceStepFrom } from '../rules/billing-status.ts'
import { issued, lockInvoices } from './invoices.ts'
import { billMailKind } from './bill-mail.ts'

/** Columns of a line that name the freight charge it bills. */
const freightColumns = [
  'booking_id',
  'freight_line',
  'freight_cd',
  'cntr_tp',
  'from_currency_cd',
  'from_amt',
  'rate_dt',
  'rate_unit',
  'rate',
]

/** One correcting invoice: the original times `factor`, or a separate amount. */
interface Sheet {
  readonly factor: number
  readonly vat?: 'ZERO'
  readonly difference?: string
}

/**
 * Reasons that bill only the difference, and reasons whose invoices are dated when the cause
 * occurred.
 */
const partialReasons = new Set(['2', '3'])
const datedReasons = new Set(['2', '3', '4'])

/**
 * Correcting invoices for a reason code. Mistakes (1) and a later local credit (5) reverse and
 * rebill the original. An ended contract (4) and a double issue (6) only reverse it. A changed
 * amount and returned items (2, 3) bill the difference.
 */
function correctionSheets(reason: string, difference: string | null): readonly Sheet[] {
  if (reason === '1') return [{ factor: -1 }, { factor: 1 }]
  if (reason === '5') return [{ factor: -1 }, { factor: 1, vat: 'ZERO' }]
  if (!partialReasons.has(reason)) return [{ factor: -1 }]
  return [{ factor: 0, ...(difference === null ? {} : { difference }) }]
}

interface Correction {
  readonly origin: string
  /** Decimals of the currency. */
  readonly decimals: number
  readonly reason: string
  readonly day: string | null
}

async function writeSheet(call: SaveCall, of: Correction, sheet: Sheet): Promise<string> {
  const { origin, decimals, reason, day } = of
  const { factor, vat = null, difference = null } = sheet
  const [made] = await call.tx.query<{ invoice_no: string }>(sql`
    with tax as (
      select i.invoice_no, case when ${vat}::text is null then i.vat_cd else 'ZERO' end vat_cd,
        ${decimals}::integer decimals,
        case when i.supply_amt = 0 then 0 else i.tax_amt / i.supply_amt end rate
      from invoice i where i.invoice_no = ${origin})
    insert into invoice (invoice_no, wcode, owner_cd, bill_month, currency_cd, vat_cd, write_dt,
      due_dt, supply_amt, tax_amt, total_amt, claim_cd, origin_no, correct_cd, created_by, payer_cd,
      booking_id)
    select ${nextNumbers(call, 'INVOICE', 1)}, i.wcode, i.owner_cd, i.bill_month,
      i.currency_cd, t.vat_cd,
      coalesce(${day}::date, ${call.today}::date), i.due_dt, a.supply,
      a.tax, a.supply + a.tax, i.claim_cd, i.invoice_no, ${reason}, ${call.userId}, i.payer_cd, i.booking_id
    from invoice i join tax t using (invoice_no)
    cross join lateral (select coalesce(${difference}::numeric, i.supply_amt * ${factor}::integer)
      supply) s
    cross join lateral (select s.supply, case when t.vat_cd = 'ZERO' then 0
      when ${difference}::numeric is null then i.tax_amt * ${factor}::integer
      else trunc(s.supply * t.rate, t.decimals) end tax) a
    returning invoice_no`)
  const number = made?.invoice_no ?? ''
  await call.tx.execute(sql`
    insert into invoice_line (invoice_no, line_no, charge_cd, kind_cd, of_month, price_id, unit_cd,
      qty, unit_price, exact_amt, supply_amt, tax_amt, ${raw(freightColumns.join(', '))})
    select ${number}, l.line_no, l.charge_cd, l.kind_cd, coalesce(l.of_month, case when i.payer_cd is null then i.bill_month end), l.price_id,
      l.unit_cd, l.qty * ${factor}::integer, l.unit_price, l.supply_amt * ${factor}::integer,
      l.supply_amt * ${factor}::integer,
      case when ${vat}::text is null then l.tax_amt * ${factor}::integer else 0 end,
      ${raw(freightColumns.map((name) => `l.${name}`).join(', '))}
    from invoice_line l join invoice i using (invoice_no)
    where l.invoice_no = ${origin} and ${difference}::numeric is null
    union all
    select ${number}, 1, 'EXTRA', null, i.bill_month, null, 'DOC', 1, i.supply_amt, i.supply_amt,
      i.supply_amt, i.tax_amt, ${raw(freightColumns.map(() => 'null').join(', '))}
    from invoice i where i.invoice_no = ${number} and ${difference}::numeric is not null`)
  await call.tx.execute(sql`
    update invoice i set ${issued(call.userId)} where i.invoice_no = ${number}`)
  return number
}

interface Corrected extends Record<string, unknown> {
  supply: string
  currency_cd: string
  write_dt: string
  approval_no: string | null
  is_correction: boolean
}

async function readCorrected(call: SaveCall, number: string): Promise<Corrected> {
  const [row] = await call.tx.query<Corrected>(sql`
    select (i.supply_amt + coalesce((select sum(c.supply_amt) from invoice c
        where c.origin_no = i.invoice_no and c.state_cd <> ${quoteCodes(invoiceStatus.reopened)}), 0))::text supply,
      i.currency_cd, to_char(i.write_dt, 'YYYYMMDD') write_dt, i.approval_no, i.origin_no is not null is_correction
    from invoice i where i.invoice_no = ${number}`)
  if (!row) throw new Error(`no invoice ${number}`)
  return row
}

type Refusal = readonly [column: string, text: Label]

function correctionError(
  of: Corrected,
  reason: string,
  difference: string | null,
): Refusal | undefined {
  if (of.is_correction) {
    const en = 'This is a corrected invoice. Correct the original invoice.'
    return ['INVOICE_NO', label('수정세금계산서입니다. 당초 청구서를 수정하세요.', en)]
  }
  const remaining = toDecimal(of.supply)
  if (remaining.units === 0n) {
    const en = 'This invoice is already fully cancelled. No amount is left.'
    return ['INVOICE_NO', label('이미 전액 취소된 청구서입니다. 남은 금액이 없습니다.', en)]
  }
  if (!partialReasons.has(reason)) return undefined
  if (difference === null || Number(difference) === 0) {
    return ['DIFF_AMT', label('공급가액 증감을 입력하세요.', 'Enter the change in net amount.')]
  }
  const decimals = currencyDecimals(of.currency_cd)
  if (
    compareDecimal(roundDecimal(toDecimal(difference), decimals, 'down'), toDecimal(difference))
  ) {
    const ko = `${of.currency_cd} 금액은 소수점 ${decimals}자리까지 입력할 수 있습니다.`
    return ['DIFF_AMT', label(ko, `${of.currency_cd} amounts have at most ${decimals} decimals.`)]
  }
  if (reason === '3' && Number(difference) > 0) {
    const en = 'Returned goods reduce the amount. Enter a negative amount.'
    return ['DIFF_AMT', label('환입은 금액이 줄어듭니다. 음수로 입력하세요.', en)]
  }
  const after = addDecimal(remaining, toDecimal(difference))
  if (remaining.units > 0n && after.units < 0n) {
    const shown = formatCount(Number(of.supply))
    const en = `Cannot reduce the invoice by more than the remaining net amount (${shown}).`
    return ['DIFF_AMT', label(`남은 공급가액(${shown})보다 많이 줄일 수 없습니다.`, en)]
  }
  return undefined
}

/**
 * Applies credits to the unpaid part of the invoice they correct. The rest remains an open credit.
 */
async function settleAgainstOriginal(
  call: SaveCall,
  origin: string,
  credits: readonly string[],
): Promise<void> {
  await call.tx.execute(sql`
    insert into payment_match (credit_no, invoice_no, amount, matched_by)
    select c.invoice_no, o.invoice_no, least(o.total_amt - o.paid_amt, -c.total_amt), ${call.userId}
    from invoice o join invoice c on c.invoice_no = any(${[...credits]}::text[])
    where o.invoice_no = ${origin} and c.total_amt < 0 and o.total_amt > o.paid_amt`)
}

const correctHandler = handleProcedure(correctInvoice, async (call) => {
  await lockInvoices(call, invoiceStepFrom.correct)
  const [row] = call.rows
  const values = row?.values ?? {}
  const origin = String(values['INVOICE_NO'])
  const difference = values['DIFF_AMT'] ?? null
  const reason = String(values['CORRECT_CD'])
  const of = await readCorrected(call, origin)
  const amount = difference === null ? null : String(difference)
  const error = correctionError(of, reason, amount)
  if (error) throw badRows([{ row: row?.no ?? 1, column: error[0], text: error[1] }])
  const numbers: string[] = []
  for (const sheet of correctionSheets(reason, amount)) {
    const day = values['WRITE_DT'] ?? (datedReasons.has(reason) ? null : of.write_dt)
    numbers.push(
      await writeSheet(
        call,
        {
          origin,
          decimals: currencyDecimals(of.currency_cd),
          reason,
          day: day === null ? null : String(day),
        },
        sheet,
      ),
    )
  }
  await settleAgainstOriginal(call, origin, numbers)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no, INVOICE_NO: numbers.at(-1) ?? null })),
    message: label(
      `수정세금계산서를 작성했습니다: ${numbers.join(', ')}`,
      `Corrected invoices created: ${numbers.join(', ')}`,
    ),
  }
})

const mailHandler = handleProcedure(mailInvoices, async (call) => {
  const named = await lockInvoices(call, invoiceStepFrom.correct)
  const unaddressed = await call.tx.query<{ invoice_no: string }>(sql`
    select invoice_no from invoice
    where invoice_no = any(${named.map((row) => row.invoice_no ?? '')}::text[])
      and coalesce(buyer ->> 'EMAIL', '') = ''`)
  const unaddressedNumbers = new Set(unaddressed.map((row) => row.invoice_no))
  const text = label(
    '화주의 이메일이 없습니다. 청구조건에 입력하세요.',
    'The owner has no email address. Enter it in the billing terms.',
  )
  const errors = named.filter((row) => unaddressedNumbers.has(row.invoice_no ?? ''))
  if (errors.length) {
    throw badRows(errors.map(({ no }) => ({ row: no, text, column: 'INVOICE_NO' })))
  }
  await call.tx.execute(sql`
    update invoice set sent_at = now() where sent_at is null
      and invoice_no = any(${named.map((row) => row.invoice_no ?? '')}::text[])`)
  for (const row of named) {
    await enqueueJob(call.tx, {
      kind: billMailKind,
      userId: call.userId,
      wcode: call.scope.wcode,
      payload: { INVOICE_NO: row.invoice_no, WCODE: call.scope.wcode, USER_ID: call.userId },
    })
  }
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `${formatCount(named.length)}건을 보내는 중입니다.`,
      `Sending ${formatCount(named.length, 'email')}.`,
    ),
  }
})

export const correctionHandlers: readonly Handler[] = [correctHandler, mailHandler]
