import type { WireRow } from '#kernel/field.ts'
import type { RowError } from '#server/base/app-error.ts'
import { rowNumber } from '#server/engine/clean-rows.ts'

/** Columns that identify the subject of an event. The first one present in a row is used. */
const subjectColumns = ['USER_ID', 'ROLE_CD', 'PROFILE_CD', 'SCHEDULE_CD', 'PRICE_CD', 'LIST_CD']

/** Subjects that the events of one save name at most, because one call must not flood the log. */
const maxSubjects = 50

interface CountedSubject {
  readonly subject: string
  readonly rows: number
}

/**
 * Counts the rows of a save by subject. Rows without a subject, and those of further subjects,
 * count under an empty one. The counts always add up to all rows.
 */
export function countBySubject(rows: readonly WireRow[]): readonly CountedSubject[] {
  const counts = new Map<string, number>(rows.length === 0 ? [['', 0]] : [])
  for (const row of rows) {
    const subject = readSubject(row)
    const named = counts.has(subject) || counts.size < maxSubjects ? subject : ''
    counts.set(named, (counts.get(named) ?? 0) + 1)
  }
  return [...counts].map(([subject, count]) => ({ subject, rows: count }))
}

function readSubject(row: WireRow): string {
  const values = subjectColumns.map((name) => row[name])
  return String(values.find((value) => value !== undefined && value !== null) ?? '')
}

/** Rows with an error, in the order of the errors. All rows if the errors name none of them. */
export function findRefusedRows(
  rows: readonly WireRow[],
  errors: readonly Pick<RowError, 'row'>[],
): readonly WireRow[] {
  const byNumber = new Map(rows.map((row, index) => [rowNumber(row, index), row]))
  const refused = [...new Set(errors.map(({ row }) => byNumber.get(row)))].filter(
    (row) => row !== undefined,
  )
  return refused.length > 0 ? refused : rows
}
