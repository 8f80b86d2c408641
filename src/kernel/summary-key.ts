import { josa } from './josa.ts'
import { code, date, type Field, type Fields } from './field.ts'
import { label, type Label } from './label.ts'
import { periodNames, type Period } from './period.ts'

/** What rows are grouped by: a column as it is, or the period that its day or moment falls into. */
export interface GroupKey {
  readonly column: string
  readonly period?: Period | undefined
}

/** What a summary cannot be made of, in words. */
export class SummaryFault extends Error {
  readonly text: Label

  constructor(text: Label) {
    super(text.en)
    this.text = text
  }
}

/** The field of a column. Throws SummaryFault for a column there is not. */
export function columnOf(fields: Fields, name: string): Field {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (field) return field
  throw new SummaryFault(label(`${name} 열이 없습니다.`, `Column not found: ${name}`))
}

/** The column a key is answered in. */
export function keyName({ column, period }: GroupKey): string {
  return period ? `${column}_${period.toUpperCase()}` : column
}

/**
 * The field a key is answered in: days are days; other periods are texts that sort as they follow
 * each other: `2026-W48`, `2026-11`, `2026-Q4`, `2026`.
 */
export function keyField(fields: Fields, { column, period }: GroupKey): Field {
  const field = columnOf(fields, column)
  if (!period) return field
  const { kind, label: title } = field
  if (kind !== 'date' && kind !== 'datetime') {
    const en = `${column} is neither a day nor a moment.`
    throw new SummaryFault(label(`${column}${josa(column, '은/는')} 날짜가 아닙니다.`, en))
  }
  const { ko, en } = periodNames[period]
  const named = label(`${title.ko} (${ko})`, `${title.en} (${en})`)
  return period === 'day' ? date(named) : code(named, { width: 90, align: 'center' })
}
