import {
  code,
  date,
  dateTime,
  file,
  flag,
  lookup,
  money,
  quantity,
  select,
  text,
  type Field,
  type Fields,
  type Value,
} from '#kernel/field.ts'
import { formatMoney } from '#kernel/money-format.ts'
import { label, type Language } from '#kernel/label.ts'
import { showText } from '#ui/forms/draft-text.ts'

export const controlFields: Fields = {
  NAME: text(label('이름', 'Name'), { required: true }),
  CODE: code(label('코드', 'Code')),
  DIGITS: text(label('숫자만', 'Digits only'), { digitsOnly: true }),
  BYTES: text(label('10바이트', '10 bytes'), { maxLength: 10, wide: 'double' }),
  QTY: quantity(label('수량', 'Quantity')),
  BOX_QTY: quantity(label('0은 빈칸', 'Zero is empty'), { zeroToEmpty: true }),
  AMOUNT: money(label('금액', 'Amount')),
  USE_YN: flag(label('사용', 'In use')),
  WORK_DT: date(label('일자', 'Date')),
  WORK_AT: dateTime(label('일시', 'Date and time')),
  WORK_YM: { ...text(label('월', 'Month')), kind: 'month' },
  STATE_CD: select(label('상태', 'Status'), 'stock-condition'),
  OWNER_CD: lookup(label('화주', 'Owner'), 'owner', { fills: { OWNER_NM: 'NAME' } }),
  FILE_SN: file(label('파일', 'File'), { fills: { FILE_NM: 'FILE_NM' } }),
}

export const rangeFields: Fields = {
  SPAN: date(label('기간', 'Range'), { maxSpan: { count: 1, unit: 'months' } }),
}

export function shownValue(name: string, field: Field, value: Value, language: Language): string {
  if (value === null) return ''
  return name === 'AMOUNT' ? formatMoney(value, language) : showText(field, value)
}
