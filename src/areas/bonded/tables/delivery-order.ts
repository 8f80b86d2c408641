import { code, date, dateTime, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { remark } from '#areas/master/tables/references.ts'
import { bill } from '#areas/freight/tables/bill.ts'
import { customerRef } from '#areas/freight/tables/customer.ts'
import { bondedCargo } from './cargo.ts'

/** Order to hand over the cargo of an import bill to its receiver (화물인도지시서). */
export const deliveryOrder = defineTable({
  name: 'delivery_order',
  title: label('화물인도지시서', 'Delivery order'),
  key: ['DO_NO'],
  scope: { warehouse: 'WCODE' },
  fields: {
    DO_NO: code(label('D/O 번호', 'D/O no.'), { width: 140 }),
    WCODE: bill.fields.WCODE,
    BILL_ID: bill.fields.BILL_ID,
    STATE_CD: select(label('D/O 상태', 'D/O status'), 'delivery-order-state', { width: 80 }),
    RECEIVER_CD: customerRef('인수인', 'Receiver', 'RECEIVER_NM'),
    ORIGINAL_CD: select(label('회수 B/L', 'B/L received'), 'bl-kind', { width: 110 }),
    CARGO_NO: bondedCargo.fields.CARGO_NO,
    VALID_DT: date(label('D/O 유효기한', 'D/O valid until')),
    UNPAID_REASON: text(label('미수 인도사유', 'Reason for unpaid delivery'), {
      width: 160,
      maxLength: 200,
    }),
    REMARK: remark,
    ISSUED_BY: code(label('발행자', 'Issued by'), { width: 90 }),
    ISSUED_AT: dateTime(label('발행일시', 'Issued at')),
    WITHDRAW_REASON: text(label('회수사유', 'Reason for withdrawal'), {
      width: 160,
      maxLength: 200,
    }),
    WITHDRAWN_BY: code(label('회수자', 'Withdrawn by'), { width: 90 }),
    WITHDRAWN_AT: dateTime(label('회수일시', 'Withdrawn at')),
  },
})
