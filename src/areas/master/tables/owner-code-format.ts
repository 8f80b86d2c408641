import { code, integer, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields, remark, useFlag } from './references.ts'

/** Formats of the codes on an owner's stock, used by the scan stations. */
export const ownerCodeFormat = defineTable({
  name: 'owner_code_format',
  title: label('화주별 코드 형식', 'Owner code formats'),
  key: ['OWNER_CD', 'FORMAT_NM'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    OWNER_CD: code(label('화주코드', 'Owner code'), { required: true, width: 100, maxLength: 20 }),
    FORMAT_NM: text(label('형식명', 'Format name'), { required: true, width: 140, maxLength: 60 }),
    FORMAT_SEQ: integer(label('순서', 'Order'), { required: true, default: 10, min: 0, max: 999 }),
    PATTERN: text(label('형식', 'Pattern'), { required: true, width: 320, maxLength: 200 }),
    SAMPLE_CODE: text(label('예시 코드', 'Sample code'), { width: 220, maxLength: 200 }),
    USE_YN: useFlag,
    REMARK: remark,
    ...changeFields,
  },
})
