import { josa } from './josa.ts'
import { code, date, type Field, type Fields } from './field.ts'
import { label, type Label } from './label.ts'
import { periodNames, type Period } from './period.ts'

/** Grouping key: a column, or the period of its date or timestamp. */
export interface GroupKey {
  readonly column: string
  readonly period?: Period | undefined
}

export class SummaryError extends Error {
  readonly text: Label

  constructor(text: Label) {
    super(text.en)
    this.text = text
  }
}

export function findColumn(fields: Fields, name: string): Field {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (field) return field
  throw new SummaryError(label(`${name} 열이 없습니다.`, `Column not found: ${name}`))
}

export function keyName({ column, period }: GroupKey): string {
  return period ? `${column}_${period.toUpperCase()}` : column
}

/**
 * Result field for a grouping key. Days are dates; other periods are texts that sort
 * chronologically: `2026-W48`, `2026-11`, `2026-Q4`, `2026`.
 */
export function keyField(fields: Fields, { column, period }: GroupKey): Field {
  const field = findColumn(fields, column)
  if (!period) return field
  const { kind, label: title } = field
  if (kind !== 'date' && kind !== 'datetime') {
    const en = `${column} is not a date.`
    throw new SummaryError(label(`${column}${josa(column, '은/는')} 날짜가 아닙니다.`, en))
  }
  const { ko, en } = periodNames[period]
  const named = label(`${title.ko} (${ko})`, `${title.en} (${en})`)
  return period === 'day' ? date(named) : code(named, { width: 90, align: 'center' })
}
