import sql, { raw } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { addDecimal, toDecimal } from '#kernel/decimal.ts'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, type Handler, type SaveCall } from '#server/engine/handler.ts'
import { enqueueDocumentMail } from '#server/jobs/document-mail.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { nextNumbers } from '#server/engine/next-numbers.ts'
import { correctInvoice, mailInvoices } from '../operations/invoices.ts'
import { invoiceStatus, invoiceStepFrom } from '../rules/billing-status.ts'
import { decimalsError } from '../rules/currency-error.ts'
import {
  correctionLineColumns,
  differenceLine,
  readCorrectionLines,
  scaleLines,
  type CorrectionLine,
} from './correction-lines.ts'
import { issueSql, lockInvoices } from './invoices.ts'
import { issuedAfterToday } from './issue-dates.ts'
import { taxRate } from './post-charges.ts'
import { billMailKind } from './bill-mail.ts'
import { mailAddress, ownerAddressMissing, payerAddressMissing } from './mail-address.ts'

/**
 * One corrective invoice: the lines of the original or their uncorrected remainder, times `factor`,
 * or a separate amount.
 */
type Sheet =
  | {
      readonly of: 'ORIGINAL' | 'REMAINING'
      readonly factor: 1 | -1
      readonly vat?: 'ZERO'
      /** Whether its date and parties can differ from those of the original. */
      readonly isNew?: true
    }
  | { readonly of: 'DIFFERENCE' }

/**
 * Reason codes: `partial` bills only the difference, `dated` has the date on which the cause
 * occurred, and `return` also has the date of the original.
 */
const partialReasons = new Set(['2', '3'])
const datedReasons = new Set(['2', '3', '4'])
const returnReasons = new Set(['3', '4'])

/**
 * Corrective invoices to issue for a reason code. A change by the entire remainder reverses its
 * lines, so the work can be billed again:
 * - 1 mistake: reverse and rebill the original
 * - 2, 3 changed amount, returned items: bill the difference
 * - 4, 6 ended contract, double issue: reverse the remaining amount
 * - 5 later local credit: reverse and rebill the remaining amount
 */
function correctionSheets(
  reason: string,
  isZeroRatedSince: boolean,
  isAll: boolean,
): readonly Sheet[] {
  const reversal = { of: 'REMAINING', factor: -1 } as const
  if (partialReasons.has(reason)) return [isAll ? reversal : { of: 'DIFFERENCE' }]
  if (reason === '1') {
    // The tax of the original no longer applies after a local credit.
    const of = isZeroRatedSince ? 'REMAINING' : 'ORIGINAL'
    return [
      { of, factor: -1 },
      { of, factor: 1, isNew: true },
    ]
  }
  return reason === '5' ? [reversal, { of: 'REMAINING', factor: 1, vat: 'ZERO' }] : [reversal]
}

interface Correction {
  readonly origin: string
  readonly reason: string
  readonly day: string
  readonly vat: string
  readonly remark: string | null
  readonly isNew: boolean
  /** Sign of the payments it repeats from the original; 0 if there are none. */
  readonly received: 1 | 0 | -1
  readonly lines: readonly CorrectionLine[]
}

async function writeSheet(call: SaveCall, of: Correction): Promise<string> {
  const { origin, reason, day, vat, remark, isNew, received } = of
  const lines = JSON.stringify(of.lines)
  const [made] = await call.tx.query<{ invoice_no: string }>(sql`
    insert into invoice (invoice_no, wcode, owner_cd, bill_month, currency_cd, vat_cd, write_dt,
      due_dt, supply_amt, tax_amt, total_amt, claim_cd, origin_no, correct_cd, created_by, payer_cd,
      booking_id, remark1, cash_amt, cheque_amt, note_amt)
    select ${nextNumbers(call, 'INVOICE', 1)}, i.wcode, i.owner_cd, i.bill_month,
      i.currency_cd, ${vat}, ${day}::date, i.due_dt + (${day}::date - i.write_dt), a.supply, a.tax,
      a.supply + a.tax, case when n.sign = 0 then '02' else i.claim_cd end, i.invoice_no, ${reason}, ${call.userId}, i.payer_cd, i.booking_id,
      ${remark}, i.cash_amt * n.sign, i.cheque_amt * n.sign, i.note_amt * n.sign
    from invoice i cross join (select ${received}::integer sign) n cross join (select sum(supply_amt) supply, sum(tax_amt) tax
      from jsonb_populate_recordset(null::invoice_line, ${lines}::jsonb)) a
    where i.invoice_no = ${origin} returning invoice_no`)
  const number = made?.invoice_no ?? ''
  const columns = raw(correctionLineColumns.join(', '))
  await call.tx.execute(sql`
    insert into invoice_line (invoice_no, line_no, exact_amt, ${columns})
    select ${number}, row_number() over (), supply_amt, ${columns}
    from jsonb_populate_recordset(null::invoice_line, ${lines}::jsonb)`)
  await call.tx.execute(sql`
    update invoice i set ${issueSql(call.userId, isNew ? null : origin)}
    where i.invoice_no = ${number}`)
  return number
}

/** Corrected invoice with the net amount and tax that remain after its earlier corrections. */
interface CorrectedInvoice extends Record<string, unknown> {
  supply: string
  tax: string
  /** A later local credit makes all that remains zero-rated. */
  vat_cd: string
  origin_vat_cd: string
  tax_rate: string
  bill_month: string
  currency_cd: string
  write_dt: string
  is_correction: boolean
}

async function readCorrected(call: SaveCall, number: string): Promise<CorrectedInvoice> {
  const [row] = await call.tx.query<CorrectedInvoice>(sql`
    select x.*, ${taxRate(sql`x.vat_cd`, sql`to_date(x.write_dt, 'YYYYMMDD')`)}::text tax_rate
    from (
      select (i.supply_amt + coalesce(c.supply, 0))::text supply,
        (i.tax_amt + coalesce(c.tax, 0))::text tax,
        case when c.is_zero then 'ZERO' else i.vat_cd end vat_cd, i.vat_cd origin_vat_cd,
        i.bill_month, i.currency_cd, to_char(i.write_dt, 'YYYYMMDD') write_dt,
        i.origin_no is not null is_correction
      from invoice i left join lateral (
        select sum(c.supply_amt) supply, sum(c.tax_amt) tax, bool_or(c.vat_cd = 'ZERO') is_zero
        from invoice c where c.origin_no = i.invoice_no
          and c.state_cd <> ${quoteCodes(invoiceStatus.reopened)}) c on true
      where i.invoice_no = ${number}) x`)
  if (!row) throw new Error(`no invoice ${number}`)
  return row
}

type ColumnError = readonly [column: string, text: Label]

function correctionError(
  of: CorrectedInvoice,
  reason: string,
  difference: string | null,
): ColumnError | undefined {
  if (of.is_correction) {
    const en = 'This is a corrected invoice. Correct the original invoice.'
    return ['INVOICE_NO', label('수정세금계산서입니다. 당초 청구서를 수정하세요.', en)]
  }
  const remaining = toDecimal(of.supply)
  if (remaining.units === 0n) {
    const en = 'This invoice is already fully cancelled. No amount is left.'
    return ['INVOICE_NO', label('이미 전액 취소된 청구서입니다. 남은 금액이 없습니다.', en)]
  }
  if (reason === '5' && of.vat_cd !== 'TAX') {
    const en = 'Nothing of this invoice is taxed.'
    return ['CORRECT_CD', label('과세 금액이 없는 청구서입니다.', en)]
  }
  if (!partialReasons.has(reason)) return undefined
  if (difference === null || Number(difference) === 0) {
    return ['DIFF_AMT', label('공급가액 증감을 입력하세요.', 'Enter the change in net amount.')]
  }
  const decimals = decimalsError(difference, of.currency_cd)
  if (decimals) return ['DIFF_AMT', decimals]
  if (reason === '3' && Number(difference) > 0) {
    const en = 'Returned goods reduce the amount. Enter a negative amount.'
    return ['DIFF_AMT', label('환입은 금액이 줄어듭니다. 음수로 입력하세요.', en)]
  }
  const after = addDecimal(remaining, toDecimal(difference))
  if (remaining.units > 0n ? after.units < 0n : after.units > 0n) {
    const shown = formatCount(Number(of.supply))
    const en = `Cannot reduce the invoice by more than the remaining net amount (${shown}).`
    return ['DIFF_AMT', label(`남은 공급가액(${shown})보다 많이 줄일 수 없습니다.`, en)]
  }
  return undefined
}

/**
 * Rejects typed dates that tax rules forbid: after today, before the original, or different from
 * the original for reasons that repeat its date.
 */
function dayError(
  of: CorrectedInvoice,
  reason: string,
  day: string,
  today: string,
): ColumnError | undefined {
  if (day > today) return ['WRITE_DT', issuedAfterToday]
  if (datedReasons.has(reason) && day < of.write_dt) {
    const en = 'The correction cannot be dated before the original.'
    return ['WRITE_DT', label('당초 작성일자보다 빠를 수 없습니다.', en)]
  }
  if (reason !== '1' && !datedReasons.has(reason) && day !== of.write_dt) {
    const en = 'This correction has the date of the original. Leave the issue date empty.'
    const ko = '당초 작성일자로 발행하는 사유입니다. 작성일자를 비워 두세요.'
    return ['WRITE_DT', label(ko, en)]
  }
  return undefined
}

/**
 * Sets off the open credits of an invoice and its corrections against their unpaid amounts, oldest
 * first. The rest remains open.
 */
async function settleChain(call: SaveCall, origin: string): Promise<void> {
  await call.tx.execute(sql`
    with chain as (
      select i.invoice_no, abs(a.open_amt) amount, a.open_amt < 0 is_credit,
        sum(abs(a.open_amt)) over (partition by a.open_amt < 0
          order by i.origin_no nulls first, i.created_at, i.invoice_no) until
      from invoice i cross join lateral (select invoice_open(i) open_amt) a
      where ${origin} in (i.invoice_no, i.origin_no) and a.open_amt <> 0
        and i.state_cd <> ${quoteCodes(invoiceStatus.reopened)})
    insert into payment_match (credit_no, invoice_no, amount, matched_by)
    select c.invoice_no, o.invoice_no,
      least(c.until, o.until) - greatest(c.until - c.amount, o.until - o.amount), ${call.userId}
    from chain c join chain o on c.is_credit and not o.is_credit
      and c.until > o.until - o.amount and o.until > c.until - c.amount
    order by c.until, o.until`)
}

/** Remark that tax rules require on returns and cancelled contracts, in Korean. */
export const originalDateRemark = (ymd: string) =>
  `당초 작성일자 ${ymd.slice(0, 4)}-${ymd.slice(4, 6)}-${ymd.slice(6)}`

const correctHandler = handleProcedure(correctInvoice, async (call) => {
  await lockInvoices(call, invoiceStepFrom.correct)
  const [row] = call.rows
  const values = row?.values ?? {}
  const origin = String(values['INVOICE_NO'])
  const difference = values['DIFF_AMT'] ?? null
  const reason = String(values['CORRECT_CD'])
  const of = await readCorrected(call, origin)
  const amount = difference === null ? null : String(difference)
  const typedDay = values['WRITE_DT'] ?? null
  const error =
    correctionError(of, reason, amount) ??
    (typedDay === null ? undefined : dayError(of, reason, String(typedDay), call.today))
  if (error) throw invalidRows([{ row: row?.no ?? 1, column: error[0], text: error[1] }])
  const isAll = addDecimal(toDecimal(of.supply), toDecimal(amount ?? '0')).units === 0n
  const sheets = correctionSheets(reason, of.vat_cd !== of.origin_vat_cd, isAll)
  const remaining = await readCorrectionLines(call, origin, sheets[0]?.of !== 'ORIGINAL')
  const remark = returnReasons.has(reason) ? originalDateRemark(of.write_dt) : null
  const numbers: string[] = []
  for (const sheet of sheets) {
    const vat = sheet.of === 'DIFFERENCE' ? of.vat_cd : (sheet.vat ?? of.vat_cd)
    const lines =
      sheet.of === 'DIFFERENCE'
        ? [differenceLine(of, amount ?? '0')]
        : scaleLines(remaining, sheet.factor, sheet.vat === 'ZERO')
    const isNew = sheet.of !== 'DIFFERENCE' && sheet.isNew === true
    const keepsDay = !datedReasons.has(reason) && !isNew
    const day = keepsDay ? of.write_dt : String(typedDay ?? (isNew ? of.write_dt : call.today))
    const received = sheet.of === 'ORIGINAL' ? sheet.factor : 0
    const written = { origin, reason, day, vat, remark, isNew, received, lines } as const
    numbers.push(await writeSheet(call, written))
  }
  await settleChain(call, origin)
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
    select i.invoice_no from invoice i
    where i.invoice_no = any(${named.map((row) => row.invoice_no ?? '')}::text[])
      and coalesce(${mailAddress}, '') = ''`)
  const unaddressedNumbers = new Set(unaddressed.map((row) => row.invoice_no))
  const errors = named.filter((row) => unaddressedNumbers.has(row.invoice_no ?? ''))
  if (errors.length) {
    throw invalidRows(
      errors.map(({ no: row, payer_cd: payer }) => {
        const text = payer === null ? ownerAddressMissing : payerAddressMissing
        return { row, text, column: 'INVOICE_NO' }
      }),
    )
  }
  await call.tx.execute(sql`
    update invoice set sent_at = now() where sent_at is null
      and invoice_no = any(${named.map((row) => row.invoice_no ?? '')}::text[])`)
  const byNumber = new Map(named.map(({ no, invoice_no: number }) => [number ?? '', no]))
  const throttled: RowError[] = []
  for (const [INVOICE_NO, row] of byNumber) {
    const text = await enqueueDocumentMail(call.tx, INVOICE_NO, {
      kind: billMailKind,
      userId: call.userId,
      wcode: call.scope.wcode,
      payload: { INVOICE_NO, WCODE: call.scope.wcode, USER_ID: call.userId },
    })
    if (text) throttled.push({ row, text, column: 'INVOICE_NO' })
  }
  if (throttled.length) throw invalidRows(throttled)
  return {
    rows: call.rows.map(({ no }) => ({ ROW: no })),
    message: label(
      `${formatCount(byNumber.size)}건을 보내는 중입니다.`,
      `Sending ${formatCount(byNumber.size, 'email')}.`,
    ),
  }
})

export const correctionHandlers: readonly Handler[] = [correctHandler, mailHandler]
