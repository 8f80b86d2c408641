import { code, date, dateTime, flag, integer, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'

const field = label('값', 'Value')

/** One field of every kind. */
export const kinds = {
  text: text(field, { maxLength: 200 }),
  code: code(field),
  number: integer(field, { scale: 3 }),
  date: date(field),
  time: dateTime(field),
  flag: flag(field),
}
export type Kind = keyof typeof kinds

/** Value of each kind of field, or `!` and the code of its error. */
export type ReadValues = Readonly<Partial<Record<Kind, string | number | null>>>
