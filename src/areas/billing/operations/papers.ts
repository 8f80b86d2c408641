import { vary } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { definePrintOut, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { invoice, invoiceLine } from '../tables/invoice.ts'

const common = { scope: 'warehouse-owner' } as const
const numbered = { INVOICE_NO: invoice.fields.INVOICE_NO }

/** 거래명세서: the lines of an invoice, then the evidence down to the movement. */
export const statement = definePrintOut({
  ...common,
  name: 'billing/statement',
  title: label('거래명세서', 'Statement'),
  action: 'print',
  input: numbered,
})

/** What the tax office's bulk form takes, a row for each line; `XML` is the same as its document. */
export const taxSheet = defineQuery({
  ...common,
  name: 'billing/tax-sheet',
  title: label('세금계산서 일괄발행 자료', 'Tax invoices for bulk upload'),
  action: 'search',
  search: pick(invoice, ['INVOICE_NO', 'BILL_MONTH', 'OWNER_CD', 'STATE_CD']),
  output: taxFields(),
})

function taxFields() {
  const { INVOICE_NO, STATE_CD, OWNER_CD, BILL_MONTH, WRITE_DT, SUPPLY_AMT, TAX_AMT } =
    invoice.fields
  const party = (ko: string, en: string) => ({
    ...vary(invoice.fields.REMARK1, { label: label(ko, en), lengthMax: 200, width: 120 }),
  })
  return {
    INVOICE_NO,
    STATE_CD,
    OWNER_CD,
    BILL_MONTH,
    KIND_CD: party('전자(세금)계산서 종류', 'Kind'),
    WRITE_DT,
    SUPPLIER_BIZ_NO: party('공급자 등록번호', 'Supplier no'),
    SUPPLIER_BRANCH_NO: party('공급자 종사업장번호', 'Supplier branch'),
    SUPPLIER_NM: party('공급자 상호', 'Supplier'),
    SUPPLIER_REP_NM: party('공급자 성명', 'Supplier representative'),
    SUPPLIER_ADDRESS: party('공급자 사업장주소', 'Supplier address'),
    SUPPLIER_BIZ_TYPE: party('공급자 업태', 'Supplier type'),
    SUPPLIER_BIZ_ITEM: party('공급자 종목', 'Supplier item'),
    SUPPLIER_EMAIL: party('공급자 이메일', 'Supplier email'),
    BUYER_BIZ_NO: party('공급받는자 등록번호', 'Buyer no'),
    BUYER_BRANCH_NO: party('공급받는자 종사업장번호', 'Buyer branch'),
    BUYER_NM: party('공급받는자 상호', 'Buyer'),
    BUYER_REP_NM: party('공급받는자 성명', 'Buyer representative'),
    BUYER_ADDRESS: party('공급받는자 사업장주소', 'Buyer address'),
    BUYER_BIZ_TYPE: party('공급받는자 업태', 'Buyer type'),
    BUYER_BIZ_ITEM: party('공급받는자 종목', 'Buyer item'),
    BUYER_EMAIL: party('공급받는자 이메일', 'Buyer email'),
    SUPPLY_AMT,
    TAX_AMT,
    REMARK1: invoice.fields.REMARK1,
    LINE_NO: invoiceLine.fields.LINE_NO,
    LINE_DAY: party('일자', 'Day'),
    ITEM_NM: party('품목', 'Item'),
    SPEC: party('규격', 'Spec'),
    QTY: invoiceLine.fields.QTY,
    UNIT_PRICE: invoiceLine.fields.UNIT_PRICE,
    LINE_SUPPLY_AMT: vary(SUPPLY_AMT, { label: label('품목 공급가액', 'Line net') }),
    LINE_TAX_AMT: vary(TAX_AMT, { label: label('품목 세액', 'Line tax') }),
    LINE_REMARK: party('품목 비고', 'Line note'),
    CLAIM_CD: invoice.fields.CLAIM_CD,
    CORRECT_CD: invoice.fields.CORRECT_CD,
    APPROVAL_NO: invoice.fields.APPROVAL_NO,
    FAULT: party('누락 항목', 'Missing'),
    XML: vary(invoice.fields.REMARK1, { label: label('XML', 'XML'), lengthMax: 100_000 }),
  }
}
