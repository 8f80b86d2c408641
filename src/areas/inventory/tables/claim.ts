import { code, dateTime, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { warehouseCode } from '#areas/system/tables/warehouse.ts'

/** User working on a task. Expires without further scans. */
export const claim = defineTable({
  name: 'claim',
  title: label('작업 점유', 'Work claim'),
  key: ['KIND_CD', 'REF_NO'],
  scope: { warehouse: 'WCODE' },
  fields: {
    WCODE: warehouseCode,
    KIND_CD: select(label('작업', 'Work'), 'task-kind', { width: 80 }),
    REF_NO: code(label('대상번호', 'Reference no.'), { width: 150, maxLength: 50 }),
    USER_ID: text(label('작업자', 'User'), { width: 90, maxLength: 50 }),
    CLAIMED_AT: dateTime(label('시작일시', 'Started at')),
    UNTIL_AT: dateTime(label('점유 만료', 'Claimed until')),
  },
})
