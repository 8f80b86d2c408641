import { homeCountry } from '#areas/freight/rules/freight-charge.ts'
import { foldItems, maxTaxLines, type TaxItem } from './tax-items.ts'

export type PartyFacts = Readonly<Record<string, string | null | undefined>>

/** Invoice data for the tax office's XML document. Dates are `yyyyMMdd`, amounts decimal text. */
export interface TaxInvoice {
  readonly approvalNo: string | null
  readonly typeCode: string
  readonly claimCd: string
  readonly correctCd: string | null
  readonly originNo: string | null
  readonly writeDt: string
  readonly remarks: readonly string[]
  readonly supplier: PartyFacts
  readonly buyer: PartyFacts
  readonly supply: string
  readonly tax: string
  readonly total: string
  readonly cash: string
  readonly cheque: string
  readonly note: string
  readonly credit: string
  readonly items: readonly TaxItem[]
}

/**
 * The first two digits are 01 for a tax invoice and 03 for a bill without tax. Corrections are 02
 * and
 * 04. The last two digits are 01 general or 02 zero-rated.
 */
export function taxTypeCode(vat: string, isCorrection: boolean): string {
  const first = vat === 'FREE' ? 3 : 1
  return `0${first + (isCorrection ? 1 : 0)}${vat === 'ZERO' ? '02' : '01'}`
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escape = (text: string) =>
  text.replaceAll(/[&<>]/g, (character) => escapes[character] ?? character)

function element(name: string, ...content: readonly string[]): string {
  const inner = content.join('')
  return inner === '' ? '' : `<${name}>${inner}</${name}>`
}

function text(name: string, value: string | null | undefined): string {
  return element(name, escape(value ?? ''))
}

/** Number used for a foreigner without a Korean business number. */
export const foreignNumber = '9'.repeat(13)

/** Types of the buyer's identification number. */
const numberTypes = { business: '01', foreign: '03' } as const

/** Whether a party is abroad and has no Korean business number. */
export function isForeign({ BIZ_NO, COUNTRY_CD }: PartyFacts): boolean {
  return !BIZ_NO && Boolean(COUNTRY_CD) && COUNTRY_CD !== homeCountry
}

function party(name: 'InvoicerParty' | 'InvoiceeParty', facts: PartyFacts): string {
  const isBilled = name === 'InvoiceeParty'
  const type = isForeign(facts) ? numberTypes.foreign : numberTypes.business
  return element(
    name,
    text('ID', isForeign(facts) ? foreignNumber : facts['BIZ_NO']?.replaceAll('-', '')),
    text('TypeCode', facts['BIZ_TYPE']),
    text('NameText', facts['CORP_NM']),
    text('ClassificationCode', facts['BIZ_ITEM']),
    element(
      'SpecifiedOrganization',
      text('TaxRegistrationID', facts['BRANCH_NO']),
      text('BusinessTypeCode', isBilled ? type : null),
    ),
    element('SpecifiedPerson', text('NameText', facts['REP_NM'])),
    element(
      isBilled ? 'PrimaryDefinedContact' : 'DefinedContact',
      text('PersonNameText', facts['MANAGER_NM']),
      text('URICommunication', facts['EMAIL']),
    ),
    element('SpecifiedAddress', text('LineOneText', facts['ADDRESS'])),
  )
}

function lineItem(item: TaxItem, at: number, day: string): string {
  return element(
    'TaxInvoiceTradeLineItem',
    text('SequenceNumeric', String(at + 1)),
    text('DescriptionText', item.note),
    text('InvoiceAmount', item.supply),
    text('ChargeableUnitQuantity', item.qty),
    text('InformationText', item.spec),
    text('NameText', item.name),
    text('PurchaseExpiryDateTime', day),
    element('TotalTax', text('CalculatedAmount', item.tax)),
    element('UnitPrice', text('UnitAmount', item.unitPrice)),
  )
}

/** Payment means codes: 10 cash, 20 cheque, 30 note, 40 on account. */
function payments({ cash, cheque, note, credit }: TaxInvoice): string {
  const means = [
    ['10', cash],
    ['20', cheque],
    ['30', note],
    ['40', credit],
  ] as const
  return means
    .filter(([, amount]) => Number(amount) !== 0)
    .map(([code, amount]) =>
      element('SpecifiedPaymentMeans', text('TypeCode', code), text('PaidAmount', amount)),
    )
    .join('')
}

const namespace =
  'urn:kr:or:kec:standard:Tax:ReusableAggregateBusinessInformationEntitySchemaModule:1:0'

/** Returns the electronic tax invoice as XML, with at most 99 lines. */
export function taxInvoiceXml(invoice: TaxInvoice): string {
  const document = element(
    'TaxInvoiceDocument',
    text('IssueID', invoice.approvalNo),
    text('TypeCode', invoice.typeCode),
    ...invoice.remarks.map((remark) => text('DescriptionText', remark)),
    text('IssueDateTime', invoice.writeDt),
    text('AmendmentStatusCode', invoice.correctCd?.padStart(2, '0')),
    text('PurposeCode', invoice.claimCd),
    text('OriginalIssueID', invoice.originNo),
  )
  const settlement = element(
    'TaxInvoiceTradeSettlement',
    party('InvoicerParty', invoice.supplier),
    party('InvoiceeParty', invoice.buyer),
    payments(invoice),
    element(
      'SpecifiedMonetarySummation',
      text('ChargeTotalAmount', invoice.supply),
      text('TaxTotalAmount', invoice.tax),
      text('GrandTotalAmount', invoice.total),
    ),
  )
  const lines = foldItems(invoice.items, maxTaxLines)
    .map((item, at) => lineItem(item, at, invoice.writeDt))
    .join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<TaxInvoice xmlns="${namespace}">${document}${settlement}${lines}</TaxInvoice>\n`
}
