import { code, dateTime, integer, quantity, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { ownerRef } from '#areas/master/tables/references.ts'
import { serials } from './serial.ts'

/** Adjustment above the warehouse's limit, to be approved by a second user. */
export const adjustRequest = defineTable({
  name: 'adjust_request',
  title: label('조정 승인요청', 'Adjustment request'),
  key: ['REQUEST_NO'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    REQUEST_NO: integer(label('요청번호', 'Request no.'), { width: 90 }),
    WCODE: code(label('창고', 'Warehouse'), { width: 70 }),
    OWNER_CD: ownerRef,
    BALANCE_ID: code(label('재고 ID', 'Stock ID'), { width: 80 }),
    ADJUST_QTY: quantity(label('조정수량', 'Adjusted qty'), { min: -999_999_999, width: 100 }),
    SERIALS: serials,
    REASON: text(label('사유', 'Reason'), { width: 200, maxLength: 200 }),
    STATE_CD: select(label('승인상태', 'Approval'), 'adjust-state', { width: 80 }),
    REQUESTED_BY: text(label('요청자', 'Requested by'), { width: 90 }),
    REQUESTED_AT: dateTime(label('요청일시', 'Requested at')),
    DECIDED_BY: text(label('승인자', 'Approved by'), { width: 90 }),
    DECIDED_AT: dateTime(label('승인일시', 'Approved at')),
    WORK_NO: code(label('작업번호', 'Work no.'), { width: 150 }),
  },
})
