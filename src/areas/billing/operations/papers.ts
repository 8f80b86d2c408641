import { text, withOptions, type Field } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { definePrintOut, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { billedQuantity, charge } from '../tables/charge.ts'
import { invoice, invoiceLine } from '../tables/invoice.ts'

const common = { scope: 'warehouse-owner' } as const
const numbered = { INVOICE_NO: invoice.fields.INVOICE_NO }

export const statement = definePrintOut({
  ...common,
  name: 'billing/statement',
  title: label('거래명세서', 'Statement'),
  action: 'print',
  input: numbered,
})

export const statementEvidence = defineQuery({
  ...common,
  name: 'billing/statement-evidence',
  title: label('거래명세서 근거', 'Basis of a statement'),
  action: 'search',
  search: numbered,
  output: {
    ...pick(invoiceLine, ['INVOICE_NO', 'LINE_NO']),
    ...pick(charge, ['CHARGE_CD', 'OF_MONTH', 'SERVICE_DT', 'CAUSE_CD', 'DOC_NO']),
    DOC_LINE: withOptions(charge.fields.LINE_NO, { label: label('전표 행', 'Document line') }),
    ...pick(charge, ['STOCK_CD', 'STOCK_NM', 'QTY', 'UNIT_CD', 'UNIT_PRICE', 'AMOUNT', 'REASON']),
    // Not summed, because every charge for the same stock repeats its pieces.
    PIECES: billedQuantity(label('재고 수량', 'Stock qty'), { scale: 3 }),
    MOVEMENT_NOS: text(label('수불번호', 'Movement nos.'), { width: 160 }),
    CHARGE_NO: charge.fields.CHARGE_NO,
  },
})

/** Evidence of an issued invoice line, limited to what its customer can see. */
export const customerEvidence = defineQuery({
  ...common,
  name: 'billing/customer-evidence',
  title: label('청구서 행의 근거', 'Basis of an invoice line'),
  action: 'search',
  search: pick(invoiceLine, ['INVOICE_NO', 'LINE_NO']),
  output: statementEvidence.output,
})

export const taxDocuments = definePrintOut({
  ...common,
  name: 'billing/tax-documents',
  title: label('세금계산서 XML', 'Tax invoice XML'),
  action: 'print',
  input: numbered,
})

const party = (ko: string, en: string, width = 120) =>
  withOptions(invoice.fields.REMARK1, { label: label(ko, en), maxLength: 200, width })

export const partyFacts = [
  ['BIZ_NO', '등록번호', 'no'],
  ['BRANCH_NO', '종사업장번호', 'branch'],
  ['CORP_NM', '상호', 'company'],
  ['REP_NM', '성명', 'representative'],
  ['ADDRESS', '사업장주소', 'address'],
  ['BIZ_TYPE', '업태', 'type'],
  ['BIZ_ITEM', '종목', 'item'],
  ['MANAGER_NM', '담당자', 'contact'],
  ['EMAIL', '이메일', 'email'],
] as const

type FieldsByName<K extends string> = Readonly<Record<K, Field>>

function partyFields<N extends string>(name: N, ko: string, en: string) {
  return Object.fromEntries(
    partyFacts.map(([fact, factKo, factEn]) => [
      `${name}_${fact}`,
      party(`${ko} ${factKo}`, `${en} ${factEn}`, fact === 'ADDRESS' ? 240 : 120),
    ]),
  ) as FieldsByName<`${N}_${(typeof partyFacts)[number][0]}`>
}
const supplierFacts = partyFields('SUPPLIER', '공급자', 'Supplier')
const buyerFacts = partyFields('BUYER', '공급받는자', 'Buyer')

/** The bulk form has four item slots per row. */
export const bulkSlots = [1, 2, 3, 4] as const

type SlotColumn = 'LINE_DAY' | 'ITEM_NM' | 'SPEC' | 'QTY' | 'UNIT_PRICE' | 'SUPPLY_AMT' | 'TAX_AMT'

function withoutSum({ footer: _sum, ...field }: Field): Field {
  return field
}

function taxItemSlots() {
  const slotField = (slot: number, field: Field, ko: string, en: string): Field =>
    withOptions(field, { label: label(`${ko}${slot}`, `${en} ${slot}`), required: false })
  return Object.fromEntries(
    bulkSlots.flatMap((slot) => [
      [`LINE_DAY${slot}`, party(`일자${slot}`, `Day ${slot}`, 60)],
      [`ITEM_NM${slot}`, party(`품목${slot}`, `Item ${slot}`)],
      [`SPEC${slot}`, party(`규격${slot}`, `Spec ${slot}`, 80)],
      [`QTY${slot}`, slotField(slot, invoiceLine.fields.QTY, '수량', 'Quantity')],
      [`UNIT_PRICE${slot}`, slotField(slot, invoiceLine.fields.UNIT_PRICE, '단가', 'Price')],
      // A slot mixes items of different invoices, so only invoice amounts are summed.
      [
        `SUPPLY_AMT${slot}`,
        slotField(slot, withoutSum(invoice.fields.SUPPLY_AMT), '공급가액', 'Net'),
      ],
      [`TAX_AMT${slot}`, slotField(slot, withoutSum(invoice.fields.TAX_AMT), '세액', 'Tax')],
    ]),
  ) as FieldsByName<`${SlotColumn}${(typeof bulkSlots)[number]}`>
}
const slots = taxItemSlots()

/** Columns of the tax office's bulk form, in its order. One row per invoice. */
export const taxSheet = defineQuery({
  ...common,
  name: 'billing/tax-sheet',
  title: label('세금계산서 일괄발행 자료', 'Tax invoices for bulk upload'),
  action: 'search',
  search: pick(invoice, ['INVOICE_NO', 'BILL_MONTH', 'OWNER_CD', 'STATE_CD']),
  output: {
    ...numbered,
    FAULT: party('누락 항목', 'Missing fields', 160),
    KIND_CD: party('종류', 'Kind', 60),
    ...pick(invoice, ['WRITE_DT']),
    ...supplierFacts,
    ...buyerFacts,
    ...pick(invoice, ['SUPPLY_AMT', 'TAX_AMT']),
    NOTES: party('비고', 'Remark'),
    ...slots,
    ...pick(invoice, ['CASH_AMT', 'CHEQUE_AMT', 'NOTE_AMT']),
    CREDIT_AMT: withOptions(invoice.fields.SUPPLY_AMT, {
      label: label('외상미수금', 'On account'),
    }),
    ...pick(invoice, ['CLAIM_CD', 'CORRECT_CD']),
    ORIGIN_APPROVAL_NO: withOptions(invoice.fields.APPROVAL_NO, {
      label: label('당초 승인번호', 'Original approval no.'),
    }),
    ...pick(invoice, ['APPROVAL_NO', 'STATE_CD', 'OWNER_CD', 'BILL_MONTH', 'CURRENCY_CD']),
  },
})
