import { integer, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { masterOperations } from '#kernel/master-operations.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { stockMovement } from '#areas/inventory/tables/stock-movement.ts'
import { ownerNameRef } from '#areas/master/tables/references.ts'
import { billingTerms } from '../tables/billing-terms.ts'
import { billedQuantity, causeNo, charge, unbilledWork } from '../tables/charge.ts'

const common = { action: 'search', scope: 'warehouse-owner' } as const

export const billingTermsOperations = masterOperations('billing', 'terms', billingTerms, {
  OWNER_NM: ownerNameRef,
})

const invoiceNo = text(label('청구번호', 'Invoice no.'))

/** Charges as posted, or the draft of every month as of a given time. */
export const charges = defineQuery({
  ...common,
  name: 'billing/charges',
  title: label('청구내역 조회', 'Charges'),
  hasHistory: true,
  search: {
    ...charge.fields,
    INVOICE_NO: invoiceNo,
  },
  output: { ...charge.fields, CAUSE_NO: causeNo, INVOICE_NO: invoiceNo },
})

export const chargeReasons = defineQuery({
  ...common,
  name: 'billing/why',
  title: label('이 금액의 근거', 'Basis of this amount'),
  search: { CHARGE_NO: charge.fields.CHARGE_NO },
  output: {
    LINE_NO: integer(label('#', '#'), { width: 50 }),
    TEXT: text(label('근거', 'Basis'), { width: 380 }),
    POSTED_AT: stockMovement.fields.POSTED_AT,
    DOC_NO: stockMovement.fields.DOC_NO,
    STOCK_CD: stockMovement.fields.STOCK_CD,
    PIECES: billedQuantity(label('재고 수량', 'Stock qty'), { scale: 3, footer: 'SUM' }),
    MEASURE: billedQuantity(label('개당 단위수', 'Units per piece')),
    // The first row holds the total, the other rows its parts.
    QTY: billedQuantity(label('청구수량', 'Billed qty'), { width: 100 }),
    MOVEMENT_NO: stockMovement.fields.MOVEMENT_NO,
  },
})

export const unbilledWorkQuery = defineQuery({
  ...common,
  name: 'billing/unbilled',
  title: label('미청구 작업 조회', 'Unbilled work'),
  search: unbilledWork.fields,
  output: unbilledWork.fields,
})

const manualFields = pick(charge, ['OWNER_CD', 'CHARGE_CD', 'SERVICE_DT', 'QTY', 'UNIT_CD'])

export const writeCharges = defineProcedure({
  name: 'billing/write-charges',
  title: label('수기청구등록', 'Enter manual charges'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    ...manualFields,
    QTY: withOptions(manualFields.QTY, { required: true, default: 1, min: 0 }),
    UNIT_CD: withOptions(manualFields.UNIT_CD, { required: true, default: 'DOC' }),
    UNIT_PRICE: withOptions(charge.fields.UNIT_PRICE, {
      required: true,
      default: null,
      min: -999_999_999,
    }),
    VAT_CD: withOptions(charge.fields.VAT_CD, { required: true, default: 'TAX' }),
    CURRENCY_CD: charge.fields.CURRENCY_CD,
    PAPER_NO: charge.fields.PAPER_NO,
    REASON: withOptions(charge.fields.REASON, { required: true }),
  },
})

export const reverseCharge = defineProcedure({
  name: 'billing/take-back-charge',
  title: label('수기청구 취소', 'Cancel manual charges'),
  with: [writeCharges],
  final: label('취소한 청구는 복구할 수 없습니다.', 'A cancelled charge cannot be restored.'),
  action: 'save',
  scope: 'warehouse-owner',
  input: {
    CHARGE_NO: withOptions(charge.fields.CHARGE_NO, { required: true }),
  },
})
