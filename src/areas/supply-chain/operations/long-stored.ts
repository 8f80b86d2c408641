import { cubicMetres, date, dateTime, integer, measure, quantity, text } from '#kernel/field.ts'
import { money, select, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import {
  lotNo,
  ownerNameRef,
  ownerRef,
  receivedDate,
  stockNameRef,
  stockRef,
  validDate,
} from '#areas/master/tables/references.ts'

/** Stock stored longer than its owner's limit, with its receipt date, volume and last shipment. */
export const longStored = defineQuery({
  action: 'search',
  scope: 'warehouse-owner',
  name: 'supply-chain/long-stored',
  title: label('장기재고 조회', 'Long-stored stock'),
  search: {
    OWNER_CD: withOptions(ownerRef, { required: false }),
    STOCK_CD: withOptions(stockRef, { required: false }),
    RECEIVED_DT: receivedDate,
    DAYS: integer(label('보관일수', 'Days stored')),
  },
  output: {
    OWNER_CD: ownerRef,
    OWNER_NM: ownerNameRef,
    STOCK_CD: stockRef,
    STOCK_NM: stockNameRef,
    LOT_NO: lotNo,
    RECEIVED_DT: receivedDate,
    VALID_DT: validDate,
    DAYS: integer(label('보관일수', 'Days stored'), { width: 90, footer: 'MAX' }),
    LIMIT_DAYS: integer(label('기준일수', 'Limit (days)'), { width: 80 }),
    OVER_DAYS: integer(label('초과일수', 'Days over'), { width: 80 }),
    LAST_OUT_DT: date(label('최근 출하일', 'Last ship date')),
    QTY: quantity(label('재고', 'On hand')),
    AVAILABLE_QTY: quantity(label('가용', 'Available')),
    CBM: cubicMetres(label('CBM', 'CBM')),
    CBM_DAYS: measure(label('누적 CBM·일', 'CBM × days'), 3, { width: 110, footer: 'SUM' }),
    STORAGE_AMT: money(label('누적 보관료(원)', 'Storage charged so far (KRW)'), {
      scale: 0,
      minDecimals: 0,
      width: 120,
      footer: 'SUM',
    }),
    SURCHARGE_AMT: money(label('할증 청구(원)', 'Surcharged (KRW)'), {
      scale: 0,
      minDecimals: 0,
      width: 110,
      zeroAsEmpty: true,
      footer: 'SUM',
    }),
    ACTION_CD: select(label('최근 조치', 'Last action'), 'long-stock-action', { width: 90 }),
    ACTION_AT: dateTime(label('조치일시', 'Action time')),
    DUE_DT: date(label('회신기한', 'Reply due date')),
  },
})

const steps = { action: 'save', scope: 'warehouse-owner', with: [longStored] } as const
const goods = {
  OWNER_CD: ownerRef,
  STOCK_CD: stockRef,
  LOT_NO: lotNo,
  RECEIVED_DT: withOptions(receivedDate, { required: true }),
}
const remark = text(label('메시지', 'Message'), { width: 220, maxLength: 200 })

export const noticeLongStored = defineProcedure({
  ...steps,
  name: 'supply-chain/notice-long-stored',
  title: label('장기재고 안내메일', 'Email about long-stored stock'),
  input: { ...goods, REMARK: remark },
})

export const requestDisposal = defineProcedure({
  ...steps,
  name: 'supply-chain/request-disposal',
  title: label('폐기요청', 'Request disposal'),
  input: {
    ...goods,
    DUE_DT: date(label('회신기한', 'Reply due date'), { required: true }),
    REMARK: withOptions(remark, { required: true, label: label('사유', 'Reason') }),
  },
})

export const surchargeLongStored = defineProcedure({
  ...steps,
  name: 'supply-chain/surcharge-long-stored',
  title: label('보관료 할증', 'Surcharge storage'),
  input: {
    ...goods,
    SURCHARGE_RATE: measure(label('할증률(%)', 'Surcharge (%)'), 1, {
      required: true,
      min: 0.1,
      max: 500,
    }),
    REMARK: withOptions(remark, { required: true, label: label('사유', 'Reason') }),
  },
})
