import { code, dateTime, quantity, text, lookup } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { ownerRef } from '#areas/master/tables/references.ts'

const partQuantity = (ko: string, en: string) =>
  quantity(label(ko, en), { zeroAsEmpty: true, width: 80 })

/** Stock sent to another warehouse. It remains in transit until it arrives, is called back or lost. */
export const transit = defineTable({
  name: 'transit',
  title: label('운송중 재고', 'Stock in transit'),
  key: ['TRANSIT_NO'],
  scope: { warehouse: 'FROM_WCODE', owner: 'OWNER_CD' },
  fields: {
    TRANSIT_NO: code(label('운송번호', 'Transit no.'), { width: 80 }),
    WORK_NO: code(label('이동번호', 'Transfer no.'), { width: 150 }),
    FROM_WCODE: lookup(label('출발창고', 'From warehouse'), 'warehouse', { width: 90 }),
    TO_WCODE: lookup(label('도착창고', 'To warehouse'), 'warehouse', { width: 90 }),
    OWNER_CD: ownerRef,
    SENT_QTY: partQuantity('발송', 'Sent'),
    ARRIVED_QTY: partQuantity('도착', 'Arrived'),
    BACK_QTY: partQuantity('회수', 'Called back'),
    LOST_QTY: partQuantity('분실', 'Lost'),
    SENT_BY: text(label('발송자', 'Sent by'), { width: 90 }),
    SENT_AT: dateTime(label('발송일시', 'Sent at')),
  },
})
