import sql, { raw, type Sql } from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import type { Language } from '#kernel/label.ts'
import { handlePrint, handleQuery, type Handler } from '#server/engine/handler.ts'
import { readPrintHeads, type PrintCall } from '#server/engine/print-heads.ts'
import {
  dayText,
  lineTable,
  positionColumn,
  printStamp,
  type LineColumn,
} from '#server/print/line-table.ts'
import type { PrintDocument, PrintPage, Text } from '#server/print/print-document.ts'
import { readSeal } from '#server/print/seals.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { customerEvidence, statement, statementEvidence } from '../operations/papers.ts'
import { chargeCauseSql, codeName } from './cause-no.ts'
import { lineName, unitName } from '../rules/charge-name.ts'
import { currencyDecimals } from '#areas/freight/rules/currency-decimals.ts'
import type { RateKind } from '#areas/freight/rules/exchange-rate.ts'
import { freightCodeLists } from '#areas/freight/rules/code-lists.ts'
import { invoiceStepFrom } from '../rules/billing-status.ts'

interface Party {
  readonly [fact: string]: string | null | undefined
}

interface InvoiceHead extends Record<string, unknown> {
  invoice_no: string
  party_cd: string
  party_nm: string
  booking_id: string | null
  bill_nos: string | null
  cntr_nos: string | null
  bill_month: string
  write_dt: string
  due_dt: string
  currency_cd: string
  supply_amt: number
  tax_amt: number
  total_amt: number
  won_amt: number | null
  rate: number | null
  rate_unit: number | null
  rate_dt: string | null
  rate_kind: RateKind | null
  refunded: string | null
  supplier: Party | null
  buyer: Party | null
}

interface StatementLine extends Record<string, unknown> {
  invoice_no: string
  charge_cd: string
  kind_cd: string | null
  day: string
  doc_no: string
  stock: string
  freight_nm: string | null
  qty: string
  unit_cd: string
  unit_price: string
  amount: string
  is_sum: boolean
}

/** Above this number, evidence is printed as daily sums. The sheet always contains every charge. */
const maxPrinted = 5_000

function readHeads(call: PrintCall): Promise<InvoiceHead[]> {
  return readPrintHeads<InvoiceHead>(
    call,
    'INVOICE_NO',
    invoiceStepFrom.print,
    sql`select i.*, coalesce(o.owner_nm, c.customer_nm) party_nm, coalesce(i.owner_cd, i.payer_cd) party_cd,
        (select e.kind_cd from exchange_rate e
          where (e.currency_cd, e.rate_dt, e.rate_unit, e.rate)
            = (i.currency_cd, i.rate_dt, i.rate_unit, i.rate)
          order by e.kind_cd <> coalesce(c.rate_kind_cd, 'BASE'), e.kind_cd limit 1) rate_kind,
        (select string_agg(b.bill_no, ', ' order by b.bill_no) from bill b
          where b.booking_id = i.booking_id and b.state_cd <> 'CANCELLED') bill_nos,
        (select string_agg(distinct n.cntr_no, ', ' order by n.cntr_no) from booking_container n
          where n.booking_id = i.booking_id) cntr_nos,
        (select string_agg(concat_ws(' ', to_char(f.refund_dt, 'YYYY-MM-DD'),
            ${formatAmount(sql`f.amount`)}, '(' || f.bank_ref || ')'), ', ' order by f.refund_dt, f.refund_no)
          from payment_refund f where f.credit_no = i.invoice_no and f.cancelled_at is null) refunded
      from invoice i left join owner o using (owner_cd)
      left join customer c on c.customer_cd = i.payer_cd`,
  )
}

const chargesOfLine = sql`join charge c on (c.wcode, c.owner_cd, c.bill_month, c.currency_cd,
    c.vat_cd, c.charge_cd, c.unit_cd) = (i.wcode, i.owner_cd, i.bill_month, i.currency_cd, i.vat_cd,
    l.charge_cd, l.unit_cd)
  and (l.kind_cd is null or l.kind_cd = case
    when c.cause_cd in ('LEAST', 'MOST', 'RERATE') then c.cause_cd else 'WORK' end)
  and (c.price_id, c.of_month) is not distinct from (l.price_id, l.of_month)
  and (l.hand_no is null and c.cause_cd <> 'HAND' or l.hand_no in (c.charge_no, c.reverses_no))`

const moneyFormat = raw(`'FM999,999,999,990.999999'`)
const formatAmount = (amount: Sql) => sql`rtrim(to_char(${amount}, ${moneyFormat}), '.')`

/** Individual charges of the lines, or daily sums if there are too many to print. */
function evidenceSql(numbers: readonly string[], isSummed: boolean): Sql {
  const fromLines = sql`from invoice_line l join invoice i using (invoice_no) ${chargesOfLine}
    where i.origin_no is null and l.invoice_no = any(${[...numbers]}::text[])`
  if (isSummed) {
    return sql`
      select l.invoice_no, l.line_no, to_char(c.service_dt, 'YYYYMMDD')::bigint charge_no,
        c.charge_cd, l.kind_cd, to_char(c.service_dt, 'MM-DD') "day", count(*) || '건' doc_no, '' stock,
        null freight_nm, ${formatAmount(sql`sum(c.qty)`)} qty, c.unit_cd, '' unit_price, ${formatAmount(sql`sum(c.amount)`)} amount,
        false is_sum
      ${fromLines} group by l.invoice_no, l.line_no, c.charge_cd, l.kind_cd, c.service_dt, c.unit_cd`
  }
  return sql`
    select l.invoice_no, l.line_no, c.charge_no, c.charge_cd, l.kind_cd, to_char(c.service_dt, 'MM-DD') "day",
      ${chargeCauseSql('ko')} || case when c.line_no > 0 then '/' || c.line_no else '' end
        || coalesce(' ' || c.paper_no, '') || coalesce(' ' || c.reason, '') doc_no,
      coalesce(c.stock_cd, '') stock, null freight_nm, ${formatAmount(sql`c.qty`)} qty, c.unit_cd, '' unit_price,
      ${formatAmount(sql`c.amount`)} amount, false is_sum
    ${fromLines}`
}

async function readEvidence(call: PrintCall, heads: readonly InvoiceHead[]) {
  const numbers = heads.map((head) => head.invoice_no)
  const [count] = await call.db.query<{ n: number }>(sql`
    select count(*)::integer n from (
      select from invoice_line l join invoice i using (invoice_no) ${chargesOfLine}
      where l.invoice_no = any(${numbers}::text[]) limit ${maxPrinted + 1}) c`)
  return call.db.query<StatementLine>(sql`
    select * from (
      select l.invoice_no, l.line_no, 0::bigint charge_no, l.charge_cd, l.kind_cd,
        coalesce(l.of_month, '') "day",
        coalesce(p.price_cd || ' v' || p.version_no || case l.kind_cd when 'FREE'
            then ' ' || ${codeName('free-scope', sql`p.free_cd`, 'ko')} else '' end,
          concat_ws(' ', l.from_currency_cd, ${formatAmount(sql`l.from_amt`)}, '× ' || case
            when l.from_currency_cd <> i.currency_cd then ${formatAmount(sql`l.rate`)}
              || case l.rate_unit when 1 then '' else '/' || l.rate_unit end
              || to_char(l.rate_dt, ' (YYYY-MM-DD)') end)) doc_no,
        coalesce(l.cntr_tp, '') stock, f.freight_nm, ${formatAmount(sql`l.qty`)} qty,
        l.unit_cd, coalesce(${formatAmount(sql`l.unit_price`)}, '') unit_price,
        ${formatAmount(sql`l.supply_amt`)} amount, true is_sum
      from invoice_line l join invoice i using (invoice_no) left join price_line p using (price_id)
      left join freight_item f on f.freight_cd = l.freight_cd
      where l.invoice_no = any(${numbers}::text[])
      union all ${evidenceSql(numbers, (count?.n ?? 0) > maxPrinted)}) e
    order by invoice_no, line_no, charge_no`)
}

const selectEvidence = (number: Value | undefined, language: Language) => sql`
    select i.wcode, i.owner_cd, i.state_cd, l.invoice_no, l.line_no, c.charge_no, c.charge_cd,
      c.of_month, c.service_dt, c.cause_cd,
      ${chargeCauseSql(language)} doc_no, nullif(c.line_no, 0) doc_line, c.stock_cd,
      k.stock_nm, c.qty, c.unit_cd,
      case when p.tier_cd is null then p.unit_price end unit_price, c.amount, c.reason,
      m.numbers movement_nos, m.pieces
    from invoice_line l join invoice i using (invoice_no) ${chargesOfLine}
    left join price_line p on p.price_id = c.price_id
    left join stock k on k.owner_cd = c.owner_cd and k.stock_cd = c.stock_cd
    left join lateral (
      select string_agg(m.movement_no::text, ', ' order by m.movement_no) numbers,
        sum(case when m.reverses_no is null then m.qty else -m.qty end) pieces
      from stock_movement m where m.movement_cd = c.cause_cd and m.doc_no = c.doc_no
        and c.line_no in (0, m.doc_line)) m on c.cause_cd in ('RECEIPT', 'SHIPMENT')
    where l.invoice_no = ${String(number ?? '')} and i.origin_no is null`

export const evidenceHandler = handleQuery(
  statementEvidence,
  'v.line_no, v.charge_no',
  ({ search, language }) => selectEvidence(search['INVOICE_NO'], language),
  ['INVOICE_NO'],
)

const customerHandler = handleQuery(
  customerEvidence,
  'v.line_no, v.charge_no',
  ({ search, language }) => sql`
    select e.* from (${selectEvidence(search['INVOICE_NO'], language)}) e where e.state_cd in (${quoteCodes(invoiceStepFrom.send)})`,
  ['INVOICE_NO'],
)

const indentText = (line: StatementLine, text: string) => (line.is_sum ? text : `  ${text}`)

const columns: readonly LineColumn<StatementLine>[] = [
  positionColumn(),
  {
    title: '요금',
    width: 16,
    align: 'left',
    text: (line) =>
      indentText(
        line,
        line.is_sum ? (line.freight_nm ?? lineName(line.charge_cd, line.kind_cd)) : '·',
      ),
  },
  { title: '일자', width: 8, align: 'center', text: ({ day }) => day },
  { title: '근거', width: 26, align: 'left', text: (line) => line.doc_no },
  { title: '품목', width: 16, align: 'left', text: ({ stock }) => stock },
  { title: '수량', width: 12, align: 'right', text: ({ qty }) => qty },
  { title: '단위', width: 7, align: 'center', text: (line) => unitName(line.unit_cd) },
  { title: '단가', width: 10, align: 'right', text: (line) => line.unit_price },
  { title: '금액', width: 14, align: 'right', text: ({ amount }) => formatCredit(amount) },
]

function formatMoney(amount: number, { currency_cd: currency }: InvoiceHead): string {
  const digits = currencyDecimals(currency)
  const text = amount.toLocaleString('ko-KR', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return formatCredit(text)
}

/** Accounting notation with negative amounts in parentheses. */
const formatCredit = (amount: string) => (amount.startsWith('-') ? `(${amount.slice(1)})` : amount)

/** Total in won with the kind, value and date of its rate. */
function wonTotalHeading(head: InvoiceHead): PrintPage['heading'] {
  const { won_amt: won, rate, rate_unit: unit, rate_dt: day } = head
  if (won === null || rate === null || day === null) return []
  const unitSuffix = unit === 1 ? '' : `/${unit}`
  const kind = freightCodeLists['rate-kind'][head.rate_kind ?? 'BASE'].ko
  return [
    { label: '원화 합계', value: `${formatMoney(won, { ...head, currency_cd: 'KRW' })} KRW` },
    {
      label: kind,
      value: `${rate.toLocaleString('ko-KR', { maximumFractionDigits: 4 })}${unitSuffix} (${dayText(day)})`,
    },
  ]
}

export const statementTitles = { buyer: '공급받는자', net: '공급가액', total: '합계' }

function invoiceHeading(head: InvoiceHead): PrintPage['heading'] {
  const name = (party: Party | null) =>
    [party?.['CORP_NM'], party?.['BIZ_NO']].filter(Boolean).join(' ')
  return [
    { label: '청구번호', value: head.invoice_no },
    { label: '청구월', value: `${head.bill_month.slice(0, 4)}-${head.bill_month.slice(4)}` },
    { label: '공급자', value: name(head.supplier) },
    {
      label: statementTitles.buyer,
      value: name(head.buyer) || `${head.party_cd} ${head.party_nm}`,
    },
    { label: '작성일자', value: dayText(head.write_dt) },
    { label: '결제기한', value: dayText(head.due_dt) },
    {
      label: statementTitles.net,
      value: `${formatMoney(head.supply_amt, head)} ${head.currency_cd}`,
    },
    { label: '세액', value: formatMoney(head.tax_amt, head) },
    {
      label: statementTitles.total,
      value: `${formatMoney(head.total_amt, head)} ${head.currency_cd}`,
    },
    ...wonTotalHeading(head),
    ...bookingNumbers(head),
    ...(head.refunded === null ? [] : [{ label: '환불', value: head.refunded }]),
  ]
}

function bookingNumbers({ booking_id: booking, bill_nos, cntr_nos }: InvoiceHead) {
  if (booking === null) return []
  return [
    { label: '부킹', value: booking },
    { label: 'B/L·AWB', value: bill_nos ?? '' },
    { label: '컨테이너', value: cntr_nos ?? '' },
  ]
}

export async function composeStatement(call: PrintCall): Promise<PrintDocument<Text>> {
  const heads = await readHeads(call)
  const seals = await Promise.all(
    heads.map(({ supplier }) => readSeal(call.db, supplier?.['BIZ_NO'], supplier?.['BRANCH_NO'])),
  )
  const lines = Map.groupBy(await readEvidence(call, heads), (line) => line.invoice_no)
  return {
    title: '거래명세서',
    paper: 'A4',
    orientation: 'landscape',
    copies: 1,
    fileName: `거래명세서_${heads[0]?.invoice_no ?? ''}`,
    printed: printStamp(call.userId),
    pages: heads.map((head, index) => ({
      heading: invoiceHeading(head),
      barcode: { symbology: 'code128', text: head.invoice_no },
      ...lineTable(columns, lines.get(head.invoice_no) ?? []),
      signatures: ['공급자', statementTitles.buyer],
      seal: seals[index],
    })),
  }
}

export const statementHandlers: readonly Handler[] = [
  handlePrint(statement, composeStatement),
  evidenceHandler,
  customerHandler,
]
