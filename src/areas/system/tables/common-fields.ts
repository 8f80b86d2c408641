import { dateTime, flag, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'

/** Columns shared by most tables that users edit. Describe them only here. */
export const useFlag = flag(label('사용', 'In use'), { default: 'Y' })
export const remark = text(label('비고', 'Remark'), { width: 180, maxLength: 500 })

/** Last change of a row, read-only, on every table that users edit. */
export const changeFields = {
  UPDATED_BY: text(label('수정자', 'Changed by'), { width: 90 }),
  UPDATED_AT: dateTime(label('수정일시', 'Changed at')),
}
