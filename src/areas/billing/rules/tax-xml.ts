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

function xmlElement(name: string, ...content: readonly string[]): string {
  const inner = content.join('')
  return inner === '' ? '' : `<${name}>${inner}</${name}>`
}

function xmlText(name: string, value: string | null | undefined): string {
  return xmlElement(name, escape(value ?? ''))
}

/** Number used for a foreigner without a Korean business number. */
export const foreignNumber = '9'.repeat(13)

/** Types of the buyer's identification number. */
const numberTypes = { business: '01', foreign: '03' } as const

/** Whether a party is abroad and has no Korean business number. */
export function isForeign({ BIZ_NO, COUNTRY_CD }: PartyFacts): boolean {
  return !BIZ_NO && Boolean(COUNTRY_CD) && COUNTRY_CD !== homeCountry
}

function partyXml(name: 'InvoicerParty' | 'InvoiceeParty', facts: PartyFacts): string {
  const isBilled = name === 'InvoiceeParty'
  const type = isForeign(facts) ? numberTypes.foreign : numberTypes.business
  return xmlElement(
    name,
    xmlText('ID', isForeign(facts) ? foreignNumber : facts['BIZ_NO']?.replaceAll('-', '')),
    xmlText('TypeCode', facts['BIZ_TYPE']),
    xmlText('NameText', facts['CORP_NM']),
    xmlText('ClassificationCode', facts['BIZ_ITEM']),
    xmlElement(
      'SpecifiedOrganization',
      xmlText('TaxRegistrationID', facts['BRANCH_NO']),
      xmlText('BusinessTypeCode', isBilled ? type : null),
    ),
    xmlElement('SpecifiedPerson', xmlText('NameText', facts['REP_NM'])),
    xmlElement(
      isBilled ? 'PrimaryDefinedContact' : 'DefinedContact',
      xmlText('PersonNameText', facts['MANAGER_NM']),
      xmlText('URICommunication', facts['EMAIL']),
    ),
    xmlElement('SpecifiedAddress', xmlText('LineOneText', facts['ADDRESS'])),
  )
}

function lineItemXml(item: TaxItem, at: number, day: string): string {
  return xmlElement(
    'TaxInvoiceTradeLineItem',
    xmlText('SequenceNumeric', String(at + 1)),
    xmlText('DescriptionText', item.note),
    xmlText('InvoiceAmount', item.supply),
    xmlText('ChargeableUnitQuantity', item.qty),
    xmlText('InformationText', item.spec),
    xmlText('NameText', item.name),
    xmlText('PurchaseExpiryDateTime', day),
    xmlElement('TotalTax', xmlText('CalculatedAmount', item.tax)),
    xmlElement('UnitPrice', xmlText('UnitAmount', item.unitPrice)),
  )
}

/** Payment means codes: 10 cash, 20 cheque, 30 note, 40 on account. */
function paymentsXml({ cash, cheque, note, credit }: TaxInvoice): string {
  const means = [
    ['10', cash],
    ['20', cheque],
    ['30', note],
    ['40', credit],
  ] as const
  return means
    .filter(([, amount]) => Number(amount) !== 0)
    .map(([code, amount]) =>
      xmlElement('SpecifiedPaymentMeans', xmlText('TypeCode', code), xmlText('PaidAmount', amount)),
    )
    .join('')
}

const namespace =
  'urn:kr:or:kec:standard:Tax:ReusableAggregateBusinessInformationEntitySchemaModule:1:0'

/** Returns the electronic tax invoice as XML, with at most 99 lines. */
export function taxInvoiceXml(invoice: TaxInvoice): string {
  const document = xmlElement(
    'TaxInvoiceDocument',
    xmlText('IssueID', invoice.approvalNo),
    xmlText('TypeCode', invoice.typeCode),
    ...invoice.remarks.map((remark) => xmlText('DescriptionText', remark)),
    xmlText('IssueDateTime', invoice.writeDt),
    xmlText('AmendmentStatusCode', invoice.correctCd?.padStart(2, '0')),
    xmlText('PurposeCode', invoice.claimCd),
    xmlText('OriginalIssueID', invoice.originNo),
  )
  const settlement = xmlElement(
    'TaxInvoiceTradeSettlement',
    partyXml('InvoicerParty', invoice.supplier),
    partyXml('InvoiceeParty', invoice.buyer),
    paymentsXml(invoice),
    xmlElement(
      'SpecifiedMonetarySummation',
      xmlText('ChargeTotalAmount', invoice.supply),
      xmlText('TaxTotalAmount', invoice.tax),
      xmlText('GrandTotalAmount', invoice.total),
    ),
  )
  const lines = foldItems(invoice.items, maxTaxLines)
    .map((item, index) => lineItemXml(item, index, invoice.writeDt))
    .join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<TaxInvoice xmlns="${namespace}">${document}${settlement}${lines}</TaxInvoice>\n`
}
