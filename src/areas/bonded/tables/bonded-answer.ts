import { code, dateTime, integer, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { ownerRef } from '#areas/master/tables/references.ts'
import { bondedCargo } from './cargo.ts'

export const bondedAnswer = defineTable({
  name: 'bonded_answer',
  title: label('세관 응답', 'Customs response'),
  key: ['ANSWER_ID'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    ANSWER_ID: code(label('응답 ID', 'Response ID'), { width: 70 }),
    WCODE: bondedCargo.fields.WCODE,
    OWNER_CD: ownerRef,
    BOND_NO: bondedCargo.fields.BOND_NO,
    RESULT_CD: select(label('결과', 'Result'), 'customs-result', { width: 110 }),
    SEAL_RESULT_CD: select(label('봉인 결과', 'Seals'), 'customs-result', { width: 110 }),
    ASKED_BY_NO: code(label('조회번호', 'Search number'), { width: 160 }),
    MESSAGE: text(label('세관 알림', 'Customs notice'), { width: 260, maxLength: 1000 }),
    TRIES: integer(label('시도', 'Attempts'), { width: 60 }),
    USER_ID: text(label('조회자', 'Searched by'), { width: 90 }),
    DIFF_COUNT: integer(label('차이', 'Differences'), { width: 60, zeroAsEmpty: true }),
    ASKED_AT: dateTime(label('조회일시', 'Searched at')),
  },
})
