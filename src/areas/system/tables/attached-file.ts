import { code, dateTime, integer, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'

export const attachedFile = defineTable({
  name: 'attached_file',
  title: label('첨부파일', 'Attachment'),
  key: ['DOC_NO', 'FILE_SN'],
  scope: { warehouse: 'WCODE', owner: 'OWNER_CD' },
  fields: {
    DOC_NO: code(label('전표번호', 'Document no.'), { width: 150, maxLength: 40 }),
    FILE_SN: text(label('파일', 'File'), { maxLength: 100 }),
    FILE_NM: text(label('파일명', 'File name'), { width: 260 }),
    BYTE_COUNT: integer(label('크기(B)', 'Bytes'), { width: 90 }),
    WCODE: code(label('창고', 'Warehouse'), { width: 70 }),
    OWNER_CD: code(label('화주', 'Owner'), { width: 90 }),
    ATTACHED_BY: text(label('등록자', 'Attached by'), { width: 90 }),
    ATTACHED_AT: dateTime(label('등록일시', 'Attached at')),
  },
})
