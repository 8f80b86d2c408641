import { code, dateTime, integer, select, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'

const numberField = (ko: string, en: string) => code(label(ko, en), { width: 160 })

export const handlingBatch = defineTable({
  name: 'handling_batch',
  title: label('파렛트·박스 번호 발급', 'Issued pallet and box numbers'),
  key: ['BATCH_NO'],
  scope: { warehouse: 'WCODE' },
  fields: {
    BATCH_NO: code(label('발급번호', 'Issue no.'), { width: 80, digitsOnly: true, maxLength: 15 }),
    WCODE: code(label('창고', 'Warehouse'), { width: 70 }),
    KIND_CD: select(label('종류', 'Kind'), 'handling-kind', { width: 80, default: 'PALLET' }),
    FIRST_NO: numberField('첫 번호', 'First number'),
    LAST_NO: numberField('마지막 번호', 'Last number'),
    NUMBER_COUNT: integer(label('발급 장수', 'Labels'), {
      width: 80,
      min: 1,
      max: 500,
      default: 10,
    }),
    USED_COUNT: integer(label('사용', 'Used'), { width: 70, zeroAsEmpty: true }),
    CREATED_BY: text(label('발급자', 'Issued by'), { width: 90 }),
    CREATED_AT: dateTime(label('발급일시', 'Issued at')),
  },
})
