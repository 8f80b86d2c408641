import type { Field } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { columnName, type Table } from '#kernel/table.ts'
import type { SaveRow } from './handler.ts'

export interface CurrentRow extends Record<string, unknown> {
  no: number
  updated_by: string
  updated_at: string
  current: Readonly<Record<string, unknown>>
}

const differencesShown = 3

/** Normalizes a value for comparison: dates as digits, 1.000 as 1. */
function toComparable(field: Field, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  if (field.kind === 'date') return text.replaceAll('-', '')
  const isNumber = field.kind === 'number' || field.kind === 'progress'
  return isNumber && text !== '' ? String(Number(text)) : text
}

/** Text with the current values that differ from those to be saved: `화주명: 남의 이름`. */
export function describeDifferences(table: Table, row: SaveRow, now: CurrentRow): Label {
  const found = Object.entries(row.values).flatMap(([column, value]) => {
    const field = table.fields[column]
    if (!field) return []
    const current = toComparable(field, now.current[columnName(column)])
    if (current === toComparable(field, value)) return []
    return [{ title: field.label, standing: current === '' ? '-' : current }]
  })
  const describe = (language: 'ko' | 'en') =>
    found
      .slice(0, differencesShown)
      .map(({ title, standing }) => `${title[language]}: ${standing}`)
      .join(', ')
  return label(
    found.length === 0 ? '' : ` (지금 ${describe('ko')})`,
    found.length === 0 ? '' : ` (now ${describe('en')})`,
  )
}
