import { code, date, dateTime, integer, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { ownerNameRef, ownerRef } from '#areas/master/tables/references.ts'

const wcode = text(label('창고', 'Warehouse'), { width: 60 })
const reason = text(label('사유', 'Reason'), { width: 200, maxLength: 200 })

/** Date up to which an owner's documents are closed. */
export const docPeriod = defineTable({
  name: 'doc_period',
  title: label('전표 마감', 'Closed period'),
  key: ['WCODE', 'OWNER_CD'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    WCODE: wcode,
    OWNER_CD: ownerRef,
    OWNER_NM: ownerNameRef,
    CLOSED_TO_DT: date(label('마감일', 'Closing date')),
    NEXT_DT: date(label('새 마감일', 'New closing date')),
    REASON: reason,
    CLOSED_BY: text(label('마감자', 'Closed by'), { width: 90 }),
    CLOSED_AT: dateTime(label('마감일시', 'Closed at')),
  },
})

/** Request to reverse one document of a closed period, once. */
export const docRequest = defineTable({
  name: 'doc_request',
  title: label('마감 정정요청', 'Correction request'),
  key: ['REQUEST_NO'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    REQUEST_NO: integer(label('요청번호', 'Request no.'), { width: 90 }),
    WCODE: wcode,
    OWNER_CD: ownerRef,
    DOC_NO: code(label('전표번호', 'Document no.'), { width: 160, maxLength: 40 }),
    REASON: reason,
    STATE_CD: select(label('승인상태', 'Approval'), 'adjust-state', { width: 80 }),
    REQUESTED_BY: text(label('요청자', 'Requested by'), { width: 90 }),
    REQUESTED_AT: dateTime(label('요청일시', 'Requested at')),
    DECIDED_BY: text(label('승인자', 'Approved by'), { width: 90 }),
    DECIDED_AT: dateTime(label('승인일시', 'Approved at')),
    USED_AT: dateTime(label('정정일시', 'Corrected at')),
  },
})
