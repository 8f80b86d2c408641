import { code, date, dateTime, integer, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { bondedAnswer } from './bonded-answer.ts'

export const customsList = defineTable({
  name: 'customs_list',
  title: label('유니패스 자료', 'UNI-PASS list'),
  key: ['LIST_ID'],
  scope: { warehouse: 'WCODE' },
  fields: {
    LIST_ID: code(label('조회 ID', 'Search ID'), { width: 70 }),
    WCODE: bondedAnswer.fields.WCODE,
    LIST_CD: select(label('자료', 'List'), 'customs-list', { required: true, width: 120 }),
    ASKED_NO: code(label('조회번호', 'Search number'), {
      required: true,
      width: 100,
      maxLength: 10,
    }),
    RESULT_CD: bondedAnswer.fields.RESULT_CD,
    ENTRY_COUNT: integer(label('응답 건수', 'Entries'), { width: 80 }),
    MESSAGE: bondedAnswer.fields.MESSAGE,
    TRIES: bondedAnswer.fields.TRIES,
    USER_ID: bondedAnswer.fields.USER_ID,
    ASKED_AT: bondedAnswer.fields.ASKED_AT,
  },
})

export const customsListLine = defineTable({
  name: 'customs_list_line',
  title: label('유니패스 자료 차이', 'UNI-PASS list differences'),
  key: ['LIST_ID', 'LINE_NO'],
  fields: {
    LIST_ID: customsList.fields.LIST_ID,
    LINE_NO: integer(label('행', 'Line'), { width: 50 }),
    ENTRY_CD: code(label('코드', 'Code'), { width: 110 }),
    FROM_DT: date(label('적용일', 'Effective date')),
    OURS: text(label('당사 값', 'Our value'), { width: 200 }),
    THEIRS: text(label('관세청 값', 'Value at customs'), { width: 200 }),
    DETAIL: text(label('설명', 'Detail'), { width: 200 }),
    TAKEN_BY: text(label('반영자', 'Applied by'), { width: 90 }),
    TAKEN_AT: dateTime(label('반영일시', 'Applied at')),
  },
})
