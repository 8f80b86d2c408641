import { expect, test } from 'vitest'
import { maxBulkItems, foldItems, type TaxItem } from '#areas/billing/rules/tax-items.ts'
import { taxInvoiceXml, taxTypeCode } from '#areas/billing/rules/tax-xml.ts'

const items = (count: number): TaxItem[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `Work ${index + 1}`,
    spec: '',
    qty: '1',
    unitPrice: '100',
    supply: String(100 * (index + 1)),
    tax: String(10 * (index + 1)),
    note: '',
  }))

test('items that fit the form are unchanged', () => {
  expect(foldItems(items(4), maxBulkItems)).toEqual(items(4))
})

test('items beyond the form’s capacity are summed into the last one without loss', () => {
  const folded = foldItems(items(6), maxBulkItems)
  expect(folded).toHaveLength(4)
  expect(folded[3]).toMatchObject({ name: 'Work 4 외 2건', supply: '1500', tax: '150', qty: '' })
  const sum = folded.reduce((total, { supply }) => total + Number(supply), 0)
  expect(sum).toBe(100 + 200 + 300 + 400 + 500 + 600)
})

test('the document type code encodes the tax type and whether the document is a correction', () => {
  expect(taxTypeCode('TAX', false)).toBe('0101')
  expect(taxTypeCode('ZERO', true)).toBe('0202')
  expect(taxTypeCode('FREE', false)).toBe('0301')
  expect(taxTypeCode('FREE', true)).toBe('0401')
})

const party = {
  BIZ_NO: '124-81-00998',
  BRANCH_NO: '0001',
  CORP_NM: 'Company',
  REP_NM: 'Head',
  ADDRESS: 'Address',
  BIZ_TYPE: 'Trade',
  BIZ_ITEM: 'Goods',
  MANAGER_NM: 'Contact',
  EMAIL: 'a@b.kr',
}
const sides =
  '<ID>1248100998</ID><TypeCode>Trade</TypeCode><NameText>Company</NameText>' +
  '<ClassificationCode>Goods</ClassificationCode><SpecifiedOrganization>' +
  '<TaxRegistrationID>0001</TaxRegistrationID>'
const person =
  '</SpecifiedOrganization><SpecifiedPerson><NameText>Head</NameText></SpecifiedPerson>'
const contact =
  '<PersonNameText>Contact</PersonNameText><URICommunication>a@b.kr</URICommunication>'
const address = '<SpecifiedAddress><LineOneText>Address</LineOneText></SpecifiedAddress>'

test('the XML has every field of a tax invoice where the tax office expects it', () => {
  const xml = taxInvoiceXml({
    approvalNo: '2026063010000000abcd1234',
    typeCode: taxTypeCode('TAX', true),
    claimCd: '02',
    correctCd: '2',
    originNo: '2026053110000000abcd1234',
    writeDt: '20260630',
    remarks: ['Note 1', 'Note 2', 'Note 3'],
    supplier: party,
    buyer: party,
    supply: '1000',
    tax: '100',
    total: '1100',
    cash: '100',
    cheque: '200',
    note: '300',
    credit: '500',
    items: [
      {
        name: 'Storage',
        spec: 'CBM',
        qty: '2',
        unitPrice: '500',
        supply: '1000',
        tax: '100',
        note: 'June',
      },
    ],
  })
  const [, document = '', settlement = '', line = ''] =
    /<TaxInvoiceDocument>(.*)<\/TaxInvoiceDocument><TaxInvoiceTradeSettlement>(.*)<\/TaxInvoiceTradeSettlement><TaxInvoiceTradeLineItem>(.*)<\/TaxInvoiceTradeLineItem><\/TaxInvoice>/.exec(
      xml,
    ) ?? []
  expect(document).toBe(
    '<IssueID>2026063010000000abcd1234</IssueID><TypeCode>0201</TypeCode>' +
      '<DescriptionText>Note 1</DescriptionText><DescriptionText>Note 2</DescriptionText>' +
      '<DescriptionText>Note 3</DescriptionText><IssueDateTime>20260630</IssueDateTime>' +
      '<AmendmentStatusCode>02</AmendmentStatusCode><PurposeCode>02</PurposeCode>' +
      '<OriginalIssueID>2026053110000000abcd1234</OriginalIssueID>',
  )
  const paymentXml = (code: number, amount: number) =>
    `<SpecifiedPaymentMeans><TypeCode>${code}</TypeCode><PaidAmount>${amount}</PaidAmount></SpecifiedPaymentMeans>`
  expect(settlement).toBe(
    `<InvoicerParty>${sides}${person}<DefinedContact>${contact}</DefinedContact>${address}` +
      `</InvoicerParty><InvoiceeParty>${sides}<BusinessTypeCode>01</BusinessTypeCode>${person}` +
      `<PrimaryDefinedContact>${contact}</PrimaryDefinedContact>${address}</InvoiceeParty>` +
      `${paymentXml(10, 100)}${paymentXml(20, 200)}${paymentXml(30, 300)}${paymentXml(40, 500)}` +
      '<SpecifiedMonetarySummation><ChargeTotalAmount>1000</ChargeTotalAmount>' +
      '<TaxTotalAmount>100</TaxTotalAmount><GrandTotalAmount>1100</GrandTotalAmount>' +
      '</SpecifiedMonetarySummation>',
  )
  expect(line).toBe(
    '<SequenceNumeric>1</SequenceNumeric><DescriptionText>June</DescriptionText>' +
      '<InvoiceAmount>1000</InvoiceAmount><ChargeableUnitQuantity>2</ChargeableUnitQuantity>' +
      '<InformationText>CBM</InformationText><NameText>Storage</NameText>' +
      '<PurchaseExpiryDateTime>20260630</PurchaseExpiryDateTime>' +
      '<TotalTax><CalculatedAmount>100</CalculatedAmount></TotalTax>' +
      '<UnitPrice><UnitAmount>500</UnitAmount></UnitPrice>',
  )
})
