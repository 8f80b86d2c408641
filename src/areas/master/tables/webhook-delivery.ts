import { code, dateTime, integer, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { partnerMessage } from './partner-message.ts'
import { changeFields, ownerRef } from './references.ts'

export const webhookDelivery = defineTable({
  name: 'webhook_delivery',
  title: label('웹훅 전송', 'Webhook delivery'),
  key: ['DELIVERY_ID'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    DELIVERY_ID: integer(label('전송', 'Delivery'), { width: 70 }),
    STATE_CD: select(label('상태', 'Status'), 'webhook-state', { width: 80 }),
    OWNER_CD: ownerRef,
    PROFILE_CD: code(label('프로필', 'Profile'), { width: 110, maxLength: 20 }),
    RESULT_NO: partnerMessage.fields.RESULT_NO,
    RESULT_CD: partnerMessage.fields.RESULT_CD,
    DOC_NO: code(label('전표번호', 'Document no.'), { width: 150, maxLength: 60 }),
    TRIES: integer(label('시도', 'Attempts')),
    NEXT_AT: dateTime(label('다음 시도', 'Next attempt')),
    DELIVERED_AT: dateTime(label('전송일시', 'Delivered at')),
    ANSWER: text(label('마지막 응답', 'Last response'), { width: 320, maxLength: 1000 }),
    GIVE_UP_AT: dateTime(label('시도 기한', 'Attempts until')),
    EVENT_ID: text(label('이벤트', 'Event'), { width: 260, maxLength: 36 }),
    WCODE: partnerMessage.fields.WCODE,
    ...changeFields,
  },
})
