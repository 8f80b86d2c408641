import { code, dateTime, integer, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { ownerRef } from '#areas/master/tables/references.ts'

export const labelPrint = defineTable({
  name: 'label_print',
  title: label('라벨 인쇄', 'Label print'),
  key: ['PRINT_NO'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    PRINT_NO: integer(label('인쇄번호', 'Print no.'), { width: 80 }),
    WCODE: code(label('창고', 'Warehouse'), { width: 70 }),
    OWNER_CD: ownerRef,
    DOC_NO: code(label('전표번호', 'Document no.'), { width: 150 }),
    LINE_NO: integer(label('행', 'Line'), { width: 50 }),
    BALANCE_ID: code(label('재고 ID', 'Stock ID'), { width: 80 }),
    LAYOUT_CD: select(label('양식', 'Layout'), 'label-layout', { width: 80 }),
    LABEL_CD: select(label('라벨', 'Label'), 'label', { width: 80, default: 'BOX' }),
    COPIES: integer(label('매수', 'Copies'), { width: 60, min: 1, max: 999, default: 1 }),
    REASON: text(label('재인쇄 사유', 'Reprint reason'), { width: 160, maxLength: 200 }),
    PRINTED_BY: text(label('인쇄자', 'Printed by'), { width: 90 }),
    PRINTED_AT: dateTime(label('인쇄일시', 'Printed at')),
  },
})
