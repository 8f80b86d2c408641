import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { codeLists } from '#areas/code-lists.ts'
import { homeCountry, homeCurrency } from '#areas/freight/rules/freight-charge.ts'
import { AppError } from '#server/base/app-error.ts'
import { handleFiles, handleQuery, type Handler } from '#server/engine/handler.ts'
import { readPrintHeads, type PrintCall } from '#server/engine/print-heads.ts'
import type { FileSet } from '#server/print/file-set.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { bulkSlots, partyFacts, taxDocuments, taxSheet } from '../operations/papers.ts'
import { chargeName, unitName } from '../rules/charge-name.ts'
import { maxBulkItems, type TaxItem } from '../rules/tax-items.ts'
import {
  foreignNumber,
  isForeign,
  taxInvoiceXml,
  taxTypeCode,
  type PartyFacts,
} from '../rules/tax-xml.ts'
import { invoiceStepFrom } from '../rules/billing-status.ts'

/** Fields without which the tax office rejects an invoice. */
const requiredFields = {
  BIZ_NO: label('등록번호', 'registration no.'),
  CORP_NM: label('상호', 'company name'),
  REP_NM: label('대표자', 'representative'),
} as const

const requiredParties = {
  supplier: label('공급자', 'supplier'),
  buyer: label('공급받는자', 'buyer'),
} as const

const requiredFacts = (['supplier', 'buyer'] as const).flatMap((party) =>
  Object.entries(requiredFields).map(([fact, name]) => {
    const { ko, en } = requiredParties[party]
    return { party, fact, name: label(`${ko} ${name.ko}`, `${en} ${name.en}`) }
  }),
)

/** A foreigner has no business number. */
const isAbroad = sql`coalesce(i.buyer ->> 'BIZ_NO', '') = ''
  and coalesce(i.buyer ->> 'COUNTRY_CD', ${homeCountry}) <> ${homeCountry}`

/** Nothing was supplied, so there is nothing to report. */
export const emptyTotalText = '합계가 0원이라 발행 대상이 아님'

/** The tax office accepts a negative total only as a correction. */
export const negativeTotalText = '음수 합계는 수정세금계산서로 발행'

const origin = sql`(select f.approval_no from invoice f where f.invoice_no = i.origin_no)`

const missing = sql`nullif(concat_ws(', ', ${join(
  requiredFacts.map(
    ({ party, fact, name }) => sql`case when coalesce(i.${raw(party)} ->> ${fact}, '') = ''
      ${party === 'buyer' && fact === 'BIZ_NO' ? sql`and not (${isAbroad})` : empty}
      then ${name.ko} end`,
  ),
)}, case when i.origin_no is not null and ${origin} is null then '당초 승인번호' end,
  case when i.currency_cd <> 'KRW' then '원화 아님' end,
  case when i.supply_amt = 0 and i.tax_amt = 0 then ${emptyTotalText}::text end,
  case when i.origin_no is null and i.total_amt < 0
    then ${negativeTotalText}::text end), '')`

const parties = join(
  (['supplier', 'buyer'] as const).flatMap((name) =>
    partyFacts.map(([fact]) => {
      const column = raw(`${name}_${fact.toLowerCase()}`)
      const value = sql`i.${raw(name)} ->> ${fact}`
      return name === 'buyer' && fact === 'BIZ_NO'
        ? sql`case when ${isAbroad} then ${foreignNumber} else ${value} end ${column}`
        : sql`${value} ${column}`
    }),
  ),
  ', ',
)

const chargeNames = sql`case l.charge_cd ${join(
  Object.entries(codeLists['charge'] ?? {}).map(
    ([code, { ko }]) => sql`when ${code} then ${ko}::text`,
  ),
  ' ',
)} else l.charge_cd end`

const itemColumns = ['line_day', 'item_nm', 'spec', 'qty', 'unit_price', 'supply_amt', 'tax_amt']

const slots: Sql = join(
  bulkSlots.flatMap((slot) =>
    itemColumns.map((column) => {
      const name = raw(`${column}${slot}`)
      return sql`max(x.${raw(column)}) filter (where x.slot = ${slot}::integer) ${name}`
    }),
  ),
  ', ',
)

const credit = sql`i.total_amt - i.cash_amt - i.cheque_amt - i.note_amt`

const sheetHandler = handleQuery(
  taxSheet,
  'v.invoice_no',
  () => sql`
    select i.wcode, i.owner_cd, i.bill_month, i.state_cd, i.invoice_no, nullif(concat_ws(', ', ${missing},
        case i.vat_cd when 'FREE' then '면세는 계산서 양식으로 발행' end), '') fault,
      case i.vat_cd when 'ZERO' then '02' else '01' end kind_cd, i.write_dt, ${parties},
      i.supply_amt, i.tax_amt, concat_ws(' ', i.remark1, i.remark2, i.remark3) notes, s.*,
      i.cash_amt, i.cheque_amt, i.note_amt, ${credit} credit_amt, i.claim_cd, i.correct_cd,
      ${origin} origin_approval_no, i.approval_no, i.currency_cd
    from invoice i
    cross join lateral (
      select ${slots} from (
        select g.slot, to_char(i.write_dt, 'DD') line_day,
          (array_agg(g.item_nm order by g.line_no))[1]
            || case when count(*) > 1 then ' 외 ' || count(*) - 1 || '건' else '' end item_nm,
          case when count(*) = 1 then min(g.of_month) end spec,
          case when count(*) = 1 then min(g.qty) end qty,
          case when count(*) = 1 then min(g.unit_price) end unit_price,
          sum(g.supply_amt) supply_amt, sum(g.tax_amt) tax_amt
        from (select l.*, coalesce(f.freight_nm, ${chargeNames}) item_nm,
            least(row_number() over (order by l.line_no), ${maxBulkItems}::integer) slot
          from invoice_line l left join freight_item f on f.freight_cd = l.freight_cd
          where l.invoice_no = i.invoice_no) g
        group by g.slot) x) s
    where i.state_cd in (${quoteCodes(invoiceStepFrom.send)})`,
)

interface Head extends Record<string, unknown> {
  currency_cd: string
  invoice_no: string
  approval_no: string | null
  origin_approval_no: string | null
  is_correction: boolean
  vat_cd: string
  claim_cd: string
  correct_cd: string | null
  day: string
  remarks: string[]
  supplier: PartyFacts
  buyer: PartyFacts
  supply: string
  tax: string
  total: string
  cash: string
  cheque: string
  note: string
  credit: string
}

interface Line extends Record<string, unknown> {
  invoice_no: string
  charge_cd: string
  freight_nm: string | null
  of_month: string | null
  unit_cd: string
  qty: string
  unit_price: string | null
  supply: string
  tax: string
}

const toExactNumber = (amount: Sql) => sql`trim_scale(${amount})::text`

export const emptyDocument = (number: string): Label =>
  label(
    `청구서 ${number}: 합계가 0원이어서 세금계산서를 발행하지 않습니다. 거래명세서를 보내세요.`,
    `Invoice ${number} has a total of zero, for which no tax invoice is issued. Send its statement.`,
  )

export const negativeDocument = (number: string): Label =>
  label(
    `청구서 ${number}: 합계가 음수인 청구서는 세금계산서 XML을 만들 수 없습니다. 당초 청구서를 수정세금계산서로 수정하세요.`,
    `Invoice ${number} has a negative total, so it has no tax invoice XML. Correct the original invoice instead.`,
  )

export function factsMissingText(number: string, missing: readonly Label[]): Label {
  const [ko, en] = [missing.map((name) => name.ko), missing.map((name) => name.en)]
  return label(
    `청구서 ${number}: 세금계산서에 필요한 항목이 없습니다(${ko.join(', ')}). 발행을 취소하고 입력한 뒤 다시 발행하세요.`,
    `Invoice ${number} lacks fields of a tax invoice: ${en.join(', ')}. Undo the issue, enter them and issue again.`,
  )
}

/**
 * Reason why an invoice cannot be written. The document states no currency, so the tax office would
 * read any amount as won, and accepts a correction only with the approval number of its original. A
 * written invoice cannot be undone, so one that the tax office rejects is not written.
 */
function unwritableText(head: Head): Label | undefined {
  const { invoice_no: number, currency_cd: currency } = head
  if (currency !== homeCurrency) {
    return label(
      `청구서 ${number}: ${currency} 청구서는 세금계산서 XML을 만들 수 없습니다. 원화로 청구하세요.`,
      `Invoice ${number} in ${currency} cannot be written as a tax document. Bill it in won.`,
    )
  }
  if (head.is_correction && head.origin_approval_no === null) {
    return label(
      `청구서 ${number}: 당초 청구서에 승인번호가 없습니다. 승인번호를 먼저 등록하세요.`,
      `Invoice ${number}: the original has no approval number. Enter it first.`,
    )
  }
  if (!head.is_correction && head.total.startsWith('-')) return negativeDocument(number)
  if (Number(head.supply) === 0 && Number(head.tax) === 0) return emptyDocument(number)
  const missingFacts = requiredFacts.filter(
    ({ party, fact }) => !head[party][fact] && !(fact === 'BIZ_NO' && isForeign(head[party])),
  )
  if (missingFacts.length === 0) return undefined
  return factsMissingText(
    number,
    missingFacts.map(({ name }) => name),
  )
}

function readLines(call: PrintCall, heads: readonly Head[]): Promise<Line[]> {
  return call.db.query<Line>(sql`
    select invoice_no, charge_cd, f.freight_nm, of_month, unit_cd, ${toExactNumber(sql`qty`)} qty,
      ${toExactNumber(sql`unit_price`)} unit_price, ${toExactNumber(sql`supply_amt`)} supply,
      ${toExactNumber(sql`tax_amt`)} tax
    from invoice_line left join freight_item f using (freight_cd) where invoice_no = any(${heads.map((head) => head.invoice_no)}::text[])
    order by invoice_no, line_no`)
}

function toTaxItem(line: Line): TaxItem {
  return {
    name: line.freight_nm ?? chargeName(line.charge_cd),
    spec: line.of_month ?? '',
    qty: line.qty,
    unitPrice: line.unit_price ?? '',
    supply: line.supply,
    tax: line.tax,
    note: unitName(line.unit_cd),
  }
}

export async function composeTaxDocuments(call: PrintCall): Promise<FileSet> {
  const heads = await readPrintHeads<Head>(
    call,
    'INVOICE_NO',
    invoiceStepFrom.send,
    sql`select i.currency_cd, i.wcode, i.owner_cd, i.state_cd, i.invoice_no, i.approval_no, i.vat_cd, i.claim_cd,
        i.correct_cd, i.origin_no is not null is_correction, ${origin} origin_approval_no,
        to_char(i.write_dt, 'YYYYMMDD') "day", i.supplier, i.buyer,
        array_remove(array[i.remark1, i.remark2, i.remark3], null) remarks,
        ${toExactNumber(sql`i.supply_amt`)} supply, ${toExactNumber(sql`i.tax_amt`)} tax,
        ${toExactNumber(sql`i.total_amt`)} total, ${toExactNumber(sql`i.cash_amt`)} cash,
        ${toExactNumber(sql`i.cheque_amt`)} cheque, ${toExactNumber(sql`i.note_amt`)} note,
        ${toExactNumber(sql`(${credit})`)} credit
      from invoice i`,
  )
  const unwritable = heads.map(unwritableText).find((text) => text !== undefined)
  if (unwritable) throw new AppError(409, 'TAX_DOCUMENT', unwritable)
  await call.db.execute(sql`
    update invoice set sent_at = now() where sent_at is null
      and invoice_no = any(${heads.map((head) => head.invoice_no)}::text[])`)
  const lines = Map.groupBy(await readLines(call, heads), (line) => line.invoice_no)
  const files = heads.map((head) => ({
    name: `세금계산서_${head.invoice_no}.xml`,
    type: 'application/xml; charset=utf-8',
    content: taxInvoiceXml({
      ...head,
      approvalNo: head.approval_no,
      typeCode: taxTypeCode(head.vat_cd, head.is_correction),
      claimCd: head.claim_cd,
      correctCd: head.correct_cd,
      originNo: head.origin_approval_no,
      writeDt: head.day,
      items: (lines.get(head.invoice_no) ?? []).map(toTaxItem),
    }),
  }))
  return { fileName: `세금계산서_${heads[0]?.invoice_no ?? ''}`, files }
}

export const taxPaperHandlers: readonly Handler[] = [
  sheetHandler,
  handleFiles(taxDocuments, composeTaxDocuments),
]
