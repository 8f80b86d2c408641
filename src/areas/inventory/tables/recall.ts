import { code, dateTime, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { lotNo, ownerRef, stockRef } from '#areas/master/tables/references.ts'

/** A recalled lot. Until it is closed, neither the lot nor any lot made from it leaves a warehouse. */
export const recall = defineTable({
  name: 'recall',
  title: label('회수', 'Recall'),
  key: ['RECALL_NO'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    RECALL_NO: code(label('회수번호', 'Recall no.'), { width: 160 }),
    STATE_CD: select(label('상태', 'Status'), 'recall-state', { width: 80 }),
    LEVEL_CD: select(label('등급', 'Class'), 'recall-level', { width: 80 }),
    OWNER_CD: ownerRef,
    STOCK_CD: stockRef,
    LOT_NO: { ...lotNo, required: true },
    REASON: text(label('사유', 'Reason'), { width: 200, maxLength: 200 }),
    BLOCKED_BY: text(label('차단자', 'Blocked by'), { width: 90 }),
    BLOCKED_AT: dateTime(label('차단일시', 'Blocked at')),
    CLOSE_REASON: text(label('종결사유', 'Reason for closing'), { width: 200, maxLength: 200 }),
    CLOSED_BY: text(label('종결자', 'Closed by'), { width: 90 }),
    CLOSED_AT: dateTime(label('종결일시', 'Closed at')),
  },
})
