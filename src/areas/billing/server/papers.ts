import sql, { join, raw, type Sql } from 'sql-template-tag'
import { codeLists } from '#areas/system/rules/code-lists.ts'
import { handlePrint, handleQuery, type Handler } from '#server/engine/handler.ts'
import { readPrintHeads, type PrintCall } from '#server/engine/print-heads.ts'
import {
  dayText,
  lineTable,
  positionColumn,
  printedBy,
  type LineColumn,
} from '#server/print/line-table.ts'
import type { PrintDocument, PrintPage, Text } from '#server/print/print-document.ts'
import { statement, taxSheet } from '../operations/papers.ts'

interface Party {
  readonly [fact: string]: string | null | undefined
}

interface InvoiceHead extends Record<string, unknown> {
  invoice_no: string
  owner_cd: string
  owner_nm: string
  bill_month: string
  write_dt: string
  due_dt: string
  currency_cd: string
  supply_amt: number
  tax_amt: number
  total_amt: number
  supplier: Party | null
  buyer: Party | null
}

interface StatementLine extends Record<string, unknown> {
  invoice_no: string
  charge_cd: string
  day: string
  doc_no: string
  stock: string
  qty: string
  unit_cd: string
  unit_price: string
  amount: string
  is_sum: boolean
}

const states = ['30', '40', '50', '60']

/** Heads of the asked invoices; refused when one is out of reach. */
function readHeads(asked: PrintCall): Promise<InvoiceHead[]> {
  return readPrintHeads<InvoiceHead>(
    asked,
    'INVOICE_NO',
    states,
    sql`select i.*, o.owner_nm from invoice i join owner o using (owner_cd)`,
  )
}

/** Lines of the invoices, each followed by the charges it sums: the evidence. */
function readEvidence(asked: PrintCall, heads: readonly InvoiceHead[]): Promise<StatementLine[]> {
  const numbers = heads.map((head) => head.invoice_no)
  const money = raw(`'FM999,999,999,990.######'`)
  return asked.db.query<StatementLine>(sql`
    select * from (
      select l.invoice_no, l.line_no, 0::bigint charge_no, l.charge_cd, coalesce(l.of_month, '') "day",
        coalesce(p.price_cd || ' v' || p.version_no, '') doc_no, '' stock,
        rtrim(to_char(l.qty, ${money}), '.') qty, l.unit_cd,
        coalesce(rtrim(to_char(l.unit_price, ${money}), '.'), '') unit_price,
        rtrim(to_char(l.supply_amt, ${money}), '.') amount, true is_sum
      from invoice_line l left join price_line p using (price_id)
      where l.invoice_no = any(${numbers}::text[])
      union all
      select l.invoice_no, l.line_no, c.charge_no, c.charge_cd, to_char(c.service_dt, 'MM-DD'),
        c.doc_no || case when c.line_no > 0 then '/' || c.line_no else '' end,
        coalesce(c.stock_cd, c.reason, ''), rtrim(to_char(c.qty, ${money}), '.'), c.unit_cd, '',
        rtrim(to_char(c.amount, ${money}), '.'), false
      from invoice_line l join invoice i using (invoice_no)
      join charge c on (c.wcode, c.owner_cd, c.bill_month, c.currency_cd, c.vat_cd, c.charge_cd,
          c.unit_cd) = (i.wcode, i.owner_cd, i.bill_month, i.currency_cd, i.vat_cd, l.charge_cd,
          l.unit_cd)
        and (c.price_id, c.of_month) is not distinct from (l.price_id, l.of_month)
        and (l.price_id is not null or c.qty * sign(c.amount) = l.qty * sign(l.exact_amt)
          and abs(c.amount) = abs(l.exact_amt))
      where i.origin_no is null and l.invoice_no = any(${numbers}::text[])) e
    order by invoice_no, line_no, charge_no`)
}

const chargeName = (code: string) => codeLists['charge']?.[code]?.ko ?? code
const unitName = (code: string) => codeLists['price-unit']?.[code]?.ko ?? code
const indent = (line: StatementLine, text: string) => (line.is_sum ? text : `  ${text}`)

const columns: readonly LineColumn<StatementLine>[] = [
  positionColumn(),
  {
    title: '요금',
    width: 16,
    align: 'left',
    text: (line) => indent(line, line.is_sum ? chargeName(line.charge_cd) : '·'),
  },
  { title: '일자', width: 8, align: 'center', text: ({ day }) => day },
  { title: '근거', width: 26, align: 'left', text: (line) => line.doc_no },
  { title: '품목', width: 16, align: 'left', text: ({ stock }) => stock },
  { title: '수량', width: 12, align: 'right', text: ({ qty }) => qty },
  { title: '단위', width: 7, align: 'center', text: (line) => unitName(line.unit_cd) },
  { title: '단가', width: 10, align: 'right', text: (line) => line.unit_price },
  { title: '금액', width: 14, align: 'right', text: ({ amount }) => amount },
]

const number = new Intl.NumberFormat('ko-KR', { maximumFractionDigits: 2 })

function heading(head: InvoiceHead): PrintPage['heading'] {
  const name = (party: Party | null) =>
    [party?.['CORP_NM'], party?.['BIZ_NO']].filter(Boolean).join(' ')
  return [
    { label: '청구번호', value: head.invoice_no },
    { label: '청구월', value: `${head.bill_month.slice(0, 4)}-${head.bill_month.slice(4)}` },
    { label: '공급자', value: name(head.supplier) },
    { label: '공급받는자', value: name(head.buyer) || `${head.owner_cd} ${head.owner_nm}` },
    { label: '작성일자', value: dayText(head.write_dt) },
    { label: '결제기한', value: dayText(head.due_dt) },
    { label: '공급가액', value: `${number.format(head.supply_amt)} ${head.currency_cd}` },
    { label: '세액', value: number.format(head.tax_amt) },
    { label: '합계', value: `${number.format(head.total_amt)} ${head.currency_cd}` },
  ]
}

/** 거래명세서 with its evidence, a document for each invoice. */
export async function composeStatement(asked: PrintCall): Promise<PrintDocument<Text>> {
  const heads = await readHeads(asked)
  const lines = Map.groupBy(await readEvidence(asked, heads), (line) => line.invoice_no)
  return {
    title: '거래명세서',
    paper: 'A4',
    orientation: 'landscape',
    copies: 1,
    fileName: `거래명세서_${heads[0]?.invoice_no ?? ''}`,
    printed: printedBy(asked.userId),
    pages: heads.map((head) => ({
      heading: heading(head),
      barcode: { symbology: 'code128', text: head.invoice_no },
      ...lineTable(columns, lines.get(head.invoice_no) ?? []),
      signatures: ['공급자', '공급받는자'],
    })),
  }
}

const statementHandler = handlePrint(statement, composeStatement)

const facts = [
  'BIZ_NO',
  'BRANCH_NO',
  'CORP_NM',
  'REP_NM',
  'ADDRESS',
  'BIZ_TYPE',
  'BIZ_ITEM',
  'EMAIL',
]
const columnOf: Readonly<Record<string, string>> = { CORP_NM: 'nm' }

/** Facts of a party as columns: `buyer_biz_no`. */
function party(name: 'supplier' | 'buyer'): Sql {
  return join(
    facts.map((fact) => {
      const column = raw(`${name}_${columnOf[fact] ?? fact.toLowerCase()}`)
      return sql`i.${raw(name)} ->> ${fact} ${column}`
    }),
    ', ',
  )
}

/** Facts without which the tax office takes no invoice. */
const wanted = ['BIZ_NO', 'CORP_NM', 'REP_NM']

const missing = sql`nullif(concat_ws(', ', ${join(
  (['supplier', 'buyer'] as const).flatMap((name) =>
    wanted.map(
      (fact) =>
        sql`case when coalesce(i.${raw(name)} ->> ${fact}, '') = '' then ${`${name}.${fact}`} end`,
    ),
  ),
)}), '')`

const tag = (name: string, value: Sql): Sql =>
  sql`${raw(`'<${name}>'`)} || xml_text((${value})::text) || ${raw(`'</${name}>'`)}`
const inside = (name: string, ...parts: readonly Sql[]): Sql =>
  sql`${raw(`'<${name}>'`)} || ${join([...parts], ' || ')} || ${raw(`'</${name}>'`)}`

function partyXml(element: string, name: 'supplier' | 'buyer'): Sql {
  const fact = (key: string) => sql`i.${raw(name)} ->> ${key}`
  return inside(
    element,
    tag('ID', sql`replace(coalesce(${fact('BIZ_NO')}, ''), '-', '')`),
    tag('NameText', fact('CORP_NM')),
    tag('TypeCode', fact('BIZ_TYPE')),
    tag('ClassificationCode', fact('BIZ_ITEM')),
    inside('SpecifiedPerson', tag('NameText', fact('REP_NM'))),
    inside('SpecifiedAddress', tag('LineOneText', fact('ADDRESS'))),
    inside('DefinedContact', tag('URICommunication', fact('EMAIL'))),
  )
}

/** Kinds of the tax office: corrected ones begin with 02, zero-rated ones end in 02. */
const typeCode = sql`case when i.origin_no is null then '01' else '02' end
  || case i.vat_cd when 'ZERO' then '02' else '01' end`

const chargeNames = sql`case l.charge_cd ${join(
  Object.entries(codeLists['charge'] ?? {}).map(
    ([code, { ko }]) => sql`when ${code} then ${ko}::text`,
  ),
  ' ',
)} else l.charge_cd end`

const lineXml = inside(
  'TaxInvoiceTradeLineItem',
  tag('SequenceNumeric', sql`x.line_no`),
  tag('PurchaseExpiryDateTime', sql`to_char(i.write_dt, 'YYYYMMDD')`),
  tag('NameText', sql`x.item_nm`),
  tag('ChargeableUnitQuantity', sql`trim_scale(x.qty)`),
  inside('UnitPrice', tag('UnitAmount', sql`trim_scale(x.unit_price)`)),
  tag('InvoiceAmount', sql`trim_scale(x.supply_amt)`),
  inside('TotalTax', tag('CalculatedAmount', sql`trim_scale(x.tax_amt)`)),
)

/** The electronic tax invoice of invoice `i`, in the elements of the standard's document. */
const invoiceXml = sql`'<?xml version="1.0" encoding="UTF-8"?>' || ${inside(
  'TaxInvoice',
  inside(
    'TaxInvoiceDocument',
    tag('IssueID', sql`i.approval_no`),
    tag('TypeCode', typeCode),
    tag('PurposeCode', sql`i.claim_cd`),
    tag('AmendmentStatusCode', sql`lpad(i.correct_cd, 2, '0')`),
    tag(
      'OriginalIssueID',
      sql`(select f.approval_no from invoice f
      where f.invoice_no = i.origin_no)`,
    ),
    tag('IssueDateTime', sql`to_char(i.write_dt, 'YYYYMMDD')`),
    tag('DescriptionText', sql`i.remark1`),
  ),
  inside(
    'TaxInvoiceTradeSettlement',
    partyXml('InvoicerParty', 'supplier'),
    partyXml('InvoiceeParty', 'buyer'),
    inside(
      'SpecifiedMonetarySummation',
      tag('ChargeTotalAmount', sql`trim_scale(i.supply_amt)`),
      tag('TaxTotalAmount', sql`trim_scale(i.tax_amt)`),
      tag('GrandTotalAmount', sql`trim_scale(i.total_amt)`),
    ),
  ),
  sql`coalesce((select string_agg(${lineXml}, '' order by x.line_no)
    from (select l.*, ${chargeNames} item_nm from invoice_line l
      where l.invoice_no = i.invoice_no) x), '')`,
)}`

/** Rows of the bulk form; the document itself stands in the first row of an invoice. */
const sheetHandler = handleQuery(
  taxSheet,
  'v.invoice_no, v.line_no',
  () => sql`
    select i.wcode, i.invoice_no, i.state_cd, i.owner_cd, i.bill_month, ${typeCode} kind_cd,
      i.write_dt, ${party('supplier')}, ${party('buyer')}, i.supply_amt, i.tax_amt, i.remark1,
      l.line_no, to_char(i.write_dt, 'DD') line_day, ${chargeNames} item_nm,
      coalesce(l.of_month, '') spec, l.qty, l.unit_price, l.supply_amt line_supply_amt,
      l.tax_amt line_tax_amt, l.unit_cd line_remark, i.claim_cd, i.correct_cd, i.approval_no,
      ${missing} fault, case when l.line_no = 1 then ${invoiceXml} end "xml"
    from invoice i join invoice_line l using (invoice_no)
    where i.state_cd in ('40', '50', '60')`,
)

/** Papers of invoices: the statement, and what the tax office takes. */
export const paperHandlers: readonly Handler[] = [statementHandler, sheetHandler]
