import { dateTime, integer, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'

export const factChange = defineTable({
  name: 'fact_change',
  title: label('변경이력', 'Change'),
  key: ['CHANGE_NO'],
  fields: {
    CHANGE_NO: integer(label('번호', 'No.'), { required: true, width: 80 }),
    CHANGED_AT: dateTime(label('변경일시', 'Changed at')),
    CHANGED_BY: text(label('변경자', 'Changed by'), { width: 100 }),
    TABLE_NM: text(label('자료', 'Data'), { width: 130, searchedWhole: true }),
    RECORD_KEY: text(label('대상', 'Record'), { width: 180, searchedWhole: true }),
    CHANGE_CD: select(label('변경', 'Change'), 'fact-change', { width: 70 }),
    DIFFERENCE: text(label('이전 → 이후', 'Before → after'), { width: 520, maxLength: 20_000 }),
    UNDONE_NO: integer(label('취소한 변경', 'Undone change'), { width: 90 }),
  },
})
